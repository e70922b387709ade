//! Attention in one pass over the keys, a block of them at a time.

use super::cases::of_shape;
use super::sizes::{Sizes, sizes};
use super::stream_reference::reference;
use super::{chain, records};
use crate::engines::ahead;
use crate::engines::network::{Dispatches, Pass, column, elements, float, in_rows, op};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Operand, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Keys of a block. It is part of the contract: another number of keys rounds differently.
pub(super) const BLOCK: u32 = 8;

/// Attention of heads that share keys and values, under a causal mask, in one pass over blocks of eight keys.
///
/// Input and output are those of `engine::attention`:
/// `[sequences, queries, keys, heads, key heads, width, before, bits of scale]`, queries, keys and values; for every
/// element a record of its row, its column and its bits. The mask, the heads and the score of a key are the same. A
/// query that sees no key gives +0.
///
/// A row has a state: the greatest score `m`, a sum `l` and elements `o[i]`, both +0 at first. The keys that the query
/// sees form blocks of eight, ascending, and the last block has the rest. For each block, with every step rounded
/// separately:
///
/// - `n` is the greatest score of the block by `f32::max`, ascending.
/// - In every block but the first, `n` becomes `max(m, n)`, `c` is `exp(m - n)`, `l` becomes `l * c` and `o[i]` becomes
///   `o[i] * c`.
/// - `p[j]` is `exp(s[j] - n)`, `r` the sum of these, ascending, and `l` becomes `l + r`.
/// - `o[i]` becomes the chain `o[i] = fma(p[j], v[j, i], o[i])`, j ascending.
/// - `m` becomes `n`.
///
/// The element is `o[i] / l`. As in `engine::attention` a row with a score of NaN or +infinity is NaN, and so is a row
/// whose first block of scores is all -infinity.
///
/// (Milakov and Gimelshein, Online normalizer calculation for softmax, <https://arxiv.org/abs/1805.02867>, algorithm 3;
/// Dao, FlashAttention-2, <https://arxiv.org/abs/2307.08691>, algorithm 1, which divides once at the end as well)
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = composed,
)]
pub fn attention_stream_8(input: &Input, size: u32) -> Plan {
    let (sequences, of) = sizes(input);
    let rows = elements(&[sequences, of.queries, of.heads]);
    let mut d = Dispatches::new(records);
    let [queries, keys, values] = [1, 2, 3].map(|k| d.given(column(input, k)));
    let result = d.output(elements(&[rows, of.width]));
    let (block, width) = (u64::from(BLOCK), u64::from(of.width));
    let blocks = u64::from(of.keys.div_ceil(BLOCK));
    let pass = Pass {
        name: "attention_stream",
        items: rows,
        shape: &of.words(),
        reads: &[
            ("queries", Type::F32, queries),
            ("keys", Type::F32, keys),
            ("values", Type::F32, values),
        ],
        writes: ("result", Type::F32, result),
        iterations: &[
            &[blocks, block][..],
            &ahead::iterations(of.width),
            &[width, block, width, block, width],
        ]
        .concat(),
    };
    pass.dispatch(&mut d, size, |k, item| {
        let of = Sizes::of(&item.shape);
        let row = item.at;
        let begin = k.bind("begin", row * of.width);
        let seen = of.seen(k, row);
        let block_of = k.array("block_of", Type::U32, BLOCK);
        let at = |j: Var| Expr::element(block_of, Type::U32, Expr::from(j)).cast(Type::F32);
        let greatest = k.variable("greatest", float(0));
        let total = k.variable("total", float(0));
        k.count("block", 0, (seen + (BLOCK - 1)) / BLOCK, |k, block| {
            let from = k.bind("from", block * BLOCK);
            let len = k.bind("len", (seen - from).min(BLOCK));
            let next = k.variable("next", float(0));
            k.count("j", 0, len, |k, j| {
                let key = k.bind("key", from + j);
                let key = k.bind("key", of.vector(row, key));
                let sum = chain(k, of.width.into(), |i| {
                    [item.read[0].at(begin + i), item.read[1].at(key + i)]
                });
                let score = op(k, "f32::mul", [sum.into(), of.scale.cast(Type::F32)]);
                k.store_element(block_of, j, score.cast(Type::U32));
                let more = op(k, "f32::max", [next, score].map(Expr::from));
                k.assign(next, j.equals(0).select(score, more));
            });
            k.when(block.greater(0), |k| {
                let all = op(k, "f32::max", [greatest, next].map(Expr::from));
                k.assign(next, all);
                let below = op(k, "f32::sub", [greatest, next].map(Expr::from));
                let factor = op(k, "f32::exp", [below.into()]);
                let less = op(k, "f32::mul", [total, factor].map(Expr::from));
                k.assign(total, less);
                k.count("i", 0, of.width, |k, i| {
                    let stored = item.target.at(begin + i);
                    let less = op(k, "f32::mul", [stored, factor.into()]);
                    k.store(item.target, begin + i, less);
                });
            });
            let sum = k.variable("sum", float(0));
            k.count("j", 0, len, |k, j| {
                let below = op(k, "f32::sub", [at(j), next.into()]);
                let power = op(k, "f32::exp", [below.into()]);
                k.store_element(block_of, j, power.cast(Type::U32));
                // A power has no sign, so adding the first one to +0 gives the first one.
                let more = op(k, "f32::add", [sum, power].map(Expr::from));
                k.assign(sum, more);
            });
            let more = op(k, "f32::add", [total, sum].map(Expr::from));
            k.assign(total, more);
            k.count("i", 0, of.width, |k, i| {
                let element = k.variable("element", item.target.at(begin + i));
                k.count("j", 0, len, |k, j| {
                    let key = k.bind("key", from + j);
                    let value = of.vector(row, key) + i;
                    let operands = [at(j), item.read[2].at(value), element.into()];
                    let more = op(k, "f32::mul_add", operands);
                    k.assign(element, more);
                });
                k.store(item.target, begin + i, element);
            });
            k.assign(greatest, next);
        });
        k.when(seen.greater(0), |k| {
            k.count("i", 0, of.width, |k, i| {
                let part = [item.target.at(begin + i), total.into()];
                let part = op(k, "f32::div", part);
                k.store(item.target, begin + i, part);
            });
        });
    });
    d.finish()
}

/// Sequences, queries, keys, heads, key heads, width, before: several blocks first, of a few queries; one of each; more
/// rows than two workgroups of 256 take in one iteration; none, and ragged ones.
const SHAPES: [[u32; 7]; 11] = [
    [2, 3, 19, 4, 2, 11, 8],
    [1, 1, 1, 1, 1, 1, 0],
    [259, 1, 10, 2, 1, 1, 9],
    [1, 17, 17, 2, 2, 2, 0],
    [1, 0, 3, 2, 2, 4, 0],
    [1, 1, 33, 4, 2, 8, 32],
    [2, 2, 0, 3, 1, 2, 0],
    [1, 4, 3, 6, 2, 23, u32::MAX],
    [3, 2, 8, 2, 1, 31, 6],
    [1, 5, 9, 3, 3, 0, 2],
    [1, 3, 65, 1, 1, 3, 40],
];

fn inputs(n: u64) -> Input {
    of_shape(n, SHAPES[n as usize % SHAPES.len()])
}

/// One query of one element over keys, all visible.
fn one_query(query: f32, keys: &[f32], values: &[f32]) -> Input {
    let words = |of: &[f32]| of.iter().map(|x| x.to_bits()).collect();
    let len = keys.len() as u32;
    Input {
        columns: vec![
            vec![1, 1, len, 1, 1, 1, len, 1f32.to_bits()],
            words(&[query]),
            words(keys),
            words(values),
        ],
    }
}

fn one_element(value: f32) -> Output {
    in_rows([value.to_bits()], 1)
}

/// Examples computed from the definition in exact numbers.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "By hand, of Milakov and Gimelshein, 2018, algorithm 3: nine equal scores, a block and one more, weigh 1 each, \
            and (36 + 9) / (8 + 1) is 5",
        input: || {
            let values = [1f32, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
            one_query(0.0, &[0.5; 9], &values)
        },
        output: || one_element(5.0),
    },
    CorpusCase {
        source: "By hand, the same: the ninth score is greater by 200, exp(-200) rounds to 0, and the ninth value is left",
        input: || {
            let (mut keys, mut values) = ([0f32; 9], [3f32; 9]);
            (keys[8], values[8]) = (200.0, 7.0);
            one_query(1.0, &keys, &values)
        },
        output: || one_element(7.0),
    },
    CorpusCase {
        source: "By hand, the same: the second of seventeen scores is greater by 200 than all others",
        input: || {
            let (mut keys, mut values) = ([0f32; 17], [3f32; 17]);
            (keys[1], values[1]) = (200.0, 7.0);
            one_query(1.0, &keys, &values)
        },
        output: || one_element(7.0),
    },
];
