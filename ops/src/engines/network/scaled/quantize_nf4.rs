use super::{INFINITY, MAGNITUDE, in_blocks, inputs, quantized, quantized_by};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// The numbers of the codes (Dettmers, Pagnoni, Holtzman and Zettlemoyer, QLoRA, <https://arxiv.org/abs/2305.14314>,
/// appendix E).
#[allow(
    clippy::excessive_precision,
    reason = "as published, which is more than binary32 holds"
)]
pub(super) const NUMBERS: [f32; 16] = [
    -1.0,
    -0.696_192_800_998_687_7,
    -0.525_073_051_452_636_7,
    -0.394_917_488_098_144_53,
    -0.284_441_381_692_886_35,
    -0.184_773_430_228_233_34,
    -0.091_050_036_251_544_95,
    0.0,
    0.079_580_299_556_255_34,
    0.160_930_201_411_247_25,
    0.246_112_301_945_686_34,
    0.337_915_241_718_292_24,
    0.440_709_829_330_444_34,
    0.562_617_003_917_694_1,
    0.722_956_836_223_602_3,
    1.0,
];

/// The code of zero.
const ZERO: u32 = 7;

/// Converts floats to 4-bit NormalFloat codes, with a scale for each block.
///
/// Input: `[n, block]`; x. Output: for every block a record of 0, its number and the bits of its scale; for every
/// element a record of 1, its number and its code, from 0 to 15, one word each.
///
/// The scale is the greatest magnitude of the block. NaN is ignored there, an infinity counts as the greatest finite
/// number, and a scale of 0 is replaced by 1. The code is that of the number of the table, as binary32, nearest to
/// `x / scale`, rounded as binary32. The distances are exact; of two equally near numbers the lower one counts. A NaN
/// gives 7, the code of zero, as do zeros of both signs.
///
/// (Dettmers, Pagnoni, Holtzman and Zettlemoyer, QLoRA, <https://arxiv.org/abs/2305.14314>, section 3 and the table of
/// appendix E; the scales are not quantised again)
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
pub fn quantize_nf4(input: &Input, size: u32) -> Plan {
    let steps = NUMBERS.len() as u64 - 1;
    quantized(
        input,
        size,
        ["nf4_scales", "nf4_codes"],
        1.0,
        &[steps],
        nearest,
    )
}

/// The bits of the greatest float that is at most the midpoint of two neighbours, which binary64 represents exactly.
fn middle(pair: &[f32]) -> u64 {
    let exact = f64::from(pair[0]).midpoint(pair[1].into());
    let near = exact as f32;
    let below = match f64::from(near) > exact {
        true => near.next_down(),
        false => near,
    };
    below.to_bits().into()
}

/// Number of midpoints below a number.
fn nearest(k: &mut Kernel, x: Var) -> Expr {
    let middles = NUMBERS.windows(2).map(middle).collect();
    let middles = k.table("middles", Type::U32, middles);
    let code = k.variable("code", 0);
    k.count("i", 0, NUMBERS.len() as u32 - 1, |k, i| {
        let middle = Expr::table_element(middles, Type::U32, i.into()).cast(Type::F32);
        let above = k.call("f32::gt", vec![x.into(), middle], Type::Bool);
        k.assign(code, code + above.cast(Type::U32));
    });
    let is_nan = (x.cast(Type::U32) & MAGNITUDE).greater(INFINITY);
    is_nan.select(ZERO, code)
}

/// Distances in binary64, which are exact where two of them are close.
fn reference(input: &Input) -> Output {
    quantized_by(input, 1.0, |x| {
        // An infinity is equally far from every number.
        let near = f64::from(x.clamp(-1.0, 1.0));
        let distance = |k: &usize| (near - f64::from(NUMBERS[*k])).abs();
        // The first of equal ones.
        let code = (0..NUMBERS.len()).min_by(|i, j| distance(i).total_cmp(&distance(j)));
        match x.is_nan() {
            true => ZERO,
            false => code.unwrap_or(0) as u32,
        }
    })
}

fn generated(n: u64) -> Input {
    inputs(n, |k| match k {
        // A scale of 1.
        0 => 1.0,
        // The numbers and their neighbours, and the midpoints and theirs.
        k => {
            let pair = (k / 6 % 15) as usize;
            let near = match k % 2 {
                0 => NUMBERS[pair],
                _ => f32::from_bits(middle(&NUMBERS[pair..pair + 2]) as u32),
            };
            match k / 2 % 3 {
                0 => near,
                1 => near.next_up().min(1.0),
                _ => near.next_down().max(-1.0),
            }
        }
    })
}

const ONE: u32 = 0x3f80_0000;

fn numbers(block: u32, x: &[f32]) -> Input {
    let words = x.iter().map(|x| x.to_bits()).collect();
    Input {
        columns: vec![vec![x.len() as u32, block], words],
    }
}

/// The table, a tie, and scales.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Dettmers et al., QLoRA, 2023, appendix E: every number of the table has its own place as its code",
        input: || numbers(16, &NUMBERS),
        output: || in_blocks(vec![ONE], (0..16).collect()),
    },
    CorpusCase {
        source: "By hand: 0.039790149778127670 lies half way between 0 and 0.07958029955625534, the next float above does not; \
            0.8614 is nearer to 0.72296 and 0.8615 to 1",
        input: || {
            let half = NUMBERS[8] / 2.0;
            numbers(5, &[1.0, half, half.next_up(), 0.8614, 0.8615])
        },
        output: || in_blocks(vec![ONE], vec![15, 7, 8, 14, 15]),
    },
    CorpusCase {
        source: "By hand: blocks of two: of zeros, whose scale is 1; of -4 and 1.8, which is nearest to 0.4407 times 4; of NaN and 2; \
            and one of a single element",
        input: || numbers(2, &[0.0, -0.0, -4.0, 1.8, f32::NAN, 2.0, -8.0]),
        output: || {
            let scales = [1f32, 4.0, 2.0, 8.0].map(f32::to_bits).to_vec();
            in_blocks(scales, vec![7, 7, 0, 12, 7, 15, 0])
        },
    },
];
