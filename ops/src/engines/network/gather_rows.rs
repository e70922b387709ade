use super::values::{tensor, word};
use super::{Dispatches, Pass, column, elements, in_rows, padded_words, shape};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// Rows of a table by their numbers: an embedding.
///
/// Input: `[numbers, rows, width]`; the numbers; the table, of `rows` rows of `width` floats. Output: for every element
/// of the selected rows a record of its row, its column and its bits. Every bit is kept, also of NaN. A row outside of
/// the table is +0.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = tensor,
    additions = None,
)]
pub fn gather_rows(input: &Input, size: u32) -> Plan {
    let [numbers, rows, width] = shape(input);
    let len = elements(&[numbers, width]);
    let mut d = Dispatches::new(|input, read| {
        let [numbers, _, width] = shape(input);
        let len = elements(&[numbers, width]) as usize;
        in_rows(read[0].iter().take(len).copied(), width)
    });
    let [numbers, table] = [1, 2].map(|k| d.given(column(input, k)));
    let pass = Pass {
        name: "gather_rows",
        items: len,
        shape: &[rows, width],
        reads: &[("numbers", Type::U32, numbers), ("table", Type::F32, table)],
        writes: ("result", Type::F32, d.output(len)),
        iterations: &[],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let [rows, width] = [0, 1].map(|i| item.shape[i]);
        let row = k.bind("row", item.read[0].at(item.at / width));
        let at = row
            .less(rows)
            .select(row * width + item.at % width, u32::MAX);
        k.store(item.target, item.at, item.read[1].at(at));
    });
    d.finish()
}

/// Slices of the table.
fn reference(input: &Input) -> Output {
    let [numbers, rows, width] = shape(input);
    let table = padded_words(input, 2, elements(&[rows, width]));
    let numbers = padded_words(input, 1, numbers);
    let row = |number: u32| match number < rows {
        true => table[(number * width) as usize..][..width as usize].to_vec(),
        false => vec![0; width as usize],
    };
    in_rows(numbers.into_iter().flat_map(row), width)
}

/// Numbers, rows, width.
const SHAPES: [[u32; 3]; 7] = [
    [1, 1, 1],
    [5, 4, 3],
    [530, 7, 1],
    [0, 3, 2],
    [3, 0, 2],
    [9, 33, 65],
    [4, 5, 0],
];

fn inputs(n: u64) -> Input {
    let of = SHAPES[n as usize % SHAPES.len()];
    let [numbers, rows, width] = of;
    let number = |at: u32| match word(n, 1, at) % 8 {
        0 => word(n, 3, at),
        1 => rows,
        _ => word(n, 3, at) % rows.max(1),
    };
    Input {
        columns: vec![
            of.to_vec(),
            (0..numbers).map(number).collect(),
            tensor(n, 2, rows * width),
        ],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "NumPy documentation, numpy.take, Examples: take([4, 3, 5, 7, 6, 8], [0, 1, 4])",
    input: || Input {
        columns: vec![
            vec![3, 6, 1],
            vec![0, 1, 4],
            [4f32, 3.0, 5.0, 7.0, 6.0, 8.0].map(f32::to_bits).to_vec(),
        ],
    },
    output: || in_rows([4f32, 3.0, 6.0].map(f32::to_bits), 1),
}];
