//! binary32: a sign bit, 8 bits of exponent with bias 127, 23 bits of fraction.
//!
//! The algorithms of the arithmetic are the textbook ones (Muller et al., Handbook of Floating-Point
//! Arithmetic, 2nd edition, chapter 8): unpack, normalise, compute exactly or with a sticky bit, round once.

mod add;
mod atan;
mod atan2;
mod compare;
mod compared;
mod convert;
mod div;
mod exp;
mod fixed;
mod fma;
mod integral;
mod log;
mod minmax;
mod mul;
mod narrow;
mod native;
mod pow;
mod quotient;
mod ratio;
mod round;
mod rsqrt;
mod sign;
mod sqrt;
mod trig;

pub use add::{add, sub};
pub use atan::{acos, asin, atan};
pub use atan2::atan2;
pub use compare::{eq, ge, gt, le, lt};
pub use compared::{
    abs_corrected, ceil_corrected, eq_corrected, floor_corrected, from_binary16_corrected,
    ge_corrected, gt_corrected, le_corrected, lt_corrected, max_corrected, min_corrected,
    neg_corrected, round_corrected, to_binary16_corrected, to_i32_ceil_corrected,
    to_i32_floor_corrected, to_u32_ceil_corrected, trunc_corrected,
};
pub use convert::{
    from_i32, from_i32_to_odd, from_u32, from_u32_to_odd, to_i32_ceil, to_i32_floor,
    to_i32_nearest, to_i32_truncate, to_u32_ceil, to_u32_floor, to_u32_nearest, to_u32_truncate,
};
pub use div::div;
pub use exp::{exp, exp2, exp10};
pub use fma::{fma, fma_to_odd};
pub use integral::{ceil, floor, round_ties_even, trunc};
pub use log::{log, log2, log10};
pub use minmax::{max, min};
pub use mul::mul;
pub use narrow::{from_bfloat16, from_binary16, to_bfloat16, to_binary16};
pub use native::{
    add_corrected, div_corrected, exp_corrected, fma_corrected, mul_corrected, sqrt_corrected,
    sub_corrected,
};
pub use pow::pow;
pub use round::{rounded, rounded_to_odd, shift_right_sticky, unpacked};
pub use rsqrt::rsqrt;
pub use sign::{abs, class, is_infinite, is_nan, neg};
pub use sqrt::sqrt;
pub use trig::{cos, reduced, sin, tan};

/// The sign bit.
pub const SIGN: u32 = 0x8000_0000;
/// Positive infinity; greater bits are NaN.
pub const INFINITY: u32 = 0x7f80_0000;
/// The one NaN that arithmetic gives.
pub const QUIET_NAN: u32 = 0x7fc0_0000;
/// The greatest finite number.
pub const GREATEST: u32 = 0x7f7f_ffff;
/// The least positive normal number, 2^-126; also the bit of the significand that normal numbers imply.
pub const LEAST_NORMAL: u32 = 0x0080_0000;
/// The bits of the fraction.
pub const FRACTION: u32 = 0x007f_ffff;
/// The number 1.
pub const ONE: u32 = 0x3f80_0000;
