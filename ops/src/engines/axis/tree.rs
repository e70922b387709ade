//! Folds in a binary tree that is split at `n / 2`, rounded down.

use super::op::Op;
use super::rows::{self, Row};
use crate::engines::network::shape;
use vyre_conform_runtime::engine::{Input, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, LocalId, Operand, UnaryOp, Var};

/// The largest number of values that wait for the value to their right: at most one per level of the tree.
const WAITING: u32 = 32;

/// The plan of an engine of integers or of floats.
pub(super) fn plan<const FLOATS: bool>(input: &Input, size: u32, name: &str) -> Plan {
    let [_, len] = shape(input);
    let depth = u64::from(len.max(1)).next_power_of_two().ilog2();
    let depth = depth.saturating_sub(1);
    let iterations: [u64; 2] = [(2 << depth) - 1, depth.into()];
    rows::fold::<FLOATS>(input, size, (name, depth, &iterations), halved)
}

/// Every iteration either folds a part of the greatest depth, of one element or two, or joins two neighbours: `2^d`
/// parts and one join less. A part is joined with its left neighbour as soon as both exist, so at most one value per
/// level waits.
fn halved(k: &mut Kernel, row: &Row) -> Var {
    let value = row.neutral(k);
    let waiting = k.array("waiting", row.op.kept(), WAITING);
    let top = k.variable("top", 0);
    let part = k.variable("part", 0);
    let due = k.variable("due", 0);
    k.when(row.len.greater(0), |k| {
        k.count("step", 0, (Expr::u32(2) << row.parameter) - 1, |k, _| {
            k.when_else(
                due.greater(0),
                |k| {
                    let both = [2, 1].map(|below| at(waiting, row, top - below));
                    let both = both.map(|value| k.bind("half", value));
                    let joined = row.op.apply(k, both);
                    k.store_element(waiting, top - 2, joined);
                    k.assign(top, top - 1);
                    k.assign(due, due - 1);
                },
                |k| {
                    let folded = leaf(k, row, part);
                    k.store_element(waiting, top, folded);
                    k.assign(top, top + 1);
                    k.assign(part, part + 1);
                    // The number of complete levels is the number of trailing zeros of the part count.
                    k.assign(due, part.unary(UnaryOp::TrailingZeros));
                },
            );
        });
        k.assign(value, at(waiting, row, Expr::u32(0)));
    });
    value
}

fn at(waiting: LocalId, row: &Row, place: Expr) -> Expr {
    Expr::element(waiting, row.op.kept(), place)
}

/// A part of the greatest depth, found by descending: the bits of its number, from the highest on, select left or
/// right.
fn leaf(k: &mut Kernel, row: &Row, part: Var) -> Var {
    let first = k.variable("begin", 0);
    let count = k.variable("count", row.len);
    k.count("level", 0, row.parameter, |k, level| {
        let left = k.bind("left", count >> 1);
        let right = k.bind("right", (part >> (row.parameter - 1 - level)) & 1);
        k.assign(first, first + right * left);
        k.assign(count, right.equals(1).select(count - left, left));
    });
    let one = row.element(k, first);
    let folded = k.variable("folded", one);
    k.when(count.greater(1), |k| {
        let other = row.element(k, first + 1);
        let both = row.op.apply(k, [folded, other]);
        k.assign(folded, both);
    });
    folded
}

/// The definition as a recursion.
pub(super) fn reference(op: &Op, row: &[u64]) -> u64 {
    match row {
        [] => 0,
        [one] => *one,
        more => {
            let (left, right) = more.split_at(more.len() / 2);
            (op.of)(reference(op, left), reference(op, right))
        }
    }
}
