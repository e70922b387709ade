use super::in_batches;
use crate::engines::dispatches::Dispatches;
use crate::engines::network::{column, elements, shape};
use crate::engines::pass::Pass;
use crate::engines::shapes;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Operand, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Integers in a word.
const LANES: u32 = 4;

/// The products of two batches of matrices of 8-bit integers, with sums in 32 bits.
///
/// Input: `[batch, M, N, K]`; A, with M rows of K integers per matrix; B, with N columns of K integers per matrix.
/// Integers are two's complement, four per word along K, the first in the lowest byte. A row or a column begins at a
/// word: it has K / 4 words, rounded up. The bytes after K in its last word are ignored, and a missing word of an
/// operand is 0. Output: for every element a record of its matrix, its row, its column and the word of the integer.
///
/// The element is the sum of the K products modulo 2^32, as two's complement. A product is at most 2^14, so no sum of
/// up to 2^17 - 1 of them wraps. Sums that wrap are associative too, so their order does not matter. K = 0 gives 0.
///
/// (The layout is that of `dot4I8Packed` of WGSL, <https://www.w3.org/TR/WGSL/#dot4I8Packed-builtin>, which an adapter
/// may lack; this engine separates the lanes by shifts.)
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn matmul_i8(input: &Input, size: u32) -> Plan {
    let [batch, rows, columns, inner] = shape(input);
    let words = inner.div_ceil(LANES);
    elements(&[batch, rows, words]);
    elements(&[batch, columns, words]);
    let due = elements(&[batch, rows, columns]);
    let mut d = Dispatches::new(|input, read| {
        let [batch, rows, columns, _] = shape(input);
        let due = elements(&[batch, rows, columns]) as usize;
        in_batches(read[0].iter().take(due).copied(), [rows, columns])
    });
    let [a, b] = [1, 2].map(|k| d.given(column(input, k)));
    let pass = Pass {
        name: "matmul_i8",
        items: due,
        shape: &[rows, columns, inner, words],
        reads: &[("a", Type::U32, a), ("b", Type::U32, b)],
        writes: ("product", Type::I32, d.output(due)),
        iterations: &[words.into()],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let [rows, columns, inner, words] = [0, 1, 2, 3].map(|i| item.shape[i]);
        // Rows, and columns, are numbered across all matrices.
        let row = k.bind("row", item.at / columns);
        let column = k.bind("column", row / rows * columns + item.at % columns);
        let begin = k.bind("begin", row * words);
        let other = k.bind("other", column * words);
        let sum = k.variable("sum", Expr::i32(0));
        k.count("word", 0, words, |k, word| {
            let rest = k.bind("rest", inner - word * LANES);
            let some = (Expr::u32(1) << (rest * 8)) - 1;
            let kept = rest.less(LANES).select(some, u32::MAX);
            // Zeroing the lanes of one operand is enough.
            let left = k.bind("left", item.read[0].at(begin + word) & kept);
            let right = k.bind("right", item.read[1].at(other + word));
            let products = (0..LANES).map(|n| lane(left, n) * lane(right, n));
            let next = products.fold(sum.into(), |sum: Expr, product| sum + product);
            k.assign(sum, next);
        });
        k.store(item.target, item.at, sum);
    });
    d.finish()
}

/// A signed integer of a word.
fn lane(word: Var, n: u32) -> Expr {
    (word << (24 - 8 * n)).cast(Type::I32) >> 24
}

/// Sums of 64 bits of whole bytes; the low half is the result.
fn reference(input: &Input) -> Output {
    let [batch, rows, columns, inner] = shape(input);
    if elements(&[batch, rows, columns]) == 0 {
        return vec![];
    }
    let vectors = |k: usize, count: u32| -> Vec<Vec<i64>> {
        let words = inner.div_ceil(LANES);
        let mut all = column(input, k).to_vec();
        all.resize((count * words) as usize, 0);
        let vector = |at: u32| {
            let begin = (at * words) as usize;
            let bytes = shapes::unpacked(&all[begin..][..words as usize], inner as usize);
            bytes
                .into_iter()
                .map(|byte| i64::from(byte as i8))
                .collect()
        };
        (0..count).map(vector).collect()
    };
    let a = vectors(1, batch * rows);
    let b = vectors(2, batch * columns);
    let mut sums = vec![];
    for (row, left) in (0..).zip(&a) {
        let first = row / rows * columns;
        for right in &b[first as usize..][..columns as usize] {
            let sum: i64 = left.iter().zip(right).map(|(x, y)| x * y).sum();
            sums.push(sum as u32);
        }
    }
    in_batches(sums, [rows, columns])
}

/// Batch, M, N, K: one product, partly filled words, no product, more elements than two workgroups of 256 take in one
/// iteration, no elements, and ragged ones.
const SHAPES: [[u32; 4]; 13] = [
    [1, 1, 1, 1],
    [2, 3, 5, 7],
    [1, 2, 2, 0],
    [3, 17, 31, 4],
    [0, 2, 2, 3],
    [1, 33, 65, 33],
    [2, 1, 1, 1000],
    [1, 0, 3, 5],
    [1, 1030, 1, 3],
    [4, 16, 16, 129],
    [2, 5, 0, 6],
    [5, 1, 257, 2],
    [1, 31, 32, 63],
];

/// Input `n`: each of these shapes in turn, and in turn random words, the least and the greatest integer, and small
/// ones. Unused bytes after K are not zero.
fn inputs(n: u64) -> Input {
    let of = SHAPES[n as usize % SHAPES.len()];
    let [batch, rows, columns, inner] = of;
    let words = inner.div_ceil(LANES);
    let word = |place: u32| {
        let r = shapes::random(n, place);
        match n % 4 {
            1 => 0x7f7f_7f7f + (r & 0x0101_0101),
            3 => (r & 0x0303_0303).wrapping_add(0xfefe_fefe),
            _ => r,
        }
    };
    let operand =
        |side: u32, lines: u32| (0..lines * words).map(|at| word(side << 27 ^ at)).collect();
    Input {
        columns: vec![
            of.to_vec(),
            operand(1, batch * rows),
            operand(2, batch * columns),
        ],
    }
}

/// Rows or columns, packed.
fn packed(lines: &[&[i8]]) -> Vec<u32> {
    let words = lines.iter().map(|line| {
        let bytes: Vec<u8> = line.iter().map(|x| *x as u8).collect();
        shapes::packed(&bytes)
    });
    words.flatten().collect()
}

/// The products of one batch.
fn product_of(shape: [u32; 4], a: &[&[i8]], b: &[&[i8]]) -> Input {
    Input {
        columns: vec![shape.to_vec(), packed(a), packed(b)],
    }
}

fn sums(of: &[i32], shape: [u32; 2]) -> Output {
    in_batches(of.iter().map(|sum| *sum as u32), shape)
}

/// A published product, and sums computed by hand.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "ONNX operators, MatMulInteger, example matmulinteger: A of unsigned integers less its zero of 12, B less 0",
        input: || {
            let a: [&[i8]; 4] = [
                &[-1, -5, -9],
                &[-2, -6, -10],
                &[-3, -7, -11],
                &[-4, -8, -12],
            ];
            product_of([1, 4, 2, 3], &a, &[&[1, 2, 3], &[4, 5, 6]])
        },
        output: || sums(&[-38, -83, -44, -98, -50, -113, -56, -128], [4, 2]),
    },
    CorpusCase {
        source: "By hand: 4 * (-128 * -128) + 127 * -128 = 65536 - 16256; of the second matrix 5 * (-128 * 127)",
        input: || {
            let a: [&[i8]; 2] = [&[-128, -128, -128, -128, 127], &[-128; 5]];
            product_of([2, 1, 1, 5], &a, &[&[-128; 5], &[127; 5]])
        },
        output: || sums(&[49_280, -81_280], [1, 1]),
    },
    CorpusCase {
        source: "By hand: 2^17 products of 2^14 are 2^31, which wraps to -2^31",
        input: || {
            let all = vec![-128i8; 1 << 17];
            product_of([1, 1, 1, 1 << 17], &[&all[..]], &[&all[..]])
        },
        output: || sums(&[i32::MIN], [1, 1]),
    },
];
