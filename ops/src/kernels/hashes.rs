//! BLAKE3 of a message, whole or in parts.

use super::{SizeError, WORKGROUP};
use crate::engines::dispatches::Dispatches;
use crate::engines::hashes::blake3 as engine;
use vyre_conform_runtime::engine::{Staged, Usage};

/// Bytes of a chunk; parts of a message consist of chunks.
pub const BLAKE3_CHUNK: u32 = engine::CHUNK;

/// BLAKE3 of a message of `len` bytes, the first 32 bytes of its output, without a key: the programs of the engine
/// [`engine::blake3`](crate::engines::hashes::blake3()). The first byte of a word is its least significant one; the
/// bytes after the message in the last word are ignored.
///
/// | buffer | words | |
/// |---|---|---|
/// | `text` | `len / 4`, rounded up | read: the bytes |
/// | `hash` | 8 | written: the digest |
///
/// One invocation hashes each chunk, and one invocation joins them all: a message of many megabytes is faster in parts,
/// by [`blake3_chunks`] and [`blake3_root`].
pub fn blake3(len: u32) -> Staged {
    let mut d = Dispatches::staged();
    let text = d.bound("text", len.div_ceil(4), Usage::Read);
    let hash = d.bound("hash", 8, Usage::Write);
    engine::message(&mut d, WORKGROUP, len, [text, hash]);
    d.finish_staged()
}

/// The chaining values of the chunks of a part of a message that has more than one chunk: `len` bytes that begin with
/// chunk `first`; only the last chunk may be partial. The program is the one that hashes the chunks in [`blake3`].
///
/// | buffer | words | |
/// |---|---|---|
/// | `text` | `len / 4`, rounded up | read: the bytes, in the order of [`blake3`] |
/// | `values` | 8 for each chunk of [`BLAKE3_CHUNK`] bytes | written |
///
/// # Errors
/// `len` is 0, or the number of a chunk does not fit a word.
pub fn blake3_chunks(len: u32, first: u32) -> Result<Staged, SizeError> {
    let chunks = len.div_ceil(BLAKE3_CHUNK);
    if chunks == 0 {
        return Err(SizeError::NoBytes);
    }
    if first.checked_add(chunks - 1).is_none() {
        return Err(SizeError::TooManyChunks { first, chunks });
    }
    let mut d = Dispatches::staged();
    let text = d.bound("text", len.div_ceil(4), Usage::Read);
    let values = d.bound("values", 8 * chunks, Usage::Write);
    engine::chunks(&mut d, WORKGROUP, [len, first], [text, values]);
    Ok(d.finish_staged())
}

/// The digest of a message from the chaining values of all its chunks, in order, computed on the CPU: the tree of the
/// engine's reference, a sixteenth of the work of the chunks.
///
/// # Errors
/// There are fewer than two chunks, or the number of words is not eight per chunk.
pub fn blake3_root(values: &[u32]) -> Result<[u32; 8], SizeError> {
    let (chunks, rest) = values.as_chunks();
    match chunks {
        [_, _, ..] if rest.is_empty() => Ok(engine::root(chunks)),
        _ => Err(SizeError::NoTree {
            words: values.len(),
        }),
    }
}
