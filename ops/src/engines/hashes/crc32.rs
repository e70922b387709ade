use super::{hashed, input, inputs, longest, plan};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Type};
use vyre_conform_runtime::vyre_engine;

/// CRC-32 of many messages, as in gzip and PNG.
///
/// Input: no key; for every message its end offset; the bytes of all. Output: for every message a record of its number
/// and its CRC-32.
///
/// [RFC 1952](https://www.rfc-editor.org/rfc/rfc1952#section-8), section 8, by a table of sixteen entries: four bits at
/// a time.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
)]
pub fn crc32(input: &Input, size: u32) -> Plan {
    let iterations = [longest(input), 2];
    plan(input, size, "crc32", &iterations, |k, _, message| {
        let table = k.table("nibbles", Type::U32, NIBBLES.map(u64::from).to_vec());
        let state = k.variable("state", u32::MAX);
        k.count("at", 0, message.len, |k, at| {
            let byte = message.byte(k, at);
            k.assign(state, state ^ byte);
            k.count("half", 0, 2, |k: &mut Kernel, _| {
                let reduced = Expr::table_element(table, Type::U32, state & 15);
                k.assign(state, (state >> 4) ^ reduced);
            });
        });
        [!state]
    })
}

/// The remainders of the numbers of four bits.
const NIBBLES: [u32; 16] = [
    0x0000_0000,
    0x1DB7_1064,
    0x3B6E_20C8,
    0x26D9_30AC,
    0x76DC_4190,
    0x6B6B_51F4,
    0x4DB2_6158,
    0x5005_713C,
    0xEDB8_8320,
    0xF00F_9344,
    0xD6D6_A3E8,
    0xCB61_B38C,
    0x9B64_C2B0,
    0x86D3_D2D4,
    0xA00A_E278,
    0xBDBD_F21C,
];

/// The division of polynomials bit by bit, the highest power first: the definition, without a table and unreflected.
fn reference(input: &Input) -> Output {
    hashed(input, |message| {
        let bits = message
            .iter()
            .flat_map(|byte| (0..8).map(move |i| u32::from(byte >> i & 1)));
        let divided = bits.fold(u32::MAX, |rest, bit| {
            let next = rest << 1;
            match rest >> 31 ^ bit {
                0 => next,
                _ => next ^ 0x04C1_1DB7,
            }
        });
        vec![!divided.reverse_bits()]
    })
}

/// Messages of every length up to a few words, and longer ones.
fn generated(n: u64) -> Input {
    inputs(n, 0, &[0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 65, 257, 1000])
}

/// Published check values.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "RevEng catalogue, CRC-32/ISO-HDLC: check, the CRC of 123456789",
        input: || input(&[], &[b"123456789".to_vec()]),
        output: || vec![vec![0, 0xCBF4_3926]],
    },
    CorpusCase {
        source: "Wikipedia, Cyclic redundancy check, and zlib: of the pangram, of `a`, of nothing",
        input: || {
            let pangram = b"The quick brown fox jumps over the lazy dog".to_vec();
            input(&[], &[pangram, b"a".to_vec(), vec![]])
        },
        output: || vec![vec![0, 0x414F_A339], vec![1, 0xE8B7_BE43], vec![2, 0]],
    },
    CorpusCase {
        source: "PNG specification, IEND: its four bytes have the CRC AE426082 in every file",
        input: || input(&[], &[b"IEND".to_vec()]),
        output: || vec![vec![0, 0xAE42_6082]],
    },
];
