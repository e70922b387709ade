use crate::engines::dispatches::Dispatches;
use crate::engines::network::{column, elements, shape};
use crate::engines::numbered;
use crate::engines::pass::Pass;
use crate::engines::shapes;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// Integers in a word.
const LANES: u32 = 4;

/// Dot products of 8-bit integers, for each pair of rows of two lists.
///
/// Input: `[rows, n]`; A, with n integers per row; B, the same. Integers are two's complement, four per word, the first
/// in the lowest byte. A row begins at a word: it has n / 4 words, rounded up. The bytes after n in the last word of a
/// row are ignored, and a missing word of an operand is 0. Output: for every row a record of its number and the word of
/// the sum, modulo 2^32. n = 0 gives 0.
///
/// `u32::dot4_i8` multiplies four pairs at once. It is an op of one hardware feature: a backend that lacks
/// `packed_4x8_integer_dot_product`, or for which that op has no text, does not run this engine. `matmul_i8` separates
/// the lanes by shifts and runs everywhere.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn dot_rows_i8(input: &Input, size: u32) -> Plan {
    let [rows, len] = shape(input);
    let words = len.div_ceil(LANES);
    elements(&[rows, words]);
    let mut d = Dispatches::new(|input, read| {
        let [rows, _] = shape::<2>(input);
        numbered(read[0].iter().take(rows as usize).copied())
    });
    let [a, b] = [1, 2].map(|k| d.given(column(input, k)));
    let pass = Pass {
        name: "dot_rows_i8",
        items: rows,
        shape: &[len, words],
        reads: &[("a", Type::U32, a), ("b", Type::U32, b)],
        writes: ("sums", Type::I32, d.output(rows)),
        iterations: &[words.into()],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let [len, words] = [0, 1].map(|i| item.shape[i]);
        let begin = k.bind("begin", item.at * words);
        let sum = k.variable("sum", Expr::i32(0));
        k.count("word", 0, words, |k, word| {
            let rest = k.bind("rest", len - word * LANES);
            let some = (Expr::u32(1) << (rest * 8)) - 1;
            let kept = rest.less(LANES).select(some, u32::MAX);
            // Zeroing the lanes of one operand is enough.
            let left = item.read[0].at(begin + word) & kept;
            let right = item.read[1].at(begin + word);
            let four = k.call("u32::dot4_i8", vec![left, right], Type::I32);
            k.assign(sum, sum + four);
        });
        k.store(item.target, item.at, sum);
    });
    d.finish()
}

/// Sums of 64 bits of whole bytes; the low half is the result.
fn reference(input: &Input) -> Output {
    let [rows, len] = shape(input);
    let words = len.div_ceil(LANES);
    let bytes = |k: usize| -> Vec<Vec<i64>> {
        let mut all = column(input, k).to_vec();
        all.resize((rows * words) as usize, 0);
        let row = |at: u32| {
            let begin = (at * words) as usize;
            let bytes = shapes::unpacked(&all[begin..][..words as usize], len as usize);
            bytes.into_iter().map(|byte| i64::from(byte as i8))
        };
        (0..rows).map(|at| row(at).collect()).collect()
    };
    let pairs = bytes(1).into_iter().zip(bytes(2));
    let sums = pairs.map(|(a, b)| a.iter().zip(b).map(|(x, y)| x * y).sum::<i64>());
    numbered(sums.map(|sum| sum as u32))
}

/// Rows and their length: one row, partly filled words, no product, more rows than two workgroups of 256 take in one
/// iteration, no rows, and ragged ones.
const SHAPES: [[u32; 2]; 11] = [
    [1, 1],
    [2, 7],
    [3, 0],
    [1030, 5],
    [0, 3],
    [33, 33],
    [1, 1000],
    [17, 4],
    [5, 257],
    [65, 6],
    [2, 63],
];

/// Input `n`: each of these shapes in turn, and in turn random words, the least and the greatest integer, and small
/// ones. Unused bytes after the end of a row are not zero.
fn inputs(n: u64) -> Input {
    let of = SHAPES[n as usize % SHAPES.len()];
    let words = of[1].div_ceil(LANES);
    let word = |place: u32| {
        let r = shapes::random(n, place);
        match n % 4 {
            1 => 0x7f7f_7f7f + (r & 0x0101_0101),
            3 => (r & 0x0303_0303).wrapping_add(0xfefe_fefe),
            _ => r,
        }
    };
    let operand = |side: u32| (0..of[0] * words).map(|at| word(side << 27 ^ at)).collect();
    Input {
        columns: vec![of.to_vec(), operand(1), operand(2)],
    }
}

/// Two lists of rows of one length.
fn rows_of(a: &[&[i8]], b: &[&[i8]]) -> Input {
    let packed = |rows: &[&[i8]]| -> Vec<u32> {
        let words = rows.iter().map(|row| {
            let bytes: Vec<u8> = row.iter().map(|x| *x as u8).collect();
            shapes::packed(&bytes)
        });
        words.flatten().collect()
    };
    let len = a.first().map_or(0, |row| row.len());
    Input {
        columns: vec![vec![a.len() as u32, len as u32], packed(a), packed(b)],
    }
}

fn sums(of: &[i32]) -> Output {
    numbered(of.iter().map(|sum| *sum as u32))
}

/// The elements of a published product, and sums computed by hand.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "ONNX operators, MatMulInteger, example matmulinteger: a row of A less its zero of 12, a column of B less 0, for each element",
        input: || {
            let of_a: [&[i8]; 4] = [
                &[-1, -5, -9],
                &[-2, -6, -10],
                &[-3, -7, -11],
                &[-4, -8, -12],
            ];
            let of_b: [&[i8]; 2] = [&[1, 2, 3], &[4, 5, 6]];
            let pairs = of_a.iter().flat_map(|a| of_b.iter().map(|b| (*a, *b)));
            let (a, b): (Vec<&[i8]>, Vec<&[i8]>) = pairs.unzip();
            rows_of(&a, &b)
        },
        output: || sums(&[-38, -83, -44, -98, -50, -113, -56, -128]),
    },
    CorpusCase {
        source: "By hand: 4 * (-128 * -128) + 127 * -128 = 65536 - 16256; 5 * (-128 * 127)",
        input: || {
            let a: [&[i8]; 2] = [&[-128, -128, -128, -128, 127], &[-128; 5]];
            rows_of(&a, &[&[-128; 5], &[127; 5]])
        },
        output: || sums(&[49_280, -81_280]),
    },
    CorpusCase {
        source: "By hand: 2^17 products of 2^14 are 2^31, which wraps to -2^31",
        input: || {
            let all = vec![-128i8; 1 << 17];
            rows_of(&[&all[..]], &[&all[..]])
        },
        output: || sums(&[i32::MIN]),
    },
];
