//! Skipped trials, counted in one line so that they do not bury the results. This includes trials that the gates
//! refuse, whose reasons the trial of the gates reports.

use crate::context::Context;
use crate::report::pluralize;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use vyre_conform_suite::plan::{PROGRAMS, Part};
use vyre_conform_suite::record::{Outcome, Record};

/// Trials that did not run, by op and engine.
pub(super) struct OmittedTrials {
    /// Per op and engine, the numbers of trials and of trials without a record.
    trials: BTreeMap<String, [usize; 2]>,
    /// Reasons that levels give for trials without a record.
    not_run: HashSet<String>,
    /// Ops and engines that their gates refuse.
    refused: BTreeSet<String>,
}

impl OmittedTrials {
    pub(super) fn new(context: &Context, records: &[Record]) -> Self {
        let recorded: HashSet<&str> = records.iter().map(|r| r.obligation.id.as_str()).collect();
        let mut trials: BTreeMap<String, [usize; 2]> = BTreeMap::new();
        let mut not_run = HashSet::new();
        for obligation in context.plan().obligations() {
            let [all, left] = trials.entry(obligation.op.clone()).or_default();
            *all += 1;
            if !recorded.contains(obligation.id.as_str()) {
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

    /// The missing features of an op or engine apart from skipped trials.
    pub(super) fn describe(&self, op: &str, missing: &[String]) -> Vec<String> {
        if self.refused.contains(op) {
            return vec![format!("{op}: the gates refuse it, see {op}::gates")];
        }
        let ran = missing
            .iter()
            .filter(|reason| !self.not_run.contains(*reason));
        ran.cloned().collect()
    }

    /// True if a level's missing reason is the bare id of an op or engine with skipped trials and without failures.
    pub(super) fn is_unstarted(&self, reason: &str) -> bool {
        let mut levels = ["L1: ", "L2f: "].into_iter();
        let of_op = levels.find_map(|level| reason.strip_prefix(level));
        let id = of_op.unwrap_or(reason);
        self.trials.get(id).is_some_and(|[all, left]| all == left)
    }

    /// The count of skipped trials; empty if everything ran.
    pub(super) fn line(&self) -> String {
        let some = self.trials.values().filter(|[_, left]| *left > 0);
        let trials: usize = some.map(|[_, left]| left).sum();
        // Random programs are not ops; they count as trials.
        let ops = self.trials.iter();
        let ops = ops.filter(|(op, [_, left])| *left > 0 && *op != PROGRAMS);
        match trials {
            0 => String::new(),
            _ => format!(
                "{} not fully run: {} left out\n",
                pluralize(ops.count() as u64, "op or engine", "ops and engines"),
                pluralize(trials as u64, "trial", "trials")
            ),
        }
    }
}
