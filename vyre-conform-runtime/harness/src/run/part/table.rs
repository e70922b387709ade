//! Every row of the spec table on the subject.

use super::{PartOutcome, PartResult, Run};
use crate::run::counts::CaseCounts;
use vyre_conform_spec::Tolerance;
use vyre_conform_suite::strategy::{self, Reference};

pub(super) fn meet(run: &Run<'_>) -> PartOutcome {
    let def = run.op().def;
    let outcome = match run.obligation.backend() {
        Some(_) => {
            let loaded = run.loaded_for(&[def.op])?;
            let outcome = strategy::rows(def, &loaded, def.op.tolerance);
            loaded.unless_stopped(outcome)?
        }
        None => strategy::rows(def, &Reference, Tolerance::EXACT),
    };
    run.note(outcome.rows as u64);
    match outcome.failures.first() {
        None => PartResult::cases(outcome.rows as u64),
        Some(failure) => {
            let counts = CaseCounts {
                failing: outcome.failures.len() as u64,
                cases: outcome.rows as u64,
            };
            Err(run.row_refuted(failure, counts))
        }
    }
}
