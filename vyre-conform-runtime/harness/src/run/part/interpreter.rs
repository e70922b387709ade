//! The reference against the interpreter on its translation.

use super::{Finding, Run, Shown};
use crate::run::inputs::Spread;
use vyre_conform_runtime::generate::Set;
use vyre_conform_suite::plan::input_sets;
use vyre_conform_suite::strategy;

/// Witnesses the interpreter runs beside boundaries, classes, adversarial cases and edges. It is the
/// slowest evaluation; its subject is the translation of one text, where edges find what is wrong.
const INTERPRETED_WITNESSES: u64 = 20_000;

/// Most edge cases the interpreter runs.
const INTERPRETED_EDGES: u64 = 60_000;

/// How many cases of a set the interpreter runs at most; `None` of a set that is left to backends.
pub(in crate::run) const fn interpreted(set: Set) -> Option<u64> {
    match set {
        Set::ExhaustiveU8 | Set::ExhaustiveU5 => None,
        Set::Witnessed => Some(INTERPRETED_WITNESSES),
        _ => Some(INTERPRETED_EDGES),
    }
}

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
        // Trials already run side by side, one a core.
        let found = strategy::interpreter(&def.op, module, &some, 1);
        ran += found.cases;
        run.note(found.cases);
        if let Some(first) = found.first {
            return Err(run.interpreter_refuted(module, first, [found.failures, ran]));
        }
    }
    Shown::cases(ran)
}
