use super::values::tensor;
use super::{Dispatches, Pass, column, elements, numbered, padded, shape};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// The index of the greatest element of every row.
///
/// Input: `[rows, n]`; the rows. Output: for every row a record of its number and the index. The first of equal
/// elements counts; zeros of both signs are equal. NaN is ignored; the index is n if the row has only NaN, or no
/// elements.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = composed,
)]
pub fn argmax(input: &Input, size: u32) -> Plan {
    let [rows, len] = shape(input);
    elements(&[rows, len]);
    let mut d = Dispatches::new(|input, read| {
        let [rows] = shape(input);
        numbered(read[0].iter().take(rows as usize).copied())
    });
    let source = d.given(column(input, 1));
    let pass = Pass {
        name: "argmax",
        items: rows,
        shape: &[len],
        reads: &[("source", Type::F32, source)],
        writes: ("places", Type::U32, d.output(rows)),
        iterations: &[len.into()],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let len = item.shape[0];
        let begin = k.bind("begin", item.at * len);
        let best = k.variable("best", len);
        let greatest = k.variable("greatest", Expr::literal(Type::F32, 0));
        k.count("i", 0, len, |k, i| {
            let value = k.bind("value", item.read[0].at(begin + i));
            let is_better = better(k, value, greatest, best.equals(len));
            k.when(is_better, |k| {
                k.assign(best, i);
                k.assign(greatest, value);
            });
        });
        k.store(item.target, item.at, best);
    });
    d.finish()
}

/// True if a value is not NaN, and either the first one or greater than the greatest so far.
pub(super) fn better(k: &mut Kernel, value: Var, greatest: Var, is_first: Expr) -> Expr {
    let is_nan = k.call("f32::is_nan", vec![value.into()], Type::Bool);
    let operands = [value, greatest].map(Expr::from);
    let is_greater = k.call("f32::gt", operands.into(), Type::Bool);
    !is_nan & (is_first | is_greater)
}

/// A stable sort of the standard library.
fn reference(input: &Input) -> Output {
    let [rows, len] = shape(input);
    let all = padded(input, 1, elements(&[rows, len]));
    let place = |row: u32| {
        let row = &all[(row * len) as usize..][..len as usize];
        descending(row).first().map_or(len, |place| *place as u32)
    };
    numbered((0..rows).map(place))
}

/// The indices of all elements that are not NaN, greatest first, equal ones in their order.
pub(super) fn descending(row: &[f32]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..row.len()).filter(|i| !row[*i].is_nan()).collect();
    // Numbers are ordered, with equal zeros.
    places.sort_by(|a, b| {
        row[*b]
            .partial_cmp(&row[*a])
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    places
}

/// Rows and their lengths.
const SHAPES: [[u32; 2]; 7] = [[1, 1], [3, 33], [1030, 2], [2, 0], [0, 3], [5, 129], [9, 4]];

fn inputs(n: u64) -> Input {
    let [rows, len] = SHAPES[n as usize % SHAPES.len()];
    Input {
        columns: vec![vec![rows, len], numbers(n, rows * len)],
    }
}

/// Elements of rows; every third input has few different ones, so that several are the greatest.
pub(super) fn numbers(n: u64, len: u32) -> Vec<u32> {
    const FEW: [f32; 6] = [0.0, -0.0, -1.0, f32::NAN, 0.0, f32::NEG_INFINITY];
    let all = tensor(n, 1, len);
    match n % 3 {
        1 => all
            .iter()
            .map(|word| FEW[(word >> 3) as usize % FEW.len()].to_bits())
            .collect(),
        _ => all,
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "NumPy documentation, numpy.argmax, Examples: arange(6).reshape(2, 3) + 10 along axis 1",
        input: || Input {
            columns: vec![
                vec![2, 3],
                [10f32, 11.0, 12.0, 13.0, 14.0, 15.0]
                    .map(f32::to_bits)
                    .to_vec(),
            ],
        },
        output: || numbered([2, 2]),
    },
    CorpusCase {
        source: "NumPy documentation, numpy.argmax, Examples: [0, 5, 2, 3, 4, 5], only the first occurrence is returned",
        input: || Input {
            columns: vec![
                vec![1, 6],
                [0f32, 5.0, 2.0, 3.0, 4.0, 5.0].map(f32::to_bits).to_vec(),
            ],
        },
        output: || numbered([1]),
    },
];
