//! Ops of one hardware feature that an engine calls, and a backend's lack for them.

use super::author::call;
use crate::backend::{Backend, OpCode, lacks_called};
use std::collections::BTreeSet;
use vyre_conform_ir::Callee;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{EngineDef, InputSource, SIZES};
use vyre_conform_runtime::registry::calls::EngineFunction;
use vyre_conform_spec::Category;

/// Number of generated inputs whose programs are examined: most engines use the same programs for every input. An op
/// that only later programs call is found when they are loaded.
const PLANNED: u64 = 4;

/// The ids of the ops that the programs of an engine call, ascending; empty if a function of the engine panics.
pub fn called_ops(def: &EngineDef) -> Vec<String> {
    let mut ids = BTreeSet::new();
    for n in 0..PLANNED {
        let source = InputSource::Generated(n);
        let input = call(def.id, EngineFunction::Inputs, source, None, || {
            (def.inputs)(n)
        });
        let plan = input.and_then(|input| {
            let size = SIZES[0];
            call(def.id, EngineFunction::Plan, source, Some(size), || {
                (def.plan)(&input, size)
            })
        });
        let programs = plan.map_or(vec![], |plan| plan.programs);
        for callee in programs.into_iter().flat_map(|program| program.callees) {
            if let Callee::Op(id) = callee {
                ids.insert(id);
            }
        }
    }
    ids.into_iter().collect()
}

/// The lack of a backend for an engine whose programs call these ops. `calls` is only evaluated if the backend lacks
/// some op of the catalog.
pub fn engine_lacks(
    catalog: &Catalog,
    backend: &dyn Backend,
    calls: impl FnOnce() -> Vec<String>,
) -> Option<String> {
    let ops = catalog.ops().iter().map(|op| op.def);
    let of_hardware = ops.filter(|def| matches!(def.category, Category::C { .. }));
    let lacking = of_hardware.filter_map(|def| {
        let lacks = lacks_called(&OpCode::registered(def), backend)?;
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
