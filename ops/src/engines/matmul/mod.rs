//! Products of matrices of floats, one engine for each order of additions.
//!
//! Addition of floats is not associative, so a product of matrices has as many values as its sums have orders. Each
//! engine here is a contract: element `(i, j)` of the product of A, of M rows of K, and B, of K rows of N, is
//!
//! | engine | the element |
//! |---|---|
//! | [`matmul_fma_chain`] | `acc = fma(a[i, k], b[k, j], acc)` for `k` ascending, from `acc = +0` |
//! | [`matmul_strict`] | products rounded, then added from left to right |
//! | [`matmul_tree_binary`] | products rounded, then added in a binary tree that is split at `n / 2`, rounded down |
//! | [`matmul_split_k`] | K cut into S parts, a chain of `fma` for each, the sums of the parts added from left to right |
//! | [`matmul_exact`] | the exact sum of the exact products, rounded once |
//! | [`matmul_fma_chain_tiled`] | as `matmul_fma_chain`, by tiles |
//! | [`matmul_strict_tiled`] | as `matmul_strict`, by tiles |
//! | [`matmul_exact_residues`] | as `matmul_exact`, by tiles and integer residues |
//! | [`matmul_exact_dot4`] | the same, four residues at once by an op of one hardware feature |
//! | [`matmul_f16_fma_chain`], [`matmul_bf16_fma_chain`] | the chain in binary32 for 16-bit operands, of a batch with strides |
//! | [`matmul_i8`] | the sum of products of 8-bit integers, modulo 2^32, in any order, of a batch |
//! | [`dot_rows_i8`] | the same for pairs of rows, four products at once by an op of one hardware feature |
//!
//! The documentation of the last four describes their shapes. For the others:
//!
//! Input: `[M, N, K]`, for `matmul_split_k` `[M, N, K, S]`; A row by row; B row by row, as bits. A missing element of
//! an operand is +0. Output: for every element a record of its row, its column and its bits. Operands and sums are
//! binary32, a sum of nothing (K = 0) is +0, and NaN is canonical.
//!
//! One invocation computes an element, or several in tiled engines, by integer arithmetic alone, so that every adapter
//! gives the bits of the reference.

mod by_tiles;
mod dot_rows;
pub(super) mod exact;
mod fma_chain;
pub(crate) mod fma_chain_tiled;
mod lattice;
mod native_tiles;
mod packed_i8;
pub(crate) mod residues;
mod sixteen;
mod split_k;
mod strict;
pub(crate) mod strict_tiled;
mod tile;
mod tree_binary;
pub(super) mod wide;

pub use dot_rows::dot_rows_i8;
pub use exact::matmul_exact;
pub use fma_chain::matmul_fma_chain;
pub use fma_chain_tiled::matmul_fma_chain_tiled;
pub use packed_i8::matmul_i8;
pub use residues::dot4::matmul_exact_dot4;
pub use residues::matmul_exact_residues;
pub use sixteen::{matmul_bf16_fma_chain, matmul_f16_fma_chain};
pub use split_k::matmul_split_k;
pub use strict::matmul_strict;
pub use strict_tiled::matmul_strict_tiled;
pub use tree_binary::matmul_tree_binary;

use super::dispatches::Dispatches;
use super::folds::{GOLDBERG, floats, goldberg};
use super::grid::{self, Grid};
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Program, Type, Var};

/// The largest number of elements of a product, 2 GiB; a device with smaller bindings refuses the buffer.
pub(crate) const MOST: u32 = 1 << 29;

/// The largest number of elements whose bytes fit a binding of every adapter.
pub(crate) const MOST_ANYWHERE: u32 = 1 << 25;

/// The one NaN that a product can give.
const CANONICAL_NAN: u32 = 0x7fc0_0000;

/// Dimensions of a product.
struct Problem<'i> {
    rows: u32,
    columns: u32,
    inner: u32,
    /// The fourth word, S of a contract that has one; 0 if it is absent.
    parts: u32,
    a: &'i [u32],
    b: &'i [u32],
}

impl<'i> Problem<'i> {
    /// The product that an input describes.
    fn of(input: &'i Input) -> Self {
        let column = |k: usize| input.columns.get(k).map_or(&[][..], Vec::as_slice);
        let shape = |k: usize| column(0).get(k).copied().unwrap_or(0);
        Self {
            rows: shape(0),
            columns: shape(1),
            inner: shape(2),
            parts: shape(3),
            a: column(1),
            b: column(2),
        }
    }

    /// Number of elements of the product.
    ///
    /// # Panics
    /// Panics if there are too many for one buffer.
    fn items(&self) -> u32 {
        let items = u64::from(self.rows) * u64::from(self.columns);
        assert!(
            items <= MOST.into(),
            "a product of {} x {} elements takes {} bytes, and a buffer has at most {}: cut M or N",
            self.rows,
            self.columns,
            4 * u128::from(items),
            4 * MOST
        );
        items as u32
    }
}

/// The element of a kernel's invocation.
struct Element {
    a: Buffer,
    b: Buffer,
    /// Start of the row of A.
    row: Var,
    column: Var,
    columns: Var,
    /// K.
    inner: Var,
    /// A parameter of the contract.
    parameter: Var,
}

impl Element {
    /// The operands of product `k`.
    fn operands(&self, k: &mut Kernel, at: impl Into<Expr>) -> [Var; 2] {
        let at = k.bind("at", at);
        let left = k.bind("left", self.a.at(self.row + at));
        let right = k.bind("right", self.b.at(at * self.columns + self.column));
        [left, right]
    }

    /// Product `k`, rounded.
    fn product(&self, k: &mut Kernel, at: impl Into<Expr>) -> Var {
        let operands = self.operands(k, at).map(Expr::from);
        k.call("f32::mul", operands.into(), Type::F32)
    }
}

/// Computation of an element by an engine: a part of a kernel.
struct Contract<E> {
    /// The name of the kernel.
    name: &'static str,
    /// The type of the operands in the kernel: floats, or their bits.
    operands: Type,
    /// The parameter of the kernel.
    parameter: u32,
    /// Upper bounds on the iterations of its loops.
    iterations: Vec<u64>,
    element: E,
}

impl<E: FnOnce(&mut Kernel, &Element) -> Var> Contract<E> {
    /// The plan of one dispatch, one invocation per element.
    fn plan(self, input: &Input, size: u32) -> Plan {
        let problem = Problem::of(input);
        let grid = Grid::over(problem.items(), size);
        let mut d = Dispatches::new(records);
        let shape = [problem.columns, problem.inner, self.parameter];
        let params = d.given(&[&grid.params()[..], &shape].concat());
        let buffers = [
            params,
            d.given(problem.a),
            d.given(problem.b),
            d.output(grid.items),
        ];
        let iterations = [&[grid.iterations()], &self.iterations[..]].concat();
        let program = d.program(self.program(size));
        d.step(program, grid.groups, &buffers, &iterations);
        d.finish()
    }

    fn program(self, size: u32) -> Program {
        let mut k = Kernel::new(self.name, [size, 1, 1]);
        let params = k.uniform("params", Type::U32, 6);
        let a = k.read_only("a", self.operands);
        let b = k.read_only("b", self.operands);
        let product = k.read_write("product", self.operands);
        let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
        let [columns, inner, parameter] = [3, 4, 5].map(|i| k.bind("shape", params.at(i)));
        grid::for_each(&mut k, grid, |k, item| {
            let element = Element {
                a,
                b,
                row: k.bind("row", item / columns * inner),
                column: k.bind("column", item % columns),
                columns,
                inner,
                parameter,
            };
            let value = (self.element)(k, &element);
            k.store(product, item, value);
        });
        k.finish()
    }
}

/// The elements row by row as records.
fn records(input: &Input, read: &[Vec<u32>]) -> Output {
    let problem = Problem::of(input);
    let elements = read[0].iter().take(problem.items() as usize);
    (0..)
        .zip(elements)
        .map(|(at, bits)| vec![at / problem.columns, at % problem.columns, *bits])
        .collect()
}

/// Records of matrix, row, column and word for every word of matrices of this shape.
fn in_batches(words: impl IntoIterator<Item = u32>, [rows, columns]: [u32; 2]) -> Output {
    let records = (0..).zip(words);
    records
        .map(|(at, word)| {
            let row: u32 = at / columns;
            vec![row / rows, row % rows, at % columns, word]
        })
        .collect()
}

/// The product in which `of` computes each element from a row of A and a column of B, both of K floats.
fn product(input: &Input, of: impl Fn(&[f32], &[f32]) -> f32) -> Output {
    let problem = Problem::of(input);
    let inner = problem.inner as usize;
    let whole = |words: &[u32], len: usize| {
        let mut all = floats(words);
        all.resize(len, 0.0);
        all
    };
    let a = whole(problem.a, problem.rows as usize * inner);
    let b = whole(problem.b, problem.columns as usize * inner);
    let mut output = vec![];
    for i in 0..problem.rows {
        let row = &a[i as usize * inner..][..inner];
        for j in 0..problem.columns {
            let column = b.iter().skip(j as usize).step_by(problem.columns as usize);
            let column: Vec<f32> = column.copied().collect();
            let value = of(row, &column);
            let bits = if value.is_nan() {
                CANONICAL_NAN
            } else {
                value.to_bits()
            };
            output.push(vec![i, j, bits]);
        }
    }
    output
}

/// Goldberg's three summands as a product: a row of them by a column of ones, in this order.
fn goldberg_product(order: [usize; 3], parts: &[u32]) -> Input {
    let summands = goldberg();
    Input {
        columns: vec![
            [&[1, 1, 3], parts].concat(),
            order.map(|k| summands[k]).to_vec(),
            vec![1f32.to_bits(); 3],
        ],
    }
}

/// The one element of such a product.
fn one_element(value: f32) -> Output {
    vec![vec![0, 0, value.to_bits()]]
}
