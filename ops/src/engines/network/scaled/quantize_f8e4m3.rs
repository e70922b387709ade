use super::{INFINITY, MAGNITUDE, in_blocks, inputs, quantized, quantized_by};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Type, Var};
use vyre_conform_runtime::spec::f8e4m3;
use vyre_conform_runtime::vyre_engine;

/// The greatest number of the format, `1.75 * 2^8`.
const GREATEST: f32 = 448.0;

/// The code of [`GREATEST`], and that of NaN.
const MAX: u32 = 0x7e;
const NAN: u32 = 0x7f;

/// The bits of 2^-6, the least normal number of the format.
const LEAST_NORMAL: u32 = (127 - 6) << 23;

/// Converts floats to 8-bit floats with 4 bits of exponent and 3 of fraction, with a scale for each block.
///
/// Input: `[n, block]`; x. Output: for every block a record of 0, its number and the bits of its scale; for every
/// element a record of 1, its number and its code, the 8 bits of the float.
///
/// The scale is the greatest magnitude of the block divided by 448, the greatest number of the format, rounded. NaN is
/// ignored there, an infinity counts as the greatest finite number, and a scale of 0 is replaced by 1. The code is
/// `x / scale`, rounded as binary32, then to the nearest 8-bit float, ties to even, clamped to 448 in magnitude. A NaN
/// of either sign gives 7f.
///
/// (The format: OCP 8-bit Floating Point Specification, revision 1.0, E4M3,
/// <https://www.opencompute.org/documents/ocp-8-bit-floating-point-specification-ofp8-revision-1-0-2023-12-01-pdf-1>)
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
pub fn quantize_f8e4m3(input: &Input, size: u32) -> Plan {
    let names = ["f8e4m3_scales", "f8e4m3_codes"];
    quantized(input, size, names, GREATEST, &[], narrowed)
}

/// The code of the nearest finite number.
fn narrowed(k: &mut Kernel, x: Var) -> Expr {
    let bits = k.bind("bits", x.cast(Type::U32));
    let sign = k.bind("sign", (bits >> 24) & 0x80);
    let magnitude = k.bind("magnitude", bits & MAGNITUDE);
    // The biases of the formats differ by 120. Adds just below half a unit, and one more if the last bit is odd; a
    // carry correctly increments the exponent.
    let odd = (magnitude >> 20) & 1;
    let normal = ((magnitude + 0x7_ffff + odd) >> 20) - (120u32 << 3);
    let normal = normal.min(MAX);
    // Subnormal codes are multiples of 2^-9; a shift of 26 bits or more leaves 0.
    let significand = k.bind("significand", (magnitude & 0x7f_ffff) | 0x80_0000);
    let exponent = k.bind("exponent", (magnitude >> 23).min(LEAST_NORMAL >> 23));
    let places = k.bind("places", (Expr::u32(141) - exponent).min(31));
    let kept = k.bind("kept", significand >> places);
    let rest = k.bind("rest", significand - (kept << places));
    let half = k.bind("half", Expr::u32(1) << (places - 1));
    let tie = rest.equals(half).select(kept & 1, 0);
    let up = rest.greater(half).select(Expr::u32(1), tie);
    let small = magnitude.less(LEAST_NORMAL).select(kept + up, normal);
    let number = sign | small;
    magnitude.greater(INFINITY).select(NAN, number)
}

/// The host type of the format.
fn reference(input: &Input) -> Output {
    let code = |x: f32| u32::from(f8e4m3::from_f32_saturating(x).to_bits());
    quantized_by(input, GREATEST, code)
}

fn generated(n: u64) -> Input {
    inputs(n, |k| match k {
        // A scale of 1.
        0 => GREATEST,
        // Eighths of 2^-9, so that codes and ties are among them, up to 2^-4.
        k if k % 2 == 0 => (k / 2 % 256) as f32 / 4096.0,
        // Steps of 4 up to the greatest number; those between codes beyond 64 are ties.
        k => -((k / 2 % 112) as f32 * 4.0),
    })
}

/// A scale of 1 and codes.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "OCP 8-bit Floating Point Specification, revision 1.0, table of values of E4M3: the greatest number, 448, is 7e, \
            the least normal one, 2^-6, 08, the greatest below it, 0.875 * 2^-6, 07, and the least, 2^-9, 01",
        input: || numbers(5, &[448.0, 1.0 / 64.0, 0.875 / 64.0, 1.0 / 512.0, -448.0]),
        output: || in_blocks(vec![ONE], vec![0x7e, 0x08, 0x07, 0x01, 0xfe]),
    },
    CorpusCase {
        source: "By hand: 17 and 19 lie half way between 16, 18 and 20, which are 58, 59 and 5a; 2^-10 half way between 0 and 2^-9",
        input: || numbers(6, &[448.0, 17.0, 19.0, -19.0, 1.0 / 1024.0, 3.0 / 1024.0]),
        output: || in_blocks(vec![ONE], vec![0x7e, 0x58, 0x5a, 0xda, 0x00, 0x02]),
    },
    CorpusCase {
        source: "By hand: blocks of two: of zeros, whose scale is 1; of 896 and 1, whose scale is 2; of NaN and 448; and \
            one of a single element",
        input: || numbers(2, &[0.0, -0.0, 896.0, 1.0, f32::NAN, 448.0, -896.0]),
        output: || {
            let scales = vec![ONE, 2f32.to_bits(), ONE, 2f32.to_bits()];
            in_blocks(scales, vec![0x00, 0x80, 0x7e, 0x30, 0x7f, 0x7e, 0xfe])
        },
    },
];

const ONE: u32 = 0x3f80_0000;

fn numbers(block: u32, x: &[f32]) -> Input {
    let words = x.iter().map(|x| x.to_bits()).collect();
    Input {
        columns: vec![vec![x.len() as u32, block], words],
    }
}
