//! Corrections of a hardware's float instructions that every format shares: what a flushed operand, a NaN or
//! the sign of a zero may have made wrong is computed in integers.

/// Defines the corrections of comparisons, extremes, sign operations and roundings to integral numbers of a format,
/// from its functions on bits and its pattern of infinity.
///
/// Hardware may take a subnormal operand for zero, and a compiler may fold a constant zero without a look at its
/// sign; so an operand whose exponent bits are zero is not believed, whatever the operation. Sign operations are
/// not believed of infinities and NaNs either, because hardware makes a NaN quiet or leaves it as it is, and a
/// rounding is not believed where it gave a zero, whose sign it may have lost.
macro_rules! corrected {
    ($soft:ident) => {
        /// Whether `a` is zero or subnormal.
        #[vyre_fn]
        const fn is_tiny(a: u32) -> bool {
            a & INFINITY == 0
        }

        /// Whether `a` is zero, subnormal, infinite or NaN.
        #[vyre_fn]
        const fn is_special(a: u32) -> bool {
            is_tiny(a) || a & INFINITY == INFINITY
        }

        /// `a == b`, where `found` is what hardware takes for it.
        #[vyre_fn]
        pub const fn eq_corrected(a: u32, b: u32, found: bool) -> bool {
            if is_tiny(a) || is_tiny(b) {
                return $soft::eq(a, b);
            }
            found
        }

        /// `a < b`, where `found` is what hardware takes for it.
        #[vyre_fn]
        pub const fn lt_corrected(a: u32, b: u32, found: bool) -> bool {
            if is_tiny(a) || is_tiny(b) {
                return $soft::lt(a, b);
            }
            found
        }

        /// `a <= b`, where `found` is what hardware takes for it.
        #[vyre_fn]
        pub const fn le_corrected(a: u32, b: u32, found: bool) -> bool {
            if is_tiny(a) || is_tiny(b) {
                return $soft::le(a, b);
            }
            found
        }

        /// `a > b`, where `found` is what hardware takes for it.
        #[vyre_fn]
        pub const fn gt_corrected(a: u32, b: u32, found: bool) -> bool {
            if is_tiny(a) || is_tiny(b) {
                return $soft::gt(a, b);
            }
            found
        }

        /// `a >= b`, where `found` is what hardware takes for it.
        #[vyre_fn]
        pub const fn ge_corrected(a: u32, b: u32, found: bool) -> bool {
            if is_tiny(a) || is_tiny(b) {
                return $soft::ge(a, b);
            }
            found
        }

        /// The lesser, where `found` is what hardware takes for it.
        #[vyre_fn]
        pub const fn min_corrected(a: u32, b: u32, found: u32) -> u32 {
            if is_tiny(a) || is_tiny(b) {
                return $soft::min(a, b);
            }
            found
        }

        /// The greater, where `found` is what hardware takes for it.
        #[vyre_fn]
        pub const fn max_corrected(a: u32, b: u32, found: u32) -> u32 {
            if is_tiny(a) || is_tiny(b) {
                return $soft::max(a, b);
            }
            found
        }

        /// `a` with the other sign, where `found` is what hardware takes for it.
        #[vyre_fn]
        pub const fn neg_corrected(a: u32, found: u32) -> u32 {
            if is_special(a) {
                return $soft::neg(a);
            }
            found
        }

        /// `a` without its sign, where `found` is what hardware takes for it.
        #[vyre_fn]
        pub const fn abs_corrected(a: u32, found: u32) -> u32 {
            if is_special(a) {
                return $soft::abs(a);
            }
            found
        }

        /// The nearest integral number, where `found` is what hardware takes for it.
        #[vyre_fn]
        pub const fn round_corrected(a: u32, found: u32) -> u32 {
            if is_tiny(a) || is_tiny(found) {
                return $soft::round_ties_even(a);
            }
            found
        }

        /// The integral number next towards zero, where `found` is what hardware takes for it.
        #[vyre_fn]
        pub const fn trunc_corrected(a: u32, found: u32) -> u32 {
            if is_tiny(a) || is_tiny(found) {
                return $soft::trunc(a);
            }
            found
        }

        /// The greatest integral number not above `a`, where `found` is what hardware takes for it.
        #[vyre_fn]
        pub const fn floor_corrected(a: u32, found: u32) -> u32 {
            if is_tiny(a) || is_tiny(found) {
                return $soft::floor(a);
            }
            found
        }

        /// The least integral number not below `a`, where `found` is what hardware takes for it.
        #[vyre_fn]
        pub const fn ceil_corrected(a: u32, found: u32) -> u32 {
            if is_tiny(a) || is_tiny(found) {
                return $soft::ceil(a);
            }
            found
        }
    };
}
pub(super) use corrected;
