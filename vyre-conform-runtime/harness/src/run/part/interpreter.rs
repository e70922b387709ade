//! The reference compared with the interpreter on its translation.

use super::{PartOutcome, PartResult, Run};
use crate::run::counts::CaseCounts;
use crate::spread::SampledSource;
use vyre_conform_suite::plan::cases::interpreted;
use vyre_conform_suite::plan::input_sets;
use vyre_conform_suite::strategy;

pub(super) fn meet(run: &Run<'_>) -> PartOutcome {
    let module = run.module()?;
    let def = run.op().def;
    let mut ran = 0;
    for set in input_sets(def) {
        let Some(limit) = interpreted(set) else {
            continue;
        };
        let source = run.inputs(set)?;
        let some = SampledSource::new(&*source, limit);
        // Trials already run in parallel, one per core.
        let tally = strategy::interpreter(&def.op, module, &some, 1);
        ran += tally.cases;
        run.note(tally.cases);
        if let Some(first) = tally.first {
            let counts = CaseCounts {
                failing: tally.failures,
                cases: ran,
            };
            return Err(run.interpreter_refuted(module, first, counts));
        }
    }
    PartResult::cases(ran)
}
