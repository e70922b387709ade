use super::xxh32::sanity_bytes;
use super::{hashed, input, inputs, longest, plan, rotated, wide, words};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Operand, Type};
use vyre_conform_runtime::vyre_engine;

const P1: u64 = 0x9E37_79B1_85EB_CA87;
const P2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const P3: u64 = 0x1656_67B1_9E37_79F9;
const P4: u64 = 0x85EB_CA77_C2B2_AE63;
const P5: u64 = 0x27D4_EB2F_1656_67C5;

/// XXH64 of many messages.
///
/// Input: the seed, low word first; for every message its end offset; the bytes of all. Output: for every message a
/// record of its number and its hash, low word first.
///
/// [xxHash specification](https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md): four accumulators over
/// stripes of 32 bytes, then the rest by eight bytes, four, and one. Rounds and finaliser are ops of the library.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
)]
pub fn xxh64(input: &Input, size: u32) -> Plan {
    let iterations = [longest(input) / 32, 3, 3];
    plan(input, size, "xxh64", &iterations, |k, key, message| {
        let len = message.len;
        let seed = k.bind("seed", wide(key.at(0), key.at(1)));
        let hash = k.variable("hash", seed + Expr::u64(P5));
        let round = "u64::xxh64_round";
        k.when(len.at_least(32), |k| {
            let starts = [P1.wrapping_add(P2), P2, 0, P1.wrapping_neg()];
            let lanes = starts.map(|start| k.variable("lane", seed + Expr::u64(start)));
            k.count("stripe", 0, len >> 5, |k, stripe| {
                for (j, lane) in (0..).zip(lanes) {
                    let word = message.wide_word(k, stripe * 32 + j * 8);
                    let operands = [lane, word].map(Expr::from).to_vec();
                    let next = k.call(round, operands, Type::U64);
                    k.assign(lane, next);
                }
            });
            let [a, b, c, d] = lanes;
            k.assign(
                hash,
                rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18),
            );
            for lane in lanes {
                let last = k.call(round, vec![Expr::u64(0), lane.into()], Type::U64);
                k.assign(hash, (hash ^ last) * Expr::u64(P1) + Expr::u64(P4));
            }
        });
        k.assign(hash, hash + len.cast(Type::U64));
        k.count("eight", (len >> 5) << 2, len >> 3, |k, eight| {
            let word = message.wide_word(k, eight << 3);
            let mixed = k.call(round, vec![Expr::u64(0), word.into()], Type::U64);
            k.assign(
                hash,
                rotated(hash ^ mixed, 27) * Expr::u64(P1) + Expr::u64(P4),
            );
        });
        k.when((len & 4).differs(0), |k| {
            let word = message.word(k, (len >> 3) << 3);
            let product = word.cast(Type::U64) * Expr::u64(P1);
            k.assign(
                hash,
                rotated(hash ^ product, 23) * Expr::u64(P2) + Expr::u64(P3),
            );
        });
        k.count("at", (len >> 2) << 2, len, |k, at| {
            let byte = message.byte(k, at);
            let product = byte.cast(Type::U64) * Expr::u64(P5);
            k.assign(hash, rotated(hash ^ product, 11) * Expr::u64(P1));
        });
        let mixed = k.call("u64::xxh64_avalanche", vec![hash.into()], Type::U64);
        words(mixed)
    })
}

/// The specification over slices.
fn reference(input: &Input) -> Output {
    let [low, high] = [0, 1].map(|word| u64::from(input.columns[0][word]));
    let seed = low | high << 32;
    let number = |bytes: &[u8]| {
        bytes
            .iter()
            .rev()
            .fold(0, |n, byte| n << 8 | u64::from(*byte))
    };
    let round = |lane: u64, word: u64| {
        let sum = lane.wrapping_add(word.wrapping_mul(P2));
        sum.rotate_left(31).wrapping_mul(P1)
    };
    hashed(input, |message| {
        let stripes = message.chunks_exact(32);
        let rest = stripes.remainder();
        let mut hash = match stripes.len() {
            0 => seed.wrapping_add(P5),
            _ => {
                let mut lanes = [P1.wrapping_add(P2), P2, 0, P1.wrapping_neg()];
                lanes = lanes.map(|lane| lane.wrapping_add(seed));
                for stripe in stripes {
                    for (lane, bytes) in lanes.iter_mut().zip(stripe.chunks(8)) {
                        *lane = round(*lane, number(bytes));
                    }
                }
                let turned = lanes.iter().zip([1, 7, 12, 18]);
                let sum = turned.fold(0_u64, |sum, (lane, by)| {
                    sum.wrapping_add(lane.rotate_left(by))
                });
                lanes.iter().fold(sum, |hash, lane| {
                    (hash ^ round(0, *lane)).wrapping_mul(P1).wrapping_add(P4)
                })
            }
        };
        hash = hash.wrapping_add(message.len() as u64);
        let eights = rest.chunks_exact(8);
        let rest = eights.remainder();
        for bytes in eights {
            hash = (hash ^ round(0, number(bytes))).rotate_left(27);
            hash = hash.wrapping_mul(P1).wrapping_add(P4);
        }
        let fours = rest.chunks_exact(4);
        let rest = fours.remainder();
        for bytes in fours {
            hash = (hash ^ number(bytes).wrapping_mul(P1)).rotate_left(23);
            hash = hash.wrapping_mul(P2).wrapping_add(P3);
        }
        for byte in rest {
            hash = (hash ^ u64::from(*byte).wrapping_mul(P5)).rotate_left(11);
            hash = hash.wrapping_mul(P1);
        }
        for (shift, prime) in [(33, P2), (29, P3), (32, 1)] {
            hash = (hash ^ hash >> shift).wrapping_mul(prime);
        }
        vec![hash as u32, (hash >> 32) as u32]
    })
}

/// Messages of every number of stripes, words and bytes.
fn generated(n: u64) -> Input {
    inputs(
        n,
        2,
        &[
            0, 1, 3, 4, 5, 7, 8, 12, 15, 16, 24, 31, 32, 33, 36, 40, 47, 63, 64, 65, 500,
        ],
    )
}

/// Published hashes as records.
fn records(hashes: &[u64]) -> Output {
    let record = |(number, hash): (u32, &u64)| vec![number, *hash as u32, (*hash >> 32) as u32];
    (0..).zip(hashes).map(record).collect()
}

/// Published vectors.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "xxHash, cli/xsum_sanity_check.c, XXH64: seed 0",
        input: || input(&[0, 0], &[0, 1, 14, 222].map(sanity_bytes)),
        output: || {
            records(&[
                0xEF46_DB37_51D8_E999,
                0xE934_A84A_DB05_2768,
                0x8282_DCC4_994E_35C8,
                0xB641_AE8C_B691_C174,
            ])
        },
    },
    CorpusCase {
        source: "xxHash, cli/xsum_sanity_check.c, XXH64: the prime 2654435761 as the seed",
        input: || input(&[0x9E37_79B1, 0], &[0, 1, 14, 222].map(sanity_bytes)),
        output: || {
            records(&[
                0xAC75_FDA2_929B_17EF,
                0x5014_6076_43A9_B4C3,
                0xC3BD_6BF6_3DEB_6DF0,
                0x20CB_8AB7_AE10_C14A,
            ])
        },
    },
];
