use super::super::{op, rms_norm};
use super::Pass::{Each, Fold};
use super::{inputs, plan, sum};
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::Expr;
use vyre_conform_runtime::vyre_engine;

/// Normalises every row: divided by the root of its mean square, times weights, with the sum of 256 lanes.
///
/// Input: `[rows, n, bits of e]`; the rows as bits; n weights as bits. Output: for every element a record of its row,
/// its column and its bits.
///
/// `r` is `sqrt(s / n + e)` for the sum `s` of the rounded squares in the order of [the lanes](super), and the element
/// is `x[i] / r * w[i]`. Each step is rounded separately.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    kind = composed,
)]
pub fn rms_norm_lanes_256(input: &Input, size: u32) -> Plan {
    let passes = [Fold, Each];
    plan(input, size, "rms_norm_lanes_256", &passes, |k, of| {
        let row = &of.row;
        let squares = row.sum(k, |k, at| {
            let element = row.read(k, at);
            op(k, "f32::mul", [element, element].map(Expr::from))
        });
        let root = of.deviation(k, squares);
        row.for_each(k, |k, at| {
            let element = row.again(k, at);
            let normed = op(k, "f32::div", [element, root].map(Expr::from));
            let weighed = op(k, "f32::mul", [normed, of.weights.at(at)]);
            row.store(k, at, weighed);
        });
    })
}

/// The arithmetic of the standard library.
fn reference(input: &Input) -> Output {
    rms_norm::normed(input, |elements| sum(elements))
}
