//! Limits on the size of a module.

/// Functions on the longest chain of calls, the op included (rule V017).
pub const MAX_CALL_DEPTH: usize = 32;
/// Maximum nesting depth of blocks, and of expressions (rule V018).
pub const MAX_NESTING: usize = 64;
/// Maximum nesting depth of statements (rule V018), as WGSL front ends count them:
/// [`own_levels`](crate::own_levels).
pub const MAX_STATEMENTS: usize = 127;
/// Maximum number of parameters of a function (rule V109), the limit of WGSL.
pub const MAX_PARAMETERS: usize = 255;
/// Maximum number of nodes of a module, in all functions (rule V019).
pub const MAX_NODES: usize = 100_000;
/// Maximum number of steps of one call of an op (rule V120): every node except a block and every
/// expression is a step, a loop counts its bound times the steps of its body, a call counts those of
/// its callee, and of two branches the longer one counts.
///
/// The slowest evaluation determines the limit. The interpreter runs an op on about a hundred thousand
/// inputs per trial, so a trial of the largest op takes a few minutes; a law over three variables calls
/// the compiled function fifty million times. With sixteen times the limit a suite would run for days.
/// Hash rounds and bitwise 64-bit division need a few thousand steps.
pub const MAX_WORK: u64 = 1 << 16;
