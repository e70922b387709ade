//! The reference compared with the interpreter on its translation.

use super::{Finding, PartResult, Run};
use crate::spread::Spread;
use vyre_conform_suite::plan::cases::interpreted;
use vyre_conform_suite::plan::input_sets;
use vyre_conform_suite::strategy;

pub(super) fn meet(run: &Run<'_>) -> Finding {
    let module = run.module()?;
    let def = run.op().def;
    let mut ran = 0;
    for set in input_sets(def) {
        let Some(limit) = interpreted(set) else {
            continue;
        };
        let source = run.inputs(set)?;
        let some = Spread::new(&*source, limit);
        // Trials already run in parallel, one per core.
        let found = strategy::interpreter(&def.op, module, &some, 1);
        ran += found.cases;
        run.note(found.cases);
        if let Some(first) = found.first {
            return Err(run.interpreter_refuted(module, first, [found.failures, ran]));
        }
    }
    PartResult::cases(ran)
}
