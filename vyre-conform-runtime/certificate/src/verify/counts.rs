//! Cached numbers of cases: many certificates share few settings.

use std::collections::HashMap;
use std::sync::Mutex;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::plan::{Lengths, Part, PlanOptions};

/// The parts of an op with known numbers of cases.
type CaseCounts = Vec<(Part, Option<u64>)>;

/// Op, seed and number of witnesses, which determine the counts.
type Key = (&'static str, u64, u64);

/// Maximal number of cached ops with settings: a foreign file may state any seed.
const MAX_OPS: usize = 10_000;

/// Cached counts of ops.
#[derive(Default)]
pub(super) struct Counts(Mutex<HashMap<Key, CaseCounts>>);

impl Counts {
    /// Calls `ask` with the lengths of an op and caches what it counted.
    pub(super) fn with_lengths<T>(
        &self,
        op: &Op,
        options: &PlanOptions,
        ask: impl FnOnce(&mut Lengths<'_>) -> T,
    ) -> T {
        let key = (op.def.id, options.seed, options.witnesses);
        let known = lock(&self.0).get(&key).cloned().unwrap_or_default();
        let before = known.len();
        let mut lengths = Lengths::new(op, options).with_computed(known);
        let answer = ask(&mut lengths);
        if lengths.computed().len() > before {
            let mut kept = lock(&self.0);
            if kept.len() >= MAX_OPS {
                kept.clear();
            }
            kept.insert(key, lengths.computed().to_vec());
        }
        answer
    }
}
