//! What the decoders of text share: their input, their output, their vectors.

use super::shapes;
use vyre_conform_runtime::engine::{Input, Output};

/// The offset of an error that did not happen.
pub(super) const NO_ERROR: u32 = u32::MAX;

/// A text as an input: its length in bytes, and its bytes, packed.
pub(super) fn input(text: &[u8]) -> Input {
    Input {
        columns: vec![vec![text.len() as u32], shapes::packed(text)],
    }
}

/// The text of an input.
pub(super) fn of(input: &Input) -> Vec<u8> {
    shapes::unpacked(&input.columns[1], input.columns[0][0] as usize)
}

/// Decoded bytes as the output of a decoder.
pub(super) fn output(bytes: &[u8]) -> Output {
    let records = (0..).zip(bytes);
    records
        .map(|(i, byte)| vec![0, i, (*byte).into()])
        .collect()
}

/// The output of a decoder: so many bytes of `words`, unless there was an error.
pub(super) fn bytes_or_error(words: &[u32], len: usize, error: u32) -> Output {
    match error {
        NO_ERROR => output(&shapes::unpacked(words, len)),
        offset => vec![vec![1, offset]],
    }
}

/// Input `n` of a decoder: encoded bytes, and of every four one with a character that may be wrong,
/// and one that is cut.
pub(super) fn damaged(n: u64, encode: &dyn Fn(&[u8]) -> Vec<u8>) -> Input {
    let len = shapes::length(n);
    let words = shapes::words(n, len.div_ceil(4));
    let mut text = encode(&shapes::unpacked(&words, len as usize));
    let place = shapes::random(n, 0xDA) as usize;
    match (n / 2) % 4 {
        1 if !text.is_empty() => {
            let place = place % text.len();
            text[place] = shapes::random(n, 0xDB) as u8;
        }
        2 => text.truncate(text.len().saturating_sub(place % 5)),
        _ => {}
    }
    input(&text)
}

/// A test vector: its source, the text, the bytes.
macro_rules! vector {
    ($source:literal, $text:literal, $bytes:literal) => {
        CorpusCase {
            source: $source,
            input: || $crate::engines::text::input($text.as_bytes()),
            output: || $crate::engines::text::output($bytes.as_bytes()),
        }
    };
}
pub(super) use vector;
