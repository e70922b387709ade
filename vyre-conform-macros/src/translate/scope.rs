//! Names and the locals they stand for.

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    Local(u32),
    /// A `const` of a block, which hides locals of the same name.
    Constant,
}

/// The names in scope, innermost last, and how many locals were declared so far.
#[derive(Default)]
pub(super) struct Scope {
    names: Vec<(String, Meaning)>,
    declared: u32,
}

impl Scope {
    /// Declares a local. Numbers are never reused, so that each local has one type.
    pub(super) fn declare(&mut self, name: &str) -> u32 {
        let id = self.fresh();
        self.names.push((name.to_owned(), Meaning::Local(id)));
        id
    }

    /// A local without a name.
    pub(super) fn fresh(&mut self) -> u32 {
        let id = self.declared;
        self.declared += 1;
        id
    }

    /// Declares a constant of the block.
    pub(super) fn constant(&mut self, name: &str) {
        self.names.push((name.to_owned(), Meaning::Constant));
    }

    /// The local that a name stands for, if it stands for one.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        let found = self.names.iter().rev().find(|(n, _)| n == name);
        match found?.1 {
            Meaning::Local(id) => Some(id),
            Meaning::Constant => None,
        }
    }

    /// How many locals were declared.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: Rust's rules of scope.
    #[test]
    fn inner_names_hide_outer_ones_and_end_with_their_block() {
        let mut scope = Scope::default();
        let outer = scope.declare("x");
        let mark = scope.enter();
        let inner = scope.declare("x");
        assert_ne!(outer, inner);
        assert_eq!(scope.find("x"), Some(inner));
        scope.constant("x");
        assert_eq!(scope.find("x"), None);
        scope.leave(mark);
        assert_eq!(scope.find("x"), Some(outer));
        assert_eq!(scope.find("y"), None);
        assert_eq!(scope.declared(), 2);
    }
}
