//! Errors of the wire format.

use super::{MAX_MEMORY, VERSION};
use crate::{MAX_NESTING, MAX_NODES};

/// An error of the wire format with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}: {fault}")]
pub struct WireError {
    /// Offset of the byte at fault; for truncated input, of the first missing byte.
    pub offset: usize,
    /// The fault.
    pub fault: WireFault,
}

/// A fault in the encoding of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WireFault {
    /// The magic is missing.
    #[error("this is not an encoded program: it does not begin with the magic bytes")]
    Magic,
    /// A version newer than this build.
    #[error(
        "the program is of wire version {actual}, this build reads up to version {VERSION}: use a newer build"
    )]
    NewerVersion {
        /// The version.
        actual: u32,
    },
    /// A version that never existed.
    #[error("there is no wire version {actual}: encode the program again")]
    NoSuchVersion {
        /// The version.
        actual: u32,
    },
    /// The input, or a section, ends too early.
    #[error("{what} is cut short: get the whole file again")]
    Truncated {
        /// The incomplete item.
        what: &'static str,
    },
    /// Bytes follow the end of the program or a section.
    #[error("{count} bytes follow the end of {what}: remove them")]
    Trailing {
        /// The item that has ended.
        what: &'static str,
        /// The number of surplus bytes.
        count: usize,
    },
    /// A tag without a meaning.
    #[error("{actual} is not a {what}")]
    Tag {
        /// The kind of tag.
        what: &'static str,
        /// The tag.
        actual: u8,
    },
    /// A number that is not in its shortest form, or has more than 64 bits.
    #[error("{what} is not a varint in its shortest form: encode the program again")]
    Varint {
        /// The meaning of the number.
        what: &'static str,
    },
    /// A number that is too large for its meaning.
    #[error("{what} is {actual}, at most {max} is possible")]
    Range {
        /// The meaning of the number.
        what: &'static str,
        /// The number.
        actual: u64,
        /// The largest permitted number.
        max: u64,
    },
    /// A count of more items than the remaining bytes can hold.
    #[error("{actual} items of {what} are announced; the remaining bytes hold at most {max}")]
    Count {
        /// The counted items.
        what: &'static str,
        /// The count.
        actual: u64,
        /// The largest permitted count.
        max: u64,
    },
    /// A text that is not UTF-8.
    #[error("{what} is not UTF-8")]
    Utf8 {
        /// The meaning of the text.
        what: &'static str,
    },
    /// Blocks or expressions nest too deeply.
    #[error("{what} nest more than {MAX_NESTING} deep: bind a part to a local, or use a function")]
    Nesting {
        /// The nested items.
        what: &'static str,
    },
    /// Too many nodes.
    #[error("there are more than {MAX_NODES} nodes: write repetition as a loop or a function")]
    Nodes,
    /// The program is too large.
    #[error("the program takes more than {MAX_MEMORY} bytes of memory: move its data into buffers")]
    Memory,
}
