//! Products of matrices: the laws of each contract with their limits, its order of additions found by probing, and
//! faults for each of these checks.

mod batched;
mod declared;
mod laws;
mod mistaken;
mod orders;
mod paired;
mod tiled;

use super::{check_plan, original, plan_of, run};
use vyre_conform_runtime::engine::{Input, Plan};

const FMA_CHAIN: &str = "engine::matmul_fma_chain";
const STRICT: &str = "engine::matmul_strict";
const TREE_BINARY: &str = "engine::matmul_tree_binary";
const SPLIT_K: &str = "engine::matmul_split_k";
const EXACT: &str = "engine::matmul_exact";

const CONTRACTS: [&str; 5] = [FMA_CHAIN, STRICT, TREE_BINARY, SPLIT_K, EXACT];

/// A product: M, N, K and S; A and B by rows.
#[derive(Clone, Debug, PartialEq)]
struct Product {
    shape: [u32; 4],
    a: Vec<u32>,
    b: Vec<u32>,
}

impl Product {
    /// Input `n` of an engine.
    fn generated(id: &str, n: u64) -> Self {
        Self::of(&(original(id).inputs)(n))
    }

    fn of(input: &Input) -> Self {
        let shape = |k: usize| input.columns[0].get(k).copied().unwrap_or(0);
        Self {
            shape: [0, 1, 2, 3].map(shape),
            a: input.columns[1].clone(),
            b: input.columns[2].clone(),
        }
    }

    fn input(&self) -> Input {
        Input {
            columns: vec![self.shape.to_vec(), self.a.clone(), self.b.clone()],
        }
    }

    /// The product of the columns of A and rows of B at these indices; an index from K on is the padding `[0, +0]`, with
    /// this sign.
    fn along(&self, indices: &[u32], sign: u32) -> Self {
        let [rows, columns, inner, parts] = self.shape;
        let a = (0..rows).flat_map(|i| indices.iter().map(move |k| (i, *k)));
        let a = a.map(|(i, k)| {
            if k < inner {
                self.a[(i * inner + k) as usize]
            } else {
                sign
            }
        });
        let b = indices
            .iter()
            .flat_map(|k| (0..columns).map(move |j| (*k, j)));
        let b = b.map(|(k, j)| {
            if k < inner {
                self.b[(k * columns + j) as usize]
            } else {
                0
            }
        });
        Self {
            shape: [rows, columns, indices.len() as u32, parts],
            a: a.collect(),
            b: b.collect(),
        }
    }

    /// The product of these rows of A and columns of B.
    fn cut(&self, rows: std::ops::Range<u32>, columns: std::ops::Range<u32>) -> Self {
        let [_, all, inner, parts] = self.shape;
        let a = rows.clone().flat_map(|i| i * inner..(i + 1) * inner);
        let columns_of = columns.clone();
        let b = (0..inner).flat_map(|k| columns_of.clone().map(move |j| k * all + j));
        Self {
            shape: [rows.len() as u32, columns.len() as u32, inner, parts],
            a: a.map(|position| self.a[position as usize]).collect(),
            b: b.map(|position| self.b[position as usize]).collect(),
        }
    }

    /// The transposed B times the transposed A.
    fn transposed(&self) -> Self {
        let [rows, columns, inner, parts] = self.shape;
        let a = (0..columns).flat_map(|j| (0..inner).map(move |k| k * columns + j));
        let b = (0..inner).flat_map(|k| (0..rows).map(move |i| i * inner + k));
        Self {
            shape: [columns, rows, inner, parts],
            a: a.map(|position| self.b[position as usize]).collect(),
            b: b.map(|position| self.a[position as usize]).collect(),
        }
    }

    /// The elements of an engine's result on the interpreter, row by row.
    fn by(&self, id: &str) -> Vec<u32> {
        self.with(|input, size| plan_of(id, input, size))
    }

    fn with(&self, plan: impl Fn(&Input, u32) -> Plan) -> Vec<u32> {
        let input = self.input();
        let output = run(&plan(&input, 64), &input);
        output.iter().map(|record| record[2]).collect()
    }

    /// The elements in these rows and columns, from those of the whole product.
    fn among(
        &self,
        whole: &[u32],
        rows: std::ops::Range<u32>,
        columns: std::ops::Range<u32>,
    ) -> Vec<u32> {
        let position = rows.flat_map(|i| columns.clone().map(move |j| i * self.shape[1] + j));
        position.map(|position| whole[position as usize]).collect()
    }
}
