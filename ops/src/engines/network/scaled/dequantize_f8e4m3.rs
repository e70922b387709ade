use super::{codes, restored, restored_by};
use crate::engines::network::CANONICAL_NAN;
use crate::engines::numbered;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Type, Var};
use vyre_conform_runtime::spec::f8e4m3;
use vyre_conform_runtime::vyre_engine;

/// Converts 8-bit floats with 4 bits of exponent and 3 of fraction to floats: the exact number times the scale of its
/// block, rounded.
///
/// Input: `[n, block]`; the codes, each the low 8 bits of a word; the scales as bits. Output: for every element a
/// record of its number and its bits. The codes 7f and ff are NaN.
///
/// # Panics
/// Panics if a block has no elements.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
    kind = tensor,
    additions = None,
)]
pub fn dequantize_f8e4m3(input: &Input, size: u32) -> Plan {
    restored(input, size, "f8e4m3_numbers", widened)
}

/// The number of a code.
fn widened(k: &mut Kernel, code: Var) -> Expr {
    let sign = k.bind("sign", (code & 0x80) << 24);
    let magnitude = k.bind("magnitude", code & 0x7f);
    // The biases of the formats differ by 120.
    let normal = (magnitude << 20) + (120u32 << 23);
    // Subnormal codes are multiples of 2^-9; zero has no exponent.
    let whole = (magnitude & 7).cast(Type::I32);
    let whole = k.call("i32::to_f32", vec![whole], Type::F32);
    let places = magnitude.equals(0).select(Expr::u32(0), 9u32 << 23);
    let small = whole.cast(Type::U32) - places;
    let number = magnitude.less(8).select(small, normal);
    let number = sign | number;
    let number = magnitude.equals(0x7f).select(CANONICAL_NAN, number);
    number.cast(Type::F32)
}

/// The host type of the format.
fn reference(input: &Input) -> Output {
    restored_by(input, |code| f8e4m3::from_bits(code as u8).to_f32())
}

fn generated(n: u64) -> Input {
    codes(n, u32::MAX)
}

fn of_codes(block: u32, codes: &[u32], scales: &[f32]) -> Input {
    let scales = scales.iter().map(|x| x.to_bits()).collect();
    Input {
        columns: vec![vec![codes.len() as u32, block], codes.to_vec(), scales],
    }
}

fn numbers(of: &[f32]) -> Output {
    numbered(of.iter().map(|x| x.to_bits()))
}

/// Published values, and products computed by hand.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "OCP 8-bit Floating Point Specification, revision 1.0, table of values of E4M3: 7e is 448, 08 2^-6, \
            07 0.875 * 2^-6, 01 2^-9, 80 -0 and ff NaN",
        input: || of_codes(6, &[0x7e, 0x08, 0x07, 0x01, 0x80, 0xff], &[1.0]),
        output: || numbers(&[448.0, 1.0 / 64.0, 0.875 / 64.0, 1.0 / 512.0, -0.0, f32::NAN]),
    },
    CorpusCase {
        source: "By hand: 38 is 1, and 3c is 1.5; times 2, and times 0.25 in the second block",
        input: || of_codes(2, &[0x38, 0x3c, 0xbc], &[2.0, 0.25]),
        output: || numbers(&[2.0, 3.0, -0.375]),
    },
    CorpusCase {
        source: "By hand: 448 times the greatest number overflows, and 2^-9 times the least rounds to 0",
        input: || of_codes(1, &[0xfe, 0x81], &[f32::MAX, f32::from_bits(1)]),
        output: || numbers(&[f32::NEG_INFINITY, -0.0]),
    },
];
