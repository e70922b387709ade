//! IEEE-754 arithmetic on bit patterns, in integers only: the portable strict lowering.
//!
//! A shading language may flush subnormal numbers, fuse or reorder operations, round divisions loosely and leave NaN
//! open, and even a bit cast through a float type may change bits. So no value here has a float type, in Rust or in a
//! shader: an operand is a `u32` that holds the bits; a 16-bit format uses the low half.
//!
//! | module | format | precision |
//! |---|---|---|
//! | [`binary32`] | `f32` | 24 bits |
//! | [`binary16`] | `f16` | 11 bits |
//! | [`bfloat16`] | `bf16` | 8 bits |
//!
//! binary32 also has the elementary functions, each rounded correctly to the number nearest to the exact result. The
//! documentation of each file has the argument for that: exp, exp2, exp10, log, log2, log10, sin, cos, tan, asin, acos,
//! atan, atan2, pow.
//!
//! Functions with a tolerance are in [`approximate`].
//!
//! Results are rounded to nearest, ties to even, and subnormal numbers are kept. A NaN result is the canonical quiet
//! NaN of its format, except for `neg` and `abs`, which change only the sign bit.

pub mod approximate;
pub mod bfloat16;
pub mod binary16;
pub mod binary32;
mod corrected;
pub(crate) mod tables;
mod through_binary32;
