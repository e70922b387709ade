use super::{each_row, inputs, op, plan, sum};
use crate::float::ops::binary32::max;
use crate::float::ops::elementary::exp;
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::Expr;
use vyre_conform_runtime::vyre_engine;

/// The softmax of every row: numbers from 0 to 1 whose sum is nearly 1.
///
/// Input: `[rows, n]`; the rows as bits. Output: for every element a record of its row, its column and its bits.
///
/// `m` is the greatest element (`f32::max` from left to right), `e[i]` is `exp(x[i] - m)`, `s` the sum of these from
/// left to right, and the element is `e[i] / s`. Each step is rounded separately, `exp` correctly. A row with a NaN,
/// with +infinity or with -infinity only gives NaN everywhere.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    kind = composed,
)]
pub fn softmax(input: &Input, size: u32) -> Plan {
    plan(input, size, "softmax", 4, |k, row| {
        let greatest = row.fold(k, "f32::max", |_, i| row.at(i));
        k.count("i", 0, row.len, |k, i| {
            let below = op(k, "f32::sub", [row.at(i), greatest.into()]);
            let power = op(k, "f32::exp", [below]);
            row.store(k, i, power);
        });
        let sum = row.fold(k, "f32::add", |_, i| row.stored(i));
        k.count("i", 0, row.len, |k, i| {
            let part = op(k, "f32::div", [row.stored(i), Expr::from(sum)]);
            row.store(k, i, part);
        });
    })
}

/// CORE-MATH and the arithmetic of the standard library.
fn reference(input: &Input) -> Output {
    each_row(input, |row| {
        let greatest = row.iter().copied().reduce(max).unwrap_or(0.0);
        let powers: Vec<f32> = row.iter().map(|x| exp(x - greatest)).collect();
        let sum = sum(powers.iter().copied());
        powers.iter().map(|power| power / sum).collect()
    })
}
