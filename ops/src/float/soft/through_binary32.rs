//! The arithmetic of a 16-bit format by that of binary32.

/// Defines the functions of a format from the exact conversion to binary32 and the rounding from it. The module
/// that uses this says why rounding twice does no harm.
macro_rules! through_binary32 {
    ($wide:ident, $narrow:ident) => {
        use vyre_conform_runtime::vyre_fn;
        use $crate::float::soft::binary32;

        /// `a` with the other sign, NaN included.
        #[vyre_fn]
        pub const fn neg(a: u32) -> u32 {
            (a ^ SIGN) & 0xffff
        }

        /// `a` without its sign, NaN included.
        #[vyre_fn]
        pub const fn abs(a: u32) -> u32 {
            a & 0x7fff
        }

        /// Whether `a` is a NaN, quiet or signalling.
        #[vyre_fn]
        pub const fn is_nan(a: u32) -> bool {
            (a & 0x7fff) > INFINITY
        }

        /// Whether `a` is an infinity.
        #[vyre_fn]
        pub const fn is_infinite(a: u32) -> bool {
            (a & 0x7fff) == INFINITY
        }

        /// The class of `a`: 0 zero, 1 subnormal, 2 normal, 3 infinite, 4 NaN.
        #[vyre_fn]
        pub const fn class(a: u32) -> u32 {
            let magnitude = a & 0x7fff;
            let nonzero = (magnitude != 0) as u32;
            let normal = (magnitude >= LEAST_NORMAL) as u32;
            let infinite = (magnitude >= INFINITY) as u32;
            let nan = (magnitude > INFINITY) as u32;
            nonzero
                .wrapping_add(normal)
                .wrapping_add(infinite)
                .wrapping_add(nan)
        }

        /// The sum.
        #[vyre_fn]
        pub const fn add(a: u32, b: u32) -> u32 {
            $narrow(binary32::add($wide(a), $wide(b)))
        }

        /// The difference.
        #[vyre_fn]
        pub const fn sub(a: u32, b: u32) -> u32 {
            $narrow(binary32::sub($wide(a), $wide(b)))
        }

        /// The product.
        #[vyre_fn]
        pub const fn mul(a: u32, b: u32) -> u32 {
            $narrow(binary32::mul($wide(a), $wide(b)))
        }

        /// The quotient; a number other than 0 by 0 is infinite.
        #[vyre_fn]
        pub const fn div(a: u32, b: u32) -> u32 {
            $narrow(binary32::div($wide(a), $wide(b)))
        }

        /// The lesser; a NaN beside a number is ignored, and -0 lies below +0.
        #[vyre_fn]
        pub const fn min(a: u32, b: u32) -> u32 {
            $narrow(binary32::min($wide(a), $wide(b)))
        }

        /// The greater; a NaN beside a number is ignored, and -0 lies below +0.
        #[vyre_fn]
        pub const fn max(a: u32, b: u32) -> u32 {
            $narrow(binary32::max($wide(a), $wide(b)))
        }

        /// `a * b + c`, rounded once.
        #[vyre_fn]
        pub const fn fma(a: u32, b: u32, c: u32) -> u32 {
            $narrow(binary32::fma_to_odd($wide(a), $wide(b), $wide(c)))
        }

        /// `a == b`; any NaN gives false.
        #[vyre_fn]
        pub const fn eq(a: u32, b: u32) -> bool {
            binary32::eq($wide(a), $wide(b))
        }

        /// `a < b`; any NaN gives false.
        #[vyre_fn]
        pub const fn lt(a: u32, b: u32) -> bool {
            binary32::lt($wide(a), $wide(b))
        }

        /// `a <= b`; any NaN gives false.
        #[vyre_fn]
        pub const fn le(a: u32, b: u32) -> bool {
            binary32::le($wide(a), $wide(b))
        }

        /// `a > b`; any NaN gives false.
        #[vyre_fn]
        pub const fn gt(a: u32, b: u32) -> bool {
            binary32::gt($wide(a), $wide(b))
        }

        /// `a >= b`; any NaN gives false.
        #[vyre_fn]
        pub const fn ge(a: u32, b: u32) -> bool {
            binary32::ge($wide(a), $wide(b))
        }

        /// The square root; that of -0 is -0, that of other negative numbers is NaN.
        #[vyre_fn]
        pub const fn sqrt(a: u32) -> u32 {
            $narrow(binary32::sqrt($wide(a)))
        }

        /// The reciprocal of the square root: of a zero the infinity with its sign, of infinity +0, of other negative
        /// numbers NaN.
        #[vyre_fn]
        pub const fn rsqrt(a: u32) -> u32 {
            $narrow(binary32::rsqrt($wide(a)))
        }

        /// To the nearest integral number, ties to the even one.
        #[vyre_fn]
        pub const fn round_ties_even(a: u32) -> u32 {
            $narrow(binary32::round_ties_even($wide(a)))
        }

        /// The integral number next towards zero.
        #[vyre_fn]
        pub const fn trunc(a: u32) -> u32 {
            $narrow(binary32::trunc($wide(a)))
        }

        /// The greatest integral number not above `a`.
        #[vyre_fn]
        pub const fn floor(a: u32) -> u32 {
            $narrow(binary32::floor($wide(a)))
        }

        /// The least integral number not below `a`.
        #[vyre_fn]
        pub const fn ceil(a: u32) -> u32 {
            $narrow(binary32::ceil($wide(a)))
        }

        /// To nearest, ties to even; saturating, NaN to 0.
        #[vyre_fn]
        pub const fn to_i32_nearest(a: u32) -> i32 {
            binary32::to_i32_nearest($wide(a))
        }

        /// Towards zero; saturating, NaN to 0.
        #[vyre_fn]
        pub const fn to_i32_truncate(a: u32) -> i32 {
            binary32::to_i32_truncate($wide(a))
        }

        /// Towards negative infinity; saturating, NaN to 0.
        #[vyre_fn]
        pub const fn to_i32_floor(a: u32) -> i32 {
            binary32::to_i32_floor($wide(a))
        }

        /// Towards positive infinity; saturating, NaN to 0.
        #[vyre_fn]
        pub const fn to_i32_ceil(a: u32) -> i32 {
            binary32::to_i32_ceil($wide(a))
        }

        /// To nearest, ties to even; saturating, NaN to 0.
        #[vyre_fn]
        pub const fn to_u32_nearest(a: u32) -> u32 {
            binary32::to_u32_nearest($wide(a))
        }

        /// Towards zero; saturating, NaN to 0.
        #[vyre_fn]
        pub const fn to_u32_truncate(a: u32) -> u32 {
            binary32::to_u32_truncate($wide(a))
        }

        /// Towards negative infinity; saturating, NaN to 0.
        #[vyre_fn]
        pub const fn to_u32_floor(a: u32) -> u32 {
            binary32::to_u32_floor($wide(a))
        }

        /// Towards positive infinity; saturating, NaN to 0.
        #[vyre_fn]
        pub const fn to_u32_ceil(a: u32) -> u32 {
            binary32::to_u32_ceil($wide(a))
        }

        /// The nearest number, ties to even; overflow gives an infinity.
        #[vyre_fn]
        pub const fn from_u32(n: u32) -> u32 {
            $narrow(binary32::from_u32_to_odd(n))
        }

        /// The nearest number, ties to even; overflow gives an infinity.
        #[vyre_fn]
        pub const fn from_i32(n: i32) -> u32 {
            $narrow(binary32::from_i32_to_odd(n))
        }
    };
}
pub(super) use through_binary32;
