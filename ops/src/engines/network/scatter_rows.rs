use super::values::{tensor, word};
use super::{Dispatches, Pass, column, elements, in_rows, padded_words, shape};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// A table with replaced rows: a growing cache of keys and values.
///
/// Input: `[numbers, rows, width]`; the numbers; the table, of `rows` rows of `width` floats; the new rows, one for
/// each number. Output: for every element of the resulting table a record of its row, its column and its bits. The last
/// of several new rows with one number counts, and a number outside of the table is ignored. Every bit is kept, also of
/// NaN.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = tensor,
    additions = None,
)]
pub fn scatter_rows(input: &Input, size: u32) -> Plan {
    let [count, rows, width] = shape(input);
    let len = elements(&[rows, width]);
    let mut d = Dispatches::new(|input, read| {
        let [_, rows, width] = shape(input);
        let len = elements(&[rows, width]) as usize;
        in_rows(read[0].iter().take(len).copied(), width)
    });
    let [numbers, table, new] = [1, 2, 3].map(|k| d.given(column(input, k)));
    let pass = Pass {
        name: "scatter_rows",
        items: len,
        shape: &[count, width],
        reads: &[
            ("numbers", Type::U32, numbers),
            ("table", Type::F32, table),
            ("new", Type::F32, new),
        ],
        writes: ("result", Type::F32, d.output(len)),
        iterations: &[count.into()],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let [count, width] = [0, 1].map(|i| item.shape[i]);
        let row = k.bind("row", item.at / width);
        let place = k.bind("place", item.at % width);
        let value = k.variable("value", item.read[1].at(item.at));
        k.count("i", 0, count, |k, i| {
            k.when(item.read[0].at(i).equals(row), |k| {
                k.assign(value, item.read[2].at(i * width + place));
            });
        });
        k.store(item.target, item.at, value);
    });
    d.finish()
}

/// Slices of the table, overwritten one after another.
fn reference(input: &Input) -> Output {
    let [count, rows, width] = shape(input);
    let mut table = padded_words(input, 2, elements(&[rows, width]));
    let new = padded_words(input, 3, elements(&[count, width]));
    for (i, number) in padded_words(input, 1, count).into_iter().enumerate() {
        if number < rows {
            let row = &new[i * width as usize..][..width as usize];
            table[(number * width) as usize..][..width as usize].copy_from_slice(row);
        }
    }
    in_rows(table, width)
}

/// Numbers, rows, width.
const SHAPES: [[u32; 3]; 7] = [
    [1, 1, 1],
    [5, 4, 3],
    [3, 530, 1],
    [0, 3, 2],
    [3, 0, 2],
    [9, 17, 33],
    [4, 5, 0],
];

fn inputs(n: u64) -> Input {
    let of = SHAPES[n as usize % SHAPES.len()];
    let [numbers, rows, width] = of;
    let number = |at: u32| match word(n, 1, at) % 8 {
        0 => word(n, 4, at),
        1 => rows,
        _ => word(n, 4, at) % rows.max(1),
    };
    Input {
        columns: vec![
            of.to_vec(),
            (0..numbers).map(number).collect(),
            tensor(n, 2, rows * width),
            tensor(n, 3, numbers * width),
        ],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "PyTorch documentation, torch.Tensor.index_copy_, Example: zeros(5, 3) with rows 1 2 3, 4 5 6 and 7 8 9 at \
        0, 4 and 2",
    input: || Input {
        columns: vec![
            vec![3, 5, 3],
            vec![0, 4, 2],
            vec![],
            (1..10u8).map(|x| f32::from(x).to_bits()).collect(),
        ],
    },
    output: || {
        let rows = [
            [1f32, 2.0, 3.0],
            [0.0; 3],
            [7.0, 8.0, 9.0],
            [0.0; 3],
            [4.0, 5.0, 6.0],
        ];
        in_rows(rows.into_iter().flatten().map(f32::to_bits), 3)
    },
}];
