//! Building blocks of networks besides matrix products and normalised rows.
//!
//! | engine | result |
//! |---|---|
//! | [`attention`] | means of values, weighted by the softmax of scores, under a causal mask, with grouped heads |
//! | [`attention_lanes_256`] | the same with the sums of 256 lanes |
//! | [`attention_stream_8`] | the same in one pass over blocks of eight keys |
//! | [`selective_scan`] | outputs of states that every step scales and adds to |
//! | [`rotary`] | pairs of numbers rotated by angles of their position |
//! | [`elements_add`], [`elements_mul`] | sums and products, element by element |
//! | [`silu`], [`silu_gate`], [`gelu_tanh`] | activations |
//! | [`gather_rows`], [`scatter_rows`] | rows of a table by their numbers (embedding), and into a table (a cache) |
//! | [`argmax`], [`top_k_rows`] | the indices of the greatest elements of a row |
//! | [`mixture`] | the outputs of the experts with the greatest gates, weighted |
//! | [`log_softmax`], [`cross_entropy`] | logarithms of the softmax of a row, and a loss |
//! | [`convolution`], [`max_pool`] | over images of several channels |
//! | [`quantize_i8`], [`dequantize_i8`] | to 8-bit integers and back |
//! | [`quantize_f8e4m3`], [`dequantize_f8e4m3`] | to 8-bit floats, with a scale for each block, and back |
//! | [`quantize_nf4`], [`dequantize_nf4`] | to 4-bit codes, with a scale for each block, and back |
//!
//! Every operation is the strict op of the library, rounded separately and in the order that the engine declares. Fused
//! operations are written as `fma`, and nothing is approximate. A computed NaN is canonical; moved elements keep their
//! bits.
//!
//! Column 0 of an input is the shape; the other columns are tensors, their last dimension the innermost, floats as
//! bits. A missing element of a tensor is +0. One invocation computes an item of the output, or a row of it.

mod argmax;
mod attention;
mod convolution;
mod cross_entropy;
mod dequantize_i8;
mod elements_add;
mod elements_mul;
mod gather_rows;
mod gelu_tanh;
mod log_softmax;
mod max_pool;
mod mixture;
mod quantize_i8;
mod rotary;
mod scaled;
mod scatter_rows;
mod selective_scan;
mod silu;
mod silu_gate;
mod top_k_rows;
mod values;

pub use argmax::argmax;
pub use attention::{attention, attention_lanes_256, attention_stream_8};
pub use convolution::convolution;
pub use cross_entropy::cross_entropy;
pub use dequantize_i8::dequantize_i8;
pub use elements_add::elements_add;
pub use elements_mul::elements_mul;
pub use gather_rows::gather_rows;
pub use gelu_tanh::gelu_tanh;
pub use log_softmax::log_softmax;
pub use max_pool::max_pool;
pub use mixture::mixture;
pub use quantize_i8::quantize_i8;
pub use rotary::rotary;
pub use scaled::{dequantize_f8e4m3, dequantize_nf4, quantize_f8e4m3, quantize_nf4};
pub use scatter_rows::scatter_rows;
pub use selective_scan::selective_scan;
pub use silu::silu;
pub use silu_gate::silu_gate;
pub use top_k_rows::top_k_rows;

use super::dispatches::Dispatches;
use super::folds::floats;
use super::numbered;
use super::pass::Pass;
use crate::float::ops::elementary::exp;
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Type, Var};

/// The largest number of elements of a tensor: their bytes fit a binding of every adapter.
const MOST: u32 = 1 << 25;

/// The one NaN that an engine can compute.
const CANONICAL_NAN: u32 = 0x7fc0_0000;

/// The bits of 1.
const ONE: u64 = 0x3f80_0000;

/// A column of an input, empty if it is missing.
pub(super) fn column(input: &Input, k: usize) -> &[u32] {
    input.columns.get(k).map_or(&[], Vec::as_slice)
}

/// The first words of the shape; a missing word is 0.
pub(super) fn shape<const N: usize>(input: &Input) -> [u32; N] {
    std::array::from_fn(|k| column(input, 0).get(k).copied().unwrap_or(0))
}

/// Number of elements of a tensor of these dimensions.
///
/// # Panics
/// Panics if there are too many for one buffer.
pub(super) fn elements(dimensions: &[u32]) -> u32 {
    let all = (dimensions.iter()).try_fold(1u64, |all, len| all.checked_mul(u64::from(*len)));
    match all {
        Some(all) if all <= MOST.into() => all as u32,
        _ => panic!(
            "a tensor of {dimensions:?} elements does not fit a buffer of {} bytes: cut it",
            4 * MOST
        ),
    }
}

/// The first elements of a column as floats, this many.
pub(super) fn padded(input: &Input, k: usize, len: u32) -> Vec<f32> {
    let mut all = floats(column(input, k));
    all.resize(len as usize, 0.0);
    all
}

/// The first elements of a column as words, this many.
pub(super) fn padded_words(input: &Input, k: usize, len: u32) -> Vec<u32> {
    let mut all = column(input, k).to_vec();
    all.resize(len as usize, 0);
    all
}

/// The bits of a computed float.
pub(super) fn bits(x: f32) -> u32 {
    if x.is_nan() {
        CANONICAL_NAN
    } else {
        x.to_bits()
    }
}

/// A record of row, column and word for every word of rows of this length.
pub(super) fn in_rows(words: impl IntoIterator<Item = u32>, len: u32) -> Output {
    let records = (0..).zip(words);
    records
        .map(|(at, word)| vec![at / len, at % len, word])
        .collect()
}

/// A float op of the library.
pub(super) fn op<const N: usize>(k: &mut Kernel, id: &str, operands: [Expr; N]) -> Var {
    k.call(id, operands.into(), Type::F32)
}

/// A float as a literal.
pub(super) fn float(bits: u64) -> Expr {
    Expr::literal(Type::F32, bits)
}

/// `1 / (1 + exp(-x))`, each step rounded separately.
fn sigmoid(k: &mut Kernel, x: Var) -> Var {
    let minus = op(k, "f32::neg", [x.into()]);
    let power = op(k, "f32::exp", [minus.into()]);
    let sum = op(k, "f32::add", [float(ONE), power.into()]);
    op(k, "f32::div", [float(ONE), sum.into()])
}

/// The same by CORE-MATH and the standard library.
fn sigmoid_of(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// The plan of an element-wise engine over the tensors in columns 1 and on; word 0 of the shape is the number of
/// elements of each.
fn each_element(
    input: &Input,
    size: u32,
    name: &str,
    operands: &[&str],
    of: impl FnOnce(&mut Kernel, &[Var]) -> Var,
) -> Plan {
    let [len] = shape(input);
    let len = elements(&[len]);
    let mut d = Dispatches::new(|input, read| {
        let [len] = shape(input);
        numbered(read[0].iter().take(len as usize).copied())
    });
    let columns = (1..).zip(operands);
    let reads: Vec<_> = columns
        .map(|(k, name)| (*name, Type::F32, d.given(column(input, k))))
        .collect();
    let pass = Pass {
        name,
        items: len,
        shape: &[],
        reads: &reads,
        writes: ("result", Type::F32, d.output(len)),
        iterations: &[],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let operands = item.read.iter();
        let operands: Vec<Var> = operands
            .map(|operand| k.bind("operand", operand.at(item.at)))
            .collect();
        let value = of(k, &operands);
        k.store(item.target, item.at, value);
    });
    d.finish()
}

/// The output of such an engine.
fn of_elements<const N: usize>(input: &Input, of: impl Fn([f32; N]) -> f32) -> Output {
    let [len] = shape(input);
    let operands: [Vec<f32>; N] = std::array::from_fn(|k| padded(input, k + 1, len));
    let element = |i: usize| bits(of(std::array::from_fn(|k| operands[k][i])));
    numbered((0..len as usize).map(element))
}
