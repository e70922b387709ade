use super::values::tensor;
use super::{Dispatches, Pass, bits, column, elements, float, in_rows, op, padded, shape};
use crate::float::ops::binary32::max;
use crate::float::ops::elementary::{exp, log};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// The logarithms of the softmax of every row.
///
/// Input: `[rows, n]`; the rows. Output: for every element a record of its row, its column and its bits.
///
/// `m` is the greatest element (`f32::max` from left to right), `s` the sum of `exp(x[j] - m)` from left to right, `l`
/// is `log(s)`, and the element is `(x[i] - m) - l`. Each step is rounded separately, `exp` and `log` correctly. A row
/// with a NaN, with +infinity or with -infinity only gives NaN everywhere.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = composed,
)]
pub fn log_softmax(input: &Input, size: u32) -> Plan {
    let [rows, len] = shape(input);
    let due = elements(&[rows, len]);
    let mut d = Dispatches::new(|input, read| {
        let [rows, len] = shape(input);
        let due = elements(&[rows, len]) as usize;
        in_rows(read[0].iter().take(due).copied(), len)
    });
    let source = d.given(column(input, 1));
    let pass = Pass {
        name: "log_softmax",
        items: rows,
        shape: &[len],
        reads: &[("source", Type::F32, source)],
        writes: ("result", Type::F32, d.output(due)),
        iterations: &[len.into(); 3],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let len = item.shape[0];
        let begin = k.bind("begin", item.at * len);
        let [greatest, log] = greatest_and_log(k, item.read[0], begin, len);
        k.count("i", 0, len, |k, i| {
            let below = [item.read[0].at(begin + i), greatest.into()];
            let below = op(k, "f32::sub", below);
            let value = op(k, "f32::sub", [below, log].map(Expr::from));
            k.store(item.target, begin + i, value);
        });
    });
    d.finish()
}

/// The greatest element `m` of a row, and the logarithm of the sum of `exp(x[j] - m)`.
pub(super) fn greatest_and_log(k: &mut Kernel, source: Buffer, begin: Var, len: Var) -> [Var; 2] {
    let greatest = k.variable("greatest", source.at(begin));
    k.count("j", 1, len, |k, j| {
        let next = op(k, "f32::max", [greatest.into(), source.at(begin + j)]);
        k.assign(greatest, next);
    });
    let sum = k.variable("sum", float(0));
    k.count("j", 0, len, |k, j| {
        let below = op(k, "f32::sub", [source.at(begin + j), greatest.into()]);
        let power = op(k, "f32::exp", [below.into()]);
        // A power has no sign, so adding the first one to +0 gives the first one.
        let next = op(k, "f32::add", [sum, power].map(Expr::from));
        k.assign(sum, next);
    });
    let log = op(k, "f32::log", [sum.into()]);
    [greatest, log]
}

/// The same by CORE-MATH and the standard library.
pub(super) fn greatest_and_log_of(row: &[f32]) -> [f32; 2] {
    let greatest = row.iter().copied().reduce(max).unwrap_or(0.0);
    let sum = row.iter().map(|x| exp(x - greatest));
    [greatest, log(sum.fold(0.0, |sum, power| sum + power))]
}

fn reference(input: &Input) -> Output {
    let [rows, len] = shape(input);
    let all = padded(input, 1, elements(&[rows, len]));
    let logs = (0..rows).flat_map(|row| {
        let row = &all[(row * len) as usize..][..len as usize];
        let [greatest, log] = greatest_and_log_of(row);
        row.iter().map(move |x| bits((x - greatest) - log))
    });
    in_rows(logs, len)
}

/// Rows and their lengths.
const SHAPES: [[u32; 2]; 7] = [[1, 1], [2, 33], [530, 2], [0, 3], [9, 4], [5, 65], [3, 0]];

fn inputs(n: u64) -> Input {
    let [rows, len] = SHAPES[n as usize % SHAPES.len()];
    Input {
        columns: vec![vec![rows, len], tensor(n, 1, rows * len)],
    }
}

/// Examples computed from the definition and a published number.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "OEIS A002162, the natural logarithm of 2, 0.693147180559945: of two equal elements each has half",
    input: || Input {
        columns: vec![vec![1, 2], [7f32, 7.0].map(f32::to_bits).to_vec()],
    },
    output: || in_rows([(-std::f32::consts::LN_2).to_bits(); 2], 2),
}];
