//! Products of matrices of the 16-bit formats, summed in binary32: a batch of them, with rows that have strides.
//!
//! Input: `[batch, M, N, K, row stride of A, row stride of B]`; A, with M rows per matrix; B, with K rows per matrix; a
//! value is the low half of a word. The stride of an operand is the distance in values from the start of a row to the
//! start of the next, across all matrices. It is K or N for dense rows and more for rows with gaps, which are not read.
//! It is less for overlapping rows; with stride 0 all rows are the same. A missing element of an operand is +0. Output:
//! for every element a record of its matrix, its row, its column and its bits, of binary32.
//!
//! The element is `acc = fma(a[i, k], b[k, j], acc)` for `k` ascending, from `acc = +0`, in binary32; the operands are
//! widened, which is exact. A sum of nothing is +0, and NaN is canonical.

mod bf16_fma_chain;
mod f16_fma_chain;
mod inputs;

pub use bf16_fma_chain::matmul_bf16_fma_chain;
pub use f16_fma_chain::matmul_f16_fma_chain;

use super::in_batches;
use crate::engines::dispatches::Dispatches;
use crate::engines::network::{bits, column, elements, float, op, shape};
use crate::engines::pass::Pass;
use vyre_conform_runtime::engine::{Input, Output, Plan, Sums};
use vyre_conform_runtime::ir::{Operand, Type};

/// A format of operands in a kernel.
struct Format {
    /// The name of the kernel.
    name: &'static str,
    ty: Type,
    /// The op that widens a value.
    widened: &'static str,
}

/// The plan of one dispatch, one invocation per element.
///
/// # Panics
/// Panics if an operand with its strides or the product is too large for one buffer.
fn plan(input: &Input, size: u32, format: &Format) -> Plan {
    let [batch, rows, columns, inner, a_stride, b_stride] = shape(input);
    elements(&[batch, rows, a_stride]);
    elements(&[batch, inner, b_stride]);
    elements(&[inner]);
    let due = elements(&[batch, rows, columns]);
    let mut d = Dispatches::new(|input, read| {
        let [batch, rows, columns] = shape(input);
        let due = elements(&[batch, rows, columns]) as usize;
        in_batches(read[0].iter().take(due).copied(), [rows, columns])
    });
    let [a, b] = [1, 2].map(|k| d.given(column(input, k)));
    let pass = Pass {
        name: format.name,
        items: due,
        shape: &[rows, columns, inner, a_stride, b_stride],
        reads: &[("a", Type::U32, a), ("b", Type::U32, b)],
        writes: ("product", Type::F32, d.output(due)),
        iterations: &[inner.into()],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let [rows, columns, inner, a_stride, b_stride] = [0, 1, 2, 3, 4].map(|i| item.shape[i]);
        // Rows are numbered across all matrices.
        let row = k.bind("row", item.at / columns);
        let begin = k.bind("begin", row * a_stride);
        let other = row / rows * inner * b_stride + item.at % columns;
        let other = k.bind("other", other);
        let sum = k.variable("sum", float(0));
        k.count("i", 0, inner, |k, i| {
            let left = item.read[0].at(begin + i).cast(format.ty);
            let right = item.read[1].at(other + i * b_stride).cast(format.ty);
            let left = op(k, format.widened, [left]);
            let right = op(k, format.widened, [right]);
            let next = op(k, "f32::mul_add", [left.into(), right.into(), sum.into()]);
            k.assign(sum, next);
        });
        k.store(item.target, item.at, sum);
    });
    d.finish()
}

/// The chain by the standard library; `widened` converts the operands from their bits.
fn reference(input: &Input, widened: fn(u16) -> f32) -> Output {
    let [batch, rows, columns, inner, a_stride, b_stride] = shape(input).map(|n: u32| n as usize);
    let value = |k: usize, at: usize| {
        let word = column(input, k).get(at).copied().unwrap_or(0);
        widened(word as u16)
    };
    let mut sums = vec![];
    if columns == 0 {
        return vec![];
    }
    for matrix in 0..batch {
        for i in 0..rows {
            for j in 0..columns {
                let products = (0..inner).map(|k| {
                    let left = value(1, (matrix * rows + i) * a_stride + k);
                    let right = value(2, (matrix * inner + k) * b_stride + j);
                    (left, right)
                });
                sums.push(products.fold(0f32, |sum, (a, b)| a.mul_add(b, sum)));
            }
        }
    }
    let [rows, columns] = [rows, columns].map(|n| n as u32);
    in_batches(sums.into_iter().map(bits), [rows, columns])
}

/// Sums of these products, as a batch of products of one row and one column. Shorter sums are padded with products of
/// -0, which change nothing.
fn asking(sums: &[Vec<[u16; 2]>], minus_zero: [u16; 2]) -> Input {
    let longest = sums.iter().map(Vec::len).max().unwrap_or(0);
    let side = |n: usize| {
        let all = sums.iter().flat_map(move |products| {
            let rest = std::iter::repeat_n(minus_zero, longest - products.len());
            let products = products.iter().copied().chain(rest);
            products.map(move |product| u32::from(product[n]))
        });
        all.collect::<Vec<u32>>()
    };
    let [count, longest] = [sums.len(), longest].map(|n| n as u32);
    Input {
        columns: vec![vec![count, 1, 1, longest, longest, 1], side(0), side(1)],
    }
}

/// The products that replace each given one.
fn in_place_of(
    sums: &Sums,
    minus_zero: [u16; 2],
    of: impl Fn(f32, f32) -> Vec<[u16; 2]>,
) -> Vec<Input> {
    let sum = |factors: &Vec<f32>| factors.iter().flat_map(|x| of(*x, sums.common)).collect();
    let all: Vec<Vec<[u16; 2]>> = sums.factors.iter().map(sum).collect();
    vec![asking(&all, minus_zero)]
}

/// A product in rows with strides that can be computed by hand; the gaps between the rows hold NaN of the format.
fn small_product(of: fn(f32) -> u16) -> Input {
    let words = |values: &[f32]| values.iter().map(|x| u32::from(of(*x))).collect();
    Input {
        columns: vec![
            vec![1, 2, 2, 2, 3, 4],
            words(&[1.0, 2.0, f32::NAN, 3.0, 4.0]),
            words(&[5.0, 6.0, f32::NAN, f32::NAN, 7.0, 8.0]),
        ],
    }
}

/// Its result.
fn small_product_result() -> Output {
    in_batches([19f32, 22.0, 43.0, 50.0].map(f32::to_bits), [2, 2])
}

const SMALL_PRODUCT: &str = "By hand: [[1, 2], [3, 4]] by [[5, 6], [7, 8]] is [[19, 22], [43, 50]]";

/// The product of one row and one column.
fn dot(a: &[u32], b: &[u32]) -> Input {
    let inner = a.len() as u32;
    Input {
        columns: vec![vec![1, 1, 1, inner, inner, 1], a.to_vec(), b.to_vec()],
    }
}

/// Its one element.
fn one_element(bits: u32) -> Output {
    vec![vec![0, 0, 0, bits]]
}
