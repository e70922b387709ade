//! What a run left out: counted in one line, so that it does not bury what it showed. Also what the gates refuse,
//! whose reasons the trial of the gates has told.

use super::super::Context;
use crate::report::counted;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use vyre_conform_suite::plan::{PROGRAMS, Part};
use vyre_conform_suite::record::{Outcome, Record};

/// What was not run of each op and engine.
pub(super) struct Remainder {
    /// Of each op and engine how many trials there are, and how many of them have no record.
    trials: BTreeMap<String, [usize; 2]>,
    /// What levels say of trials without a record.
    not_run: HashSet<String>,
    /// The ops and engines that their gates refuse.
    refused: BTreeSet<String>,
}

impl Remainder {
    pub(super) fn of(context: &Context, records: &[Record]) -> Self {
        let met: HashSet<&str> = records.iter().map(|r| r.obligation.id.as_str()).collect();
        let mut trials: BTreeMap<String, [usize; 2]> = BTreeMap::new();
        let mut not_run = HashSet::new();
        for obligation in context.plan().obligations() {
            let [all, left] = trials.entry(obligation.op.clone()).or_default();
            *all += 1;
            if !met.contains(obligation.id.as_str()) {
                *left += 1;
                not_run.insert(format!("{} was not run", obligation.id));
            }
        }
        let refused = records.iter().filter(|record| {
            record.obligation.part == Part::Gates && matches!(record.outcome, Outcome::Failed(_))
        });
        Self {
            trials,
            not_run,
            refused: refused.map(|r| r.obligation.op.clone()).collect(),
        }
    }

    /// What is missing of an op or engine beside what was left out.
    pub(super) fn describe(&self, op: &str, missing: &[String]) -> Vec<String> {
        if self.refused.contains(op) {
            return vec![format!("{op}: the gates refuse it, see {op}::gates")];
        }
        let ran = missing.iter().filter(|why| !self.not_run.contains(*why));
        ran.cloned().collect()
    }

    /// True if what a level misses is an op or engine of which something was left out and nothing failed: the reason
    /// is its id alone, for an op behind the level that it is short of.
    pub(super) fn is_of_untouched(&self, reason: &str) -> bool {
        let mut levels = ["L1: ", "L2f: "].into_iter();
        let of_op = levels.find_map(|level| reason.strip_prefix(level));
        let id = of_op.unwrap_or(reason);
        self.trials.get(id).is_some_and(|[all, left]| all == left)
    }

    /// How much was left out; nothing where everything ran.
    pub(super) fn line(&self) -> String {
        let some = self.trials.values().filter(|[_, left]| *left > 0);
        let trials: usize = some.map(|[_, left]| left).sum();
        // Random programs are not ops, and are counted among the trials.
        let ops = self.trials.iter();
        let ops = ops.filter(|(op, [_, left])| *left > 0 && *op != PROGRAMS);
        match trials {
            0 => String::new(),
            _ => format!(
                "{} not fully run: {} left out\n",
                counted(ops.count() as u64, "op or engine", "ops and engines"),
                counted(trials as u64, "trial", "trials")
            ),
        }
    }
}
