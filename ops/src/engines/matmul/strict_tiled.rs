use super::super::dispatches::Slot;
use super::by_tiles::ByTiles;
use super::strict::in_order;
use super::{
    Dispatches, GOLDBERG, Problem, goldberg_product, lattice, one_element, product, records,
};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Type};
use vyre_conform_runtime::vyre_engine;

/// The bits of -0: adding -0 changes no number, not even +0 or -0 (IEEE 754-2019, section 6.3).
const NEGATIVE_ZERO: u32 = 1 << 31;

/// The product of two matrices of floats, each element the sum of rounded products from left to right: the elements of
/// [`matmul_strict`](super::matmul_strict()), by tiles.
///
/// Input: `[M, N, K]`; A, of M rows of K, as bits; B, of K rows of N, as bits. Output: for every element a record of
/// its row, its column and its bits.
///
/// The sum begins with the first product. The kernel begins with -0 instead, which changes no number, and pads the last
/// part beyond K with operands whose products are -0. The tiles are those of
/// [`matmul_fma_chain_tiled`](super::matmul_fma_chain_tiled()).
#[vyre_engine(
    reference = reference,
    inputs = lattice::inputs_of_tiles,
    corpus = CORPUS,
    kind = tensor,
    additions = Strict,
    sums = lattice::sums,
)]
pub fn matmul_strict_tiled(input: &Input, size: u32) -> Plan {
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
    let contract = ByTiles {
        name: "strict_tiled",
        padding: [NEGATIVE_ZERO, 0],
        from: Some(NEGATIVE_ZERO),
        step: |k: &mut Kernel, [a, b, sum]: [Expr; 3]| {
            let next = k.call("f32::mul", vec![a, b], Type::F32);
            k.call("f32::add", vec![sum, next.into()], Type::F32)
        },
    };
    contract.dispatch(d, size, shape, buffers);
}

/// Products and sums by the standard library.
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
