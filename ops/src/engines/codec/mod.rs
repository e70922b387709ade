//! Encoders and decoders.
//!
//! | engine | from | to | published as |
//! |---|---|---|---|
//! | [`base16_encode`], [`base32_encode`], [`base64_encode`] | bytes | text | RFC 4648 |
//! | [`base32_decode`] | text | bytes, or the offset of the error | RFC 4648 |
//! | [`utf8_validate`] | bytes | number of characters, or the offset of the error | RFC 3629 |
//! | [`utf8_to_utf16`] | UTF-8 | UTF-16, or the offset of the error | RFC 3629, RFC 2781 |
//! | [`varint_encode`], [`varint_decode`] | numbers | LEB128, and back | DWARF 5 |
//! | [`run_length_encode`], [`run_length_decode`] | words | runs, and back | Golomb 1966 |
//! | [`delta_encode`], [`delta_decode`] | words | differences in zigzag, and back | |
//! | [`lz4_decode`], [`snappy_decode`], [`inflate`] | compressed blocks | bytes, or the error and its offset | formats of LZ4 and Snappy, RFC 1951 |
//! | [`bit_pack`], [`bit_unpack`] | a column | fields of a width, and back | Lemire and Boytsov 2012 |
//!
//! Decoders validate their input and report the position of an error.

mod base16_encode;
mod base32_decode;
mod base32_encode;
mod base64_encode;
mod bit_pack;
mod bit_unpack;
mod blocks;
mod delta_decode;
mod delta_encode;
mod inflate;
mod lz4_decode;
mod run_length_decode;
mod run_length_encode;
mod snappy_decode;
mod utf8;
mod utf8_to_utf16;
mod utf8_validate;
mod varint_decode;
mod varint_encode;

pub use base16_encode::base16_encode;
pub use base32_decode::base32_decode;
pub use base32_encode::base32_encode;
pub use base64_encode::base64_encode;
pub use bit_pack::bit_pack;
pub use bit_unpack::bit_unpack;
pub use delta_decode::delta_decode;
pub use delta_encode::delta_encode;
pub use inflate::inflate;
pub use lz4_decode::lz4_decode;
pub use run_length_decode::run_length_decode;
pub use run_length_encode::run_length_encode;
pub use snappy_decode::snappy_decode;
pub use utf8_to_utf16::utf8_to_utf16;
pub use utf8_validate::utf8_validate;
pub use varint_decode::varint_decode;
pub use varint_encode::varint_encode;

use super::dispatches::Dispatches;
use super::grid::Grid;
use super::{numbered, shapes, text};
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::{Buffer, Expr, Program, Var};

/// Byte `at` of packed text; zero after its end.
fn byte(text: Buffer, at: Var) -> Expr {
    (text.at(at >> 2) >> ((at & 3) << 3)) & 0xFF
}

/// The plan of a text encoder: each invocation reads `read` bytes; `words` is the total number of words of text.
/// Bindings: parameters (the fourth is the length in bytes), bytes, text.
fn encoder(
    input: &Input,
    size: u32,
    [read, words]: [u32; 2],
    program: Program,
    inner_iterations: &[u64],
    decode: fn(&Input, &[Vec<u32>]) -> Output,
) -> Plan {
    let len = input.columns[0][0];
    let grid = Grid::over(len.div_ceil(read), size);
    let mut d = Dispatches::new(decode);
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds, len]);
    let bytes = d.given(&input.columns[1]);
    let text = d.output(words);
    let program = d.program(program);
    let iterations = [&[grid.iterations()], inner_iterations].concat();
    d.step(program, grid.groups, &[params, bytes, text], &iterations);
    d.finish()
}

/// The characters of a text as the output of an encoder.
fn characters(text: &[u8]) -> Output {
    numbered(text.iter().map(|byte| (*byte).into()))
}

/// Bytes of every length and pattern.
fn bytes_of_every_length(n: u64) -> Input {
    let len = shapes::length(n);
    let words = shapes::words(n, len.div_ceil(4));
    text::input(&shapes::unpacked(&words, len as usize))
}

/// Many well-formed blocks of LZ4, of about a thousand bytes each.
pub(super) fn lz4_blocks() -> Input {
    blocks::many(16 << 10, 6, lz4_decode::block)
}

/// The same for Snappy.
pub(super) fn snappy_blocks() -> Input {
    blocks::many(16 << 10, 12, snappy_decode::block)
}

/// Many streams of DEFLATE, each of blocks of every kind.
pub(super) fn deflate_streams() -> Input {
    inflate::many_streams(4 << 10, 9)
}

/// The width of input `n` of a packed column: small and large widths, and 0.
fn width(n: u64) -> u32 {
    const FIRST: [u32; 16] = [5, 32, 13, 0, 1, 31, 7, 11, 16, 3, 8, 17, 24, 29, 2, 20];
    let first = FIRST.get(n as usize).copied();
    first.unwrap_or((n * 5) as u32 % 33)
}

/// A test vector of an encoder: its source, the bytes, the text.
macro_rules! encoded {
    ($source:literal, $bytes:literal, $text:literal) => {
        CorpusCase {
            source: $source,
            input: || $crate::engines::text::input($bytes.as_bytes()),
            output: || $crate::engines::codec::characters($text.as_bytes()),
        }
    };
}
use encoded;
