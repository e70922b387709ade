use super::super::{each_row, op};
use super::Pass::{self, Each, Fold};
use super::{Row, folded, inputs, plan, sum};
use crate::float::ops::binary32::max;
use crate::float::ops::elementary::exp;
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel};
use vyre_conform_runtime::vyre_engine;

/// The softmax of every row: numbers from 0 to 1 whose sum is nearly 1, with the sums of 256 lanes.
///
/// Input: `[rows, n]`; the rows as bits. Output: for every element a record of its row, its column and its bits.
///
/// `m` is the greatest element (`f32::max`), `e[i]` is `exp(x[i] - m)`, `s` the sum of these, both in the order of [the
/// lanes](super), and the element is `e[i] / s`. Each step is rounded separately, `exp` correctly. A row with a NaN,
/// with +infinity or with -infinity only gives NaN everywhere.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    kind = composed,
)]
pub fn softmax_lanes_256(input: &Input, size: u32) -> Plan {
    plan(input, size, "softmax_lanes_256", &PASSES, |k, of| {
        softmax_of(k, &of.row);
    })
}

/// The passes of [`softmax_of`].
pub(in crate::engines) const PASSES: [Pass; 3] = [Fold, Fold, Each];

/// Writes the softmax of a row to its target.
pub(in crate::engines) fn softmax_of(k: &mut Kernel, row: &Row) {
    let greatest = row.fold(k, ("f32::max", f32::NEG_INFINITY), |k, at| {
        row.read(k, at).into()
    });
    let sum = row.sum(k, |k, at| {
        let element = row.again(k, at);
        let below = op(k, "f32::sub", [element, greatest].map(Expr::from));
        let power = op(k, "f32::exp", [below]);
        let power = k.bind("power", power);
        row.keep(k, at, power);
        power.into()
    });
    row.for_each(k, |k, at| {
        let value = row.value(k, at);
        let part = op(k, "f32::div", [value, sum].map(Expr::from));
        row.store(k, at, part);
    });
}

/// CORE-MATH and the arithmetic of the standard library.
fn reference(input: &Input) -> Output {
    each_row(input, weights)
}

/// The softmax of a row.
pub(in crate::engines) fn weights(row: &[f32]) -> Vec<f32> {
    let greatest = folded(max, f32::NEG_INFINITY, row.iter().copied());
    let powers: Vec<f32> = row.iter().map(|x| exp(x - greatest)).collect();
    let sum = sum(powers.iter().copied());
    powers.iter().map(|power| power / sum).collect()
}
