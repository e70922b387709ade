//! Why bytes are not a program.

use super::{MAX_MEMORY, VERSION};
use crate::{MAX_NESTING, MAX_NODES};

/// The fault, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}: {fault}")]
pub struct WireError {
    /// Offset of the byte at fault; of what is cut short, of the first byte that is missing.
    pub offset: usize,
    /// The fault.
    pub fault: WireFault,
}

/// The fault of the bytes of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WireFault {
    /// The magic is missing.
    #[error("this is not an encoded program: it does not begin with the magic bytes")]
    Magic,
    /// A version that this build does not know yet.
    #[error(
        "the program is of wire version {found}, this build reads up to version {VERSION}: use a newer build"
    )]
    NewerVersion {
        /// The version.
        found: u32,
    },
    /// A version that never was.
    #[error("there is no wire version {found}: encode the program again")]
    NoSuchVersion {
        /// The version.
        found: u32,
    },
    /// The bytes, or those of the section, end too early.
    #[error("{what} is cut short: get the whole file again")]
    Truncated {
        /// What is incomplete.
        what: &'static str,
    },
    /// Bytes follow where the program or a section should end.
    #[error("{count} bytes follow the end of {what}: remove them")]
    Trailing {
        /// What has ended.
        what: &'static str,
        /// The number of bytes there are too many.
        count: usize,
    },
    /// A tag without a meaning.
    #[error("{found} is not a {what}")]
    Tag {
        /// What the tag should name.
        what: &'static str,
        /// The tag.
        found: u8,
    },
    /// A number that is not in its shortest form, or has more than 64 bits.
    #[error("{what} is not a varint in its shortest form: encode the program again")]
    Varint {
        /// What the number is.
        what: &'static str,
    },
    /// A number that is too large for what it means.
    #[error("{what} is {found}, at most {most} is possible")]
    Range {
        /// What the number is.
        what: &'static str,
        /// The number.
        found: u64,
        /// The largest possible.
        most: u64,
    },
    /// More items than the bytes that are left can hold.
    #[error("{found} items of {what} are announced, the bytes that follow hold at most {most}")]
    Count {
        /// What is counted.
        what: &'static str,
        /// The count.
        found: u64,
        /// How many there may be.
        most: u64,
    },
    /// A text that is not UTF-8.
    #[error("{what} is not UTF-8")]
    Utf8 {
        /// What the text is.
        what: &'static str,
    },
    /// Blocks or expressions nest too deep.
    #[error("{what} nest more than {MAX_NESTING} deep: bind a part to a local, or use a function")]
    Nesting {
        /// What nests.
        what: &'static str,
    },
    /// Too many nodes.
    #[error("there are more than {MAX_NODES} nodes: write repetition as a loop or a function")]
    Nodes,
    /// The program is too large.
    #[error("the program takes more than {MAX_MEMORY} bytes of memory: move its data into buffers")]
    Memory,
}
