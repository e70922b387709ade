//! IEEE-754 arithmetic on bit patterns, in integers only: the portable strict lowering.
//!
//! A shading language may flush subnormal numbers, fuse or reorder operations, round divisions
//! loosely and leave NaN open, and even a bit cast through a float type may change bits. So no value here
//! has a float type, in Rust or in a shader: an operand is a `u32` that holds the pattern, of a 16-bit
//! format in its low half.
//!
//! | module | format | precision |
//! |---|---|---|
//! | [`binary32`] | `f32` | 24 bits |
//! | [`binary16`] | `f16` | 11 bits |
//! | [`bfloat16`] | `bf16` | 8 bits |
//!
//! In binary32 there are also the elementary functions, each rounded correctly: the number nearest to the exact
//! result, with the argument for it in the documentation of its file: exp, exp2, exp10, log, log2, log10, sin,
//! cos, tan, asin, acos, atan, atan2, pow.
//!
//! What only has to come near the correct result is in [`approximate`].
//!
//! Results are rounded to nearest, ties to even, and subnormal numbers live. A result that is not a
//! number is the one canonical quiet NaN of its format, but for `neg` and `abs`, which change the sign bit
//! of anything.

pub mod approximate;
pub mod bfloat16;
pub mod binary16;
pub mod binary32;
mod corrected;
pub(crate) mod tables;
mod through_binary32;
