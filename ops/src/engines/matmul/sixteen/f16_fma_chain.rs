use super::{
    Format, SMALL_PRODUCT, dot, in_place_of, inputs, one_element, plan, small_product,
    small_product_result,
};
use half::f16;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Sums};
use vyre_conform_runtime::ir::Type;
use vyre_conform_runtime::spec::FloatFormat;
use vyre_conform_runtime::vyre_engine;

/// The products of two batches of matrices of binary16, each element a chain of fused multiply-adds in binary32.
///
/// Input: `[batch, M, N, K, row stride of A, row stride of B]`; A, with M rows of K per matrix; B, with K rows of N per
/// matrix; a value is the low half of a word. Output: for every element a record of its matrix, its row, its column and
/// its bits, of binary32.
///
/// Row `r` of A, numbered across all matrices, begins at `r * row stride of A`, and B likewise. Operands are widened,
/// which is exact; `acc = fma(a[i, k], b[k, j], acc)` for `k` ascending, from `acc = +0`. A product of two binary16
/// numbers is a binary32 number, so rounding the product separately would give the same.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
    kind = tensor,
    additions = FmaChain,
    similar_sums = sums,
)]
pub fn matmul_f16_fma_chain(input: &Input, size: u32) -> Plan {
    let format = Format {
        name: "f16_fma_chain",
        ty: Type::F16,
        widened: "f16::to_f32",
    };
    plan(input, size, &format)
}

/// The crate `half` and the standard library.
fn reference(input: &Input) -> Output {
    super::reference(input, |bits| f16::from_bits(bits).to_f32())
}

fn generated(n: u64) -> Input {
    inputs::generated(n, FloatFormat::F16)
}

const ONE: u16 = 0x3c00;

/// 2^15.
const LARGE: u16 = 0x7800;

/// Steps of a mask.
const STEPS: usize = 16;

/// Sums of products that this format can represent, in place of the given ones.
///
/// No product is as large as the given mask. It is replaced by 16 products of 2^30, whose sum masks earlier values up
/// to 2^9, and later ones. No product has a rounding error either. One that has is replaced by three whose sum
/// `1 + 2^-11 + 2^-24` binary32 cannot represent. That distinguishes a chain from every other tree; for a single
/// product, fused and rounded steps are the same function.
fn sums(sums: &Sums) -> Vec<Input> {
    in_place_of(sums, [0x8000, ONE], |factor, common| {
        let sign = u16::from(factor.is_sign_negative()) << 15;
        if factor.abs() > f16::MAX.to_f32() {
            return vec![[LARGE | sign, LARGE]; STEPS];
        }
        let mut rest = f64::from(factor) * f64::from(common);
        let mut parts = vec![];
        while parts.is_empty() || rest != 0.0 {
            let part = f16::from_f64(rest);
            let is_part = part.is_finite() && (part != f16::ZERO || rest == 0.0);
            assert!(
                is_part,
                "{factor} by {common} has no sum of numbers of binary16"
            );
            parts.push([part.to_bits(), ONE]);
            rest -= part.to_f64();
        }
        parts
    })
}

/// Sums computed by hand, in two orders that differ.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: SMALL_PRODUCT,
        input: || small_product(|x| f16::from_f32(x).to_bits()),
        output: small_product_result,
    },
    CorpusCase {
        source: "By hand: 65504^2 - 65504^2 + 1 is 1, and where 1 comes second it is lost beside 65504^2, whose last place is 2^8",
        input: || dot(&[0x7bff, 0xfbff, 0x3c00], &[0x7bff, 0x7bff, 0x3c00]),
        output: || one_element(1f32.to_bits()),
    },
    CorpusCase {
        source: "By hand: 65504^2 + 1 - 65504^2 is 0",
        input: || dot(&[0x7bff, 0x3c00, 0xfbff], &[0x7bff, 0x3c00, 0x7bff]),
        output: || one_element(0),
    },
    CorpusCase {
        source: "By hand: the least number, 2^-24, by itself is 2^-48, exponent 79",
        input: || dot(&[1], &[1]),
        output: || one_element(79 << 23),
    },
];
