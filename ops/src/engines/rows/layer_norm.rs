use super::{column, each_row, epsilon, inputs, op, padded, plan, sum};
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Normalises every row: minus its mean, divided by its deviation, times weights, plus offsets.
///
/// Input: `[rows, n, bits of e]`; the rows as bits; n weights as bits; n offsets as bits. Output: for every element a
/// record of its row, its column and its bits.
///
/// Two passes: `m` is `s / n` for the sum `s` of the row from left to right, `d` is `sqrt(v / n + e)` for the sum `v`
/// of the rounded squares of `x[i] - m` from left to right, and the element is `(x[i] - m) / d * w[i] + b[i]`. Each
/// step is rounded separately.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    kind = composed,
)]
pub fn layer_norm(input: &Input, size: u32) -> Plan {
    plan(input, size, "layer_norm", 3, |k, row| {
        let sum = row.fold(k, "f32::add", |_, i| row.at(i));
        let mean = op(k, "f32::div", [sum, row.count].map(Expr::from));
        let mean = k.bind("mean", mean);
        let centred = |k: &mut Kernel, i: Expr| -> Var {
            k.call("f32::sub", vec![row.at(i), mean.into()], Type::F32)
        };
        let squares = row.fold(k, "f32::add", |k, i| {
            let centred = centred(k, i);
            op(k, "f32::mul", [centred, centred].map(Expr::from))
        });
        let deviation = row.deviation(k, squares);
        let deviation = k.bind("deviation", deviation);
        k.count("i", 0, row.len, |k, i| {
            let centred = centred(k, i.into());
            let normed = op(k, "f32::div", [centred, deviation].map(Expr::from));
            let weighed = op(k, "f32::mul", [normed, row.weights.at(i)]);
            let moved = op(k, "f32::add", [weighed, row.offsets.at(i)]);
            row.store(k, i, moved);
        });
    })
}

/// The arithmetic of the standard library.
fn reference(input: &Input) -> Output {
    normed(input, |elements| sum(elements))
}

/// The same with this order of sums.
pub(super) fn normed(input: &Input, sum: fn(&mut dyn Iterator<Item = f32>) -> f32) -> Output {
    each_row(input, |row| {
        let [weights, offsets] = [2, 3].map(|k| padded(column(input, k), row.len()));
        let count = row.len() as f32;
        let mean = sum(&mut row.iter().copied()) / count;
        let squares = sum(&mut row.iter().map(|x| (x - mean) * (x - mean)));
        let deviation = (squares / count + epsilon(input)).sqrt();
        let places = row.iter().zip(weights).zip(offsets);
        places
            .map(|((x, weight), offset)| (x - mean) / deviation * weight + offset)
            .collect()
    })
}
