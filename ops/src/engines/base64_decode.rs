use super::dispatches::Dispatches;
use super::grid::{self, Grid};
use super::text::{self, Damage, bytes_or_error};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Expr, Kernel, Operand, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the length of the text in bytes, and the text, packed. Output: for every decoded byte a record
/// `[0, index, byte]`. A text that is not base64 gives the single record `[1, offset]` of the first misplaced
/// character, or of the end of the text if characters are missing there.
///
/// RFC 4648 section 4, strictly (sections 3.2, 3.3, 3.5): padding is required, no other character is skipped, and bits
/// left over by padding must be zero; otherwise their character is the error. An invocation decodes sixteen characters
/// to three words, so no two invocations write the same word.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn base64_decode(input: &Input, size: u32) -> Plan {
    let len = input.columns[0][0];
    let grid = Grid::over(len.div_ceil(16), size);
    // Three bytes for every four characters, rounded up.
    let words = (len.div_ceil(4) * 3).div_ceil(4);
    let mut d = Dispatches::new(|_, read| {
        let [error, len] = [read[1][0], read[1][1]];
        bytes_or_error(&read[0], len as usize, error)
    });
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds, len, words]);
    let text = d.given(&input.columns[1]);
    let bytes = d.output(words);
    let status = d.output_of(vec![text::NO_ERROR, 0]);
    let program = d.program(decode(size));
    d.step(
        program,
        grid.groups,
        &[params, text, bytes, status],
        &[grid.iterations(), 4, 4],
    );
    d.finish()
}

fn decode(size: u32) -> Program {
    let mut k = Kernel::new("base64_decode", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 5);
    let text = k.read_only("text", Type::Bytes);
    let bytes = k.read_write("bytes", Type::Bytes);
    let status = k.read_write("status", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let len = k.bind("len", params.at(3));
    let words = k.bind("words", params.at(4));
    grid::for_each(&mut k, grid, |k, i| {
        let wrong = k.variable("wrong", text::NO_ERROR);
        // Bytes that do not fill a word yet.
        let carry = k.variable("carry", 0);
        k.count("quad", 0, 4, |k, j| {
            let word = k.bind("word", text.at(i * 4 + j));
            let at = k.bind("at", i * 16 + j * 4);
            let quad = quad(k, word, at, len, wrong);
            let place = k.bind("place", i * 3 + j - 1);
            // The first three bytes begin a word, and three more fill the rest of it.
            k.when(j.greater(0) & place.less(words), |k| {
                k.store(bytes, place, carry | quad.bytes << (Expr::u32(32) - j * 8));
            });
            k.assign(carry, quad.bytes >> (j * 8));
            // The last four characters determine the number of bytes.
            k.when((at + 4).equals(len), |k| {
                k.store(status, 1, (i * 4 + j + 1) * 3 - quad.padding);
            });
        });
        k.when(wrong.differs(text::NO_ERROR), |k| {
            k.atomic(AtomicOp::Min, status, 0, wrong);
        });
    });
    k.finish()
}

/// Four characters, decoded.
#[derive(Clone, Copy)]
struct Quad {
    /// Three bytes, the first least significant.
    bytes: Var,
    /// Number of padding characters.
    padding: Var,
}

/// Decodes the four characters of a word, which are at offset `at` of a text of length `len`. `wrong` becomes the
/// offset of the first error unless an earlier one is set. A loop over the characters keeps the shader small:
/// SwiftShader compiled the unrolled loop for minutes.
fn quad(k: &mut Kernel, word: Var, at: Var, len: Var, wrong: Var) -> Quad {
    let pad = u32::from(b'=');
    let one = k.bind("pads_last", (at + 4).equals(len) & (word >> 24).equals(pad));
    let two = k.bind("pads_two", one & ((word >> 16) & 0xFF).equals(pad));
    let padding = k.bind("padding", one.cast(Type::U32) + two.cast(Type::U32));
    let kept = k.bind("kept", Expr::u32(4) - padding);
    let bits = k.variable("bits", 0);
    k.count("character", 0, 4, |k, c| {
        let code = k.bind("code", (word >> (c * 8)) & 0xFF);
        let value = k.bind("value", sextet(code));
        let is_bad = value.greater(63) & c.less(kept) & (at + c).less(len);
        k.assign(wrong, is_bad.select(wrong.min(at + c), wrong));
        k.assign(bits, bits << 6 | c.less(kept).select(value & 63, 0));
    });
    // Bits beyond the last byte are in the last character that is not padding.
    let beyond = k.bind("beyond", two.select(0xF000, one.select(0xC0, 0)));
    let is_over = (bits & beyond).differs(0);
    k.assign(wrong, is_over.select(wrong.min(at + kept - 1), wrong));
    // The text ends within these characters.
    let is_cut = at.less(len) & (len - at).less(4);
    k.assign(wrong, is_cut.select(wrong.min(len), wrong));
    // The first byte is the most significant of the 24 bits, and the least significant of its word.
    let bytes = (bits >> 16) | (bits & 0xFF00) | ((bits & 0xFF) << 16);
    Quad {
        bytes: k.bind("bytes", bytes),
        padding,
    }
}

/// The value of a character (RFC 4648, table 1); more than 63 for any other character.
fn sextet(c: Var) -> Expr {
    let from = |first: u8| c - u32::from(first);
    let slash = c.equals(u32::from(b'/')).select(63, 0xFF);
    let plus = c.equals(u32::from(b'+')).select(62, slash);
    let digit = from(b'0').less(10).select(from(b'0') + 52, plus);
    let lower = from(b'a').less(26).select(from(b'a') + 26, digit);
    from(b'A').less(26).select(from(b'A'), lower)
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Four characters at a time.
fn reference(input: &Input) -> Output {
    let text = text::of(input);
    let mut bytes = vec![];
    for (quad, characters) in text.chunks(4).enumerate() {
        let is_last = 4 * quad + 4 == text.len();
        let kept = match characters {
            [_, _, b'=', b'='] if is_last => 2,
            [_, _, _, b'='] if is_last => 3,
            all => all.len(),
        };
        let mut bits = 0_u32;
        for (j, character) in characters[..kept].iter().enumerate() {
            let Some(value) = ALPHABET.iter().position(|c| c == character) else {
                return vec![vec![1, (4 * quad + j) as u32]];
            };
            bits |= (value as u32) << (18 - 6 * j);
        }
        if characters.len() < 4 {
            return vec![vec![1, text.len() as u32]];
        }
        let all = &bits.to_be_bytes()[1..];
        if all[kept - 1..].iter().any(|byte| *byte != 0) && kept < 4 {
            return vec![vec![1, (4 * quad + kept - 1) as u32]];
        }
        bytes.extend(&all[..kept - 1]);
    }
    text::output(&bytes)
}

/// The neighbours of every range of the alphabet, padding before the end, bits beyond the last byte (RFC 4648, section
/// 3.5), and missing characters.
const DAMAGE: [Damage; 11] = [
    Damage::Character(b'['),
    Damage::Character(b'{'),
    Damage::Character(b':'),
    Damage::End(b"Zh=="),
    Damage::End(b"Zm9="),
    Damage::Character(b'='),
    Damage::Cut,
    Damage::Character(b'@'),
    Damage::Character(b'`'),
    Damage::Character(b','),
    Damage::Character(b'.'),
];

/// Encoded bytes of every length and pattern; some with a wrong character, some truncated.
fn inputs(n: u64) -> Input {
    let encode = |bytes: &[u8]| {
        let mut text = vec![];
        for chunk in bytes.chunks(3) {
            let bits = (0..).zip(chunk).fold(0_u32, |bits, (j, byte)| {
                bits | u32::from(*byte) << (16 - 8 * j)
            });
            let characters = (0..4_usize).map(|j| match j <= chunk.len() {
                true => ALPHABET[(bits >> (18 - 6 * j)) as usize & 63],
                false => b'=',
            });
            text.extend(characters);
        }
        text
    };
    text::damaged(n, &encode, &DAMAGE)
}

/// The test vectors of RFC 4648.
const CORPUS: &[CorpusCase] = &[
    text::vector!("RFC 4648 section 10, BASE64", "", ""),
    text::vector!("RFC 4648 section 10, BASE64", "Zg==", "f"),
    text::vector!("RFC 4648 section 10, BASE64", "Zm8=", "fo"),
    text::vector!("RFC 4648 section 10, BASE64", "Zm9v", "foo"),
    text::vector!("RFC 4648 section 10, BASE64", "Zm9vYg==", "foob"),
    text::vector!("RFC 4648 section 10, BASE64", "Zm9vYmE=", "fooba"),
    text::vector!("RFC 4648 section 10, BASE64", "Zm9vYmFy", "foobar"),
    CorpusCase {
        source: "RFC 4648 section 4, table 1: the alphabet, whose values are 0 to 63",
        input: || text::input(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"),
        output: || {
            // Four values of six bits are three bytes.
            let bits: Vec<u8> = (0..64)
                .flat_map(|v| (0..6).rev().map(move |b| v >> b & 1))
                .collect();
            let byte = |bits: &[u8]| bits.iter().fold(0, |byte, bit| byte << 1 | bit);
            text::output(&bits.chunks(8).map(byte).collect::<Vec<u8>>())
        },
    },
    text::refused!(MALLEABLE, "SGVsbG9=", 6),
    text::refused!(MALLEABLE, "SGVsbA====", 6),
];

/// A published list of texts that a strict decoder rejects; a second source gives the error offsets.
const MALLEABLE: &str = "Chatzigiannis and Chalkias, Base64 Malleability in Practice (2022), table 2, tests 2 and 7; \
                         offsets: tests of the crate base64 0.22.1";
