//! Name resolution of locals.

use proc_macro2::{Ident, Span};
use std::cell::RefCell;
use syn::ext::IdentExt;

/// The meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NameKind {
    Local(u32),
    /// A `const` of a block, which hides locals of the same name.
    Constant,
}

/// A name with the macro expansion that it comes from.
struct Name {
    text: String,
    /// `None` for constants: macros hide no items.
    expansion: Option<String>,
    meaning: NameKind,
}

/// The names in scope, innermost last, and the number of locals declared so far.
///
/// Names are compared as text. Rust also compares the expansions that they come from, which stable Rust
/// exposes to macros only in the debug text of a span; if that text shows that Rust resolves to another
/// local than the innermost one, the name is ambiguous and refused. If the format of the text changes,
/// no name is ambiguous, and the trial that compares interpreter and function detects the difference.
#[derive(Default)]
pub(super) struct Scope {
    names: Vec<Name>,
    declared: u32,
    doubtful: RefCell<Vec<Ident>>,
}

impl Scope {
    /// Declares a local. Indices are never reused, so each local has one type.
    pub(super) fn declare(&mut self, name: &Ident) -> u32 {
        let id = self.fresh();
        self.names.push(Name {
            text: name.unraw().to_string(),
            expansion: expansion(name.span()),
            meaning: NameKind::Local(id),
        });
        id
    }

    /// A local without a name.
    pub(super) fn fresh(&mut self) -> u32 {
        let id = self.declared;
        self.declared += 1;
        id
    }

    /// The next local to be declared.
    pub(super) fn next(&self) -> u32 {
        self.declared
    }

    /// Declares a constant of a block.
    pub(super) fn constant(&mut self, name: &Ident) {
        self.names.push(Name {
            text: name.unraw().to_string(),
            expansion: None,
            meaning: NameKind::Constant,
        });
    }

    /// The local of a name, if it refers to one.
    pub(super) fn find(&self, name: &Ident) -> Option<u32> {
        let text = name.unraw().to_string();
        let mut ty = self.names.iter().rev().filter(|n| n.text == text);
        let innermost = ty.next()?;
        let own = expansion(name.span());
        let fits = |n: &Name| n.expansion.is_none() || own.is_none() || n.expansion == own;
        if !fits(innermost) && ty.any(fits) {
            self.doubtful.borrow_mut().push(name.clone());
        }
        match innermost.meaning {
            NameKind::Local(id) => Some(id),
            NameKind::Constant => None,
        }
    }

    /// The names for which Rust resolves to another local.
    pub(super) fn doubtful(&self) -> Vec<Ident> {
        self.doubtful.take()
    }

    /// The number of declared locals.
    pub(super) fn declared(&self) -> u32 {
        self.declared
    }

    /// A mark for [`leave`](Self::leave), which drops the names declared since.
    pub(super) fn enter(&self) -> usize {
        self.names.len()
    }

    pub(super) fn leave(&mut self, mark: usize) {
        self.names.truncate(mark);
    }
}

/// The expansion of a span: the `#3` in the debug text `#3 bytes(10..12)` of the compiler's spans.
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
