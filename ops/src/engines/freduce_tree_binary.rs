use super::dispatches::Dispatches;
use super::folds::{self, Fold, GOLDBERG, REFUSED};
use super::grid::{self, Grid};
use super::shapes;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Sums};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Folds floats in a binary tree: `[0, n)` is split at `n / 2`, rounded down, and each part in the same way.
///
/// Input: the number of an op (0 sum, 1 product, 2 minimum, 3 maximum); the floats as bits. Output: the single record
/// `[0, bits]`, or `[1]` if there are no floats, which have no fold.
///
/// If the tree has depth `d + 1`, each of the `2^d` parts at depth `d` has one or two elements. The first dispatch
/// folds these parts. Above them the tree is full, and one dispatch per level folds all neighbours of the level in
/// parallel. The shape depends only on the length.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = tensor,
    additions = TreeBinary,
    sums = sums,
)]
pub fn freduce_tree_binary(input: &Input, size: u32) -> Plan {
    let fold = folds::fold(input);
    let source = &input.columns[1];
    let len = source.len() as u32;
    let depth = len.max(1).next_power_of_two().ilog2().saturating_sub(1);
    let mut d = Dispatches::new(|_, read| vec![folds::record(&read[0][..2])]);
    let source = d.given(source);
    let output = d.output(2);
    let mut parts = d.zeros(1 << depth);
    let mut spare = d.zeros(1 << (depth.max(1) - 1));
    let leaves = d.program(fold_leaves(size, fold));
    let pairs = d.program(fold_pairs(size, fold));
    let root = d.program(write_root(size));
    let grid = Grid::over(1 << depth, size);
    let params = d.given(&[&grid.params()[..], &[len, depth]].concat());
    let iterations = [grid.iterations(), depth.into()];
    d.step(leaves, grid.groups, &[params, source, parts], &iterations);
    for level in (0..depth).rev() {
        let grid = Grid::over(1 << level, size);
        let params = d.given(&grid.params());
        d.step(
            pairs,
            grid.groups,
            &[params, parts, spare],
            &[grid.iterations()],
        );
        (parts, spare) = (spare, parts);
    }
    let params = d.given(&[len]);
    d.step(root, 1, &[params, parts, output], &[]);
    d.finish()
}

/// Finds part `k` at depth `d` by descending: the bits of `k`, from the highest on, select left or right.
fn fold_leaves(size: u32, fold: &Fold) -> Program {
    let mut k = Kernel::new("fold_leaves", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 5);
    let source = k.read_only("source", Type::F32);
    let parts = k.read_write("parts", Type::F32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let len = k.bind("len", params.at(3));
    let depth = k.bind("depth", params.at(4));
    grid::for_each(&mut k, grid, |k, part| {
        let first = k.variable("first", 0);
        let count = k.variable("count", len);
        k.count("level", 0, depth, |k, level| {
            let left = k.bind("left", count >> 1);
            let right = k.bind("right", (part >> (depth - 1 - level)) & 1);
            k.assign(first, first + right * left);
            k.assign(count, right.equals(1).select(count - left, left));
        });
        let value = k.variable("value", source.at(first));
        k.when(count.greater(1), |k| {
            let operands = vec![Expr::from(value), source.at(first + 1)];
            let both = k.call(fold.id, operands, Type::F32);
            k.assign(value, both);
        });
        k.store(parts, part, value);
    });
    k.finish()
}

fn fold_pairs(size: u32, fold: &Fold) -> Program {
    let mut k = Kernel::new("fold_pairs", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let from = k.read_only("from", Type::F32);
    let to = k.read_write("to", Type::F32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    grid::for_each(&mut k, grid, |k, part| {
        let operands = vec![from.at(part * 2), from.at(part * 2 + 1)];
        let both = k.call(fold.id, operands, Type::F32);
        k.store(to, part, both);
    });
    k.finish()
}

fn write_root(size: u32) -> Program {
    let mut k = Kernel::new("write_root", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 1);
    let parts = k.read_only("parts", Type::F32);
    let output = k.read_write("output", Type::U32);
    let invocation = k.bind("invocation", Expr::invocation_id(Axis::X));
    k.when(invocation.equals(0), |k| {
        k.when_else(
            params.at(0).equals(0),
            |k| k.store(output, 0, REFUSED),
            |k| {
                let root = k.bind("root", parts.at(0));
                k.store(output, 1, folds::canonical(root));
            },
        );
    });
    k.finish()
}

/// The definition as a recursion.
fn reference(input: &Input) -> Output {
    let of = folds::fold(input).of;
    vec![folds::expected(tree(of, &folds::floats(&input.columns[1])))]
}

fn tree(of: fn(f32, f32) -> f32, source: &[f32]) -> Option<f32> {
    match source {
        [] => None,
        [one] => Some(*one),
        more => {
            let (left, right) = more.split_at(more.len() / 2);
            Some(of(tree(of, left)?, tree(of, right)?))
        }
    }
}

/// Floats of every length. One input for each published sum.
fn sums(sums: &Sums) -> Vec<Input> {
    let input = |elements| Input {
        columns: vec![vec![folds::SUM], elements],
    };
    sums.product_bits().map(input).collect()
}

fn inputs(n: u64) -> Input {
    Input {
        columns: vec![
            vec![folds::number(n)],
            folds::elements(n, shapes::length(n)),
        ],
    }
}

/// A published sum.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: GOLDBERG,
    input: || Input {
        columns: vec![vec![0], folds::goldberg()],
    },
    // Three are split into one and two: x + (y + z).
    output: || vec![vec![0, 0f32.to_bits()]],
}];
