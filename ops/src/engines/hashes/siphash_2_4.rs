use super::{counting, hashed, input, inputs, longest, plan, rotated, wide, words};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Var};
use vyre_conform_runtime::vyre_engine;

/// SipHash-2-4 of many messages, with a key of 128 bits.
///
/// Input: the key, k0 and k1, low words first; for every message its end offset; the bytes of all. Output: for every
/// message a record of its number and its hash, low word first.
///
/// Aumasson and Bernstein, [SipHash](https://eprint.iacr.org/2012/351), 2012, section 2.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
)]
pub fn siphash_2_4(input: &Input, size: u32) -> Plan {
    let iterations = [longest(input) / 8 + 1, 2, 4];
    plan(
        input,
        size,
        "siphash_2_4",
        &iterations,
        |k, key, message| {
            let len = message.len;
            let keys = [0, 2].map(|at| k.bind("key", wide(key.at(at), key.at(at + 1))));
            let state = [0, 1, 2, 3].map(|i| {
                let start = keys[i % 2] ^ Expr::u64(CONSTANTS[i]);
                k.variable("state", start)
            });
            let last = k.bind("last", len >> 3);
            k.count("number", 0, last + 1, |k, number| {
                let at = k.bind("at", number << 3);
                let low = message.padded_word(k, at);
                let behind = k.bind("behind", at + 4);
                let high = message.padded_word(k, behind);
                // The last byte of the last word is the length modulo 256.
                let length = number.equals(last).select(len << 24, 0);
                let word = k.bind("word", wide(low, high | length));
                k.assign(state[3], state[3] ^ word);
                k.count("round", 0, 2, |k, _| round(k, state));
                k.assign(state[0], state[0] ^ word);
            });
            k.assign(state[2], state[2] ^ Expr::u64(0xFF));
            k.count("round", 0, 4, |k, _| round(k, state));
            let [a, b, c, d] = state;
            words(k.bind("hash", a ^ b ^ (c ^ d)))
        },
    )
}

/// `somepseudorandomlygeneratedbytes`.
const CONSTANTS: [u64; 4] = [
    0x736F_6D65_7073_6575,
    0x646F_7261_6E64_6F6D,
    0x6C79_6765_6E65_7261,
    0x7465_6462_7974_6573,
];

/// One SipRound.
fn round(k: &mut Kernel, [a, b, c, d]: [Var; 4]) {
    half(k, a, b, 13, true);
    half(k, c, d, 16, false);
    half(k, a, d, 21, false);
    half(k, c, b, 17, true);
}

/// The half of a SipRound on two of its words, as the op `vec4::sip_half_round`; if `turned`, the halves of the first
/// are exchanged afterwards.
fn half(k: &mut Kernel, first: Var, second: Var, by: u32, turned: bool) {
    k.assign(first, first + second);
    k.assign(second, rotated(second, by) ^ first);
    if turned {
        k.assign(first, rotated(first, 32));
    }
}

/// The paper's definition, over a padded copy of the message.
fn reference(input: &Input) -> Output {
    let key = [0, 1].map(|i| {
        let [low, high] = [2 * i, 2 * i + 1].map(|word| u64::from(input.columns[0][word]));
        low | high << 32
    });
    hashed(input, |message| {
        let mut padded = message.to_vec();
        padded.resize(message.len() / 8 * 8 + 7, 0);
        padded.push(message.len() as u8);
        let mut v = [0, 1, 2, 3].map(|i| key[i % 2] ^ CONSTANTS[i]);
        let rounds = |v: &mut [u64; 4], count: u32| {
            for _ in 0..count {
                v[0] = v[0].wrapping_add(v[1]);
                v[2] = v[2].wrapping_add(v[3]);
                v[1] = v[1].rotate_left(13) ^ v[0];
                v[3] = v[3].rotate_left(16) ^ v[2];
                v[0] = v[0].rotate_left(32);
                v[2] = v[2].wrapping_add(v[1]);
                v[0] = v[0].wrapping_add(v[3]);
                v[1] = v[1].rotate_left(17) ^ v[2];
                v[3] = v[3].rotate_left(21) ^ v[0];
                v[2] = v[2].rotate_left(32);
            }
        };
        for bytes in padded.chunks(8) {
            let word = bytes
                .iter()
                .rev()
                .fold(0, |n, byte| n << 8 | u64::from(*byte));
            v[3] ^= word;
            rounds(&mut v, 2);
            v[0] ^= word;
        }
        v[2] ^= 0xFF;
        rounds(&mut v, 4);
        let hash = v[0] ^ v[1] ^ v[2] ^ v[3];
        vec![hash as u32, (hash >> 32) as u32]
    })
}

/// Messages of every number of words and bytes; a length of more than one byte.
fn generated(n: u64) -> Input {
    inputs(
        n,
        4,
        &[
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 63, 64, 200, 300,
        ],
    )
}

/// The key of the published vectors, the bytes 0 to 15.
const KEY: [u32; 4] = [0x0302_0100, 0x0706_0504, 0x0B0A_0908, 0x0F0E_0D0C];

/// Published vectors.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Aumasson and Bernstein, SipHash, appendix A: the bytes 0 to 14",
        input: || input(&KEY, &[counting(15, 256)]),
        output: || vec![vec![0, 0x49BE_45E5, 0xA129_CA61]],
    },
    CorpusCase {
        source: "Reference implementation of SipHash, vectors.h, vectors_sip64: of 0, 1, 7, 8 and 63 bytes",
        input: || input(&KEY, &[0, 1, 7, 8, 63].map(|len| counting(len, 256))),
        output: || {
            vec![
                vec![0, 0xDD0E_0E31, 0x726F_DB47],
                vec![1, 0x93DC_67FD, 0x74F8_39C5],
                vec![2, 0x8B01_D137, 0xAB02_00F5],
                vec![3, 0x9A93_2462, 0x93F5_F579],
                vec![4, 0xEB06_4572, 0x958A_324C],
            ]
        },
    },
];
