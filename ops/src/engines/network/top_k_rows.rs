use super::argmax::{better, descending, numbers};
use super::{Dispatches, Pass, column, elements, in_rows, padded, shape};
use crate::engines::dispatches::Slot;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// The indices of the k greatest elements of every row, greatest first.
///
/// Input: `[rows, n, k]`; the rows. Output: for every index a record of its row, its rank and the index. Among equal
/// elements the first comes first; zeros of both signs are equal. NaN is ignored; if a row has fewer than k numbers,
/// the remaining indices are n.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = composed,
)]
pub fn top_k_rows(input: &Input, size: u32) -> Plan {
    let [rows, len, most] = shape(input);
    elements(&[rows, len]);
    let due = elements(&[rows, most]);
    let mut d = Dispatches::new(|input, read| {
        let [rows, _, most] = shape(input);
        let len = elements(&[rows, most]) as usize;
        in_rows(read[0].iter().take(len).copied(), most)
    });
    let source = d.given(column(input, 1));
    let places = d.output(due);
    choose(&mut d, size, [rows, len, most], [source, places]);
    d.finish()
}

/// A dispatch that finds the indices of the `most` greatest elements of rows of a length.
pub(super) fn choose(
    d: &mut Dispatches,
    size: u32,
    [rows, len, most]: [u32; 3],
    [source, places]: [Slot; 2],
) {
    let pass = Pass {
        name: "top_k_rows",
        items: rows,
        shape: &[len, most],
        reads: &[("source", Type::F32, source)],
        writes: ("places", Type::U32, places),
        iterations: &[most.into(), len.into()],
    };
    pass.dispatch(d, size, |k, item| {
        let [len, most] = [0, 1].map(|i| item.shape[i]);
        let begin = k.bind("begin", item.at * len);
        // The last selected element: those after it are smaller, or equal with a higher index.
        let last = k.variable("last", len);
        let above = k.variable("above", Expr::literal(Type::F32, 0));
        k.count("rank", 0, most, |k, rank| {
            let best = k.variable("best", len);
            let greatest = k.variable("greatest", Expr::literal(Type::F32, 0));
            k.count("i", 0, len, |k, i| {
                let value = k.bind("value", item.read[0].at(begin + i));
                let [less, equal] = ["f32::lt", "f32::eq"]
                    .map(|id| k.call(id, vec![value.into(), above.into()], Type::Bool));
                let is_behind = less | (equal & i.greater(last));
                let is_left = k.bind("is_left", rank.equals(0) | is_behind);
                let is_better = better(k, value, greatest, best.equals(len));
                k.when(is_left & is_better, |k| {
                    k.assign(best, i);
                    k.assign(greatest, value);
                });
            });
            k.store(item.target, item.at * most + rank, best);
            // After the last one nothing is left: no element is less than NaN.
            k.assign(
                above,
                best.equals(len).select(
                    Expr::literal(Type::F32, super::CANONICAL_NAN.into()),
                    greatest,
                ),
            );
            k.assign(last, best);
        });
    });
}

/// A stable sort of the standard library.
fn reference(input: &Input) -> Output {
    let [rows, len, most] = shape(input);
    let all = padded(input, 1, elements(&[rows, len]));
    let places = |row: u32| {
        let row = &all[(row * len) as usize..][..len as usize];
        let places = descending(row).into_iter().map(|place| place as u32);
        places.chain(std::iter::repeat(len)).take(most as usize)
    };
    in_rows((0..rows).flat_map(places), most)
}

/// Rows, their lengths, k.
const SHAPES: [[u32; 3]; 7] = [
    [1, 1, 1],
    [3, 33, 4],
    [530, 2, 2],
    [2, 0, 2],
    [3, 5, 0],
    [5, 17, 20],
    [9, 4, 1],
];

fn inputs(n: u64) -> Input {
    let [rows, len, most] = SHAPES[n as usize % SHAPES.len()];
    Input {
        columns: vec![vec![rows, len, most], numbers(n, rows * len)],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "PyTorch documentation, torch.topk, Example: the 3 greatest of 1, 2, 3, 4, 5",
    input: || Input {
        columns: vec![
            vec![1, 5, 3],
            [1f32, 2.0, 3.0, 4.0, 5.0].map(f32::to_bits).to_vec(),
        ],
    },
    output: || in_rows([4, 3, 2], 3),
}];
