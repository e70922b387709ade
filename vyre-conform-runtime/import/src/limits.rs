//! Limits on sources: front ends recurse, so a text that nests too deep must not reach them.

/// Most bytes of a source.
pub(crate) const MAX_BYTES: usize = 1 << 20;
/// Most brackets, of all kinds together, that may be open at one place of a text.
pub(crate) const MAX_NESTING: usize = 100;
/// Most operators that one expression chains, and most `else if` of one statement.
pub(crate) const MAX_CHAIN: usize = 2_000;
/// Bytes of the stack on which sources are parsed and translated.
pub(crate) const STACK_BYTES: usize = 256 << 20;
