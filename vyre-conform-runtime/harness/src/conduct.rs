//! What speaks against each implementation of an op whatever the failing input: computed once an op and party, and
//! shared by every diagnosis on it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::sync::lock;

/// Whose conduct it is, by the id of the op.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Actor {
    /// The op's Rust function.
    Reference,
    /// The interpreter on what is translated for the op.
    Module,
    /// What a backend runs: its slug, and the name of an alternate or nothing.
    On(String, String),
    /// A backend beside the interpreter, on one text.
    Device(String),
}

/// The facts about one implementation of one op.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Conduct {
    /// Rows of the spec table that it contradicts, by their places, with what it gives.
    pub(super) rows: Vec<(usize, Option<Value>)>,
    /// Declared laws that it breaks, by their places, each with values that show it.
    pub(super) laws: Vec<(usize, Vec<Value>)>,
}

/// One that is searched once, by whoever asks first.
type Cell = Arc<OnceLock<Conduct>>;

/// The conducts of a run.
#[derive(Debug, Default)]
pub(super) struct Conducts {
    known: Mutex<HashMap<(String, Actor), Cell>>,
}

impl Conducts {
    /// That of a party to an op, computed where nobody has asked before. Who asks meanwhile waits.
    pub(super) fn of(&self, op: &str, who: &Actor, find: impl FnOnce() -> Conduct) -> Conduct {
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
            for who in [Actor::Reference, Actor::Module] {
                let found = conducts.of("u32::add", &who, || {
                    searches += 1;
                    Conduct {
                        rows: vec![(0, None)],
                        laws: vec![],
                    }
                });
                assert_eq!(found.rows.len(), 1);
            }
        }
        assert_eq!(searches, 2);
    }
}
