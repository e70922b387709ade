//! Conduct of each implementation of an op, independent of the failing input: computed once per op and party and shared
//! by all diagnoses.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::sync::lock;

/// Implementation of an op, by the op's id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ImplementationKey {
    /// The op's Rust function.
    Reference,
    /// The interpreter on the op's translated body.
    Module,
    /// A backend, by slug, with the name of an alternate or an empty string.
    On(String, String),
    /// A backend compared with the interpreter on one text.
    Device(String),
}

/// Conduct of one implementation of one op.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Deviations {
    /// Indices of spec table rows that it contradicts, with its results.
    pub(super) rows: Vec<(usize, Option<Value>)>,
    /// Indices of declared laws that it breaks, each with values as evidence.
    pub(super) laws: Vec<(usize, Vec<Value>)>,
}

/// A conduct that the first caller computes.
type LazyDeviations = Arc<OnceLock<Deviations>>;

/// The conducts of a run.
#[derive(Debug, Default)]
pub(super) struct DeviationCache {
    by_implementation: Mutex<HashMap<(String, ImplementationKey), LazyDeviations>>,
}

impl DeviationCache {
    /// The conduct of a party for an op, computed on first use. Concurrent callers wait.
    pub(super) fn get_or_compute(
        &self,
        op: &str,
        who: &ImplementationKey,
        find: impl FnOnce() -> Deviations,
    ) -> Deviations {
        let key = (op.to_owned(), who.clone());
        let cell = {
            let mut known = lock(&self.by_implementation);
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
        let conducts = DeviationCache::default();
        let mut searches = 0;
        for _ in 0..3 {
            for who in [ImplementationKey::Reference, ImplementationKey::Module] {
                let found = conducts.get_or_compute("u32::add", &who, || {
                    searches += 1;
                    Deviations {
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
