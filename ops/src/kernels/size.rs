//! Unsupported sizes.

use vyre_conform_runtime::spec::AdditionOrder;

/// The reason why a kernel does not support these sizes.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizeError {
    /// A histogram without bins.
    #[error("a histogram takes at least one bin, and 0 are asked for")]
    NoBins,
    /// More words are requested than exist.
    #[error("of {len} words {k} cannot be taken: take {len} at most")]
    TooManyTaken {
        /// Number of words.
        len: u32,
        /// Number of requested words.
        k: u32,
    },
    /// More elements in one buffer than the kernel supports.
    #[error(
        "`{buffer}` would have {rows} x {columns} elements, and {most} at most are taken at once: take the rows or the \
         columns in parts"
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
        "no product of the library adds in the order {0}: FmaChain, Strict, TreeBinary, SplitK(parts) and Exact are there"
    )]
    Order(AdditionOrder),
    /// A part of a message without chunks.
    #[error("a part of a message has at least one byte, and 0 are given: leave it out")]
    NoBytes,
    /// Chunks with numbers that do not fit a word.
    #[error(
        "chunk {first} and the {chunks} from it on have numbers above 4294967295: a message has 4 TiB at most here"
    )]
    TooManyChunks {
        /// The number of the first.
        first: u32,
        /// Number of chunks.
        chunks: u32,
    },
    /// Words that are not the chaining values of a message.
    #[error(
        "{words} words are not the chaining values of a message of several chunks: give eight words for each chunk, of two \
         chunks at least; `blake3` hashes a message of one"
    )]
    NoTree {
        /// Number of given words.
        words: usize,
    },
}

vyre_conform_runtime::debug_is_display!(SizeError);
