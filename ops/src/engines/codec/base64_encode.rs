use super::{bytes_of_every_length, characters, encoded, encoder};
use crate::engines::{grid, shapes, text};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the number of bytes, and the bytes, packed. Output: for every character of the text a record of its
/// index and the character.
///
/// [RFC 4648, section 4](https://www.rfc-editor.org/rfc/rfc4648#section-4), with padding. An invocation encodes three
/// words as four words of text.
#[vyre_engine(
    reference = reference,
    inputs = bytes_of_every_length,
    corpus = CORPUS,
)]
pub fn base64_encode(input: &Input, size: u32) -> Plan {
    let words = input.columns[0][0].div_ceil(3);
    let program = encode(size);
    encoder(input, size, [12, words], program, &[4], |input, read| {
        let len = 4 * input.columns[0][0].div_ceil(3) as usize;
        characters(&shapes::unpacked(&read[0], len))
    })
}

fn encode(size: u32) -> Program {
    let mut k = Kernel::new("base64_encode", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let bytes = k.read_only("bytes", Type::Bytes);
    let text = k.read_write("text", Type::Bytes);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let len = k.bind("len", params.at(3));
    grid::for_each(&mut k, grid, |k, i| {
        k.count("triple", 0, 4, |k, j| {
            let place = k.bind("place", i * 4 + j);
            let at = k.bind("at", place * 3);
            k.when(at.less(len), |k| {
                let left = k.bind("left", len - at);
                let three = [0, 1, 2].map(|b| {
                    let at = k.bind("at", at + b);
                    k.bind("byte", super::byte(bytes, at))
                });
                // The first byte is the most significant of the 24 bits.
                let bits = k.bind("bits", (three[0] << 16) | (three[1] << 8) | three[2]);
                let sextets = [18, 12, 6, 0].map(|at| k.bind("sextet", (bits >> at) & 63));
                let [a, b, c, d] = sextets.map(character);
                let pad = u32::from(b'=');
                let c = left.less(2).select(pad, c);
                let d = left.less(3).select(pad, d);
                k.store(text, place, a | b << 8 | c << 16 | d << 24);
            });
        });
    });
    k.finish()
}

/// The character of a value below 64 (RFC 4648, table 1).
fn character(value: Var) -> Expr {
    let last = value.equals(62).select(u32::from(b'+'), u32::from(b'/'));
    let digit = value.less(62).select(value - 52 + u32::from(b'0'), last);
    let lower = value.less(52).select(value - 26 + u32::from(b'a'), digit);
    value.less(26).select(value + u32::from(b'A'), lower)
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Three bytes at a time, by the alphabet as a table.
fn reference(input: &Input) -> Output {
    let mut text = vec![];
    for chunk in text::of(input).chunks(3) {
        let mut all = [0; 4];
        all[1..=chunk.len()].copy_from_slice(chunk);
        let bits = u32::from_be_bytes(all);
        let quad = (0..4).map(|j| match j <= chunk.len() {
            true => ALPHABET[bits as usize >> (18 - 6 * j) & 63],
            false => b'=',
        });
        text.extend(quad);
    }
    characters(&text)
}

/// The test vectors of RFC 4648.
const CORPUS: &[CorpusCase] = &[
    encoded!("RFC 4648 section 10, BASE64", "", ""),
    encoded!("RFC 4648 section 10, BASE64", "f", "Zg=="),
    encoded!("RFC 4648 section 10, BASE64", "fo", "Zm8="),
    encoded!("RFC 4648 section 10, BASE64", "foo", "Zm9v"),
    encoded!("RFC 4648 section 10, BASE64", "foob", "Zm9vYg=="),
    encoded!("RFC 4648 section 10, BASE64", "fooba", "Zm9vYmE="),
    encoded!("RFC 4648 section 10, BASE64", "foobar", "Zm9vYmFy"),
    CorpusCase {
        source: "RFC 4648 section 9: 0x14fb9c03d97e is FPucA9l+",
        input: || text::input(&[0x14, 0xFB, 0x9C, 0x03, 0xD9, 0x7E]),
        output: || characters(b"FPucA9l+"),
    },
    CorpusCase {
        source: "RFC 4648 section 9: 0x14fb9c03 is FPucAw==",
        input: || text::input(&[0x14, 0xFB, 0x9C, 0x03]),
        output: || characters(b"FPucAw=="),
    },
];
