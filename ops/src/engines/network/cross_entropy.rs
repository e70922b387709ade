use super::log_softmax::{greatest_and_log, greatest_and_log_of};
use super::values::{tensor, word};
use super::{
    CANONICAL_NAN, Dispatches, Pass, bits, column, elements, float, numbered, op, padded,
    padded_words, shape,
};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// The cross entropy of every row and its target class.
///
/// Input: `[rows, n]`; the rows, of n logits; the class of each row. Output: for every row a record of its number and
/// the bits of its loss, without a mean.
///
/// The loss is `l - (x[class] - m)`. Here `m` is the greatest element (`f32::max` from left to right) and `l` the
/// logarithm of the sum of `exp(x[j] - m)` from left to right. Each step is rounded separately, `exp` and `log`
/// correctly. A class outside of the row gives NaN, and so does a row whose `engine::log_softmax` is NaN.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = composed,
)]
pub fn cross_entropy(input: &Input, size: u32) -> Plan {
    let [rows, len] = shape(input);
    elements(&[rows, len]);
    let mut d = Dispatches::new(|input, read| {
        let [rows] = shape(input);
        numbered(read[0].iter().take(rows as usize).copied())
    });
    let [source, classes] = [1, 2].map(|k| d.given(column(input, k)));
    let pass = Pass {
        name: "cross_entropy",
        items: rows,
        shape: &[len],
        reads: &[
            ("source", Type::F32, source),
            ("classes", Type::U32, classes),
        ],
        writes: ("losses", Type::F32, d.output(rows)),
        iterations: &[len.into(); 2],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let len = item.shape[0];
        let begin = k.bind("begin", item.at * len);
        let class = k.bind("class", item.read[1].at(item.at));
        let [greatest, log] = greatest_and_log(k, item.read[0], begin, len);
        let at = class.less(len).select(begin + class, u32::MAX);
        let below = op(k, "f32::sub", [item.read[0].at(at), greatest.into()]);
        let loss = op(k, "f32::sub", [log, below].map(Expr::from));
        let nan = float(CANONICAL_NAN.into());
        k.store(item.target, item.at, class.less(len).select(loss, nan));
    });
    d.finish()
}

/// CORE-MATH and the arithmetic of the standard library.
fn reference(input: &Input) -> Output {
    let [rows, len] = shape(input);
    let all = padded(input, 1, elements(&[rows, len]));
    let classes = padded_words(input, 2, rows);
    let loss = |(row, class): (u32, u32)| {
        let row = &all[(row * len) as usize..][..len as usize];
        let [greatest, log] = greatest_and_log_of(row);
        let loss = row.get(class as usize).map(|x| log - (x - greatest));
        bits(loss.unwrap_or(f32::NAN))
    };
    numbered((0..rows).zip(classes).map(loss))
}

/// Rows and their lengths.
const SHAPES: [[u32; 2]; 7] = [[1, 1], [3, 33], [530, 2], [0, 3], [9, 4], [5, 65], [3, 0]];

fn inputs(n: u64) -> Input {
    let [rows, len] = SHAPES[n as usize % SHAPES.len()];
    let class = |row: u32| match word(n, 2, row) % 8 {
        0 => len,
        1 => word(n, 3, row),
        _ => word(n, 3, row) % len.max(1),
    };
    let mut logits = tensor(n, 1, rows * len);
    if n % 3 == 1 && len > 1 {
        // So far above numbers near 1 that its power overflows unless it is the subtracted one.
        let second = logits.iter_mut().skip(1).step_by(len as usize);
        second.for_each(|logit| *logit = 300f32.to_bits());
    }
    Input {
        columns: vec![vec![rows, len], logits, (0..rows).map(class).collect()],
    }
}

/// Examples computed from the definition and a published number.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "OEIS A002162, the natural logarithm of 2, 0.693147180559945: one of two equal classes",
    input: || Input {
        columns: vec![
            vec![1, 2],
            [-3f32, -3.0].map(f32::to_bits).to_vec(),
            vec![1],
        ],
    },
    output: || numbered([std::f32::consts::LN_2.to_bits()]),
}];
