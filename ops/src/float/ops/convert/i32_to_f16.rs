use crate::float::soft::binary16 as soft;
use half::f16;
use vyre_conform_runtime::vyre_op;

/// The nearest number to an integer, ties to even; overflow gives an infinity.
#[vyre_op(
    lower = soft::from_i32,
    laws(Monotone),
    boundaries(2_048, 2_049, 65_519, 65_520),
    classes(
        zero = a == 0,
        negative = a < 0,
        exact = a.unsigned_abs() <= 2048 && a != 0,
        rounded = a.unsigned_abs() > 2048,
        overflow = a.unsigned_abs() >= 65_520,
    ),
    table(
        65_504 => f16::MAX, "the greatest number",
        65_519 => f16::MAX, "below the tie with 2^16",
        65_520 => f16::INFINITY, "the tie goes to infinity, as 2^16 is even",
        i32::MAX => f16::INFINITY, "what is too great is infinite",
        i32::MIN => f16::NEG_INFINITY, "and what is too small",
        -2049 => f16::from_f32(-2048.0), "a tie, and 2048 is even",
        2_051 => f16::from_f32(2052.0), "a tie, and 2052 is even",
        4_099 => f16::from_f32(4100.0), "three quarters of a unit round up",
        0 => f16::ZERO, "zero is positive",
    ),
)]
pub fn to_f16(a: i32) -> f16 {
    // An integer below 2^24 is a binary32 number, which is then rounded once; a larger one rounds to an infinity of
    // binary16 whatever its last bits are.
    f16::from_f32(a as f32)
}
