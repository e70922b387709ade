//! Ops that the programs of an engine call, and a backend's lack for those of one hardware feature.

use super::author::call;
use crate::backend::{Backend, OpCode, missing_called_hardware};
use std::collections::BTreeSet;
use vyre_conform_ir::Callee;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{EngineDef, InputSource, Plan, SIZES};
use vyre_conform_runtime::registry::calls::EngineFunction;
use vyre_conform_spec::Category;

/// Number of generated inputs whose programs identify an engine: as many as a suite runs by default.
pub const PLANNED_INPUTS: u64 = 16;

/// The ids of the ops that the programs of an engine call, ascending. The programs are those of its first
/// [`PLANNED_INPUTS`] generated inputs and of its corpus, at every workgroup size. A function that panics contributes
/// nothing.
pub fn called_ops(def: &EngineDef) -> Vec<String> {
    let mut ids = BTreeSet::new();
    for_each_plan(def, |plan| {
        for callee in plan
            .programs
            .into_iter()
            .flat_map(|program| program.callees)
        {
            if let Callee::Op(id) = callee {
                ids.insert(id);
            }
        }
    });
    ids.into_iter().collect()
}

/// Passes on the plans of the inputs that identify an engine.
pub(super) fn for_each_plan(def: &EngineDef, mut each: impl FnMut(Plan)) {
    let generated = (0..PLANNED_INPUTS).map(|n| {
        let source = InputSource::Generated(n);
        let input = || (def.inputs)(n);
        (
            source,
            call(def.id, EngineFunction::Inputs, source, None, input),
        )
    });
    let cited = def.corpus.iter().enumerate().map(|(k, case)| {
        let source = InputSource::Corpus(k);
        let input = case.input;
        (
            source,
            call(def.id, EngineFunction::Inputs, source, None, input),
        )
    });
    for (source, input) in generated.chain(cited) {
        let Ok(input) = input else { continue };
        for size in SIZES {
            let plan = || (def.plan)(&input, size);
            let plan = call(def.id, EngineFunction::Plan, source, Some(size), plan);
            plan.into_iter().for_each(&mut each);
        }
    }
}

/// The lack of a backend for an engine whose programs call these ops. `calls` is only evaluated if the backend lacks
/// some op of the catalog.
pub fn missing_engine_support(
    catalog: &Catalog,
    backend: &dyn Backend,
    calls: impl FnOnce() -> Vec<String>,
) -> Option<String> {
    let ops = catalog.ops().iter().map(|op| op.def);
    let of_hardware = ops.filter(|def| matches!(def.category, Category::C { .. }));
    let lacking = of_hardware.filter_map(|def| {
        let lacks = missing_called_hardware(&OpCode::registered(def), backend)?;
        Some((def.id, lacks))
    });
    let lacking: Vec<(&str, String)> = lacking.collect();
    if lacking.is_empty() {
        return None;
    }
    let calls = calls();
    let mut lacking = lacking.into_iter();
    lacking.find_map(|(id, lacks)| calls.iter().any(|called| called == id).then_some(lacks))
}
