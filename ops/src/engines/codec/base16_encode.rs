use super::{bytes_of_every_length, characters, encoded, encoder};
use crate::engines::{grid, shapes, text};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the number of bytes, and the bytes, packed. Output: for every character of the text a record of its
/// index and the character.
///
/// [RFC 4648, section 8](https://www.rfc-editor.org/rfc/rfc4648#section-8), in upper case. An invocation encodes four
/// bytes as two words of text.
#[vyre_engine(
    reference = reference,
    inputs = bytes_of_every_length,
    corpus = CORPUS,
)]
pub fn base16_encode(input: &Input, size: u32) -> Plan {
    let words = (2 * input.columns[0][0]).div_ceil(4);
    encoder(input, size, [4, words], encode(size), &[], |input, read| {
        let len = 2 * input.columns[0][0] as usize;
        characters(&shapes::unpacked(&read[0], len))
    })
}

fn encode(size: u32) -> Program {
    let mut k = Kernel::new("base16_encode", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let bytes = k.read_only("bytes", Type::Bytes);
    let text = k.read_write("text", Type::Bytes);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let words = k.bind("words", (params.at(3) * 2 + 3) >> 2);
    grid::for_each(&mut k, grid, |k, i| {
        let word = k.bind("word", bytes.at(i));
        for half in 0..2_u32 {
            // Four digits, one per byte: the high half of a byte comes first.
            let low = k.bind("low", word >> (16 * half));
            let apart = k.bind(
                "apart",
                ((low >> 4) & 0xF)
                    | ((low & 0xF) << 8)
                    | ((low << 4) & 0xF_0000)
                    | ((low << 16) & 0xF00_0000),
            );
            let digits = characters_of(k, apart);
            let place = k.bind("place", i * 2 + half);
            k.when(place.less(words), |k| k.store(text, place, digits));
        }
    });
    k.finish()
}

/// The characters of four digits, one per byte, computed together.
fn characters_of(k: &mut Kernel, digits: Var) -> Expr {
    // Adding six to a digit sets bit 4 if the digit is a letter.
    let letters = k.bind("letters", ((digits + 0x0606_0606) >> 4) & 0x0101_0101);
    digits + 0x3030_3030 + letters * 7
}

/// The formatting of the standard library.
fn reference(input: &Input) -> Output {
    let digits = text::of(input)
        .into_iter()
        .map(|byte| format!("{byte:02X}"));
    characters(digits.collect::<String>().as_bytes())
}

/// The test vectors of RFC 4648.
const CORPUS: &[CorpusCase] = &[
    encoded!("RFC 4648 section 10, BASE16", "", ""),
    encoded!("RFC 4648 section 10, BASE16", "f", "66"),
    encoded!("RFC 4648 section 10, BASE16", "fo", "666F"),
    encoded!("RFC 4648 section 10, BASE16", "foo", "666F6F"),
    encoded!("RFC 4648 section 10, BASE16", "foob", "666F6F62"),
    encoded!("RFC 4648 section 10, BASE16", "fooba", "666F6F6261"),
    encoded!("RFC 4648 section 10, BASE16", "foobar", "666F6F626172"),
    CorpusCase {
        source: "RFC 4648 section 8, table 5: the alphabet",
        input: || text::input(&[0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF]),
        output: || characters(b"0123456789ABCDEF"),
    },
];
