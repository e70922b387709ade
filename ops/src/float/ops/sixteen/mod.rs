//! Ops of the 16-bit formats: one file per operation, for both `f16` and `bf16`.
//!
//! # References
//! The reference of a sum, difference, product, quotient or root is that of the crate `half`, which computes in `f32`
//! and rounds again. That equals one rounding, because 24 bits are at least twice 11 or 8 plus two (Figueroa, When is
//! double rounding innocuous?, 1995). The documentation of [`soft::binary16`](crate::float::soft::binary16) and
//! [`soft::bfloat16`](crate::float::soft::bfloat16) extends this to subnormal results. Reciprocal roots have no such
//! theorem; every input was tested. For `a * b + c` double rounding would be wrong, in `f32` and for `bf16` in `f64`
//! too, if the product is a tie and the addend is too small to affect it. So the reference of `mul_add` is that of
//! `rustc_apfloat`, which rounds once, in the format itself. Extremes, comparisons and roundings to integers are exact
//! in `f32`.
//!
//! The tests of this package compare every reference here with `rustc_apfloat`.

/// Shared WGSL of native texts of `f16`: the number with these bits, and the bits of a number with NaN made canonical.
/// Both conversions go through `f32`, which represents every number of the format. A cast therefore rounds nothing, but
/// may change a NaN or flush a subnormal number, which is corrected. The sign operations define every bit of a NaN, so
/// they keep NaNs out of these conversions: otherwise a text that lost NaN bits would be refuted whatever the hardware
/// does.
macro_rules! native_half {
    () => {
        "enable f16;

fn native_number(bits: u32) -> f16 {
    return f16(unpack2x16float(bits).x);
}

fn native_is_nan(bits: u32) -> bool {
    return (bits & 0x7fffu) > 0x7c00u;
}

fn native_bits(value: f16) -> u32 {
    let bits = pack2x16float(vec2<f32>(f32(value), 0.0)) & 0xffffu;
    return select(bits, 0x7e00u, native_is_nan(bits));
}
"
    };
}

/// The op of both formats: `$op!(type, format, [keys])` declares it, each time in a separate module. The native text is
/// that of `f16`, since WGSL has no type for `bf16`.
macro_rules! in_both_formats {
    ($op:ident) => {
        in_both_formats!($op, []);
    };
    ($op:ident, $text:literal, $corrected:ident) => {
        in_both_formats!(
            $op,
            [native(
                wgsl = concat!(native_half!(), $text),
                correct = crate::float::soft::binary16::$corrected,
            ),]
        );
    };
    ($op:ident, $native:tt) => {
        /// The op of `f16`.
        pub(super) mod binary16 {
            $op!(f16, binary16, $native);
        }
        /// The op of `bf16`.
        pub(super) mod bfloat16 {
            $op!(bf16, bfloat16, []);
        }
    };
}

/// A comparison: its laws, and its results for equal, ascending and descending operands.
macro_rules! comparison {
    (
        $T:ident, $($kernel:ident)::+, [$($native:tt)*], laws($($laws:tt)*), equal: $equal:literal, less: $less:literal, greater: $greater:literal,
        $(#[$doc:meta])* pub fn $name:ident($a:ident, $b:ident) { $($body:tt)* }
    ) => {
        with_pairs! {
            ($a, $b),
            [
                lower = $($kernel)::+,
                $($native)*
                laws($($laws)*),
                boundaries(($T::ZERO, $T::NEG_ZERO), ($T::NEG_ZERO, $T::ZERO), ($T::NAN, $T::NAN)),
                table(
                    ($T::NEG_ZERO, $T::ZERO) => $equal, "the zeros are equal",
                    ($T::INFINITY, $T::INFINITY) => $equal, "an infinity equals itself",
                    ($T::NAN, $T::NAN) => false, "a NaN is in no relation, not even to itself",
                    ($T::ONE, $T::from_bits($T::INFINITY.to_bits() + 1)) => false, "nor is a signalling one",
                    ($T::from_bits(1), $T::from_bits(2)) => $less, "subnormal numbers are not flushed",
                    ($T::from_bits(0x8001), $T::ZERO) => $less, "the least one below zero is no zero",
                    ($T::MAX, $T::INFINITY) => $less, "infinity is above every finite number",
                    ($T::NEG_ONE, $T::from_f32(-2.0)) => $greater,
                        "of negative numbers the greater magnitude is less",
                ),
            ],
            [
                zeros_of_both_signs = $a == $b && $a.to_bits() != $b.to_bits(),
                equal = $a == $b && $a != $T::ZERO,
                less = $a < $b,
                greater = $a > $b,
            ],
            $(#[$doc])*
            pub fn $name($a: $T, $b: $T) -> bool {
                $($body)*
            }
        }
    };
}

/// A rounding to an integral number: its laws; its results for 1/2 and 3/2 of both signs; and its result for the
/// greatest number with a fraction, in units above the integral number below it.
macro_rules! to_integral {
    (
        $T:ident, $($kernel:ident)::+, [$($native:tt)*], laws($($laws:tt)*), halves: [$half:literal, $minus_half:literal],
        three_halves: [$three:literal, $minus_three:literal], last: $last:literal,
        $(#[$doc:meta])* pub fn $name:ident($a:ident) { $($body:tt)* }
    ) => {
        with_kinds! {
            $a,
            [
                lower = $($kernel)::+,
                $($native)*
                laws($($laws)*),
                boundaries(
                    $T::from_f32(0.5),
                    $T::from_f32(-0.5),
                    $T::from_f32(1.0 / $T::EPSILON.to_f32()),
                    $T::from_f32(0.5 - $T::EPSILON.to_f32() / 4.0),
                ),
                table(
                    $T::from_f32(0.5) => $T::from_f32($half), "half above zero",
                    $T::from_f32(-0.5) => $T::from_f32($minus_half), "half below zero",
                    $T::from_f32(1.5) => $T::from_f32($three), "half above one",
                    $T::from_f32(-1.5) => $T::from_f32($minus_three), "half below minus one",
                    $T::from_f32(1.0 / $T::EPSILON.to_f32() - 0.5)
                        => $T::from_f32(1.0 / $T::EPSILON.to_f32() - 1.0 + $last),
                        "the greatest number with a fraction",
                    $T::from_f32(1.0 / $T::EPSILON.to_f32() + 1.0) => $T::from_f32(1.0 / $T::EPSILON.to_f32() + 1.0),
                        "from here on every number is integral",
                    $T::NEG_ZERO => $T::NEG_ZERO, "a zero keeps its sign",
                    $T::NEG_INFINITY => $T::NEG_INFINITY, "infinities are integral",
                    $T::from_bits($T::NEG_INFINITY.to_bits() + 1) => $T::NAN,
                        "a signalling NaN gives the canonical one",
                ),
            ],
            [
                integral = $a.is_normal() && $a.to_f32().fract() == 0.0,
                half = $a.to_f32().fract().abs() == 0.5,
                below_half = $a != $T::ZERO && $a.to_f32().abs() < 0.5,
            ],
            $(#[$doc])*
            pub fn $name($a: $T) -> $T {
                $($body)*
            }
        }
    };
}

/// A conversion to integers: its results for 1/2, 3/2 and 5/2, for -1/2 and -3/2, and for the least numbers above and
/// below zero. The greatest number of binary16 fits in either integer type, that of bfloat16 in none.
macro_rules! to_integer {
    (
        $int:ident, $name:ident, $a:ident,
        halves: [$half:literal, $three:literal, $five:literal],
        minus_halves: [$minus_half:literal, $minus_three:literal],
        tiny: [$above:literal, $below:literal],
        #[doc = $doc:literal]
        $body:expr
    ) => {
        to_integer!(@ f16, binary16, 65504, $int, $name, $a, [$half, $three, $five], [$minus_half, $minus_three],
            [$above, $below], $doc, $body);
        to_integer!(@ bf16, bfloat16, $int::MAX, $int, $name, $a, [$half, $three, $five],
            [$minus_half, $minus_three], [$above, $below], $doc, $body);
    };
    (@ $T:ident, $format:ident, $greatest:expr, $int:ident, $name:ident, $a:ident,
        [$half:literal, $three:literal, $five:literal], [$minus_half:literal, $minus_three:literal],
        [$above:literal, $below:literal], $doc:literal, $body:expr
    ) => {
        #[doc = concat!("The op of `", stringify!($T), "`.")]
        pub(super) mod $format {
            use crate::float::soft::$format as soft;
            use half::$T;

            with_kinds! {
                $a,
                [
                    lower = soft::$name,
                    laws(Monotone),
                    boundaries(
                        $T::from_f32(0.5),
                        $T::from_f32(-0.5),
                        $T::from_f32(1.0 / $T::EPSILON.to_f32() - 0.5),
                        $T::MIN,
                    ),
                    table(
                        $T::from_f32(0.5) => $half, "a half",
                        $T::from_f32(1.5) => $three, "one and a half",
                        $T::from_f32(2.5) => $five, "two and a half",
                        $T::from_f32(-0.5) => $minus_half, "a half below zero",
                        $T::from_f32(-1.5) => $minus_three, "one and a half below zero",
                        $T::from_bits(1) => $above, "the least number is above zero",
                        $T::from_bits(0x8001) => $below, "and there is one below zero",
                        $T::MAX => $greatest, "the greatest number, or the greatest integer",
                        $T::NEG_INFINITY => $int::MIN, "what is too small is the least integer",
                        $T::INFINITY => $int::MAX, "what is too great is the greatest integer",
                        $T::NAN => 0, "a NaN is zero",
                        $T::from_bits($T::NEG_INFINITY.to_bits() + 1) => 0, "of either kind and sign",
                        $T::NEG_ZERO => 0, "integers have one zero",
                    ),
                ],
                [
                    half = $a.to_f32().fract().abs() == 0.5,
                    whole = $a.is_normal() && $a.to_f32().fract() == 0.0,
                    too_great = $a.to_f32() >= 4294967296.0,
                    too_small = $a.to_f32() < -2147483648.0,
                ],
                #[doc = $doc]
                pub fn $name($a: $T) -> $int {
                    $body
                }
            }
        }
    };
}

mod abs;
mod add;
mod ceil;
mod classify;
mod div;
mod eq;
mod floor;
mod ge;
mod gt;
mod is_infinite;
mod is_nan;
mod le;
mod lt;
mod max;
mod min;
mod mul;
mod mul_add;
mod neg;
mod round;
mod rsqrt;
mod sqrt;
mod sub;
mod to_i32_ceil;
mod to_i32_floor;
mod to_i32_nearest;
mod to_i32_truncate;
mod to_u32_ceil;
mod to_u32_floor;
mod to_u32_nearest;
mod to_u32_truncate;
mod trunc;

/// The modules of both formats, one op per file.
macro_rules! formats {
    ($($op:ident)*) => {
        /// Ops of `f16`.
        pub mod binary16 {
            $(pub use super::$op::binary16::$op;)*
        }
        /// Ops of `bf16`.
        pub mod bfloat16 {
            $(pub use super::$op::bfloat16::$op;)*
        }
    };
}

formats! {
    abs add ceil classify div eq floor ge gt is_infinite is_nan le lt max min mul mul_add neg round rsqrt sqrt sub
    to_i32_ceil to_i32_floor to_i32_nearest to_i32_truncate to_u32_ceil to_u32_floor to_u32_nearest
    to_u32_truncate trunc
}
