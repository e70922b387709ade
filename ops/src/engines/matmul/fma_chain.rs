use super::{
    Contract, Element, GOLDBERG, Problem, goldberg_product, lattice, one_element, product,
};
use crate::engines::ahead;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// The product of two matrices of floats, each element a chain of fused multiply-adds.
///
/// Input: `[M, N, K]`; A, of M rows of K, as bits; B, of K rows of N, as bits. Output: for every element a record of
/// its row, its column and its bits.
///
/// `acc = fma(a[i, k], b[k, j], acc)` for `k` ascending, from `acc = +0`: the natural order of a tiled kernel that does
/// not split K.
#[vyre_engine(
    reference = reference,
    inputs = lattice::inputs,
    corpus = CORPUS,
    kind = tensor,
    additions = FmaChain,
    sums = lattice::sums,
)]
pub fn matmul_fma_chain(input: &Input, size: u32) -> Plan {
    let inner = Problem::of(input).inner;
    let contract = Contract {
        name: "fma_chain",
        operands: Type::F32,
        parameter: 0,
        iterations: ahead::iterations(inner).to_vec(),
        element: |k: &mut Kernel, element: &Element| {
            chain(k, element, [Expr::u32(0), element.inner.into()])
        },
    };
    contract.plan(input, size)
}

/// The chain over the products from one index up to, but not including, another, which is not less.
pub(super) fn chain(k: &mut Kernel, element: &Element, places: [Expr; 2]) -> Var {
    let sum = k.variable("sum", Expr::literal(Type::F32, 0));
    let read = |k: &mut Kernel, at: Var| element.operands(k, at);
    ahead::for_each(k, places, read, |k, [left, right]| {
        let operands = vec![left.into(), right.into(), sum.into()];
        let next = k.call("f32::mul_add", operands, Type::F32);
        k.assign(sum, next);
    });
    sum
}

/// The chain by the standard library.
fn reference(input: &Input) -> Output {
    product(input, in_order)
}

pub(super) fn in_order(row: &[f32], column: &[f32]) -> f32 {
    let pairs = row.iter().zip(column);
    pairs.fold(0.0, |sum, (a, b)| a.mul_add(*b, sum))
}

/// A published sum, in the two orders that differ.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: GOLDBERG,
        input: || goldberg_product([0, 1, 2], &[]),
        output: || one_element(1.0),
    },
    CorpusCase {
        source: GOLDBERG,
        input: || goldberg_product([1, 2, 0], &[]),
        output: || one_element(0.0),
    },
];
