use super::dispatches::Dispatches;
use super::grid::{self, Grid};
use super::text::{self, Damage, bytes_or_error};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the length of the text in bytes, and the text, packed. Output: for every decoded byte a record
/// `[0, index, byte]`. A text that is not hex gives the single record `[1, offset]` of the first character that is not
/// a hex digit, or of the end of the text if its length is odd.
///
/// RFC 4648 section 8, both cases. An invocation decodes eight characters to a word of four bytes, so no two
/// invocations write the same word.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn hex_decode(input: &Input, size: u32) -> Plan {
    let len = input.columns[0][0];
    let grid = Grid::over(len.div_ceil(8), size);
    let mut d = Dispatches::new(|input, read| {
        let bytes = input.columns[0][0] as usize / 2;
        bytes_or_error(&read[0], bytes, read[1][0])
    });
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds, len]);
    let text = d.given(&input.columns[1]);
    let bytes = d.output(grid.items);
    let error = d.output_of(vec![text::NO_ERROR]);
    let program = d.program(decode(size));
    d.step(
        program,
        grid.groups,
        &[params, text, bytes, error],
        &[grid.iterations()],
    );
    d.finish()
}

fn decode(size: u32) -> Program {
    let mut k = Kernel::new("hex_decode", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let text = k.read_only("text", Type::Bytes);
    let bytes = k.read_write("bytes", Type::Bytes);
    let error = k.read_write("error", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let len = k.bind("len", params.at(3));
    grid::for_each(&mut k, grid, |k, i| {
        let words = [0, 1].map(|j| k.bind("word", text.at(i * 2 + j)));
        let out = k.variable("out", 0);
        let wrong = k.variable("wrong", text::NO_ERROR);
        // From the last character to the first, so that the first error remains.
        for j in (0..8_u32).rev() {
            let word = words[(j / 4) as usize];
            let at = k.bind("at", i * 8 + j);
            let character = k.bind("character", (word >> (j % 4 * 8)) & 0xFF);
            let value = k.bind("value", nibble(character));
            let bad = value.greater(15) & at.less(len);
            k.assign(wrong, bad.select(at, wrong));
            // The first of two characters is the high half of its byte.
            k.assign(out, out | (value & 15) << (j / 2 * 8 + 4 - j % 2 * 4));
        }
        k.store(bytes, i, out);
        // The last word detects that half a byte is missing.
        let is_cut = (len & 1).differs(0) & (i + 1).at_least((len + 7) >> 3);
        k.assign(wrong, wrong.min(is_cut.select(len, text::NO_ERROR)));
        k.when(wrong.differs(text::NO_ERROR), |k| {
            k.atomic(AtomicOp::Min, error, 0, wrong);
        });
    });
    k.finish()
}

/// The value of a hex digit; more than 15 for any other character.
fn nibble(character: impl Operand + Copy) -> Expr {
    let digit = || character.into() - u32::from(b'0');
    // Bit 5 distinguishes the cases of a letter.
    let letter = || (character.into() | 0x20) - u32::from(b'a');
    let of_letter = letter().less(6).select(letter() + 10, 0xFF);
    digit().less(10).select(digit(), of_letter)
}

/// Character by character.
fn reference(input: &Input) -> Output {
    let text = text::of(input);
    let digits: Vec<Option<u32>> = text
        .iter()
        .map(|byte| char::from(*byte).to_digit(16))
        .collect();
    match digits.iter().position(Option::is_none) {
        Some(offset) => vec![vec![1, offset as u32]],
        None if digits.len() % 2 == 1 => vec![vec![1, digits.len() as u32]],
        None => {
            let pairs = digits.chunks(2);
            let byte = |pair: &[Option<u32>]| pair.iter().flatten().fold(0, |sum, d| sum * 16 + d);
            (0..)
                .zip(pairs)
                .map(|(i, pair)| vec![0, i, byte(pair)])
                .collect()
        }
    }
}

/// The neighbours of every range of digits, other characters, and half a byte.
const DAMAGE: [Damage; 11] = [
    Damage::Character(b'g'),
    Damage::Character(b':'),
    Damage::Character(b'G'),
    Damage::Character(b'/'),
    Damage::Character(b'@'),
    Damage::Character(b'`'),
    Damage::Character(b'0' | 0x80),
    Damage::Character(b' '),
    Damage::Character(0),
    Damage::Character(b'A' | 0x80),
    Damage::Cut,
];

/// Encoded bytes of every length and pattern in either case; some with a wrong character, some truncated.
fn inputs(n: u64) -> Input {
    let encode = |bytes: &[u8]| {
        let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or('0');
        let two = |byte: &u8| [digit(byte >> 4), digit(byte & 15)];
        let text: String = bytes.iter().flat_map(two).collect();
        match n % 3 {
            0 => text.to_uppercase().into_bytes(),
            _ => text.into_bytes(),
        }
    };
    text::damaged(n, &encode, &DAMAGE)
}

/// The test vectors of RFC 4648.
const CORPUS: &[CorpusCase] = &[
    text::vector!("RFC 4648 section 10, BASE16", "", ""),
    text::vector!("RFC 4648 section 10, BASE16", "66", "f"),
    text::vector!("RFC 4648 section 10, BASE16", "666F", "fo"),
    text::vector!("RFC 4648 section 10, BASE16", "666F6F", "foo"),
    text::vector!("RFC 4648 section 10, BASE16", "666F6F62", "foob"),
    text::vector!("RFC 4648 section 10, BASE16", "666F6F6261", "fooba"),
    text::vector!("RFC 4648 section 10, BASE16", "666F6F626172", "foobar"),
    text::refused!(REFUSED, "66ag", 3),
    text::refused!(REFUSED, "666f 6f62617", 4),
];

/// Refused texts, each with the offset of the error.
const REFUSED: &str = "crate hex 0.4.3, tests test_invalid_char and test_from_hex_whitespace";
