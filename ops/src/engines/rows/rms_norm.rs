use super::{column, each_row, epsilon, inputs, op, padded, plan, sum};
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// Normalises every row: divided by the root of its mean square, times weights.
///
/// Input: `[rows, n, bits of e]`; the rows as bits; n weights as bits. Output: for every element a record of its row,
/// its column and its bits.
///
/// `r` is `sqrt(s / n + e)` for the sum `s` of the rounded squares from left to right, and the element is
/// `x[i] / r * w[i]`. Each step is rounded separately.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    kind = composed,
)]
pub fn rms_norm(input: &Input, size: u32) -> Plan {
    plan(input, size, "rms_norm", 2, |k, row| {
        let squares = row.fold(k, "f32::add", |k, i| {
            let [x, again] = [row.at(i.clone()), row.at(i)];
            op(k, "f32::mul", [x, again])
        });
        let root = row.deviation(k, squares);
        let root = k.bind("root", root);
        k.count("i", 0, row.len, |k, i| {
            let normed = op(k, "f32::div", [row.at(i), root.into()]);
            let weighed = op(k, "f32::mul", [normed, row.weights.at(i)]);
            row.store(k, i, weighed);
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
        let weights = padded(column(input, 2), row.len());
        let squares = sum(&mut row.iter().map(|x| x * x));
        let root = (squares / row.len() as f32 + epsilon(input)).sqrt();
        let normed = row.iter().zip(weights);
        normed.map(|(x, weight)| x / root * weight).collect()
    })
}
