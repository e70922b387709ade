//! Decoders on every message of one or two bytes, on longer ones of boundary bytes, and on every truncation and every
//! changed bit of valid messages.

use super::blocks::{self, deflate, lz4, snappy};
use super::{by_leb128, checked_records, engine};
use base64::Engine as _;
use hex::FromHexError::InvalidHexCharacter;
use vyre_conform_runtime::engine::{Input, Output};

/// Boundary bytes of the formats.
const EDGES: [u8; 32] = [
    0x00, 0x01, 0x02, 0x03, 0x04, 0x0F, 0x10, b'+', b'/', b'0', b'9', b':', b'=', b'A', b'F', b'G',
    b'Z', b'a', b'f', b'g', b'z', 0x7F, 0x80, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xF0, 0xF4, 0xFF,
];

/// Every message of up to two bytes, and those of three boundary bytes.
fn short() -> impl Iterator<Item = Vec<u8>> {
    let one = (0..=u8::MAX).map(|byte| vec![byte]);
    let two = (0..=u16::MAX).map(|bytes| bytes.to_be_bytes().to_vec());
    let three = (0..1_usize << 15).map(|n| [n, n >> 5, n >> 10].map(|k| EDGES[k % 32]).to_vec());
    [vec![]].into_iter().chain(one).chain(two).chain(three)
}

/// A message, all its prefixes, and all messages that differ from it in one bit.
fn neighbours(message: &[u8]) -> Vec<Vec<u8>> {
    let prefix = (0..=message.len()).map(|len| message[..len].to_vec());
    let changed = (0..8 * message.len()).map(|bit| {
        let mut other = message.to_vec();
        other[bit / 8] ^= 1 << (bit % 8);
        other
    });
    prefix.chain(changed).collect()
}

fn packed(bytes: &[u8]) -> Vec<u32> {
    let word = |chunk: &[u8]| {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        u32::from_le_bytes(word)
    };
    bytes.chunks(4).map(word).collect()
}

/// The reference of an engine over one text.
fn of_text(name: &str) -> impl Fn(&[u8]) -> Output {
    let reference = engine(name).reference.expect("a reference");
    move |text| {
        reference(&Input {
            columns: vec![vec![text.len() as u32], packed(text)],
        })
    }
}

/// Compares a decoder of texts with another one: the results, and if known the offset of an error.
fn texts(
    name: &str,
    messages: impl Iterator<Item = Vec<u8>>,
    expected: impl Fn(&[u8]) -> Result<Vec<u32>, Option<u32>>,
) {
    let reference = of_text(name);
    let (mut right, mut wrong) = (0, 0);
    for message in messages {
        match (checked_records(&reference(&message)), expected(&message)) {
            (Ok(actual), Ok(expected)) => {
                assert_eq!(actual, expected, "{name}: {message:02x?}");
                right += 1;
            }
            (Err(actual), Err(expected)) => {
                assert!(actual as usize <= message.len(), "{name}: {message:02x?}");
                assert_eq!(actual, expected.unwrap_or(actual), "{name}: {message:02x?}");
                wrong += 1;
            }
            other => panic!("{name}: {message:02x?}: {other:?}"),
        }
    }
    assert!(right > 250 && wrong > 250, "{name}: {right} and {wrong}");
}

fn words(bytes: Vec<u8>) -> Vec<u32> {
    bytes.into_iter().map(u32::from).collect()
}

/// Oracle: the crate hex, which checks the length first; a text of odd length is tested with one digit more, so that
/// the crate reports the wrong character.
#[test]
fn every_short_text_of_hex() {
    let place = |text: &[u8]| match hex::decode(text) {
        Err(InvalidHexCharacter { index, .. }) => Some(index as u32),
        _ => None,
    };
    let long = neighbours(b"00ff7F80aA99Ff10");
    texts("hex_decode", short().chain(long), |text| {
        let completed = [text, &b"0"[..text.len() % 2]].concat();
        let otherwise = || Some(place(&completed).unwrap_or(text.len() as u32));
        hex::decode(text).map(words).map_err(|_| otherwise())
    });
}

/// Oracle: the crate base64, which accepts neither missing padding nor remaining bits.
#[test]
fn every_short_text_of_base64() {
    let padded =
        |padding: &'static [u8]| short().map(move |begin| [begin.as_slice(), padding].concat());
    let long = [
        &b"AAAA"[..],
        b"Zm9vYmFy",
        b"Zm9vYg==",
        b"Zm9vYmE=",
        b"+/+/9A==",
    ]
    .map(neighbours)
    .concat();
    let all = short().chain(padded(b"=")).chain(padded(b"==")).chain(long);
    texts("base64_decode", all, |text| {
        let decoded = base64::prelude::BASE64_STANDARD.decode(text);
        decoded.map(words).map_err(|_| None)
    });
}

/// Oracle: the crate leb128, number by number.
#[test]
fn every_short_stream_of_varints() {
    let long = [
        &[0xE5, 0x8E, 0x26, 0x00, 0x7F, 0x80, 0x01][..],
        &[0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0x80, 0x80, 0x80, 0x80, 0x00],
    ];
    let long = long.map(neighbours).concat();
    texts("varint_decode", short().chain(long), |stream| {
        by_leb128(stream).map_err(Some)
    });
}

/// The rows of table 3-7 of the Unicode Standard: the ranges of a character's bytes.
const WELL_FORMED: [&[[u8; 2]]; 9] = [
    &[[0x00, 0x7F]],
    &[[0xC2, 0xDF], [0x80, 0xBF]],
    &[[0xE0, 0xE0], [0xA0, 0xBF], [0x80, 0xBF]],
    &[[0xE1, 0xEC], [0x80, 0xBF], [0x80, 0xBF]],
    &[[0xED, 0xED], [0x80, 0x9F], [0x80, 0xBF]],
    &[[0xEE, 0xEF], [0x80, 0xBF], [0x80, 0xBF]],
    &[[0xF0, 0xF0], [0x90, 0xBF], [0x80, 0xBF], [0x80, 0xBF]],
    &[[0xF1, 0xF3], [0x80, 0xBF], [0x80, 0xBF], [0x80, 0xBF]],
    &[[0xF4, 0xF4], [0x80, 0x8F], [0x80, 0xBF], [0x80, 0xBF]],
];

/// The characters of a text, or the place where none begins.
fn characters(text: &[u8]) -> Result<Vec<u32>, u32> {
    let (mut characters, mut rest) = (vec![], text);
    while !rest.is_empty() {
        let is_one = |row: &&&[[u8; 2]]| {
            let mut pairs = row.iter().zip(rest);
            rest.len() >= row.len() && pairs.all(|([low, high], byte)| low <= byte && byte <= high)
        };
        let row = WELL_FORMED.iter().find(is_one);
        let row = row.ok_or((text.len() - rest.len()) as u32)?;
        let (own, after) = rest.split_at(row.len());
        let of_lead = [0x7F, 0x1F, 0x0F, 0x07][own.len() - 1];
        let lead = u32::from(own[0] & of_lead);
        let code = own[1..].iter();
        characters.push(code.fold(lead, |code, byte| code << 6 | u32::from(byte & 0x3F)));
        rest = after;
    }
    Ok(characters)
}

/// The code units of a character, by RFC 2781.
fn units(code: u32) -> Vec<u32> {
    match code.checked_sub(0x1_0000) {
        None => vec![code],
        Some(rest) => vec![0xD800 | rest >> 10, 0xDC00 | rest & 0x3FF],
    }
}

/// Oracle: table 3-7 of the Unicode Standard and RFC 2781; the references are the standard library's.
#[test]
fn every_short_text_of_utf8() {
    let three = (0xE0..=0xF4_u8).flat_map(|first| {
        let behind = (0..=u8::MAX).flat_map(|second| EDGES.map(|third| [second, third]));
        behind.map(move |[second, third]| vec![first, second, third])
    });
    let four = (0xF0..=0xF5_u8).flat_map(|first| {
        let behind = (0..16_usize << 8).map(|n| [n >> 4, n & 3, n >> 2 & 3]);
        behind.map(move |[second, third, fourth]| {
            let [third, fourth] = [third, fourth].map(|k| [0x7F, 0x80, 0xBF, 0xC0][k]);
            vec![first, second as u8, third, fourth]
        })
    });
    let long =
        neighbours("aé€𝄞\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}".as_bytes());
    let all: Vec<Vec<u8>> = short().chain(three).chain(four).chain(long).collect();
    let validate = of_text("utf8_validate");
    for text in &all {
        let expected = match characters(text) {
            Ok(characters) => [0, characters.len() as u32],
            Err(offset) => [1, offset],
        };
        assert_eq!(validate(text), [expected], "{text:02x?}");
    }
    texts("utf8_to_utf16", all.into_iter(), |text| {
        let characters = characters(text).map_err(Some)?;
        Ok(characters.into_iter().flat_map(units).collect())
    });
}

/// More bytes than any of these blocks decodes to.
const MAX_DECODED: usize = 4096;

/// Compares a decoder of blocks with another one, on short ones and on the neighbours of compressed texts. The other
/// one may accept what is refused for the reason `stricter`.
fn compressed(
    name: &str,
    decode: impl Fn(&[u8], usize) -> Option<Vec<u8>>,
    encode: impl Fn(&[u8]) -> Vec<u8>,
    stricter: Option<u32>,
) {
    let reference = engine(name).reference.expect("a reference");
    let sentence = b"a rose is a rose is a rose, and a nose is a nose; ".repeat(4);
    let long = [&b""[..], b"abc", &[7; 90], &sentence].map(|text| neighbours(&encode(text)));
    let (mut right, mut wrong) = (0, 0);
    for block in short().chain(long.concat()) {
        let output = reference(&Input {
            columns: vec![
                vec![block.len() as u32],
                vec![MAX_DECODED as u32],
                packed(&block),
            ],
        });
        let actual = blocks::block_results(&output, 1).remove(0);
        if matches!(actual, Err([reason, _]) if Some(reason) == stricter) {
            continue;
        }
        let expected = decode(&block, MAX_DECODED);
        match expected {
            Some(_) => right += 1,
            None => wrong += 1,
        }
        assert_eq!(
            actual.clone().ok(),
            expected,
            "{name}: {actual:?}: {block:02x?}"
        );
    }
    assert!(right > 100 && wrong > 1000, "{name}: {right} and {wrong}");
}

/// Oracle: the crate lz4_flex.
#[test]
fn every_short_block_of_lz4() {
    compressed("lz4_decode", lz4, lz4_flex::block::compress, None);
}

/// Oracle: the crate snap.
#[test]
fn every_short_block_of_snappy() {
    let encode = |text: &[u8]| {
        let mut encoder = snap::raw::Encoder::new();
        encoder.compress_vec(text).expect("a short text")
    };
    compressed("snappy_decode", snappy, encode, None);
}

/// Oracle: the crate miniz_oxide, except for lengths that form no code, as above.
#[test]
#[ignore = "a long run: seconds"]
fn every_short_stream_of_deflate() {
    for level in [0, 1, 9] {
        let encode = |text: &[u8]| miniz_oxide::deflate::compress_to_vec(text, level);
        compressed("inflate", deflate, encode, Some(6));
    }
}
