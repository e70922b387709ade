//! The float ops. The reference is host arithmetic or CORE-MATH; the lowering is the function on bits in
//! [`soft`](super::soft).
//!
//! | module | ids | ops |
//! |---|---|---|
//! | [`binary32`] | `f32::*` | add, sub, mul, div, sqrt, rsqrt, mul_add, min, max, neg, abs; eq, lt, le, gt, ge, is_nan, is_infinite, classify; floor, ceil, trunc, round |
//! | [`elementary`] | `f32::*` | exp, exp2, exp10, log, log2, log10, sin, cos, tan, asin, acos, atan, atan2, pow |
//! | [`sixteen`] | `f16::*`, `bf16::*` | the ops of `f32` without the elementary functions; to i32 and u32 in every direction of rounding |
//! | [`approximate`] | `f32::*_approx` | rcp, rsqrt, exp, sin, each within its tolerance, on the approximate track |
//! | [`convert`] | `<from>::to_<to>` | f32 to i32 and u32 in every direction of rounding; i32 and u32 to f32, f16, bf16; f32 to f16, bf16 and back; the bits of an f32 and back |
//!
//! NaN results are canonical, whichever NaN the host gives; only sign operations and bit casts define every bit
//! (`nan = exact`). Zeros differ by their sign, in rows and in laws.
//!
//! If hardware has an instruction for an op, the op declares it as `native(..)`. The profiles `+native` and `+wgsl` of
//! an adapter run it in place of the function on bits.
//!
//! Every op has the classes of its operands' kinds: zero, subnormal, normal, infinite, NaN, and each pair of them if it
//! takes two floats.

/// Shared WGSL of native texts: canonicalises NaN in the bits of a float. It tests in integers, since a compiler may
/// assume that a float test is false.
macro_rules! native_canonical {
    () => {
        "fn native_is_nan(bits: u32) -> bool {
    return (bits & 0x7fffffffu) > 0x7f800000u;
}

fn native_canonical(value: f32) -> u32 {
    let bits = bitcast<u32>(value);
    return select(bits, 0x7fc00000u, native_is_nan(bits));
}
"
    };
}

/// An op of one float with a class for each kind of float, and the given classes.
macro_rules! with_kinds {
    ($a:ident, [$($keys:tt)*], [$($class:tt)*], $(#[$doc:meta])* $vis:vis fn $($function:tt)*) => {
        $(#[$doc])*
        #[vyre_conform_runtime::vyre_op(
            $($keys)*
            classes(
                zero = $a.classify() == ::core::num::FpCategory::Zero,
                subnormal = $a.classify() == ::core::num::FpCategory::Subnormal,
                normal = $a.classify() == ::core::num::FpCategory::Normal,
                infinite = $a.classify() == ::core::num::FpCategory::Infinite,
                nan = $a.classify() == ::core::num::FpCategory::Nan,
                $($class)*
            ),
        )]
        $vis fn $($function)*
    };
}

/// An op of two floats with a class for each pair of kinds, and the given classes.
macro_rules! with_pairs {
    (($a:ident, $b:ident), [$($keys:tt)*], [$($class:tt)*], $(#[$doc:meta])* $vis:vis fn $($function:tt)*) => {
        $(#[$doc])*
        #[vyre_conform_runtime::vyre_op(
            $($keys)*
            classes(
                zero_zero = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Zero, ::core::num::FpCategory::Zero),
                zero_subnormal = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Zero, ::core::num::FpCategory::Subnormal),
                zero_normal = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Zero, ::core::num::FpCategory::Normal),
                zero_infinite = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Zero, ::core::num::FpCategory::Infinite),
                zero_nan = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Zero, ::core::num::FpCategory::Nan),
                subnormal_zero = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Subnormal, ::core::num::FpCategory::Zero),
                subnormal_subnormal = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Subnormal, ::core::num::FpCategory::Subnormal),
                subnormal_normal = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Subnormal, ::core::num::FpCategory::Normal),
                subnormal_infinite = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Subnormal, ::core::num::FpCategory::Infinite),
                subnormal_nan = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Subnormal, ::core::num::FpCategory::Nan),
                normal_zero = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Normal, ::core::num::FpCategory::Zero),
                normal_subnormal = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Normal, ::core::num::FpCategory::Subnormal),
                normal_normal = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Normal, ::core::num::FpCategory::Normal),
                normal_infinite = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Normal, ::core::num::FpCategory::Infinite),
                normal_nan = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Normal, ::core::num::FpCategory::Nan),
                infinite_zero = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Infinite, ::core::num::FpCategory::Zero),
                infinite_subnormal = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Infinite, ::core::num::FpCategory::Subnormal),
                infinite_normal = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Infinite, ::core::num::FpCategory::Normal),
                infinite_infinite = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Infinite, ::core::num::FpCategory::Infinite),
                infinite_nan = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Infinite, ::core::num::FpCategory::Nan),
                nan_zero = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Nan, ::core::num::FpCategory::Zero),
                nan_subnormal = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Nan, ::core::num::FpCategory::Subnormal),
                nan_normal = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Nan, ::core::num::FpCategory::Normal),
                nan_infinite = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Nan, ::core::num::FpCategory::Infinite),
                nan_nan = ($a.classify(), $b.classify())
                    == (::core::num::FpCategory::Nan, ::core::num::FpCategory::Nan),
                $($class)*
            ),
        )]
        $vis fn $($function)*
    };
}

pub mod approximate;
pub mod binary32;
pub mod convert;
pub mod elementary;
pub mod sixteen;

pub use sixteen::{bfloat16, binary16};
