//! What speaks against each implementation of an op whatever the failing input: computed once an op and party, and
//! shared by every verdict on it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use vyre_conform_runtime::sync::lock;

/// Whose conduct it is, by the id of the op.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Who {
    /// The op's Rust function.
    Reference,
    /// The interpreter on what is translated for the op.
    Module,
    /// What a backend runs: its slug, and the name of an alternate or nothing.
    On(String, String),
}

/// What is known of one implementation of one op.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// Rows of the spec table that it contradicts.
    pub(super) rows: usize,
    /// Indices of declared laws that it breaks on edge cases.
    pub(super) laws: Vec<usize>,
}

/// One that is searched once, by whoever asks first.
type Cell = Arc<OnceLock<Known>>;

/// The conducts of a run.
#[derive(Debug, Default)]
pub(super) struct Conducts {
    known: Mutex<HashMap<(String, Who), Cell>>,
}

impl Conducts {
    /// That of a party to an op, computed where nobody has asked before. Who asks meanwhile waits.
    pub(super) fn of(&self, op: &str, who: &Who, find: impl FnOnce() -> Known) -> Known {
        let key = (op.to_owned(), who.clone());
        let cell = {
            let mut known = lock(&self.known);
            known.entry(key).or_default().clone()
        };
        cell.get_or_init(find).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: counting the searches.
    #[test]
    fn a_conduct_is_searched_once() {
        let conducts = Conducts::default();
        let mut searches = 0;
        for _ in 0..3 {
            for who in [Who::Reference, Who::Module] {
                let found = conducts.of("u32::add", &who, || {
                    searches += 1;
                    Known {
                        rows: 1,
                        laws: vec![],
                    }
                });
                assert_eq!(found.rows, 1);
            }
        }
        assert_eq!(searches, 2);
    }
}
