//! The names used in one function's text, block by block.

use std::collections::{HashMap, HashSet};

/// The names in scope at one place of the text.
#[derive(Debug)]
pub(super) struct NameScope {
    names: HashSet<String>,
    blocks: Vec<Block>,
}

/// The claims of one block.
#[derive(Debug, Default)]
struct Block {
    claims: Vec<Claim>,
    /// For a name, a number below which all suffixes are taken by this block and the enclosing ones. It
    /// makes a program with a thousand equal names linear.
    next: HashMap<String, u64>,
}

/// A claimed name, with its change to [`Block::next`].
#[derive(Debug)]
struct Claim {
    name: String,
    before: Option<(String, Option<u64>)>,
}

/// A state to return to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(usize);

impl NameScope {
    /// No names, in the outermost block.
    pub(super) fn new() -> Self {
        Self {
            names: HashSet::new(),
            blocks: vec![Block::default()],
        }
    }

    /// `base`, or the first of `base_1`, `base_2`, ... that is free in the enclosing blocks and in
    /// `outside`.
    pub(super) fn claim(&mut self, base: &str, outside: impl Fn(&str) -> bool) -> String {
        let from = self.blocks.iter().rev().find_map(|b| b.next.get(base));
        let from = from.copied().unwrap_or(1);
        let used_names = |name: &str| self.names.contains(name) || outside(name);
        let (name, number) = super::names::numbered(base, from, used_names);
        self.names.insert(name.clone());
        if let Some(block) = self.blocks.last_mut() {
            let before = number.map(|number| {
                let before = block.next.insert(base.to_owned(), number + 1);
                (base.to_owned(), before)
            });
            block.claims.push(Claim {
                name: name.clone(),
                before,
            });
        }
        name
    }

    /// Opens a block.
    pub(super) fn open(&mut self) {
        self.blocks.push(Block::default());
    }

    /// Closes the innermost block and frees its names.
    pub(super) fn close(&mut self) {
        for claim in self.blocks.pop().into_iter().flat_map(|b| b.claims) {
            self.names.remove(&claim.name);
        }
    }

    /// The current state.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.blocks.last().map_or(0, |block| block.claims.len()))
    }

    /// Returns to a state of the current block.
    pub(super) fn back_to(&mut self, mark: Mark) {
        let Some(block) = self.blocks.last_mut() else {
            return;
        };
        while block.claims.len() > mark.0 {
            let Some(Claim { name, before }) = block.claims.pop() else {
                return;
            };
            self.names.remove(&name);
            match before {
                Some((base, Some(number))) => block.next.insert(base, number),
                Some((base, None)) => block.next.remove(&base),
                None => None,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the smallest free number, counted by hand.
    #[test]
    fn numbers_are_the_smallest_free_ones() {
        let mut used_names = NameScope::new();
        let claim = |t: &mut NameScope, base: &str| t.claim(base, |name| name == "x_2");
        assert_eq!(claim(&mut used_names, "x"), "x");
        assert_eq!(claim(&mut used_names, "x"), "x_1");
        used_names.open();
        assert_eq!(claim(&mut used_names, "x"), "x_3", "x_2 is taken outside");
        assert_eq!(claim(&mut used_names, "x_4"), "x_4");
        assert_eq!(claim(&mut used_names, "x"), "x_5");
        used_names.close();
        let mark = used_names.mark();
        assert_eq!(
            claim(&mut used_names, "x"),
            "x_3",
            "the block has given it back"
        );
        assert_eq!(claim(&mut used_names, "x"), "x_4");
        used_names.back_to(mark);
        assert_eq!(claim(&mut used_names, "x"), "x_3", "and so has going back");
    }
}
