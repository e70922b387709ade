use super::super::numbered;
use super::{hashed, input, inputs, longest, plan, rotated};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Operand, Type};
use vyre_conform_runtime::vyre_engine;

const P1: u32 = 0x9E37_79B1;
const P2: u32 = 0x85EB_CA77;
const P3: u32 = 0xC2B2_AE3D;
const P4: u32 = 0x27D4_EB2F;
const P5: u32 = 0x1656_67B1;

/// XXH32 of many messages.
///
/// Input: the seed; for every message its end offset; the bytes of all. Output: for every message a record of its
/// number and its hash.
///
/// [xxHash specification](https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md): four accumulators over
/// stripes of sixteen bytes, then the rest by words and bytes. Rounds and finaliser are ops of the library.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
)]
pub fn xxh32(input: &Input, size: u32) -> Plan {
    let iterations = [longest(input) / 16, 3, 3];
    plan(input, size, "xxh32", &iterations, |k, key, message| {
        let len = message.len;
        let seed = k.bind("seed", key.at(0));
        let hash = k.variable("hash", seed + P5);
        k.when(len.at_least(16), |k| {
            let starts = [seed + P1 + P2, seed + P2, seed.into(), seed - P1];
            let lanes = starts.map(|start| k.variable("lane", start));
            k.count("stripe", 0, len >> 4, |k, stripe| {
                for (j, lane) in (0..).zip(lanes) {
                    let word = message.word(k, stripe * 16 + j * 4);
                    let operands = [lane, word].map(Expr::from).to_vec();
                    let next = k.call("u32::xxh32_round", operands, Type::U32);
                    k.assign(lane, next);
                }
            });
            let [a, b, c, d] = lanes;
            k.assign(
                hash,
                rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18),
            );
        });
        k.assign(hash, hash + len);
        k.count("word", (len >> 4) << 2, len >> 2, |k, word| {
            let word = message.word(k, word << 2);
            k.assign(hash, rotated(hash + word * P3, 17) * P4);
        });
        k.count("at", (len >> 2) << 2, len, |k, at| {
            let byte = message.byte(k, at);
            k.assign(hash, rotated(hash + byte * P5, 11) * P1);
        });
        let mixed = k.call("u32::xxh32_avalanche", vec![hash.into()], Type::U32);
        [mixed.into()]
    })
}

/// The specification over slices.
fn reference(input: &Input) -> Output {
    let seed = input.columns[0][0];
    hashed(input, |message| {
        let word = |bytes: &[u8]| {
            bytes
                .iter()
                .rev()
                .fold(0, |w, byte| w << 8 | u32::from(*byte))
        };
        let stripes = message.chunks_exact(16);
        let rest = stripes.remainder();
        let mut hash = match stripes.len() {
            0 => seed.wrapping_add(P5),
            _ => {
                let mut lanes = [P1.wrapping_add(P2), P2, 0, P1.wrapping_neg()];
                lanes = lanes.map(|lane| lane.wrapping_add(seed));
                for stripe in stripes {
                    for (lane, bytes) in lanes.iter_mut().zip(stripe.chunks(4)) {
                        let sum = lane.wrapping_add(word(bytes).wrapping_mul(P2));
                        *lane = sum.rotate_left(13).wrapping_mul(P1);
                    }
                }
                let turned = lanes.iter().zip([1, 7, 12, 18]);
                turned.fold(0_u32, |sum, (lane, by)| {
                    sum.wrapping_add(lane.rotate_left(by))
                })
            }
        };
        hash = hash.wrapping_add(message.len() as u32);
        for bytes in rest.chunks(4) {
            if bytes.len() == 4 {
                let sum = hash.wrapping_add(word(bytes).wrapping_mul(P3));
                hash = sum.rotate_left(17).wrapping_mul(P4);
                continue;
            }
            for byte in bytes {
                let sum = hash.wrapping_add(u32::from(*byte).wrapping_mul(P5));
                hash = sum.rotate_left(11).wrapping_mul(P1);
            }
        }
        for (shift, prime) in [(15, P2), (13, P3), (16, 1)] {
            hash = (hash ^ hash >> shift).wrapping_mul(prime);
        }
        vec![hash]
    })
}

/// Messages of every number of stripes, words and bytes.
fn generated(n: u64) -> Input {
    inputs(
        n,
        1,
        &[
            0, 1, 3, 4, 5, 8, 11, 12, 15, 16, 17, 31, 32, 33, 47, 63, 64, 500,
        ],
    )
}

/// The test data of xxHash: bytes of a squaring generator, from a prime.
pub(super) fn sanity_bytes(len: usize) -> Vec<u8> {
    let start = 2_654_435_761_u64;
    let states = std::iter::successors(Some(start), |state| {
        Some(state.wrapping_mul(0x9E37_79B1_85EB_CA8D))
    });
    states.take(len).map(|state| (state >> 56) as u8).collect()
}

/// Published vectors.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "xxHash, cli/xsum_sanity_check.c, XXH32: seed 0",
        input: || input(&[0], &[0, 1, 14, 222].map(sanity_bytes)),
        output: || {
            let hashes = [0x02CC_5D05, 0xCF65_B03E, 0x1208_E7E2, 0x5BD1_1DBD];
            numbered(hashes)
        },
    },
    CorpusCase {
        source: "xxHash, cli/xsum_sanity_check.c, XXH32: the prime 2654435761 as the seed",
        input: || input(&[P1], &[0, 1, 14, 222].map(sanity_bytes)),
        output: || {
            let hashes = [0x36B7_8AE7, 0xB454_5AA4, 0x6AF1_D1FE, 0x5880_3C5F];
            numbered(hashes)
        },
    },
];
