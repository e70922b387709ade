use super::{byte, bytes_of_every_length, characters, encoded, encoder};
use crate::engines::{grid, shapes, text};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the number of bytes, and the bytes, packed. Output: for every character of the text a record of its
/// index and the character.
///
/// [RFC 4648, section 6](https://www.rfc-editor.org/rfc/rfc4648#section-6), with padding. An invocation encodes five
/// bytes as two words of text.
#[vyre_engine(
    reference = reference,
    inputs = bytes_of_every_length,
    corpus = CORPUS,
)]
pub fn base32_encode(input: &Input, size: u32) -> Plan {
    let words = 2 * input.columns[0][0].div_ceil(5);
    let program = encode(size);
    encoder(input, size, [5, words], program, &[8], |input, read| {
        let len = 8 * input.columns[0][0].div_ceil(5) as usize;
        characters(&shapes::unpacked(&read[0], len))
    })
}

fn encode(size: u32) -> Program {
    let mut k = Kernel::new("base32_encode", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let bytes = k.read_only("bytes", Type::Bytes);
    let text = k.read_write("text", Type::Bytes);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let len = k.bind("len", params.at(3));
    grid::for_each(&mut k, grid, |k, i| {
        let at = k.bind("at", i * 5);
        let bits_left = k.bind("bits_left", (len - at) << 3);
        let word = k.variable("word", 0);
        k.count("character", 0, 8, |k, c| {
            // Five of the forty bits, the first byte's highest first, from the two bytes that may contain them.
            let bit = k.bind("bit", c * 5);
            let first = k.bind("first", at + (bit >> 3));
            let second = k.bind("second", first + 1);
            let both = byte(bytes, first) << 8 | byte(bytes, second);
            let value = k.bind("value", (both >> (Expr::u32(11) - (bit & 7))) & 31);
            let letter = value
                .less(26)
                .select(value + u32::from(b'A'), value - 26 + u32::from(b'2'));
            let character = bit.less(bits_left).select(letter, u32::from(b'='));
            k.assign(word, word >> 8 | character << 24);
            // Four characters are a word.
            k.when((c & 3).equals(3), |k| k.store(text, i * 2 + (c >> 2), word));
        });
    });
    k.finish()
}

const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Five bytes at a time, by the alphabet as a table.
fn reference(input: &Input) -> Output {
    let mut text = vec![];
    for chunk in text::of(input).chunks(5) {
        let mut all = [0; 8];
        all[3..3 + chunk.len()].copy_from_slice(chunk);
        let bits = u64::from_be_bytes(all);
        let characters = (8 * chunk.len()).div_ceil(5);
        let octet = (0..8).map(|j| match j < characters {
            true => ALPHABET[(bits >> (35 - 5 * j) & 31) as usize],
            false => b'=',
        });
        text.extend(octet);
    }
    characters(&text)
}

/// The test vectors of RFC 4648.
const CORPUS: &[CorpusCase] = &[
    encoded!("RFC 4648 section 10, BASE32", "", ""),
    encoded!("RFC 4648 section 10, BASE32", "f", "MY======"),
    encoded!("RFC 4648 section 10, BASE32", "fo", "MZXQ===="),
    encoded!("RFC 4648 section 10, BASE32", "foo", "MZXW6==="),
    encoded!("RFC 4648 section 10, BASE32", "foob", "MZXW6YQ="),
    encoded!("RFC 4648 section 10, BASE32", "fooba", "MZXW6YTB"),
    encoded!("RFC 4648 section 10, BASE32", "foobar", "MZXW6YTBOI======"),
];
