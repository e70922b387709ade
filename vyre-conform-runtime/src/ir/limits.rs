//! How large a module may be.

/// Functions on the longest chain of calls, the op included (rule V017).
pub const MAX_CALL_DEPTH: usize = 32;
/// How deep blocks, and likewise expressions, may nest (rule V018).
pub const MAX_NESTING: usize = 64;
/// How many nodes a module may have, all functions together (rule V019).
pub const MAX_NODES: usize = 100_000;
