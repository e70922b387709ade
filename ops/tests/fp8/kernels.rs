//! Arithmetic of an eight-bit format on its bits. A finite value times `2^PLACES` is an integer of at most 32 bits, so
//! sums and products are exact in 64 bits, and one function rounds everything once.

use vyre_conform_runtime::{bound, vyre_fn};

/// The square root of an integer, rounded down, and the remainder.
#[vyre_fn]
pub(crate) fn integer_root(n: u64) -> u64 {
    let mut root = 0u64;
    let mut bit = 1u64 << 31;
    while bit != 0 {
        bound!(32);
        let next = root | bit;
        if next.wrapping_mul(next) <= n {
            root = next;
        }
        bit >>= 1;
    }
    root
}

/// The functions of the format with this number of fraction bits and this bias, and with these patterns: its greatest
/// finite number, the result of an overflow, its greatest value that is not a NaN, infinity (or a pattern that no
/// magnitude has), the canonical NaN, and the sign bit if an overflow has a sign.
macro_rules! kernels {
    ($fraction:literal, $bias:literal, $max:literal, $overflow:literal, $last:literal, $infinity:literal, $nan:literal, $signed:literal) => {
        use super::integer_root;
        use vyre_conform_runtime::vyre_fn;

        /// The place of the last bit of a subnormal number.
        const PLACES: u32 = $bias - 1 + $fraction;
        const FRACTION: u32 = (1 << $fraction) - 1;
        /// Bits of a significand, including the hidden one.
        const DIGITS: u32 = $fraction + 1;
        /// The exponent of a binary32 below which every number rounds to zero, and the exponent above which every one
        /// overflows.
        const TINY: u32 = 127 - $bias - $fraction;
        const HUGE: u32 = 128 + $bias;
        /// Places of a quotient, and of a root and its square, below the least subnormal number.
        const QUOTIENT_PLACES: u32 = 32 - PLACES;
        const ROOT_PLACES: u32 = 24 - PLACES;
        const SQUARE_PLACES: u32 = 48 - PLACES;
        /// The exponent of a binary32 whose units fill a word.
        const WORD: u32 = 127 + 31 - PLACES;

        #[vyre_fn]
        pub(crate) fn is_nan(a: u32) -> bool {
            (a & 0x7f) > $last
        }

        #[vyre_fn]
        pub(crate) fn is_infinite(a: u32) -> bool {
            (a & 0x7f) == $infinity
        }

        /// The magnitude of a finite value in units of its least subnormal number.
        #[vyre_fn]
        pub(crate) fn units(a: u32) -> u64 {
            let field = (a & 0x7f) >> $fraction;
            let fraction = a & FRACTION;
            if field == 0 {
                return fraction as u64;
            }
            ((fraction | 1 << $fraction) as u64).wrapping_shl(field.wrapping_sub(1))
        }

        /// The magnitude nearest to `n` in units of `2^-below` of the least subnormal number, ties to even; `rest`
        /// tells whether a remainder smaller than every bit of `n` exists. The result may exceed the greatest finite
        /// number.
        #[vyre_fn]
        pub(crate) fn nearest(n: u64, below: u32, rest: bool) -> u32 {
            let length = 64u32.wrapping_sub(n.leading_zeros());
            let mut dropped = below;
            if length > below.wrapping_add(DIGITS) {
                dropped = length.wrapping_sub(DIGITS);
            }
            let binades = dropped.wrapping_sub(below);
            let kept = n.wrapping_shr(dropped) as u32;
            let lost = n ^ n.wrapping_shr(dropped).wrapping_shl(dropped);
            let mut up = false;
            // A part below the last bit of an exact integer is less than half of it.
            if dropped != 0 {
                let tie = 1u64.wrapping_shl(dropped.wrapping_sub(1));
                up = lost > tie || lost == tie && (rest || kept & 1 == 1);
            }
            // The leading one of the kept bits increments the exponent, and so does a carry.
            kept.wrapping_add(up as u32)
                .wrapping_add(binades.wrapping_shl($fraction))
        }

        /// The result for a magnitude that may exceed the greatest finite number.
        #[vyre_fn]
        pub(crate) fn overflowed(sign: u32, magnitude: u32) -> u32 {
            if magnitude > $max {
                return sign & $signed | $overflow;
            }
            sign | magnitude
        }

        /// The sum of two signed magnitudes, in units of `2^-below` of the least subnormal number.
        #[vyre_fn]
        fn signed_sum(x: u64, x_sign: u32, y: u64, y_sign: u32, below: u32) -> u32 {
            if x_sign == y_sign {
                return overflowed(x_sign, nearest(x.wrapping_add(y), below, false));
            }
            if x == y {
                return 0;
            }
            if x > y {
                return overflowed(x_sign, nearest(x.wrapping_sub(y), below, false));
            }
            overflowed(y_sign, nearest(y.wrapping_sub(x), below, false))
        }

        #[vyre_fn]
        pub(crate) fn add(a: u32, b: u32) -> u32 {
            if is_nan(a) || is_nan(b) || is_infinite(a) && is_infinite(b) && a != b {
                return $nan;
            }
            if is_infinite(a) {
                return a;
            }
            if is_infinite(b) {
                return b;
            }
            signed_sum(units(a), a & 0x80, units(b), b & 0x80, 0)
        }

        #[vyre_fn]
        pub(crate) fn sub(a: u32, b: u32) -> u32 {
            add(a, b ^ 0x80)
        }

        #[vyre_fn]
        pub(crate) fn mul(a: u32, b: u32) -> u32 {
            let sign = (a ^ b) & 0x80;
            let zero = units(a) == 0 || units(b) == 0;
            if is_nan(a) || is_nan(b) {
                return $nan;
            }
            if is_infinite(a) || is_infinite(b) {
                if zero {
                    return $nan;
                }
                return sign & $signed | $overflow;
            }
            overflowed(
                sign,
                nearest(units(a).wrapping_mul(units(b)), PLACES, false),
            )
        }

        #[vyre_fn]
        pub(crate) fn div(a: u32, b: u32) -> u32 {
            let sign = (a ^ b) & 0x80;
            let both = is_infinite(a) && is_infinite(b) || units(a) == 0 && units(b) == 0;
            if is_nan(a) || is_nan(b) || both {
                return $nan;
            }
            if is_infinite(a) {
                return sign & $signed | $overflow;
            }
            if is_infinite(b) {
                return sign;
            }
            let divisor = units(b);
            // Without an infinity, a quotient by zero is a NaN.
            if divisor == 0 {
                return sign & $signed | $overflow;
            }
            let numerator = units(a) << 32;
            let quotient = numerator / divisor;
            let rest = numerator % divisor != 0;
            overflowed(sign, nearest(quotient, QUOTIENT_PLACES, rest))
        }

        #[vyre_fn]
        pub(crate) fn sqrt(a: u32) -> u32 {
            if is_nan(a) || (a & 0x80) != 0 && (a & 0x7f) != 0 {
                return $nan;
            }
            if is_infinite(a) || units(a) == 0 {
                return a;
            }
            let n = units(a).wrapping_shl(SQUARE_PLACES);
            let root = integer_root(n);
            nearest(root, ROOT_PLACES, root.wrapping_mul(root) != n)
        }

        #[vyre_fn]
        pub(crate) fn mul_add(a: u32, b: u32, c: u32) -> u32 {
            let sign = (a ^ b) & 0x80;
            let infinite = is_infinite(a) || is_infinite(b);
            if is_nan(a) || is_nan(b) || is_nan(c) || infinite && (units(a) == 0 || units(b) == 0) {
                return $nan;
            }
            if infinite && is_infinite(c) && sign != (c & 0x80) {
                return $nan;
            }
            if infinite {
                return sign & $signed | $overflow;
            }
            if is_infinite(c) {
                return c;
            }
            let product = units(a).wrapping_mul(units(b));
            signed_sum(
                product,
                sign,
                units(c).wrapping_shl(PLACES),
                c & 0x80,
                PLACES,
            )
        }

        #[vyre_fn]
        pub(crate) fn neg(a: u32) -> u32 {
            (a ^ 0x80) & 0xff
        }

        #[vyre_fn]
        pub(crate) fn abs(a: u32) -> u32 {
            a & 0x7f
        }

        /// A number that orders the values that are not NaN; equal for both zeros.
        #[vyre_fn]
        fn key(a: u32) -> i32 {
            let magnitude = (a & 0x7f) as i32;
            if (a & 0x80) != 0 {
                return 0i32.wrapping_sub(magnitude);
            }
            magnitude
        }

        #[vyre_fn]
        pub(crate) fn eq(a: u32, b: u32) -> bool {
            !is_nan(a) && !is_nan(b) && key(a) == key(b)
        }

        #[vyre_fn]
        pub(crate) fn lt(a: u32, b: u32) -> bool {
            !is_nan(a) && !is_nan(b) && key(a) < key(b)
        }

        #[vyre_fn]
        pub(crate) fn le(a: u32, b: u32) -> bool {
            !is_nan(a) && !is_nan(b) && key(a) <= key(b)
        }

        /// Magnitude of a binary32 in this format, with unlimited exponents; NaN and infinity are excluded.
        #[vyre_fn]
        fn narrowed(a: u32) -> u32 {
            let field = (a >> 23) & 0xff;
            if field < TINY {
                return 0;
            }
            // More than the greatest finite number.
            if field > HUGE {
                return 0x7fff;
            }
            let significand = (a & 0x007f_ffff | 0x0080_0000) as u64;
            // The place of its last bit, below that of the least subnormal number.
            let below = 150u32.wrapping_sub(field);
            if below >= PLACES {
                let under = below.wrapping_sub(PLACES);
                return nearest(significand, under, false);
            }
            nearest(
                significand.wrapping_shl(PLACES.wrapping_sub(below)),
                0,
                false,
            )
        }

        #[vyre_fn]
        pub(crate) fn from_f32(a: u32) -> u32 {
            let magnitude = a & 0x7fff_ffff;
            if magnitude > 0x7f80_0000 {
                return $nan;
            }
            overflowed((a >> 24) & 0x80, narrowed(magnitude))
        }

        #[vyre_fn]
        pub(crate) fn from_f32_saturating(a: u32) -> u32 {
            let magnitude = a & 0x7fff_ffff;
            if magnitude > 0x7f80_0000 {
                return $nan;
            }
            let nearest = narrowed(magnitude);
            let mut kept = nearest;
            if nearest > $max {
                kept = $max;
            }
            (a >> 24) & 0x80 | kept
        }

        #[vyre_fn]
        pub(crate) fn to_f32(a: u32) -> u32 {
            if is_nan(a) {
                return 0x7fc0_0000;
            }
            let sign = (a & 0x80) << 24;
            if is_infinite(a) {
                return sign | 0x7f80_0000;
            }
            let units = units(a) as u32;
            if units == 0 {
                return sign;
            }
            // The leading one is hidden, and counted in the exponent.
            let zeros = units.leading_zeros();
            let fraction = units.wrapping_shl(zeros).wrapping_shl(1) >> 9;
            let exponent = WORD.wrapping_sub(zeros);
            sign | exponent << 23 | fraction
        }
    };
}

// No magnitude is an infinity in this format.
#[allow(clippy::bad_bit_mask)]
pub(crate) mod e4m3 {
    kernels!(3, 7, 0x7e, 0x7f, 0x7e, 0x80, 0x7f, 0);
}

pub(crate) mod e5m2 {
    kernels!(2, 15, 0x7b, 0x7c, 0x7c, 0x7c, 0x7e, 0x80);
}
