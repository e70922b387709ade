//! Ops whose functions would not return.

use super::assignment::assignment;
use super::bounds::exceeded;
use super::spread::SampledSource;
use vyre_conform_interp::{Fault, Interpreter};
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::value::Value;
use vyre_conform_ir::{MAX_WORK, Node};
use vyre_conform_runtime::generate::{self, Source, Width};
use vyre_conform_runtime::registry::OpDef;

/// Number of cases of each source that test the stated bounds before a function is called.
const PROBED_CASES: u64 = 1024;

/// The fault of an op with a loop that does not end on some input: its function would not return. The translation,
/// which stops at the stated bounds, runs on declared inputs, edge values and small operands.
pub(crate) fn endless(def: &OpDef, module: &Valid) -> Option<String> {
    let functions = &module.module().functions;
    if !functions.iter().any(|f| has_stated_bound(&f.body)) {
        return None;
    }
    let types = def.op.signature.operands;
    let rows: Vec<Vec<Value>> = def.rows.iter().map(|row| (row.inputs)()).collect();
    let mut sources: Vec<Box<dyn Source>> = vec![Box::new(generate::List::new(types, &rows))];
    // Faults of these are reported at their use.
    if let Ok(boundary) = generate::boundary(def) {
        sources.push(Box::new(boundary));
    }
    sources.push(generate::edges(types));
    sources.extend(generate::exhaustive(types, Width::small(types.len())).ok());
    let mut interpreter = Interpreter::new(module);
    for source in sources {
        let some = SampledSource::new(&*source, PROBED_CASES);
        for case in (0..some.len()).map(|k| generate::case(&some, k)) {
            let result = def.op.signature.result;
            let Err(Fault::BoundExceeded { .. }) = interpreter.call(&case, result) else {
                continue;
            };
            // The trials that encounter a bound that is only too small report the one that suffices.
            if let Some(found) = exceeded(module, &case, result)
                && found.needed.is_none()
            {
                return Some(format!(
                    "{}: with {} a loop of `{}` runs more often than its bound!({}) says, and more often than any \
                     call may ({MAX_WORK} steps): the function itself may never return from there, and is not \
                     called. Mend the loop, so that it ends within its bound",
                    def.place,
                    assignment(def.params.iter().copied(), &case),
                    found.function,
                    found.bound,
                ));
            }
        }
    }
    None
}

fn has_stated_bound(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::While { .. } => true,
        Node::If {
            then, otherwise, ..
        } => has_stated_bound(then) || has_stated_bound(otherwise),
        Node::Loop { body, .. } | Node::Block(body) => has_stated_bound(body),
        _ => false,
    })
}
