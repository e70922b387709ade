use super::values::{length, tensor};
use super::{Dispatches, Pass, column, elements, numbered, op, padded, shape};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// Converts floats to 8-bit integers.
///
/// Input: `[n, bits of scale, zero]`, zero from -128 to 127; x. Output: for every element a record of its number and
/// the word of the integer, two's complement.
///
/// The quotient `x / scale` is rounded as a float, then to the nearest integer, ties to even. Zero is added, and the
/// sum is clamped to -128 to 127. A NaN gives zero, and so do 0 / 0 and the quotient of infinities.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = tensor,
    additions = None,
)]
pub fn quantize_i8(input: &Input, size: u32) -> Plan {
    let [len, scale, zero] = shape(input);
    let len = elements(&[len]);
    let mut d = Dispatches::new(|input, read| {
        let [len] = shape(input);
        numbered(read[0].iter().take(len as usize).copied())
    });
    let source = d.given(column(input, 1));
    let pass = Pass {
        name: "quantize_i8",
        items: len,
        shape: &[scale, zero],
        reads: &[("source", Type::F32, source)],
        writes: ("result", Type::I32, d.output(len)),
        iterations: &[],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let [scale, zero] = [0, 1].map(|i| item.shape[i]);
        let operands = [item.read[0].at(item.at), scale.cast(Type::F32)];
        let quotient = op(k, "f32::div", operands);
        let whole = k.call("f32::to_i32_nearest", vec![quotient.into()], Type::I32);
        // Beyond these limits the sum is out of range for every zero; within them it does not wrap.
        let near = whole.max(Expr::i32(-256)).min(Expr::i32(256));
        let sum = near + zero.cast(Type::I32);
        let saturated = sum.max(Expr::i32(-128)).min(Expr::i32(127));
        k.store(item.target, item.at, saturated);
    });
    d.finish()
}

/// The standard library's rounding, and a sum of 64 bits.
fn reference(input: &Input) -> Output {
    let [len, scale, zero] = shape(input);
    let whole = |x: f32| {
        let nearest = (x / f32::from_bits(scale)).round_ties_even() as i64;
        let sum = nearest.saturating_add(i64::from(zero as i32));
        sum.clamp(-128, 127) as i32 as u32
    };
    numbered(padded(input, 1, len).into_iter().map(whole))
}

/// The scales: one, two that make ties, one that saturates, the smallest, and NaN.
const SCALES: [f32; 7] = [1.0, 0.031_25, 2.0, 1e-3, f32::from_bits(1), 0.0, f32::NAN];

fn inputs(n: u64) -> Input {
    let len = length(n);
    let scale = SCALES[(n % 7) as usize];
    let zero = [0, -128, 127, 3, -5][(n % 5) as usize];
    let mut all = tensor(n, 1, len);
    // Multiples of half the scale, which include the ties.
    let halves = all.iter_mut().skip(1).step_by(2);
    halves.for_each(|x| *x = ((*x % 1200) as f32 * 0.5 * scale - 300.0 * scale).to_bits());
    Input {
        columns: vec![vec![len, scale.to_bits(), zero as u32], all],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "ONNX operators, QuantizeLinear, example quantizelinear: scale 2 and zero 128 of unsigned integers, all less 128",
    input: || Input {
        columns: vec![
            vec![6, 2f32.to_bits(), 0],
            [0f32, 2.0, 3.0, 1000.0, -254.0, -1000.0]
                .map(f32::to_bits)
                .to_vec(),
        ],
    },
    output: || numbered([0i32, 1, 2, 127, -127, -128].map(|q| q as u32)),
}];
