use super::super::super::dispatches::Dispatches;
use super::{CORPUS, Problem, lattice, moduli, records, reference};
use vyre_conform_runtime::engine::{Input, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// The product of two matrices of floats, each element the exact sum of exact products, rounded once: the elements of
/// [`matmul_exact`](super::super::matmul_exact()), by integer residues, four of them multiplied at once.
///
/// Input: `[M, N, K]`; A, of M rows of K, as bits; B, of K rows of N, as bits. Output: for every element a record of
/// its row, its column and its bits.
///
/// It differs from [`matmul_exact_residues`](super::matmul_exact_residues()) only in the sum of the products of four
/// residues: `u32::dot4_u8`, an op of one hardware feature. So a backend that lacks `packed_4x8_integer_dot_product`,
/// or for which that op has no text, does not run this engine.
#[vyre_engine(
    reference = reference,
    inputs = lattice::inputs_of_tiles,
    corpus = CORPUS,
    kind = tensor,
    additions = Exact,
    sums = lattice::sums,
)]
pub fn matmul_exact_dot4(input: &Input, size: u32) -> Plan {
    let problem = Problem::of(input);
    let mut d = Dispatches::new(records);
    let [a, b] = [problem.a, problem.b].map(|words| d.given(words));
    let product = d.output(problem.items());
    let shape = [problem.rows, problem.columns, problem.inner];
    let by = (moduli(&problem), dot as super::Dot);
    super::dispatches(&mut d, size, shape, [a, b, product], by);
    d.finish()
}

/// The sum of the products of the bytes of two words, by the op.
pub(crate) fn dot(k: &mut Kernel, [left, right]: [Var; 2]) -> Expr {
    let words = vec![left.into(), right.into()];
    k.call("u32::dot4_u8", words, Type::U32).into()
}
