use crate::engines::dispatches::Dispatches;
use crate::engines::grid::{self, Grid};
use crate::engines::text::{self, Damage, bytes_or_error};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Expr, Kernel, LocalId, Operand, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the length of the text in bytes, and the text, packed. Output: for every decoded byte a record
/// `[0, index, byte]`. A text that is not base32 gives the single record `[1, offset]` of the first misplaced
/// character, or of the end of the text if characters are missing there.
///
/// [RFC 4648, section 6](https://www.rfc-editor.org/rfc/rfc4648#section-6), strictly (sections 3.2, 3.3, 3.5): upper
/// case with padding, which may begin after two, four, five or seven of eight characters. No other character is
/// skipped, and bits left over by padding must be zero; otherwise their character is the error. An invocation decodes
/// 32 characters to five words, so no two invocations write the same word.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn base32_decode(input: &Input, size: u32) -> Plan {
    let len = input.columns[0][0];
    let grid = Grid::over(len.div_ceil(32), size);
    // Five bytes for every eight characters.
    let words = (len / 8 * 5).div_ceil(4);
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
        &[grid.iterations(), 4, 8, 8, 5],
    );
    d.finish()
}

/// Words of decoded bytes of an invocation.
const MADE: u32 = 5;

fn decode(size: u32) -> Program {
    let mut k = Kernel::new("base32_decode", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 5);
    let text = k.read_only("text", Type::Bytes);
    let bytes = k.read_write("bytes", Type::Bytes);
    let status = k.read_write("status", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let len = k.bind("len", params.at(3));
    let words = k.bind("words", params.at(4));
    grid::for_each(&mut k, grid, |k, i| {
        let wrong = k.variable("wrong", text::NO_ERROR);
        // The fourth group ends with the last word, and one more group takes the zeros after it.
        let made = k.array("made", Type::U32, MADE + 1);
        k.count("group", 0, 4, |k, group| {
            let at = k.bind("at", (i * 4 + group) << 3);
            let is_last = k.bind("is_last", (at + 8).equals(len));
            let kept = kept(k, is_last, |k, c| {
                let at = k.bind("at", at + c);
                k.bind("code", super::byte(text, at))
            });
            k.count("character", 0, 8, |k, c| {
                let here = k.bind("here", at + c);
                let code = k.bind("code", super::byte(text, here));
                let value = k.bind("value", quintet(code));
                let is_read = k.bind("is_read", c.less(kept) & here.less(len));
                // Bits beyond the last byte are in the last character that is not padding.
                let beyond = (c + 1).equals(kept).select(bits_beyond(kept), 0);
                let is_bad = value.greater(31) | (value & beyond).differs(0);
                k.assign(wrong, (is_read & is_bad).select(wrong.min(here), wrong));
                put(k, made, (group * 8 + c) * 5, is_read.select(value & 31, 0));
            });
            // Padding at an invalid position, and a text that ends within the eight.
            let is_odd = bits_beyond(kept).equals(NOWHERE);
            k.assign(wrong, is_odd.select(wrong.min(at + kept), wrong));
            let is_cut = at.less(len) & (len - at).less(8);
            k.assign(wrong, is_cut.select(wrong.min(len), wrong));
            k.when(is_last, |k| {
                k.store(status, 1, (at >> 3) * 5 + ((kept * 5) >> 3));
            });
        });
        k.count("word", 0, MADE, |k, word| {
            let place = k.bind("place", i * MADE + word);
            let made = Expr::element(made, Type::U32, word.into());
            k.when(place.less(words), |k| k.store(bytes, place, made));
        });
        k.when(wrong.differs(text::NO_ERROR), |k| {
            k.atomic(AtomicOp::Min, status, 0, wrong);
        });
    });
    k.finish()
}

/// Number of characters before the trailing padding of eight; all eight if they are not the last.
fn kept(k: &mut Kernel, is_last: Var, code: impl FnOnce(&mut Kernel, Var) -> Var) -> Var {
    let kept = k.variable("kept", 0);
    k.count("padded", 0, 8, |k, c| {
        let code = code(k, c);
        let is_padding = is_last & code.equals(u32::from(b'='));
        k.assign(kept, is_padding.select(kept, c + 1));
    });
    kept
}

/// More than every value of a character.
const NOWHERE: u32 = 0x100;

/// The bits of the last kept character beyond the last byte; [`NOWHERE`] where padding must not begin.
fn bits_beyond(kept: Var) -> Expr {
    let ends = [(8, 0), (7, 7), (5, 1), (4, 15), (2, 3)];
    ends.into_iter()
        .fold(Expr::u32(NOWHERE), |otherwise, (count, bits)| {
            kept.equals(count).select(bits, otherwise)
        })
}

/// Five bits from bit `bit` of an array, the most significant of each byte first.
fn put(k: &mut Kernel, array: LocalId, bit: Expr, value: Expr) {
    let bit = k.bind("bit", bit);
    let both = k.bind("both", value << (Expr::u32(11) - (bit & 7)));
    let first = k.bind("first", bit >> 3);
    let second = k.bind("second", first + 1);
    for (place, byte) in [(first, both >> 8), (second, both & 0xFF)] {
        let word = Expr::element(array, Type::U32, place >> 2);
        k.store_element(array, place >> 2, word | byte << ((place & 3) << 3));
    }
}

/// The value of a character (RFC 4648, table 3); more than 31 for any other character.
fn quintet(c: Var) -> Expr {
    let from = |first: u8| c - u32::from(first);
    let digit = from(b'2').less(6).select(from(b'2') + 26, 0xFF);
    from(b'A').less(26).select(from(b'A'), digit)
}

const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Eight characters at a time.
fn reference(input: &Input) -> Output {
    let text = text::of(input);
    let mut bytes = vec![];
    for (group, characters) in text.chunks(8).enumerate() {
        let is_last = 8 * group + 8 == text.len();
        let padding = characters.iter().rev().take_while(|c| **c == b'=').count();
        let kept = characters.len() - if is_last { padding } else { 0 };
        let mut bits = 0_u64;
        for (j, character) in characters[..kept].iter().enumerate() {
            let Some(value) = ALPHABET.iter().position(|c| c == character) else {
                return vec![vec![1, (8 * group + j) as u32]];
            };
            bits |= (value as u64) << (35 - 5 * j);
        }
        let error = |offset: usize| vec![vec![1, offset as u32]];
        if characters.len() < 8 {
            return error(text.len());
        }
        if ![2, 4, 5, 7, 8].contains(&kept) {
            return error(8 * group + kept);
        }
        let all = bits.to_be_bytes();
        let (made, beyond) = all[3..].split_at(kept * 5 / 8);
        if beyond.iter().any(|byte| *byte != 0) {
            return error(8 * group + kept - 1);
        }
        bytes.extend(made);
    }
    text::output(&bytes)
}

/// The neighbours of both ranges of the alphabet, lower case, padding before the end and after one, three and six
/// characters, bits beyond the last byte (RFC 4648, section 3.5), and missing characters.
const DAMAGE: [Damage; 11] = [
    Damage::Character(b'['),
    Damage::Character(b'1'),
    Damage::Character(b'8'),
    Damage::End(b"MZ======"),
    Damage::End(b"MZXR===="),
    Damage::Character(b'@'),
    Damage::Cut,
    Damage::Character(b'='),
    Damage::End(b"MZXW6YR="),
    Damage::Character(b'a'),
    Damage::End(b"MZXW6Y=="),
];

/// Encoded bytes of every length and pattern; some with a wrong character, some truncated.
fn inputs(n: u64) -> Input {
    let encode = |bytes: &[u8]| {
        let mut text = vec![];
        for chunk in bytes.chunks(5) {
            let bits = (0..).zip(chunk).fold(0_u64, |bits, (j, byte)| {
                bits | u64::from(*byte) << (32 - 8 * j)
            });
            let characters = (0..8_usize).map(|j| match 5 * j < 8 * chunk.len() {
                true => ALPHABET[(bits >> (35 - 5 * j)) as usize & 31],
                false => b'=',
            });
            text.extend(characters);
        }
        text
    };
    // The longest of the first inputs needs a second workgroup of 256, whose invocations decode 32 characters twice.
    let n = if n == 7 { 32 } else { n };
    text::damaged(n, &encode, &DAMAGE)
}

/// The test vectors of RFC 4648, and texts that it forbids.
const CORPUS: &[CorpusCase] = &[
    text::vector!("RFC 4648 section 10, BASE32", "", ""),
    text::vector!("RFC 4648 section 10, BASE32", "MY======", "f"),
    text::vector!("RFC 4648 section 10, BASE32", "MZXQ====", "fo"),
    text::vector!("RFC 4648 section 10, BASE32", "MZXW6===", "foo"),
    text::vector!("RFC 4648 section 10, BASE32", "MZXW6YQ=", "foob"),
    text::vector!("RFC 4648 section 10, BASE32", "MZXW6YTB", "fooba"),
    text::vector!("RFC 4648 section 10, BASE32", "MZXW6YTBOI======", "foobar"),
    text::refused!(PADDING, "M=======", 1),
    text::refused!(PADDING, "MZX=====", 3),
    text::refused!(PADDING, "========", 0),
    text::refused!(BITS, "MZ======", 1),
    text::refused!(BITS, "MZXR====", 3),
    text::refused!(BITS, "MZXW7===", 4),
    text::refused!(BITS, "MZXW6YR=", 6),
    text::refused!(
        "RFC 4648 section 3.2: padding is demanded",
        "MZXW6YTBOI",
        10
    ),
];

/// Valid starts of padding.
const PADDING: &str = "RFC 4648 section 6: the final quantum has 8, 16, 24 or 32 bits";

/// Leftover bits.
const BITS: &str = "RFC 4648 section 3.5: pad bits are zero";
