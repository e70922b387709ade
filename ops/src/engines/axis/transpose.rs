use super::moved::{self, given, records, words};
use crate::engines::dispatches::Dispatches;
use crate::engines::network::{column, elements, padded_words, shape};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// A batch of matrices, transposed.
///
/// Input: `[matrices, rows, columns]`; the elements, row by row. Output: for every element of the transposed matrices,
/// with `columns` rows of `rows`, a record of its matrix, its row, its column and its word. Every bit is kept, also of
/// NaN.
///
/// # Panics
/// Panics if the elements do not fit a buffer.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = tensor,
    additions = None,
)]
pub fn transpose(input: &Input, size: u32) -> Plan {
    let of = shape::<3>(input);
    let mut d = Dispatches::new(|input, read| {
        let [matrices, rows, columns] = shape(input);
        let len = elements(&[matrices, rows, columns]) as usize;
        records(read[0].iter().take(len).copied(), [columns, rows])
    });
    let source = [("source", d.given(column(input, 1)))];
    let [_, sides @ ..] = of;
    let work = ("transpose", elements(&of), &sides[..]);
    moved::plan(d, size, work, &source, |k, item| {
        let [rows, columns] = [0, 1].map(|i| item.shape[i]);
        let line = k.bind("line", item.at / rows);
        let row = item.at % rows;
        let matrix = line / columns;
        item.read[0].at((matrix * rows + row) * columns + line % columns)
    })
}

/// The columns of every matrix by iterators.
fn reference(input: &Input) -> Output {
    let [matrices, rows, columns] = shape(input);
    let len = elements(&[matrices, rows, columns]);
    let all = padded_words(input, 1, len);
    let block = rows as usize * columns as usize;
    let mut output = vec![];
    for (matrix, words) in (0..).zip(all.chunks(block.max(1))) {
        for column in 0..columns {
            let below = words.iter().skip(column as usize);
            let below = (0..).zip(below.step_by(columns as usize));
            output.extend(below.map(|(row, word)| vec![matrix, column, row, *word]));
        }
    }
    output
}

/// Matrices, rows, columns.
const SHAPES: [[u32; 3]; 8] = [
    [2, 3, 5],
    [1, 1, 1],
    [1, 33, 31],
    [3, 0, 4],
    [2, 4, 0],
    [0, 2, 2],
    [1, 1, 9],
    [2, 17, 20],
];

fn inputs(n: u64) -> Input {
    let of = SHAPES[n as usize % SHAPES.len()];
    given(&of, &[&words(n, 1, of.iter().product())])
}

/// Published examples, and examples computed by hand.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "NumPy documentation, numpy.transpose, Examples: [[1, 2], [3, 4]]",
        input: || given(&[1, 2, 2], &[&[1, 2, 3, 4]]),
        output: || records([1, 3, 2, 4].into_iter(), [2, 2]),
    },
    CorpusCase {
        source: "By hand: of two rows of three, three rows of two",
        input: || given(&[1, 2, 3], &[&[1, 2, 3, 4, 5, 6]]),
        output: || records([1, 4, 2, 5, 3, 6].into_iter(), [3, 2]),
    },
    CorpusCase {
        source: "By hand: two matrices, of a row and of what the input lacks, in which a NaN keeps its bits",
        input: || given(&[2, 1, 2], &[&[0xff80_0001, 7, 8]]),
        output: || records([0xff80_0001, 7, 8, 0].into_iter(), [2, 1]),
    },
];
