//! Floats in few bits, with a scale for each block.
//!
//! Input of quantisation: `[n, block]`, the number of elements and the number of elements per scale, fewer in the last
//! block; x. Output: for every block a record of 0, its number and the bits of its scale; for every element a record of
//! 1, its number and its code. Input of dequantisation: `[n, block]`; the codes; the scales as bits. Output: for every
//! element a record of its number and its bits.
//!
//! The greatest magnitude of a block is found by `f32::max` from +0, so NaN is ignored. It is at most the greatest
//! finite number, so an infinity becomes the code of the greatest magnitude. A scale of 0 is replaced by 1.

mod dequantize_f8e4m3;
mod dequantize_nf4;
mod quantize_f8e4m3;
mod quantize_nf4;

pub use dequantize_f8e4m3::dequantize_f8e4m3;
pub use dequantize_nf4::dequantize_nf4;
pub use quantize_f8e4m3::quantize_f8e4m3;
pub use quantize_nf4::quantize_nf4;

use super::values::{length, tensor, word};
use super::{Dispatches, Pass, column, elements, float, numbered, op, padded, padded_words, shape};
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Type, Var};

/// The bits without the sign.
const MAGNITUDE: u32 = 0x7fff_ffff;

/// Infinity; greater bits are NaN.
const INFINITY: u32 = 0x7f80_0000;

/// Number of elements, elements per scale, and blocks.
///
/// # Panics
/// Panics if a block has no elements.
fn blocks(input: &Input) -> [u32; 3] {
    let [len, block] = shape(input);
    assert!(
        block > 0,
        "a block of 0 elements has no scale: it has one at least"
    );
    [elements(&[len]), block, len.div_ceil(block)]
}

/// The plan of an engine that finds the scale of each block, its greatest magnitude divided by this number, and
/// converts every element to a code by its scale.
fn quantized(
    input: &Input,
    size: u32,
    [scales_name, codes_name]: [&str; 2],
    by: f32,
    iterations: &[u64],
    code: impl FnOnce(&mut Kernel, Var) -> Expr,
) -> Plan {
    let [len, block, count] = blocks(input);
    let mut d = Dispatches::new(|input, read| {
        let [len, _, count] = blocks(input);
        let words =
            |of: &[u32], len: u32| of.iter().take(len as usize).copied().collect::<Vec<_>>();
        in_blocks(words(&read[0], count), words(&read[1], len))
    });
    let source = d.given(column(input, 1));
    let scales = d.output(count);
    let codes = d.output(len);
    let pass = Pass {
        name: scales_name,
        items: count,
        shape: &[len, block],
        reads: &[("source", Type::F32, source)],
        writes: ("scales", Type::F32, scales),
        iterations: &[block.min(len).into()],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let [len, block] = [0, 1].map(|i| item.shape[i]);
        let begin = k.bind("begin", item.at * block);
        let greatest = k.variable("greatest", float(0));
        k.count("i", 0, (len - begin).min(block), |k, i| {
            let magnitude = item.read[0].at(begin + i).cast(Type::U32) & MAGNITUDE;
            let next = op(k, "f32::max", [greatest.into(), magnitude.cast(Type::F32)]);
            k.assign(greatest, next);
        });
        let finite = op(k, "f32::min", [greatest.into(), literal(f32::MAX)]);
        let scale = op(k, "f32::div", [finite.into(), literal(by)]);
        let none = scale.cast(Type::U32).equals(0);
        k.store(item.target, item.at, none.select(literal(1.0), scale));
    });
    let pass = Pass {
        name: codes_name,
        items: len,
        shape: &[block],
        reads: &[("source", Type::F32, source), ("scales", Type::F32, scales)],
        writes: ("codes", Type::U32, codes),
        iterations,
    };
    pass.dispatch(&mut d, size, |k, item| {
        let scale = item.read[1].at(item.at / item.shape[0]);
        let part = op(k, "f32::div", [item.read[0].at(item.at), scale]);
        let code = code(k, part);
        k.store(item.target, item.at, code);
    });
    d.finish()
}

/// The output of such an engine, by the standard library; `code` converts an element by its scale.
fn quantized_by(input: &Input, by: f32, code: impl Fn(f32) -> u32) -> Output {
    let [len, block, _] = blocks(input);
    let (mut scales, mut codes) = (vec![], vec![]);
    for elements in padded(input, 1, len).chunks(block as usize) {
        let numbers = elements.iter().filter(|x| !x.is_nan());
        let greatest = numbers.fold(0f32, |greatest, x| match x.abs() > greatest {
            true => x.abs(),
            false => greatest,
        });
        let scale = match greatest.min(f32::MAX) / by {
            0.0 => 1.0,
            scale => scale,
        };
        scales.push(scale.to_bits());
        codes.extend(elements.iter().map(|x| code(x / scale)));
    }
    in_blocks(scales, codes)
}

/// Records of the scales and of the codes.
fn in_blocks(scales: Vec<u32>, codes: Vec<u32>) -> Output {
    let records = |kind: u32, words: Vec<u32>| {
        let numbers = (0..).zip(words);
        numbers.map(move |(number, word)| vec![kind, number, word])
    };
    records(0, scales).chain(records(1, codes)).collect()
}

/// The plan of an engine that converts every code to a number, times its scale.
fn restored(
    input: &Input,
    size: u32,
    name: &str,
    number: impl FnOnce(&mut Kernel, Var) -> Expr,
) -> Plan {
    let [len, block, _] = blocks(input);
    let mut d = Dispatches::new(|input, read| {
        let [len, ..] = blocks(input);
        numbered(read[0].iter().take(len as usize).copied())
    });
    let [codes, scales] = [1, 2].map(|k| d.given(column(input, k)));
    let pass = Pass {
        name,
        items: len,
        shape: &[block],
        reads: &[("codes", Type::U32, codes), ("scales", Type::F32, scales)],
        writes: ("result", Type::F32, d.output(len)),
        iterations: &[],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let code = k.bind("code", item.read[0].at(item.at));
        let number = number(k, code);
        let scale = item.read[1].at(item.at / item.shape[0]);
        let value = op(k, "f32::mul", [number, scale]);
        k.store(item.target, item.at, value);
    });
    d.finish()
}

/// The output of such an engine; `number` converts a code.
fn restored_by(input: &Input, number: impl Fn(u32) -> f32) -> Output {
    let [len, block, count] = blocks(input);
    let scales = padded(input, 2, count);
    let codes = padded_words(input, 1, len);
    let scaled = codes.chunks(block as usize).zip(scales);
    let values = scaled.flat_map(|(codes, scale)| codes.iter().map(move |code| (*code, scale)));
    numbered(values.map(|(code, scale)| super::bits(number(code) * scale)))
}

/// A float as a literal.
fn literal(x: f32) -> Expr {
    float(x.to_bits().into())
}

/// Elements of a block: one, a few, a power of two as published, and more than all elements.
const BLOCKS: [u32; 5] = [3, 1, 64, 32, 5000];

/// Elements of every kind, with zeros in some blocks and steps of about `half` of the codes' range in others.
fn inputs(n: u64, tie: impl Fn(u32) -> f32) -> Input {
    let len = length(n);
    let block = BLOCKS[n as usize % BLOCKS.len()];
    let mut all = tensor(n, 1, len);
    for (at, elements) in (0..).zip(all.chunks_mut(block as usize)) {
        match word(n, 2, at) % 4 {
            0 => elements.iter_mut().for_each(|x| *x &= 0x8000_0000),
            1 => {
                // The first element determines the scale: a power of two divided by the greatest code or by 1.
                let ties = elements.iter_mut().zip(0..);
                ties.for_each(|(x, k)| *x = tie(k).to_bits());
            }
            _ => {}
        }
    }
    Input {
        columns: vec![vec![len, block], all],
    }
}

/// Codes of all kinds, with scales of every kind of float.
fn codes(n: u64, mask: u32) -> Input {
    let len = length(n);
    let block = BLOCKS[n as usize % BLOCKS.len()];
    let code = |at: u32| word(n, 1, at) & mask;
    Input {
        columns: vec![
            vec![len, block],
            (0..len).map(code).collect(),
            tensor(n, 2, len.div_ceil(block)),
        ],
    }
}
