use super::{hashed, input, inputs, longest, plan};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Type, UnaryOp, Var};
use vyre_conform_runtime::vyre_engine;

/// SHA-256 of many messages.
///
/// Input: no key; for every message its end offset; the bytes of all. Output: for every message a record of its number
/// and the eight words of its digest, H0 first.
///
/// [FIPS 180-4](https://doi.org/10.6028/NIST.FIPS.180-4), section 6.2, with sixteen words of the message schedule at a
/// time (section 6.1.3 has it for SHA-1). The functions of section 4.1.2 are ops of the library.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
)]
pub fn sha256(input: &Input, size: u32) -> Plan {
    let iterations = [(longest(input) + 8) / 64 + 1, 64];
    plan(input, size, "sha256", &iterations, |k, _, message| {
        let len = message.len;
        let constants = k.table("constants", Type::U32, CONSTANTS.map(u64::from).to_vec());
        let schedule = k.array("schedule", Type::U32, 16);
        let hash = INITIAL.map(|word| k.variable("hash", word));
        // The message is followed by a one, zeros, and the length in eight bytes.
        let last = k.bind("last", (len + 8) >> 6);
        k.count("block", 0, last + 1, |k, block| {
            let state = hash.map(|word| k.variable("state", word));
            k.count("t", 0, 64, |k, t| {
                let slot = k.bind("slot", t & 15);
                let of = |back: u32| Expr::element(schedule, Type::U32, (t - back) & 15);
                let word = k.variable("word", 0);
                k.when_else(
                    t.less(16),
                    |k| {
                        let at = k.bind("at", (block << 6) + (t << 2));
                        let bytes = message.padded_word(k, at);
                        // The one bit, in the word where the message ends.
                        let ends = at.at_most(len) & (at + 4).greater(len);
                        let one = ends.select(Expr::u32(0x80) << ((len & 3) << 3), 0);
                        k.assign(word, (bytes | one).unary(UnaryOp::SwapBytes));
                        let high = t.equals(14).select(len >> 29, 0);
                        let low = t.equals(15).select(len << 3, 0);
                        k.assign(word, block.equals(last).select(word | high | low, word));
                    },
                    |k| {
                        let near = call(k, "small_sigma1", [of(2)]);
                        let far = call(k, "small_sigma0", [of(15)]);
                        k.assign(word, near + of(7) + (far + of(16)));
                    },
                );
                k.store_element(schedule, slot, word);
                let constant = Expr::table_element(constants, Type::U32, t.into());
                round(k, state, constant + word);
            });
            for (hash, word) in hash.into_iter().zip(state) {
                k.assign(hash, hash + word);
            }
        });
        hash.map(Expr::from)
    })
}

/// One round, with the sum of its constant and its word.
fn round(k: &mut Kernel, state: [Var; 8], input: Expr) {
    let [a, b, c, d, e, f, g, h] = state;
    let sigma = call(k, "big_sigma1", [e.into()]);
    let chosen = call(k, "ch", [e, f, g].map(Expr::from));
    let first = k.bind("first", h + sigma + (chosen + input));
    let sigma = call(k, "big_sigma0", [a.into()]);
    let majority = call(k, "maj", [a, b, c].map(Expr::from));
    for (to, from) in [(h, g), (g, f), (f, e)] {
        k.assign(to, from);
    }
    k.assign(e, d + first);
    for (to, from) in [(d, c), (c, b), (b, a)] {
        k.assign(to, from);
    }
    k.assign(a, first + (sigma + majority));
}

/// A function of section 4.1.2.
fn call<const N: usize>(k: &mut Kernel, name: &str, operands: [Expr; N]) -> Var {
    k.call(&format!("u32::sha256_{name}"), operands.into(), Type::U32)
}

/// Section 5.3.3.
const INITIAL: [u32; 8] = [
    0x6A09_E667,
    0xBB67_AE85,
    0x3C6E_F372,
    0xA54F_F53A,
    0x510E_527F,
    0x9B05_688C,
    0x1F83_D9AB,
    0x5BE0_CD19,
];

/// Section 4.2.2.
#[rustfmt::skip]
const CONSTANTS: [u32; 64] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
];

/// The first 32 bits of the fraction of the `root`-th root of each prime, which defines the constants.
fn fractions(root: u32, count: usize) -> Vec<u32> {
    let is_prime = |n: &u128| (2..*n).all(|d| !n.is_multiple_of(d));
    let fraction = |prime: u128| {
        // The largest number whose power is at most the prime by 2^(32 * root).
        let (mut low, mut high) = (0_u128, 1 << 37);
        while high - low > 1 {
            let middle = (low + high) / 2;
            match middle.pow(root) <= prime << (32 * root) {
                true => low = middle,
                false => high = middle,
            }
        }
        low as u32
    };
    (2..).filter(is_prime).take(count).map(fraction).collect()
}

/// The standard over a padded copy of the message, with the whole schedule and constants from roots of primes.
fn reference(input: &Input) -> Output {
    let (initial, constants) = (fractions(2, 8), fractions(3, 64));
    hashed(input, |message| {
        let mut padded = message.to_vec();
        padded.push(0x80);
        padded.resize((message.len() + 9).next_multiple_of(64) - 8, 0);
        padded.extend((8 * message.len() as u64).to_be_bytes());
        let mut hash = initial.clone();
        for block in padded.chunks(64) {
            let word = |bytes: &[u8]| bytes.iter().fold(0, |w, byte| w << 8 | u32::from(*byte));
            let mut w: Vec<u32> = block.chunks(4).map(word).collect();
            for t in 16..64 {
                let turned = |word: u32, a, b| word.rotate_right(a) ^ word.rotate_right(b);
                let near = turned(w[t - 2], 17, 19) ^ w[t - 2] >> 10;
                let far = turned(w[t - 15], 7, 18) ^ w[t - 15] >> 3;
                w.push(
                    [near, w[t - 7], far, w[t - 16]]
                        .into_iter()
                        .fold(0, u32::wrapping_add),
                );
            }
            let mut s = hash.clone();
            for (constant, word) in constants.iter().zip(w) {
                let sum = s[4].rotate_right(6) ^ s[4].rotate_right(11) ^ s[4].rotate_right(25);
                let chosen = s[4] & s[5] | !s[4] & s[6];
                let first = [s[7], sum, chosen, *constant, word];
                let first = first.into_iter().fold(0, u32::wrapping_add);
                let sum = s[0].rotate_right(2) ^ s[0].rotate_right(13) ^ s[0].rotate_right(22);
                let majority = s[0] & s[1] | s[2] & (s[0] | s[1]);
                s.rotate_right(1);
                s[4] = s[4].wrapping_add(first);
                s[0] = first.wrapping_add(sum).wrapping_add(majority);
            }
            for (hash, word) in hash.iter_mut().zip(s) {
                *hash = hash.wrapping_add(word);
            }
        }
        hash
    })
}

/// Messages whose padding fills a block, or needs another one; several blocks.
fn generated(n: u64) -> Input {
    inputs(
        n,
        0,
        &[0, 1, 3, 4, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 200],
    )
}

/// A digest as published, in hex.
fn digest(hex: &str) -> Vec<u32> {
    let digit = |at: usize| hex.get(8 * at..8 * at + 8).unwrap_or_default();
    (0..8)
        .map(|at| u32::from_str_radix(digit(at), 16).unwrap_or(0))
        .collect()
}

/// Published vectors.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "NIST, Examples with Intermediate Values, SHA256: one block and two",
        input: || {
            let two = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
            input(&[], &[b"abc".to_vec(), two.to_vec()])
        },
        output: || {
            let digests = [
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ];
            (0..)
                .zip(digests)
                .map(|(i, hex)| [vec![i], digest(hex)].concat())
                .collect()
        },
    },
    CorpusCase {
        source: "NIST CAVP, SHA256ShortMsg.rsp, Len = 0 and 8",
        input: || input(&[], &[vec![], vec![0xD3]]),
        output: || {
            let digests = [
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1",
            ];
            (0..)
                .zip(digests)
                .map(|(i, hex)| [vec![i], digest(hex)].concat())
                .collect()
        },
    },
];
