//! The wire format: a [`Program`] as bytes, for files and for other processes.
//!
//! The encoding is lossless in both directions: `decode(encode(p)) == p`, and `encode(decode(b)) == b`,
//! because every program has exactly one encoding in this version. Only the format is checked here; a
//! decoded program must pass [`validate_program`](crate::valid::validate_program) like any other.
//!
//! # Bytes
//!
//! Fixed-width numbers are little-endian. `varint` is unsigned LEB128 of at most 64 bits in its
//! shortest form; `text` is a varint length and that many bytes of UTF-8; `list of X` is a varint count
//! and that many X; `option of X` is a byte 0, or a byte 1 and X; `bool` is a byte 0 or 1. A tag is a
//! byte; the tags are in the table of `wire/tags.rs`, and an assigned number keeps its meaning.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | magic: `89 56 59 52 45 0d 0a 1a` (as of PNG: its high bit and line ends show a transfer that took the file for text) |
//! | 4 | version, 2; version 1 had no float types |
//! | | the sections `program`, `buffers`, `callees`, `entry`, each once, in this order, and nothing after them |
//!
//! A section is its number as a byte (1 to 4), the length of its contents as 4 bytes, and the contents:
//!
//! | section | contents |
//! |---|---|
//! | 1 `program` | name: text; workgroup size: three varints |
//! | 2 `buffers` | list of buffer |
//! | 3 `callees` | list of callee |
//! | 4 `entry` | function |
//!
//! | item | contents |
//! |---|---|
//! | buffer | name: text; binding: varint; access: tag; element: type; count: option of varint |
//! | callee | tag 0 and a function, or tag 1 and the id of an op: text |
//! | function | name: text; params: list of varint; results: list of type; locals: list of local; tables: list of table; body: list of node |
//! | local | name: text; type; length: option of varint |
//! | table | name: text; type; data: list of varint |
//! | type | tag |
//! | node | tag, then its fields in the order of their declaration in [`Node`](crate::Node) |
//! | expression | tag; type; then its fields in the order of their declaration in [`ExprKind`](crate::ExprKind) |
//!
//! In a node or an expression a local, a function, a buffer, a table, a literal, a lane and a bound are
//! varints, an operator and an axis are bytes, `mutable` is a bool, a block is a list of node, and
//! operands are expressions.
//!
//! # Limits
//!
//! Blocks and expressions nest at most [`MAX_NESTING`](crate::MAX_NESTING) deep, a program has at most
//! [`MAX_NODES`](crate::MAX_NODES) nodes, and the decoded program takes at most [`MAX_MEMORY`]. Counts
//! are checked against the remaining bytes and the remaining memory before any allocation. Both
//! directions reject programs beyond the limits, so every encoded program can be decoded.

mod decode;
mod encode;
mod error;
mod read;
mod tags;
#[cfg(test)]
mod tests;
mod write;

pub use error::{WireError, WireFault};
pub(crate) use tags::TaggedByte;
pub(crate) use write::{Consumption, LimitCheck, footprint};

use crate::Program;

/// The first bytes of every encoded program.
pub const MAGIC: [u8; 8] = *b"\x89VYRE\r\n\x1a";

/// The version that this build writes. It reads every version from 1 to this one.
pub const VERSION: u32 = 2;

/// Maximum bytes of memory of a decoded program, allocator overhead included.
pub const MAX_MEMORY: usize = 64 << 20;

/// Encodes a program.
///
/// ```
/// use vyre_conform_ir::{Axis, Expr, Kernel, Type};
/// use vyre_conform_ir::wire;
///
/// let mut k = Kernel::new("fill", [64, 1, 1]);
/// let out = k.read_write("out", Type::U32);
/// k.store(out, Expr::invocation_id(Axis::X), 7_u32);
/// let program = k.finish();
/// let bytes = wire::encode(&program)?;
/// assert_eq!(wire::decode(&bytes)?, program);
/// # Ok::<(), wire::WireError>(())
/// ```
///
/// # Errors
/// A program beyond the limits of the format; [`WireError::offset`] is then the number of bytes
/// written.
pub fn encode(program: &Program) -> Result<Vec<u8>, WireError> {
    encode::encode(program)
}

/// Decodes a program.
///
/// # Errors
/// Any input that is not exactly one program, with the offset of the byte at fault.
pub fn decode(bytes: &[u8]) -> Result<Program, WireError> {
    decode::decode(bytes)
}
