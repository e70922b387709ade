//! Operations on words, against words worked out by hand and against a model of lanes.

use super::words_of;
use crate::runs::words;

/// Operations with the words of six invocations in subgroups of four, whose operands are 1 to 6.
const BY_HAND: &[(&str, [u32; 6])] = &[
    ("lane", [0, 1, 2, 3, 0, 1]),
    ("subgroup", [0, 0, 0, 0, 1, 1]),
    ("size", [4; 6]),
    ("count", [2; 6]),
    ("subgroupAdd(x)", [10, 10, 10, 10, 11, 11]),
    ("subgroupInclusiveAdd(x)", [1, 3, 6, 10, 5, 11]),
    ("subgroupExclusiveAdd(x)", [0, 1, 3, 6, 0, 5]),
    ("subgroupMul(x)", [24, 24, 24, 24, 30, 30]),
    ("subgroupInclusiveMul(x)", [1, 2, 6, 24, 5, 30]),
    ("subgroupExclusiveMul(x)", [1, 1, 2, 6, 1, 5]),
    ("subgroupMin(x)", [1, 1, 1, 1, 5, 5]),
    ("subgroupMax(x)", [4, 4, 4, 4, 6, 6]),
    ("subgroupAnd(x)", [0, 0, 0, 0, 4, 4]),
    ("subgroupOr(x)", [7; 6]),
    ("subgroupXor(x)", [4, 4, 4, 4, 3, 3]),
    ("u32(subgroupAll(x < 5u))", [1, 1, 1, 1, 0, 0]),
    ("u32(subgroupAny(x == 6u))", [0, 0, 0, 0, 1, 1]),
    ("subgroupBallot((x & 1u) == 1u).x", [5, 5, 5, 5, 1, 1]),
    ("subgroupBallot(true).x", [15, 15, 15, 15, 3, 3]),
    ("subgroupBallot(true).y", [0; 6]),
    ("subgroupBroadcastFirst(x)", [1, 1, 1, 1, 5, 5]),
    ("subgroupBroadcast(x, 2u)", [3, 3, 3, 3, 0, 0]),
    ("subgroupShuffle(x, 1u)", [2, 2, 2, 2, 6, 6]),
    ("subgroupShuffle(x, 3u - lane)", [4, 3, 2, 1, 0, 0]),
    ("subgroupShuffle(x, 4u)", [0; 6]),
    ("subgroupShuffleXor(x, 1u)", [2, 1, 4, 3, 6, 5]),
    ("subgroupShuffleXor(x, 2u)", [3, 4, 1, 2, 0, 0]),
    ("subgroupShuffleUp(x, 1u)", [0, 1, 2, 3, 0, 5]),
    ("subgroupShuffleDown(x, 1u)", [2, 3, 4, 0, 6, 0]),
    ("subgroupShuffleDown(x, 0xffffffffu)", [0, 1, 2, 3, 0, 5]),
    ("quadBroadcast(x, 1u)", [2, 2, 2, 2, 6, 6]),
    ("quadSwapX(x)", [2, 1, 4, 3, 6, 5]),
    ("quadSwapY(x)", [3, 4, 1, 2, 0, 0]),
    ("quadSwapDiagonal(x)", [4, 3, 2, 1, 0, 0]),
];

/// Oracle: by hand.
#[test]
fn operations_on_six_invocations() {
    for (word, expected) in BY_HAND {
        let found = words_of(4, "", word, &[1, 2, 3, 4, 5, 6]);
        assert_eq!(found, expected, "{word}");
    }
}

/// An operation with a model: the words of a subgroup from those of its active lanes.
type Model = (&'static str, fn(&[u32]) -> Vec<u32>);

/// The value of one lane, or zero.
fn of(lanes: &[u32], lane: usize) -> u32 {
    lanes.get(lane).copied().unwrap_or(0)
}

fn each(lanes: &[u32], value: impl Fn(usize) -> u32) -> Vec<u32> {
    (0..lanes.len()).map(value).collect()
}

fn all(lanes: &[u32], value: u32) -> Vec<u32> {
    vec![value; lanes.len()]
}

const MODELS: &[Model] = &[
    ("subgroupAdd(x)", |l| {
        all(l, l.iter().fold(0, |a, b| a.wrapping_add(*b)))
    }),
    ("subgroupInclusiveAdd(x)", |l| {
        each(l, |k| l[..=k].iter().fold(0, |a, b| a.wrapping_add(*b)))
    }),
    ("subgroupExclusiveAdd(x)", |l| {
        each(l, |k| l[..k].iter().fold(0, |a, b| a.wrapping_add(*b)))
    }),
    ("subgroupMul(x)", |l| {
        all(l, l.iter().fold(1, |a, b| a.wrapping_mul(*b)))
    }),
    ("subgroupInclusiveMul(x)", |l| {
        each(l, |k| l[..=k].iter().fold(1, |a, b| a.wrapping_mul(*b)))
    }),
    ("subgroupExclusiveMul(x)", |l| {
        each(l, |k| l[..k].iter().fold(1, |a, b| a.wrapping_mul(*b)))
    }),
    ("subgroupMin(x)", |l| {
        all(l, *l.iter().min().expect("a lane"))
    }),
    ("subgroupMax(x)", |l| {
        all(l, *l.iter().max().expect("a lane"))
    }),
    ("subgroupAnd(x)", |l| {
        all(l, l.iter().fold(u32::MAX, |a, b| a & b))
    }),
    ("subgroupOr(x)", |l| all(l, l.iter().fold(0, |a, b| a | b))),
    ("subgroupXor(x)", |l| all(l, l.iter().fold(0, |a, b| a ^ b))),
    ("u32(subgroupAll(x % 64u != 0u))", |l| {
        all(l, u32::from(l.iter().all(|x| x % 64 != 0)))
    }),
    ("u32(subgroupAny(x % 64u == 0u))", |l| {
        all(l, u32::from(l.iter().any(|x| x % 64 == 0)))
    }),
    ("subgroupBallot(x % 3u == 0u)[lane / 32u]", |l| {
        each(l, |k| {
            let word = l.chunks(32).nth(k / 32).expect("a word").iter();
            word.rev()
                .fold(0, |bits, x| bits << 1 | u32::from(x % 3 == 0))
        })
    }),
    ("subgroupBroadcastFirst(x)", |l| all(l, l[0])),
    ("subgroupBroadcast(x, 3u)", |l| all(l, of(l, 3))),
    ("subgroupShuffle(x, x % 80u)", |l| {
        each(l, |k| of(l, l[k] as usize % 80))
    }),
    ("subgroupShuffleXor(x, 5u)", |l| each(l, |k| of(l, k ^ 5))),
    ("subgroupShuffleUp(x, 3u)", |l| {
        each(l, |k| k.checked_sub(3).map_or(0, |k| l[k]))
    }),
    ("subgroupShuffleDown(x, lane)", |l| {
        each(l, |k| of(l, 2 * k))
    }),
    ("quadBroadcast(x, 2u)", |l| {
        each(l, |k| of(l, k / 4 * 4 + 2))
    }),
    ("quadSwapX(x)", |l| each(l, |k| of(l, k ^ 1))),
    ("quadSwapY(x)", |l| each(l, |k| of(l, k ^ 2))),
    ("quadSwapDiagonal(x)", |l| each(l, |k| of(l, k ^ 3))),
];

/// Oracle: the models above; the last subgroup of 37, 64 or 150 invocations may lack lanes.
#[test]
fn operations_at_every_size() {
    for invocations in [37, 64, 150] {
        let input = words(invocations, 7);
        for size in [4, 8, 32, 64, 128] {
            for (word, model) in MODELS {
                let found = words_of(size, "", word, &input);
                let expected: Vec<u32> = input.chunks(size as usize).flat_map(model).collect();
                assert_eq!(
                    found, expected,
                    "{word} of {invocations} in subgroups of {size}"
                );
            }
        }
    }
}

/// Oracle: every lane of a ballot, by its bit.
#[test]
fn ballots_have_four_words() {
    let input: Vec<u32> = (0..150).collect();
    let found = words_of(
        128,
        "let b = subgroupBallot(x == 1u || x == 33u || x == 95u || x == 127u || x == 128u);",
        "b[lane % 4u]",
        &input,
    );
    assert_eq!(found[..4], [1 << 1, 1 << 1, 1 << 31, 1 << 31]);
    assert_eq!(found[128..132], [1, 0, 0, 0]);
}
