use super::{
    Format, SMALL_PRODUCT, dot, in_place_of, inputs, one_element, plan, small_product,
    small_product_result,
};
use half::bf16;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Sums};
use vyre_conform_runtime::ir::Type;
use vyre_conform_runtime::spec::FloatFormat;
use vyre_conform_runtime::vyre_engine;

/// The products of two batches of matrices of bfloat16, each element a chain of fused multiply-adds in binary32.
///
/// Input: `[batch, M, N, K, row stride of A, row stride of B]`; A, with M rows of K per matrix; B, with K rows of N per
/// matrix; a value is the low half of a word. Output: for every element a record of its matrix, its row, its column and
/// its bits, of binary32.
///
/// Row `r` of A, numbered across all matrices, begins at `r * row stride of A`, and B likewise. Operands are widened,
/// which is exact; `acc = fma(a[i, k], b[k, j], acc)` for `k` ascending, from `acc = +0`. A product has at most 16
/// bits. Only a product below the normal numbers of binary32 or beyond the greatest distinguishes a fused step from
/// separate rounding.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
    kind = tensor,
    additions = FmaChain,
    similar_sums = sums,
)]
pub fn matmul_bf16_fma_chain(input: &Input, size: u32) -> Plan {
    let format = Format {
        name: "bf16_fma_chain",
        ty: Type::BF16,
        widened: "bf16::to_f32",
    };
    plan(input, size, &format)
}

/// The crate `half` and the standard library.
fn reference(input: &Input) -> Output {
    super::reference(input, |bits| bf16::from_bits(bits).to_f32())
}

fn generated(n: u64) -> Input {
    inputs::generated(n, FloatFormat::BF16)
}

const ONE: u16 = 0x3f80;

/// 2^-74, 2^-75 and 2^-76: products of the first with the others are the least number of binary32, 2^-149, and its
/// half.
const TINY: u16 = (127 - 74) << 7;
const UNIT: u16 = (127 - 75) << 7;
const HALF: u16 = (127 - 76) << 7;

const MINUS: u16 = 0x8000;

/// Sums of products that this format can represent, in place of the given ones.
///
/// The format has the masks, but no product with an error in its last place. The first of two such products is replaced
/// by the least number `u` of binary32, and the second by `u / 2` and `-u`. A fused step rounds `u + u / 2` to `2 u`,
/// so `u` remains; with separate rounding `u / 2` is 0, and nothing remains.
fn sums(sums: &Sums) -> Vec<Input> {
    in_place_of(sums, [MINUS, ONE], |factor, common| {
        let exact = bf16::from_f32(common).to_f32() == common;
        match (exact, factor.total_cmp(&0.0)) {
            (true, _) => vec![[factor, common].map(|x| bf16::from_f32(x).to_bits())],
            (false, std::cmp::Ordering::Equal) => vec![[0, TINY]],
            (false, std::cmp::Ordering::Greater) => vec![[UNIT, TINY]],
            (false, std::cmp::Ordering::Less) => vec![[HALF, TINY], [UNIT | MINUS, TINY]],
        }
    })
}

/// Sums computed by hand, in two orders that differ.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: SMALL_PRODUCT,
        input: || small_product(|x| bf16::from_f32(x).to_bits()),
        output: small_product_result,
    },
    CorpusCase {
        source: "By hand: 2^100 - 2^100 + 1 is 1",
        input: || dot(&[0x7180, 0xf180, 0x3f80], &[0x3f80; 3]),
        output: || one_element(1f32.to_bits()),
    },
    CorpusCase {
        source: "By hand: 2^100 + 1 - 2^100 is 0, as 1 is lost beside 2^100",
        input: || dot(&[0x7180, 0x3f80, 0xf180], &[0x3f80; 3]),
        output: || one_element(0),
    },
    CorpusCase {
        source: "By hand: the least number, 2^-133, by 2^-16 is the least of binary32, and half of that more makes a tie of \
            1 and 2, of which 2 is even",
        input: || dot(&[0x0001, 0x0001], &[0x3780, 0x3700]),
        output: || one_element(2),
    },
];
