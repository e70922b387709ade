use super::values::{length, word};
use super::{Dispatches, Pass, bits, column, elements, numbered, op, padded_words, shape};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// Converts 8-bit integers to floats: `(q - zero) * scale`, with an exact difference and a rounded product.
///
/// Input: `[n, bits of scale, zero]`; q. Zero and q are from -128 to 127 in two's complement. Output: for every element
/// a record of its number and its bits.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = tensor,
    additions = None,
)]
pub fn dequantize_i8(input: &Input, size: u32) -> Plan {
    let [len, scale, zero] = shape(input);
    let len = elements(&[len]);
    let mut d = Dispatches::new(|input, read| {
        let [len] = shape(input);
        numbered(read[0].iter().take(len as usize).copied())
    });
    let source = d.given(column(input, 1));
    let pass = Pass {
        name: "dequantize_i8",
        items: len,
        shape: &[scale, zero],
        reads: &[("source", Type::I32, source)],
        writes: ("result", Type::F32, d.output(len)),
        iterations: &[],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let [scale, zero] = [0, 1].map(|i| item.shape[i]);
        let above = item.read[0].at(item.at) - zero.cast(Type::I32);
        let whole = k.call("i32::to_f32", vec![above], Type::F32);
        let value = op(k, "f32::mul", [whole.into(), scale.cast(Type::F32)]);
        k.store(item.target, item.at, value);
    });
    d.finish()
}

/// The arithmetic of the standard library.
fn reference(input: &Input) -> Output {
    let [len, scale, zero] = shape(input);
    let value = |q: u32| {
        let above = i64::from(q as i32) - i64::from(zero as i32);
        bits(above as f32 * f32::from_bits(scale))
    };
    numbered(padded_words(input, 1, len).into_iter().map(value))
}

/// The scales: exact ones, one that rounds, ones at the ends of the range, and NaN.
const SCALES: [f32; 7] = [
    1.0,
    0.1,
    f32::MAX,
    f32::from_bits(3),
    f32::MIN_POSITIVE,
    f32::INFINITY,
    f32::NAN,
];

fn inputs(n: u64) -> Input {
    let len = length(n);
    let scale = SCALES[(n % 7) as usize];
    let zero = [0, -128, 127, 3, -5][(n % 5) as usize];
    let whole = |at: u32| word(n, 1, at) as i8 as u32;
    Input {
        columns: vec![
            vec![len, scale.to_bits(), zero as u32],
            (0..len).map(whole).collect(),
        ],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "ONNX operators, DequantizeLinear, example dequantizelinear: scale 2 and zero 128 of unsigned integers, all \
        less 128",
    input: || Input {
        columns: vec![
            vec![4, 2f32.to_bits(), 0],
            [-128i32, -125, 0, 127].map(|q| q as u32).to_vec(),
        ],
    },
    output: || numbered([-256f32, -250.0, 0.0, 254.0].map(f32::to_bits)),
}];
