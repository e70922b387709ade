use super::fma_chain::{chain, in_order};
use super::{
    Contract, Element, GOLDBERG, Problem, goldberg_product, lattice, one_element, product,
};
use crate::engines::ahead;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// The product of two matrices of floats, with K split into parts and a chain of fused multiply-adds for each part.
///
/// Input: `[M, N, K, S]`; A, of M rows of K, as bits; B, of K rows of N, as bits. Output: for every element a record of
/// its row, its column and its bits.
///
/// There are S parts (one if S is 0) of `K / S` products, rounded up. The last part may be shorter, and empty parts are
/// omitted. A part is the chain of `matmul_fma_chain` from +0, and the sums of the parts are added from left to right,
/// as libraries do for long K and small M and N.
#[vyre_engine(
    reference = reference,
    inputs = lattice::inputs_of_parts,
    corpus = CORPUS,
    kind = tensor,
    additions = SplitK(3),
    sums = lattice::sums_of_parts,
)]
pub fn matmul_split_k(input: &Input, size: u32) -> Plan {
    let inner = Problem::of(input).inner;
    let part = part(input);
    let parts = inner.div_ceil(part).saturating_sub(1);
    let contract = Contract {
        name: "split_k",
        operands: Type::F32,
        parameter: part,
        iterations: [
            &ahead::iterations(part)[..],
            &[parts.into()],
            &ahead::iterations(part),
        ]
        .concat(),
        element: |k: &mut Kernel, element: &Element| {
            let part = element.parameter;
            let first = part.min(element.inner);
            let sum = chain(k, element, [Expr::u32(0), first]);
            let rest = (element.inner + part - 1) / part;
            k.count("part", 1, rest, |k, number| {
                let from = k.bind("from", number * part);
                let to = from + part.min(element.inner - from);
                let next = chain(k, element, [from.into(), to]);
                let both = k.call("f32::add", vec![sum.into(), next.into()], Type::F32);
                k.assign(sum, both);
            });
            sum
        },
    };
    contract.plan(input, size)
}

/// Products of a part.
fn part(input: &Input) -> u32 {
    let problem = Problem::of(input);
    problem.inner.div_ceil(problem.parts.max(1)).max(1)
}

/// Chains and sums by the standard library.
fn reference(input: &Input) -> Output {
    let part = part(input) as usize;
    product(input, |row, column| {
        let parts = row.chunks(part).zip(column.chunks(part));
        let sums = parts.map(|(row, column)| in_order(row, column));
        sums.reduce(|sum, next| sum + next).unwrap_or(0.0)
    })
}

/// A published sum in two parts: of two products and one.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: GOLDBERG,
        input: || goldberg_product([2, 0, 1], &[2]),
        output: || one_element(0.0),
    },
    CorpusCase {
        source: GOLDBERG,
        input: || goldberg_product([0, 1, 2], &[2]),
        output: || one_element(1.0),
    },
];
