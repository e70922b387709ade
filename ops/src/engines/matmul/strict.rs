use super::{
    Contract, Element, GOLDBERG, Problem, goldberg_product, lattice, one_element, product,
};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// The product of two matrices of floats, each element the sum of rounded products from left to right.
///
/// Input: `[M, N, K]`; A, of M rows of K, as bits; B, of K rows of N, as bits. Output: for every element a record
/// of its row, its column and its bits.
///
/// The sum is that of `freduce_strict` and begins with the first product, so that a product of -0 alone is -0.
#[vyre_engine(
    reference = reference,
    inputs = lattice::inputs,
    corpus = CORPUS,
    kind = tensor,
    additions = Strict,
    sums = lattice::sums,
)]
pub fn matmul_strict(input: &Input, size: u32) -> Plan {
    let inner = Problem::of(input).inner;
    let contract = Contract {
        name: "sum_strictly",
        operands: Type::F32,
        parameter: 0,
        iterations: vec![inner.max(1).into()],
        element: |k: &mut Kernel, element: &Element| {
            let sum = k.variable("sum", Expr::literal(Type::F32, 0));
            k.when(element.inner.greater(0), |k| {
                let first = element.product(k, 0);
                k.assign(sum, first);
                k.count("i", 1, element.inner, |k, i| {
                    let next = element.product(k, i);
                    let next = k.call("f32::add", vec![sum.into(), next.into()], Type::F32);
                    k.assign(sum, next);
                });
            });
            sum
        },
    };
    contract.plan(input, size)
}

/// Products and sums by the standard library.
fn reference(input: &Input) -> Output {
    product(input, in_order)
}

/// The sum of the products of a row and a column from left to right.
pub(super) fn in_order(row: &[f32], column: &[f32]) -> f32 {
    let products = row.iter().zip(column).map(|(a, b)| a * b);
    products.reduce(|sum, next| sum + next).unwrap_or(0.0)
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
