use super::super::{layer_norm, op};
use super::Pass::{Each, Fold};
use super::{inputs, plan, sum};
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::Expr;
use vyre_conform_runtime::vyre_engine;

/// Normalises every row: minus its mean, divided by its deviation, times weights, plus offsets, with the sums of 256
/// lanes.
///
/// Input: `[rows, n, bits of e]`; the rows as bits; n weights as bits; n offsets as bits. Output: for every element a
/// record of its row, its column and its bits.
///
/// Two passes: `m` is `s / n` for the sum `s` of the row, `d` is `sqrt(v / n + e)` for the sum `v` of the rounded
/// squares of `x[i] - m`, both in the order of [the lanes](super), and the element is `(x[i] - m) / d * w[i] + b[i]`.
/// Each step is rounded separately.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    kind = composed,
)]
pub fn layer_norm_lanes_256(input: &Input, size: u32) -> Plan {
    let passes = [Fold, Fold, Each];
    plan(input, size, "layer_norm_lanes_256", &passes, |k, of| {
        let row = &of.row;
        let sum = row.sum(k, |k, at| row.read(k, at).into());
        let mean = op(k, "f32::div", [sum, of.count].map(Expr::from));
        let mean = k.bind("mean", mean);
        let squares = row.sum(k, |k, at| {
            let element = row.again(k, at);
            let centred = op(k, "f32::sub", [element, mean].map(Expr::from));
            op(k, "f32::mul", [centred.clone(), centred])
        });
        let deviation = of.deviation(k, squares);
        row.for_each(k, |k, at| {
            let element = row.again(k, at);
            let centred = op(k, "f32::sub", [element, mean].map(Expr::from));
            let normed = op(k, "f32::div", [centred, deviation.into()]);
            let weighed = op(k, "f32::mul", [normed, of.weights.at(at)]);
            let moved = op(k, "f32::add", [weighed, of.offsets.at(at)]);
            row.store(k, at, moved);
        });
    })
}

/// The arithmetic of the standard library.
fn reference(input: &Input) -> Output {
    layer_norm::normed(input, |elements| sum(elements))
}
