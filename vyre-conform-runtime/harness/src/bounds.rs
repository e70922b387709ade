//! Loop bounds that an input exceeds: the stated `bound!(n)`, and the one it would need.
//!
//! A translation stops a loop at its bound; the function itself does not. So with a small bound the two differ,
//! although neither is wrong: the declaration is.

use super::body_evaluator::BodyEvaluator;
use std::sync::{Mutex, PoisonError};
use vyre_conform_interp::{self as interp, Fault};
use vyre_conform_ir::Node;
use vyre_conform_ir::valid::{Valid, validate};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_runtime::sync::lock;
use vyre_conform_spec::ValueType;
use vyre_conform_suite::compare::ExceededBound;
use vyre_conform_suite::failing::NoValue;
use vyre_conform_suite::strategy::Evaluate;

/// The bound that stops the interpreter on these operands, if any.
pub(crate) fn exceeded(op: &Valid, operands: &[Value], result: ValueType) -> Option<ExceededBound> {
    let (function, bound) = stops(op, operands, result)?;
    let mut exceeded = ExceededBound {
        function,
        bound,
        needed: None,
    };
    // Each step doubles the bound; rule V120 stops the search for an endless loop.
    let (mut too_few, mut enough) = (bound, bound.saturating_mul(2).max(1));
    loop {
        let Some(still) = stops_with(op, &exceeded, enough, operands, result) else {
            return Some(exceeded);
        };
        if !still {
            break;
        }
        (too_few, enough) = (enough, enough.saturating_mul(2));
    }
    while enough - too_few > 1 {
        let middle = too_few + (enough - too_few) / 2;
        match stops_with(op, &exceeded, middle, operands, result) {
            Some(true) => too_few = middle,
            _ => enough = middle,
        }
    }
    exceeded.needed = Some(enough);
    Some(exceeded)
}

/// The function and the bound that stop the interpreter.
fn stops(op: &Valid, operands: &[Value], result: ValueType) -> Option<(String, u64)> {
    match interp::call(op, operands, result) {
        Err(Fault::BoundExceeded { function, bound }) => Some((function, bound)),
        _ => None,
    }
}

/// True if the loops would stop with another bound as well; `None` if the rules refuse it.
fn stops_with(
    op: &Valid,
    exceeded: &ExceededBound,
    bound: u64,
    operands: &[Value],
    result: ValueType,
) -> Option<bool> {
    let mut module = op.module().clone();
    let own = |name: &str| name == exceeded.function;
    for function in module.functions.iter_mut().filter(|f| own(&f.name)) {
        restate(&mut function.body, exceeded.bound, bound);
    }
    let op = validate(module).ok()?;
    Some(stops(&op, operands, result) == Some((exceeded.function.clone(), bound)))
}

/// Replaces the bound of loops.
fn restate(nodes: &mut [Node], from: u64, to: u64) {
    for node in nodes {
        match node {
            Node::If {
                then, otherwise, ..
            } => {
                restate(then, from, to);
                restate(otherwise, from, to);
            }
            Node::Loop { body, .. } | Node::Block(body) => restate(body, from, to),
            Node::While {
                bound,
                head,
                body,
                step,
                ..
            } => {
                if *bound == from {
                    *bound = to;
                }
                for nodes in [head, body, step] {
                    restate(nodes, from, to);
                }
            }
            _ => {}
        }
    }
}

/// The interpreter on translated bodies, recording the first bound that stops it.
pub(crate) struct BoundRecorder<'a> {
    catalog: &'a Catalog,
    first: Mutex<Option<ExceededBound>>,
}

impl<'a> BoundRecorder<'a> {
    pub(crate) fn new(catalog: &'a Catalog) -> Self {
        Self {
            catalog,
            first: Mutex::default(),
        }
    }

    /// The first exceeded bound.
    pub(crate) fn exceeded(self) -> Option<ExceededBound> {
        let first = self.first.into_inner();
        first.unwrap_or_else(PoisonError::into_inner)
    }
}

impl Evaluate for BoundRecorder<'_> {
    fn apply(&self, op: &OpRef, operands: &[Value]) -> Result<Value, NoValue> {
        let given = BodyEvaluator(self.catalog).apply(op, operands);
        if given.is_err()
            && let Some(Ok(module)) = self.catalog.by_key(op.key).map(|op| op.module())
            && let Some(found) = exceeded(module, operands, op.signature.result)
        {
            let mut first = lock(&self.first);
            first.get_or_insert(found);
        }
        given
    }
}
