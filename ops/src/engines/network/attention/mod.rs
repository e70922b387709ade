//! Attention: its program, its sizes, its reference and its inputs.

mod cases;
mod lanes;
mod reference;
mod sizes;
mod stream;
mod stream_reference;
mod tile;

pub use lanes::attention_lanes_256;
pub use stream::attention_stream_8;

use super::{Dispatches, Pass, column, elements, float, in_rows, op};
use crate::engines::ahead;
use cases::{CORPUS, inputs};
use reference::reference;
use sizes::{Sizes, sizes};
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Attention of heads that share keys and values, under a causal mask.
///
/// Input: `[sequences, queries, keys, heads, key heads, width, before, bits of scale]`; the queries, `heads` vectors of
/// `width` per sequence and position; the keys, `key heads` vectors per sequence and position; the values, like the
/// keys. Output: for every element a record of its row (a head of a position of a sequence), its column and its bits.
///
/// `before` is the number of keys before the first query: query `t` sees the first `before + t + 1` keys, or all if
/// there are fewer, and none of the others. Head `h` has the key head `h / (heads / key heads)`; the number of heads
/// per key head is an integer.
///
/// - The score of key `j` is `acc * scale` of the chain `acc = fma(q[i], k[j, i], acc)`, i ascending, from +0.
/// - The weights are the softmax of the scores in the order of `engine::softmax`: `m` is the greatest by `f32::max`,
///   `e[j]` is `exp(s[j] - m)`, and the weight is `e[j]` divided by the sum of these from left to right.
/// - The element is the chain `acc = fma(weight[j], v[j, i], acc)`, j ascending, from +0.
///
/// (Vaswani et al., Attention Is All You Need, <https://arxiv.org/abs/1706.03762>, section 3.2; grouped heads: Ainslie
/// et al., GQA, <https://arxiv.org/abs/2305.13245>)
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = composed,
)]
pub fn attention(input: &Input, size: u32) -> Plan {
    let (sequences, of) = sizes(input);
    let rows = elements(&[sequences, of.queries, of.heads]);
    let mut d = Dispatches::new(records);
    let [queries, keys, values] = [1, 2, 3].map(|k| d.given(column(input, k)));
    let scores = d.scratch(elements(&[rows, of.keys]));
    let result = d.output(elements(&[rows, of.width]));
    let words = of.words();
    let pass = Pass {
        name: "attention_scores",
        items: elements(&[rows, of.keys]),
        shape: &words,
        reads: &[("queries", Type::F32, queries), ("keys", Type::F32, keys)],
        writes: ("scores", Type::F32, scores),
        iterations: &ahead::iterations(of.width),
    };
    pass.dispatch(&mut d, size, |k, item| {
        let of = Sizes::of(&item.shape);
        let row = k.bind("row", item.at / of.keys);
        let key = k.bind("key", item.at % of.keys);
        let seen = of.seen(k, row);
        k.when(key.less(seen), |k| {
            let begin = k.bind("begin", row * of.width);
            let other = k.bind("other", of.vector(row, key));
            let sum = chain(k, of.width.into(), |i| {
                [item.read[0].at(begin + i), item.read[1].at(other + i)]
            });
            let score = op(k, "f32::mul", [sum.into(), of.scale.cast(Type::F32)]);
            k.store(item.target, item.at, score);
        });
    });
    let pass = Pass {
        name: "attention_weights",
        items: rows,
        shape: &words,
        reads: &[],
        writes: ("scores", Type::F32, scores),
        iterations: &[of.keys.into(); 3],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let of = Sizes::of(&item.shape);
        let begin = k.bind("begin", item.at * of.keys);
        let seen = of.seen(k, item.at);
        let greatest = k.variable("greatest", item.target.at(begin));
        k.count("j", 1, seen, |k, j| {
            let next = [greatest.into(), item.target.at(begin + j)];
            let next = op(k, "f32::max", next);
            k.assign(greatest, next);
        });
        let sum = k.variable("sum", float(0));
        k.count("j", 0, seen, |k, j| {
            let below = [item.target.at(begin + j), greatest.into()];
            let below = op(k, "f32::sub", below);
            let power = op(k, "f32::exp", [below.into()]);
            k.store(item.target, begin + j, power);
            // A power has no sign, so adding the first one to +0 gives the first one.
            let next = op(k, "f32::add", [sum, power].map(Expr::from));
            k.assign(sum, next);
        });
        k.count("j", 0, seen, |k, j| {
            let part = [item.target.at(begin + j), sum.into()];
            let part = op(k, "f32::div", part);
            k.store(item.target, begin + j, part);
        });
    });
    let pass = Pass {
        name: "attention_values",
        items: elements(&[rows, of.width]),
        shape: &words,
        reads: &[
            ("weights", Type::F32, scores),
            ("values", Type::F32, values),
        ],
        writes: ("result", Type::F32, result),
        iterations: &ahead::iterations(of.keys),
    };
    pass.dispatch(&mut d, size, |k, item| {
        let of = Sizes::of(&item.shape);
        let row = k.bind("row", item.at / of.width);
        let place = k.bind("place", item.at % of.width);
        let begin = k.bind("begin", row * of.keys);
        let seen = of.seen(k, row);
        let sum = chain(k, seen.into(), |j| {
            let value = item.read[1].at(of.vector(row, j) + place);
            [item.read[0].at(begin + j), value]
        });
        k.store(item.target, item.at, sum);
    });
    d.finish()
}

/// A chain of fused multiply-adds over this many pairs, ascending, from +0.
fn chain(k: &mut Kernel, len: Expr, pair: impl Fn(Var) -> [Expr; 2]) -> Var {
    let sum = k.variable("sum", float(0));
    let read = |k: &mut Kernel, at: Var| pair(at).map(|value| k.bind("value", value));
    ahead::for_each(k, [Expr::u32(0), len], read, |k, [a, b]| {
        let next = op(k, "f32::mul_add", [a, b, sum].map(Expr::from));
        k.assign(sum, next);
    });
    sum
}

fn records(input: &Input, read: &[Vec<u32>]) -> Output {
    let (sequences, of) = sizes(input);
    let len = elements(&[sequences, of.queries, of.heads, of.width]);
    in_rows(read[0].iter().take(len as usize).copied(), of.width)
}
