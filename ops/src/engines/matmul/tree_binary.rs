use super::{
    Contract, Element, GOLDBERG, Problem, goldberg_product, lattice, one_element, product,
};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, LocalId, Operand, Type, UnaryOp, Var};
use vyre_conform_runtime::vyre_engine;

/// The largest number of sums that wait for the sum to their right: at most one per level of the tree.
const WAITING: u32 = 32;

/// The product of two matrices of floats, each element the sum of rounded products in a binary tree.
///
/// Input: `[M, N, K]`; A, of M rows of K, as bits; B, of K rows of N, as bits. Output: for every element a record of
/// its row, its column and its bits.
///
/// The tree is that of `freduce_tree_binary`: `[0, n)` is split at `n / 2`, rounded down, and each part in the same
/// way. Its parts at one depth have one or two products each. An invocation sums these parts from left to right and
/// joins two halves as soon as both exist, so at most one sum per level waits.
#[vyre_engine(
    reference = reference,
    inputs = lattice::inputs,
    corpus = CORPUS,
    kind = tensor,
    additions = TreeBinary,
    sums = lattice::sums,
)]
pub fn matmul_tree_binary(input: &Input, size: u32) -> Plan {
    let inner = Problem::of(input).inner;
    let depth = u64::from(inner.max(1)).next_power_of_two().ilog2();
    let depth = depth.saturating_sub(1);
    let contract = Contract {
        name: "sum_tree",
        operands: Type::F32,
        parameter: depth,
        iterations: vec![(2 << depth) - 1, depth.into()],
        element,
    };
    contract.plan(input, size)
}

/// Every step of the loop is a part of the greatest depth or the sum of two neighbours: `2^d` parts and one sum less.
fn element(k: &mut Kernel, element: &Element) -> Var {
    let depth = element.parameter;
    let waiting = k.array("waiting", Type::F32, WAITING);
    let top = k.variable("top", 0);
    let part = k.variable("part", 0);
    let due = k.variable("due", 0);
    k.when(element.inner.greater(0), |k| {
        k.count("step", 0, (Expr::u32(2) << depth) - 1, |k, _| {
            k.when_else(
                due.greater(0),
                |k| {
                    let both = [2, 1].map(|below| waiting_sum(waiting, top - below));
                    let sum = k.call("f32::add", both.into(), Type::F32);
                    k.store_element(waiting, top - 2, sum);
                    k.assign(top, top - 1);
                    k.assign(due, due - 1);
                },
                |k| {
                    let sum = leaf(k, element, part);
                    k.store_element(waiting, top, sum);
                    k.assign(top, top + 1);
                    k.assign(part, part + 1);
                    // The number of complete levels is the number of trailing zeros of the part count.
                    k.assign(due, part.unary(UnaryOp::TrailingZeros));
                },
            );
        });
    });
    k.variable("sum", waiting_sum(waiting, Expr::u32(0)))
}

fn waiting_sum(waiting: LocalId, at: Expr) -> Expr {
    Expr::element(waiting, Type::F32, at)
}

/// The sum of a part of the greatest depth, found by descending: the bits of its number, from the highest on, select
/// left or right.
fn leaf(k: &mut Kernel, element: &Element, part: Var) -> Var {
    let first = k.variable("first", 0);
    let count = k.variable("count", element.inner);
    k.count("level", 0, element.parameter, |k, level| {
        let left = k.bind("left", count >> 1);
        let right = k.bind("right", (part >> (element.parameter - 1 - level)) & 1);
        k.assign(first, first + right * left);
        k.assign(count, right.equals(1).select(count - left, left));
    });
    let one = element.product(k, first);
    let sum = k.variable("sum", one);
    k.when(count.greater(1), |k| {
        let other = element.product(k, first + 1);
        let both = k.call("f32::add", vec![sum.into(), other.into()], Type::F32);
        k.assign(sum, both);
    });
    sum
}

/// The definition as a recursion.
fn reference(input: &Input) -> Output {
    product(input, |row, column| {
        let products = row.iter().zip(column).map(|(a, b)| a * b);
        tree(&products.collect::<Vec<f32>>())
    })
}

fn tree(products: &[f32]) -> f32 {
    match products {
        [] => 0.0,
        [one] => *one,
        more => {
            let (left, right) = more.split_at(more.len() / 2);
            tree(left) + tree(right)
        }
    }
}

/// A published sum, in the two orders that differ: three are split into one and two.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: GOLDBERG,
        input: || goldberg_product([0, 1, 2], &[]),
        output: || one_element(0.0),
    },
    CorpusCase {
        source: GOLDBERG,
        input: || goldberg_product([2, 0, 1], &[]),
        output: || one_element(1.0),
    },
];
