use crate::engines::dispatches::Dispatches;
use crate::engines::tiles::{self, Params, Tiling};
use crate::engines::{numbered, shapes};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: differences in zigzag. Output: for every difference a record of its index and the sum, modulo 2^32, of the
/// differences up to it.
///
/// The inverse of `delta_encode` ([Parquet,
/// Encodings](https://parquet.apache.org/docs/file-format/data-pages/encodings/), "Delta Encoding"): an inclusive scan
/// (Blelloch 1990) over the differences, decoded from zigzag.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn delta_decode(input: &Input, size: u32) -> Plan {
    let len = input.columns[0].len() as u32;
    let tiling = Tiling::of(len, size);
    let mut d = Dispatches::new(|input, read| {
        let len = input.columns[0].len();
        numbered(read[0].iter().take(len).copied())
    });
    let params = d.given(&tiling.params());
    let deltas = d.given(&input.columns[0]);
    let words = d.output(len);
    let iterations = [tiling.iterations()];
    let offsets = match tiling.groups {
        1 => d.zeros(1),
        groups => {
            let sums = d.scratch(groups);
            let program = d.program(tiles::sums("sum_deltas", size, |k| {
                let deltas = k.read_only("deltas", Type::U32);
                move |i| undone(deltas.at(i))
            }));
            d.step(program, groups, &[params, deltas, sums], &iterations);
            tiles::scan_sums(&mut d, size, tiling, sums)
        }
    };
    let program = d.program(decode(size));
    let buffers = [params, deltas, offsets, words];
    d.step(program, tiling.groups, &buffers, &iterations);
    d.finish()
}

/// Decodes a zigzag number.
fn undone(delta: Expr) -> Expr {
    delta.clone() >> 1 ^ (Expr::u32(0) - (delta & 1))
}

fn decode(size: u32) -> Program {
    let mut k = Kernel::new("delta_decode", [size, 1, 1]);
    let params = Params::of(&mut k);
    let deltas = k.read_only("deltas", Type::U32);
    let offsets = k.read_only("offsets", Type::U32);
    let words = k.read_write("words", Type::U32);
    tiles::scan_run(
        &mut k,
        size,
        params.tiles,
        offsets.at(Expr::workgroup_id(Axis::X)),
        |i| undone(deltas.at(i)),
        |k, i, before, delta| {
            k.when(i.clone().less(params.len), |k| {
                k.store(words, i, before + delta);
            });
        },
    );
    k.finish()
}

/// One difference after another, by division by two.
fn reference(input: &Input) -> Output {
    let words = input.columns[0].iter().scan(0_u32, |word, delta| {
        let half = delta / 2;
        *word = match delta % 2 {
            0 => word.wrapping_add(half),
            _ => word.wrapping_sub(half).wrapping_sub(1),
        };
        Some(*word)
    });
    numbered(words)
}

/// Differences of every length and pattern.
fn inputs(n: u64) -> Input {
    Input {
        columns: vec![shapes::words(n, shapes::length(n))],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Parquet, Encodings, Delta Encoding, example 2: 7, -2, -2, -2, 1, 1, 1, 1",
        input: || Input {
            columns: vec![vec![14, 3, 3, 3, 2, 2, 2, 2]],
        },
        output: || numbered([7, 5, 3, 1, 2, 3, 4, 5]),
    },
    CorpusCase {
        source: "Wikipedia, Delta encoding: 2, 2, 2, 3, -2 are 2, 4, 6, 9, 7",
        input: || Input {
            columns: vec![vec![4, 4, 4, 6, 3]],
        },
        output: || numbered([2, 4, 6, 9, 7]),
    },
];
