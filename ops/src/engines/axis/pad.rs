use super::moved::{self, given, records, words};
use crate::engines::dispatches::Dispatches;
use crate::engines::network::{column, elements, padded_words, shape};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::Operand;
use vyre_conform_runtime::vyre_engine;

/// Matrices padded with a constant.
///
/// Input: `[matrices, rows, columns, above, below, left, right, constant]`; the elements, row by row. Output: for every
/// element of the padded matrices, with `above` rows before, `below` rows after, `left` columns before and `right`
/// columns after, a record of its matrix, its row, its column and its word. Every bit is kept, also of NaN.
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
pub fn pad(input: &Input, size: u32) -> Plan {
    let [matrices, rows, columns, above, _, left, _, constant] = shape(input);
    elements(&[matrices, rows, columns]);
    let mut d = Dispatches::new(|input, read| {
        let [_, rows, columns] = whole(input);
        let all = elements(&whole(input)) as usize;
        records(read[0].iter().take(all).copied(), [rows, columns])
    });
    let source = [("source", d.given(column(input, 1)))];
    let [_, height, width] = whole(input);
    let of = [rows, columns, height, width, above, left, constant];
    let work = ("pad", elements(&whole(input)), &of[..]);
    moved::plan(d, size, work, &source, |k, item| {
        let [rows, columns, height, width] = [0, 1, 2, 3].map(|i| item.shape[i]);
        let [above, left, constant] = [4, 5, 6].map(|i| item.shape[i]);
        let line = k.bind("line", item.at / width);
        // Before the first one the difference wraps beyond every row or column.
        let row = k.bind("row", line % height - above);
        let column = k.bind("column", item.at % width - left);
        let is_inside = row.less(rows) & column.less(columns);
        let at = (line / height * rows + row) * columns + column;
        is_inside.select(item.read[0].at(at), constant)
    })
}

/// The padded dimensions. If a sum of lengths exceeds 32 bits, the elements do not fit a buffer either.
fn whole(input: &Input) -> [u32; 3] {
    let [matrices, rows, columns, above, below, left, right] = shape(input);
    [
        matrices,
        rows.saturating_add(above).saturating_add(below),
        columns.saturating_add(left).saturating_add(right),
    ]
}

/// Rows of constants with the rows of the matrix copied into them.
fn reference(input: &Input) -> Output {
    let [matrices, rows, columns, above, _, left, _, constant] = shape(input);
    let source = padded_words(input, 1, elements(&[matrices, rows, columns]));
    let [_, height, width] = whole(input);
    let mut all = vec![constant; elements(&whole(input)) as usize];
    if !all.is_empty() && !source.is_empty() {
        let blocks = source.chunks((rows * columns) as usize);
        for (block, to) in blocks.zip(all.chunks_mut((height * width) as usize)) {
            let lines = to.chunks_mut(width as usize).skip(above as usize);
            for (line, to) in block.chunks(columns as usize).zip(lines) {
                to[left as usize..][..line.len()].copy_from_slice(line);
            }
        }
    }
    records(all.into_iter(), [height, width])
}

/// Matrices, rows, columns, and the padding on every side.
const SHAPES: [[u32; 7]; 9] = [
    [2, 3, 5, 1, 2, 3, 4],
    [1, 1, 1, 0, 0, 0, 0],
    [3, 11, 13, 2, 0, 3, 1],
    [2, 0, 3, 1, 1, 0, 0],
    [2, 3, 0, 0, 1, 2, 0],
    [0, 2, 2, 1, 1, 1, 1],
    [1, 4, 4, 0, 0, 0, 5],
    [1, 9, 1, 7, 0, 0, 0],
    [2, 17, 20, 1, 1, 1, 1],
];

fn inputs(n: u64) -> Input {
    let of = SHAPES[n as usize % SHAPES.len()];
    let [matrices, rows, columns, ..] = of;
    let constant = words(n, 2, 1);
    let shape = [&of[..], &constant].concat();
    given(&shape, &[&words(n, 1, matrices * rows * columns)])
}

/// A published example, and examples computed by hand.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "ONNX Operators, Pad, Example 1: [[1.0, 1.2], [2.3, 3.4], [4.5, 5.7]] with pads [0, 2, 0, 0]",
        input: || {
            let data = [1.0f32, 1.2, 2.3, 3.4, 4.5, 5.7].map(f32::to_bits);
            given(&[1, 3, 2, 0, 0, 2, 0, 0], &[&data])
        },
        output: || {
            let due = [
                0.0f32, 0.0, 1.0, 1.2, 0.0, 0.0, 2.3, 3.4, 0.0, 0.0, 4.5, 5.7,
            ];
            records(due.map(f32::to_bits).into_iter(), [3, 4])
        },
    },
    CorpusCase {
        source: "By hand: 1 and 2 in a row, with 9 above, below and at the right",
        input: || given(&[1, 1, 2, 1, 1, 0, 1, 9], &[&[1, 2]]),
        output: || records([9, 9, 9, 1, 2, 9, 9, 9, 9].into_iter(), [3, 3]),
    },
    CorpusCase {
        source: "By hand: around nothing there are constants alone",
        input: || given(&[1, 0, 1, 1, 0, 0, 1, 5], &[]),
        output: || records([5, 5].into_iter(), [1, 2]),
    },
];
