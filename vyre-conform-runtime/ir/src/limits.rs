//! How large a module may be.

/// Functions on the longest chain of calls, the op included (rule V017).
pub const MAX_CALL_DEPTH: usize = 32;
/// How deep blocks, and likewise expressions, may nest (rule V018).
pub const MAX_NESTING: usize = 64;
/// How deep statements may nest (rule V018), counted as front ends of WGSL do: [`own_levels`](crate::own_levels).
pub const MAX_STATEMENTS: usize = 127;
/// The number of parameters a function may have (rule V109): WGSL has room for no more.
pub const MAX_PARAMETERS: usize = 255;
/// The number of nodes a module may have, all functions together (rule V019).
pub const MAX_NODES: usize = 100_000;
/// Steps that one call of an op may take at the most (rule V120): every node but a block and every
/// expression is a step, a loop takes its bound times the steps of its body, a call takes those of the
/// function, and of two branches the longer one counts.
///
/// The slowest evaluation sets the number. The interpreter runs an op on about a hundred thousand inputs
/// a trial, so a trial of the largest op takes a few minutes; a law over three variables calls the
/// compiled function fifty million times. With sixteen times the limit a suite would run for days. Hash
/// rounds and bit-by-bit division of 64 bits need a few thousand steps.
pub const MAX_WORK: u64 = 1 << 16;
