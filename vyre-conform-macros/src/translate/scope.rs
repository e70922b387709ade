//! Names and the locals they stand for.

use proc_macro2::{Ident, Span};
use std::cell::RefCell;
use syn::ext::IdentExt;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    Local(u32),
    /// A `const` of a block, which hides locals of the same name.
    Constant,
}

/// A name and the macro expansion it was written in.
struct Name {
    text: String,
    /// Constants have none: macros hide no items.
    expansion: Option<String>,
    meaning: Meaning,
}

/// The names in scope, innermost last, and how many locals were declared so far.
///
/// Names are compared as text. Rust also compares the expansions they come from, and stable Rust tells
/// them to no macro but in the debugging text of a span; where that text shows that Rust takes another
/// local than the innermost one, the name is doubtful and refused. Should the text change some day,
/// nothing is doubtful, and the trial that compares interpreter and function is what finds it.
#[derive(Default)]
pub(super) struct Scope {
    names: Vec<Name>,
    declared: u32,
    doubtful: RefCell<Vec<Ident>>,
}

impl Scope {
    /// Declares a local. Numbers are never reused, so that each local has one type.
    pub(super) fn declare(&mut self, name: &Ident) -> u32 {
        let id = self.fresh();
        self.names.push(Name {
            text: name.unraw().to_string(),
            expansion: expansion(name.span()),
            meaning: Meaning::Local(id),
        });
        id
    }

    /// A local without a name.
    pub(super) fn fresh(&mut self) -> u32 {
        let id = self.declared;
        self.declared += 1;
        id
    }

    /// The local that is declared next.
    pub(super) fn next(&self) -> u32 {
        self.declared
    }

    /// Declares a constant of the block.
    pub(super) fn constant(&mut self, name: &Ident) {
        self.names.push(Name {
            text: name.unraw().to_string(),
            expansion: None,
            meaning: Meaning::Constant,
        });
    }

    /// The local that a name stands for, if it stands for one.
    pub(super) fn find(&self, name: &Ident) -> Option<u32> {
        let text = name.unraw().to_string();
        let mut found = self.names.iter().rev().filter(|n| n.text == text);
        let innermost = found.next()?;
        let own = expansion(name.span());
        let fits = |n: &Name| n.expansion.is_none() || own.is_none() || n.expansion == own;
        if !fits(innermost) && found.any(fits) {
            self.doubtful.borrow_mut().push(name.clone());
        }
        match innermost.meaning {
            Meaning::Local(id) => Some(id),
            Meaning::Constant => None,
        }
    }

    /// The names found for which Rust takes another local.
    pub(super) fn doubtful(&self) -> Vec<Ident> {
        self.doubtful.take()
    }

    /// The number of locals that were declared.
    pub(super) fn declared(&self) -> u32 {
        self.declared
    }

    /// Where a block begins; [`leave`](Self::leave) forgets the names declared since.
    pub(super) fn enter(&self) -> usize {
        self.names.len()
    }

    pub(super) fn leave(&mut self, mark: usize) {
        self.names.truncate(mark);
    }
}

/// The expansion a span is of: the `#3` in the debugging text `#3 bytes(10..12)` of the compiler's spans.
fn expansion(span: Span) -> Option<String> {
    let text = format!("{span:?}");
    let (number, _) = text.split_once(' ')?;
    number.starts_with('#').then(|| number.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: Rust's rules of scope.
    #[test]
    fn inner_names_hide_outer_ones_and_end_with_their_block() {
        let mut scope = Scope::default();
        let [x, y] = ["x", "y"].map(|name| Ident::new(name, Span::call_site()));
        let outer = scope.declare(&x);
        let mark = scope.enter();
        let inner = scope.declare(&x);
        assert_ne!(outer, inner);
        assert_eq!(scope.find(&x), Some(inner));
        scope.constant(&x);
        assert_eq!(scope.find(&x), None);
        scope.leave(mark);
        assert_eq!(scope.find(&x), Some(outer));
        assert_eq!(scope.find(&y), None);
        assert_eq!(scope.declared(), 2);
    }
}
