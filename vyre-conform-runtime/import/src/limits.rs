//! Limits on sources: front ends recurse, so texts that nest too deeply must be rejected first.

/// Maximum size of a source in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 20;
/// Maximum number of open brackets, of all kinds together, at one place of a text.
pub(crate) const MAX_NESTING: usize = 100;
/// Maximum number of chained operators in one expression, and of `else if` branches of one statement.
pub(crate) const MAX_CHAIN: usize = 2_000;
/// Size in bytes of the stack on which sources are parsed and translated.
pub(crate) const STACK_BYTES: usize = 256 << 20;
