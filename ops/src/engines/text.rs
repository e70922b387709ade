//! Shared parts of the text decoders: input, output, vectors.

use super::shapes;
use vyre_conform_runtime::engine::{Input, Output};

/// The offset that means no error.
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

/// The output of a decoder: this many bytes of `words`, unless there was an error.
pub(super) fn bytes_or_error(words: &[u32], len: usize, error: u32) -> Output {
    match error {
        NO_ERROR => output(&shapes::unpacked(words, len)),
        offset => vec![vec![1, offset]],
    }
}

/// Faults of an encoded text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Damage {
    /// One character is replaced by this one.
    Character(u8),
    /// It ends with these characters.
    End(&'static [u8]),
    /// The last character is missing.
    Cut,
}

/// Numbers of the inputs that get one fault of the list each, in turn: all of the first sixteen except a few short
/// inputs and a long one.
const DAMAGED: [u64; 11] = [4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15];

/// Input `n` of a decoder: encoded bytes. Some have a fault of the list; of the others, some have a random character
/// replaced and some are truncated.
pub(super) fn damaged(n: u64, encode: &dyn Fn(&[u8]) -> Vec<u8>, list: &[Damage]) -> Input {
    let len = shapes::length(n);
    let words = shapes::words(n, len.div_ceil(4));
    let mut text = encode(&shapes::unpacked(&words, len as usize));
    let place = shapes::random(n, 0xDA) as usize;
    let turn = DAMAGED.iter().position(|at| *at == n);
    match turn.map(|turn| (turn, list[turn % list.len()])) {
        Some((turn, Damage::Character(wrong))) => {
            // Not among the last characters, which may be padding, and in turn at every position of the sixteen or
            // eight that an invocation decodes.
            let before = text.len() - text.len() / 4;
            let lane = turn * 5 % 16;
            let place = place % (before - lane) / 16 * 16 + lane;
            text[place] = wrong;
        }
        Some((_, Damage::End(end))) => {
            text.truncate(text.len() - end.len());
            text.extend(end);
        }
        Some((_, Damage::Cut)) => _ = text.pop(),
        None if n > 3 && n < 16 => {}
        None => match (n / 2) % 4 {
            1 if !text.is_empty() => {
                let place = place % text.len();
                text[place] = shapes::random(n, 0xDB) as u8;
            }
            2 => text.truncate(text.len().saturating_sub(place % 5)),
            _ => {}
        },
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

/// A rejected text: its source, the text, the offset of the error.
macro_rules! refused {
    ($source:expr, $text:literal, $offset:literal) => {
        CorpusCase {
            source: $source,
            input: || $crate::engines::text::input($text.as_bytes()),
            output: || vec![vec![1, $offset]],
        }
    };
}
pub(super) use refused;
