//! The arithmetic of a 16-bit format through binary32.

/// Defines the functions of a format from the exact conversion to binary32 and the rounding from it. The documentation
/// of the calling module shows that double rounding is harmless.
macro_rules! through_binary32 {
    ($wide:ident, $narrow:ident) => {
        use vyre_conform_runtime::vyre_fn;
        use $crate::float::soft::binary32;

        /// `a` with the sign bit flipped, NaN included.
        #[vyre_fn]
        pub const fn neg(a: u32) -> u32 {
            (a ^ SIGN) & 0xffff
        }

        /// `a` with a clear sign bit, NaN included.
        #[vyre_fn]
        pub const fn abs(a: u32) -> u32 {
            a & 0x7fff
        }

        /// True if `a` is a NaN, quiet or signalling.
        #[vyre_fn]
        pub const fn is_nan(a: u32) -> bool {
            (a & 0x7fff) > INFINITY
        }

        /// True if `a` is an infinity.
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

        /// The quotient; a nonzero number divided by 0 is infinite.
        #[vyre_fn]
        pub const fn div(a: u32, b: u32) -> u32 {
            $narrow(binary32::div($wide(a), $wide(b)))
        }

        /// The lesser operand; NaN is ignored if the other operand is a number, and -0 is below +0.
        #[vyre_fn]
        pub const fn min(a: u32, b: u32) -> u32 {
            $narrow(binary32::min($wide(a), $wide(b)))
        }

        /// The greater operand; NaN is ignored if the other operand is a number, and -0 is below +0.
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

        /// The square root; -0 gives -0, other negative numbers give NaN.
        #[vyre_fn]
        pub const fn sqrt(a: u32) -> u32 {
            $narrow(binary32::sqrt($wide(a)))
        }

        /// The reciprocal of the square root: a zero gives the infinity with its sign, infinity gives +0, other
        /// negative numbers give NaN.
        #[vyre_fn]
        pub const fn rsqrt(a: u32) -> u32 {
            $narrow(binary32::rsqrt($wide(a)))
        }

        /// `a` rounded to the nearest integral number, ties to even.
        #[vyre_fn]
        pub const fn round_ties_even(a: u32) -> u32 {
            $narrow(binary32::round_ties_even($wide(a)))
        }

        /// `a` rounded to an integral number towards zero.
        #[vyre_fn]
        pub const fn trunc(a: u32) -> u32 {
            $narrow(binary32::trunc($wide(a)))
        }

        /// The greatest integral number that is at most `a`.
        #[vyre_fn]
        pub const fn floor(a: u32) -> u32 {
            $narrow(binary32::floor($wide(a)))
        }

        /// The least integral number that is at least `a`.
        #[vyre_fn]
        pub const fn ceil(a: u32) -> u32 {
            $narrow(binary32::ceil($wide(a)))
        }

        /// To nearest, ties to even; saturates, and NaN gives 0.
        #[vyre_fn]
        pub const fn to_i32_nearest(a: u32) -> i32 {
            binary32::to_i32_nearest($wide(a))
        }

        /// Towards zero; saturates, and NaN gives 0.
        #[vyre_fn]
        pub const fn to_i32_truncate(a: u32) -> i32 {
            binary32::to_i32_truncate($wide(a))
        }

        /// Towards negative infinity; saturates, and NaN gives 0.
        #[vyre_fn]
        pub const fn to_i32_floor(a: u32) -> i32 {
            binary32::to_i32_floor($wide(a))
        }

        /// Towards positive infinity; saturates, and NaN gives 0.
        #[vyre_fn]
        pub const fn to_i32_ceil(a: u32) -> i32 {
            binary32::to_i32_ceil($wide(a))
        }

        /// To nearest, ties to even; saturates, and NaN gives 0.
        #[vyre_fn]
        pub const fn to_u32_nearest(a: u32) -> u32 {
            binary32::to_u32_nearest($wide(a))
        }

        /// Towards zero; saturates, and NaN gives 0.
        #[vyre_fn]
        pub const fn to_u32_truncate(a: u32) -> u32 {
            binary32::to_u32_truncate($wide(a))
        }

        /// Towards negative infinity; saturates, and NaN gives 0.
        #[vyre_fn]
        pub const fn to_u32_floor(a: u32) -> u32 {
            binary32::to_u32_floor($wide(a))
        }

        /// Towards positive infinity; saturates, and NaN gives 0.
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
