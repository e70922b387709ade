use super::super::dispatches::Slot;
use super::by_tiles::ByTiles;
use super::fma_chain::in_order;
use super::{
    Dispatches, GOLDBERG, Problem, goldberg_product, lattice, one_element, product, records,
};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// The bits of -0 and of +0: their product is -0, and adding -0 changes no number, not even -0 (IEEE 754-2019, section
/// 6.3).
const PADDING: [u32; 2] = [1 << 31, 0];

/// The product of two matrices of floats, each element a chain of fused multiply-adds: the elements of
/// [`matmul_fma_chain`](super::matmul_fma_chain()), by tiles.
///
/// Input: `[M, N, K]`; A, of M rows of K, as bits; B, of K rows of N, as bits. Output: for every element a record of
/// its row, its column and its bits.
///
/// `acc = fma(a[i, k], b[k, j], acc)` for `k` ascending, from `acc = +0`. A workgroup loads parts of both operands into
/// its memory, at most 16 KiB of it, and an invocation computes eight rows of eight elements. The last part is padded
/// beyond K with operands whose products are -0, which change no sum.
#[vyre_engine(
    reference = reference,
    inputs = lattice::inputs_of_tiles,
    corpus = CORPUS,
    kind = tensor,
    additions = FmaChain,
    sums = lattice::sums,
)]
pub fn matmul_fma_chain_tiled(input: &Input, size: u32) -> Plan {
    let problem = Problem::of(input);
    let mut d = Dispatches::new(records);
    let [a, b] = [problem.a, problem.b].map(|words| d.given(words));
    let product = d.output(problem.items());
    let shape = [problem.rows, problem.columns, problem.inner];
    dispatches(&mut d, size, shape, [a, b, product]);
    d.finish()
}

/// The dispatch that writes the product of A and B of `[M, N, K]`.
pub(crate) fn dispatches(d: &mut Dispatches, size: u32, shape: [u32; 3], buffers: [Slot; 3]) {
    contract().dispatch(d, size, shape, buffers);
}

/// Parts of the product.
pub(super) fn contract() -> ByTiles<fn(&mut Kernel, [Expr; 3]) -> Var> {
    ByTiles {
        name: "fma_chain_tiled",
        padding: PADDING,
        from: None,
        step: |k, operands| k.call("f32::mul_add", operands.into(), Type::F32),
    }
}

/// The chain by the standard library.
fn reference(input: &Input) -> Output {
    product(input, in_order)
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
