//! Determinism: equal results every time, on the reference (gate 4) or on a backend.

use super::{PartOutcome, PartResult, Run};
use vyre_conform_runtime::generate::{SequencePart, Set, Source};
use vyre_conform_suite::backend;
use vyre_conform_suite::plan::cases::{REPEATED_CASES, REPEATS, THREADS};
use vyre_conform_suite::strategy;

pub(super) fn meet(run: &Run<'_>) -> PartOutcome {
    let witnesses = run.inputs(Set::Witnessed)?;
    let range = 0..witnesses.len().min(REPEATED_CASES);
    if run.obligation.backend().is_none() {
        let source = SequencePart::new(&*witnesses, range);
        let asked = source.len();
        return match strategy::determinism(&run.op().def.op, &source, THREADS) {
            Ok(asked) => PartResult::cases(asked.calls),
            Err(e) => Err(run.refuted(&e.to_string(), 1, asked)),
        };
    }
    let loaded = run.subject()?;
    let found = backend::determinism(&*loaded, &*witnesses, range, REPEATS)?;
    let cases = found.cases * u64::from(found.runs);
    match found.difference {
        None => PartResult::cases(cases),
        Some(d) => {
            let message = format!(
                "run {} of the same batch differs from run 0 in case {} ({:?}): first {:x?}, then {:x?}",
                d.run, d.case, d.inputs, d.first, d.later
            );
            Err(run.refuted(&message, 1, cases))
        }
    }
}
