//! Folds from left to right.

use super::op::Op;
use super::rows::{self, Row};
use crate::engines::network::shape;
use vyre_conform_runtime::engine::{Input, Plan};
use vyre_conform_runtime::ir::{Kernel, Operand, Var};

/// The plan of an engine of integers or of floats.
pub(super) fn plan<const FLOATS: bool>(input: &Input, size: u32, name: &str) -> Plan {
    let [_, len] = shape(input);
    let iterations = [u64::from(len.saturating_sub(1))];
    rows::fold::<FLOATS>(input, size, (name, 0, &iterations), in_order)
}

fn in_order(k: &mut Kernel, row: &Row) -> Var {
    let value = row.neutral(k);
    k.when(row.len.greater(0), |k| {
        let first = row.element(k, 0);
        k.assign(value, first);
        k.count("i", 1, row.len, |k, i| {
            let next = row.element(k, i);
            let folded = row.op.apply(k, [value, next]);
            k.assign(value, folded);
        });
    });
    value
}

/// A fold of the standard library.
pub(super) fn reference(op: &Op, row: &[u64]) -> u64 {
    row.iter().copied().reduce(op.of).unwrap_or(0)
}
