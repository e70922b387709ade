//! Bytes and texts: encoded ones, prose, tables, messages.

use super::arrays::number;
use crate::engines::{shapes, text};
use crate::hash::fmix32;
use vyre_conform_runtime::engine::Input;

const MIB: u32 = 1 << 20;

/// Random bytes, a multiple of groups of three and of five.
pub(super) fn bytes() -> Input {
    let words = 15 * MIB / 8;
    Input {
        columns: vec![vec![4 * words], (0..words).map(fmix32).collect()],
    }
}

/// The corresponding number of characters of an alphabet: any whole group of characters of base 16, 32 or 64 decodes to
/// bytes.
fn encoded(alphabet: &[u8]) -> Input {
    let character = |i| alphabet[(fmix32(i) >> 7) as usize % alphabet.len()];
    text::input(&(0..16 * MIB).map(character).collect::<Vec<u8>>())
}

/// Text in base 16, in both cases.
pub(super) fn base16() -> Input {
    encoded(b"0123456789ABCDEF0123456789abcdef")
}

/// Text in base 32.
pub(super) fn base32() -> Input {
    encoded(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
}

/// Text in base 64.
pub(super) fn base64() -> Input {
    encoded(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
}

/// Pieces of a list in random order, at least `len` bytes of them.
fn pieces(len: u32, list: &[&str]) -> Vec<u8> {
    let mut text = Vec::with_capacity(len as usize + 64);
    for i in 0.. {
        if text.len() >= len as usize {
            break;
        }
        text.extend(list[(fmix32(i) >> 7) as usize % list.len()].as_bytes());
    }
    text
}

/// Characters of one to four bytes.
pub(super) fn utf8() -> Input {
    let list = [
        "plain ",
        "t",
        "\u{e9}",
        "\u{df} \u{3bb}",
        "\u{65e5}\u{672c}",
        "\u{1f600}",
    ];
    text::input(&pieces(16 * MIB, &list))
}

/// Numbers of every length as LEB128.
pub(super) fn varints() -> Input {
    let mut bytes = vec![];
    for mut rest in (0..4 * MIB).map(number) {
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    text::input(&bytes)
}

/// Words and lines.
const PROSE: [&str; 12] = [
    "the ",
    "she said ",
    "of his sense, ",
    "and ",
    "he ",
    "a word. ",
    "more ",
    "than one ",
    "line\n",
    "to ",
    "these ",
    "\r\n",
];

/// Prose.
pub(super) fn prose() -> Input {
    text::input(&pieces(8 * MIB, &PROSE))
}

/// Long prose.
pub(super) fn long_prose() -> Input {
    text::input(&pieces(32 * MIB, &PROSE))
}

/// Prose, and a pattern of several words that occurs in it.
pub(super) fn prose_and_a_pattern() -> Input {
    let pattern = b"the of his sense, ";
    let mut input = text::input(&pieces(16 * MIB, &PROSE));
    input.columns.push(vec![pattern.len() as u32]);
    input.columns.push(shapes::packed(pattern));
    input
}

/// Prose, and patterns that occur in it, some inside others.
pub(super) fn prose_and_patterns() -> Input {
    let patterns = ["she", "he", "these", "sense", "line\n", "word"];
    let mut input = text::input(&pieces(4 * MIB, &PROSE));
    let lengths = patterns.iter().map(|pattern| pattern.len() as u32);
    input.columns.push(lengths.collect());
    let bytes = patterns.iter().flat_map(|pattern| pattern.bytes());
    input.columns.push(bytes.map(u32::from).collect());
    input
}

/// A table of plain and quoted fields, some with separators and row ends in them.
pub(super) fn table() -> Input {
    let list = [
        "plain,",
        "12,",
        "3.25,",
        "\"a,\"\"b\"\"\r\nc\",",
        ",",
        "name\r\n",
        "last\n",
    ];
    text::input(&pieces(8 * MIB, &list))
}

/// Messages of 1 to `most` bytes, and a key.
fn hashed(count: u32, most: u32, key: &[u32]) -> Input {
    let lengths = (0..count).map(|i| 1 + fmix32(i) % most);
    let ends = lengths.scan(0, |end, length| {
        *end += length;
        Some(*end)
    });
    let ends: Vec<u32> = ends.collect();
    let bytes = ends.last().copied().unwrap_or(0);
    let words = (0..bytes.div_ceil(4)).map(|i| fmix32(!i));
    Input {
        columns: vec![key.to_vec(), ends, words.collect()],
    }
}

/// Many messages.
pub(super) fn messages() -> Input {
    hashed(128 << 10, 255, &[])
}

/// Many messages, and a seed.
pub(super) fn messages_and_a_word() -> Input {
    hashed(128 << 10, 255, &[1])
}

/// Many messages, and a seed of 64 bits.
pub(super) fn messages_and_two_words() -> Input {
    hashed(128 << 10, 255, &[1, 2])
}

/// Many messages, and a key of 128 bits.
pub(super) fn messages_and_four_words() -> Input {
    hashed(128 << 10, 255, &[1, 2, 3, 4])
}

/// Fewer messages, of several chunks each.
pub(super) fn long_messages() -> Input {
    hashed(8 << 10, 4095, &[])
}

/// Texts of 32 to 63 bytes, and copies that differ from them in every fifth byte and at the end.
pub(super) fn pairs_of_texts() -> Input {
    let letter = |i: u32| b'a' + (fmix32(i) >> 7) as u8 % 8;
    let mut columns = vec![vec![]; 4];
    let mut texts = [vec![], vec![]];
    for pair in 0..64_u32 << 10 {
        let random = fmix32(pair);
        let place = pair << 7;
        let len = 32 + random % 32;
        texts[0].extend((place..place + len).map(letter));
        let changed = |i: u32| match fmix32(!i) % 5 {
            0 => letter(!i),
            _ => letter(i),
        };
        texts[1].extend((place..place + len + (random >> 8) % 8).map(changed));
        for (text, ends) in texts.iter().zip([0, 2]) {
            columns[ends].push(text.len() as u32);
        }
    }
    for (text, bytes) in texts.iter().zip([1, 3]) {
        columns[bytes] = shapes::packed(text);
    }
    Input { columns }
}

/// The same, and a bound that some of the distances exceed.
pub(super) fn pairs_of_texts_and_a_bound() -> Input {
    let mut input = pairs_of_texts();
    input.columns.push(vec![12]);
    input
}

/// Fields of one to ten digits, some with an underscore.
pub(super) fn decimal_fields() -> Input {
    let (mut ends, mut text) = (vec![], vec![]);
    for field in 0..256_u32 << 10 {
        let random = fmix32(field);
        text.extend(random.to_string().bytes().skip(random as usize % 10));
        if random.is_multiple_of(5) {
            text.push(b'_');
        }
        ends.push(text.len() as u32);
    }
    Input {
        columns: vec![ends, shapes::packed(&text)],
    }
}
