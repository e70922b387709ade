//! Unsupported sizes.

use vyre_conform_runtime::spec::AdditionOrder;

/// The reason why a kernel does not support these sizes.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizeError {
    /// A histogram without bins.
    #[error("a histogram of 0 bins: request at least one bin")]
    NoBins,
    /// More words are requested than exist.
    #[error("{k} of {len} words were requested: request at most {len}")]
    TooManyTaken {
        /// Number of words.
        len: u32,
        /// Number of requested words.
        k: u32,
    },
    /// More elements in one buffer than the kernel supports.
    #[error(
        "`{buffer}` would have {rows} x {columns} elements, the limit is {most}: split the rows or the columns"
    )]
    TooLarge {
        /// The buffer.
        buffer: &'static str,
        /// Number of rows.
        rows: u32,
        /// Number of elements of a row.
        columns: u32,
        /// The largest number of elements.
        most: u32,
    },
    /// No engine of the library adds in this order.
    #[error(
        "no product of the library adds in the order {0}: use FmaChain, Strict, TreeBinary, SplitK(parts) or Exact"
    )]
    Order(AdditionOrder),
    /// A part of a message without chunks.
    #[error("a part of a message without bytes: omit it")]
    NoBytes,
    /// Chunks with numbers that do not fit a word.
    #[error(
        "{chunks} chunks from number {first} on exceed number 4294967295: a message has at most 4 TiB"
    )]
    TooManyChunks {
        /// The number of the first.
        first: u32,
        /// Number of chunks.
        chunks: u32,
    },
    /// Words that are not the chaining values of a message.
    #[error(
        "{words} words are not the chaining values of a message: pass eight words for each of at least two chunks; \
         `blake3` hashes a message of one chunk"
    )]
    NoTree {
        /// Number of given words.
        words: usize,
    },
}

vyre_conform_runtime::debug_is_display!(SizeError);
