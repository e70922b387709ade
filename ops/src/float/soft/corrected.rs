//! Corrections of float instructions of hardware that all formats share: results that a flushed operand, a NaN or the
//! sign of a zero may have made wrong are computed in integers.

/// Defines the corrections of comparisons, extremes, sign operations and roundings to integral numbers of a format,
/// from its functions on bits and its bits of infinity.
///
/// Hardware may flush a subnormal operand to zero, and a compiler may fold a constant zero without regard to its sign.
/// So results with an operand whose exponent bits are zero are always recomputed. Sign operations are also recomputed
/// for infinities and NaNs, because hardware makes a NaN quiet or leaves it unchanged. A rounding is recomputed if it
/// gave a zero, whose sign it may have lost.
macro_rules! corrected {
    ($soft:ident) => {
        /// True if `a` is zero or subnormal.
        #[vyre_fn]
        const fn is_tiny(a: u32) -> bool {
            a & INFINITY == 0
        }

        /// True if `a` is zero, subnormal, infinite or NaN.
        #[vyre_fn]
        const fn is_special(a: u32) -> bool {
            is_tiny(a) || a & INFINITY == INFINITY
        }

        /// `a == b`, corrected from the hardware result `found`.
        #[vyre_fn]
        pub const fn eq_corrected(a: u32, b: u32, found: bool) -> bool {
            if is_tiny(a) || is_tiny(b) {
                return $soft::eq(a, b);
            }
            found
        }

        /// `a < b`, corrected from the hardware result `found`.
        #[vyre_fn]
        pub const fn lt_corrected(a: u32, b: u32, found: bool) -> bool {
            if is_tiny(a) || is_tiny(b) {
                return $soft::lt(a, b);
            }
            found
        }

        /// `a <= b`, corrected from the hardware result `found`.
        #[vyre_fn]
        pub const fn le_corrected(a: u32, b: u32, found: bool) -> bool {
            if is_tiny(a) || is_tiny(b) {
                return $soft::le(a, b);
            }
            found
        }

        /// `a > b`, corrected from the hardware result `found`.
        #[vyre_fn]
        pub const fn gt_corrected(a: u32, b: u32, found: bool) -> bool {
            if is_tiny(a) || is_tiny(b) {
                return $soft::gt(a, b);
            }
            found
        }

        /// `a >= b`, corrected from the hardware result `found`.
        #[vyre_fn]
        pub const fn ge_corrected(a: u32, b: u32, found: bool) -> bool {
            if is_tiny(a) || is_tiny(b) {
                return $soft::ge(a, b);
            }
            found
        }

        /// The lesser operand, corrected from the hardware result `found`.
        #[vyre_fn]
        pub const fn min_corrected(a: u32, b: u32, found: u32) -> u32 {
            if is_tiny(a) || is_tiny(b) {
                return $soft::min(a, b);
            }
            found
        }

        /// The greater operand, corrected from the hardware result `found`.
        #[vyre_fn]
        pub const fn max_corrected(a: u32, b: u32, found: u32) -> u32 {
            if is_tiny(a) || is_tiny(b) {
                return $soft::max(a, b);
            }
            found
        }

        /// `a` with the sign bit flipped, corrected from the hardware result `found`.
        #[vyre_fn]
        pub const fn neg_corrected(a: u32, found: u32) -> u32 {
            if is_special(a) {
                return $soft::neg(a);
            }
            found
        }

        /// `a` with a clear sign bit, corrected from the hardware result `found`.
        #[vyre_fn]
        pub const fn abs_corrected(a: u32, found: u32) -> u32 {
            if is_special(a) {
                return $soft::abs(a);
            }
            found
        }

        /// The nearest integral number, corrected from the hardware result `found`.
        #[vyre_fn]
        pub const fn round_corrected(a: u32, found: u32) -> u32 {
            if is_tiny(a) || is_tiny(found) {
                return $soft::round_ties_even(a);
            }
            found
        }

        /// `a` rounded to an integral number towards zero, corrected from the hardware result `found`.
        #[vyre_fn]
        pub const fn trunc_corrected(a: u32, found: u32) -> u32 {
            if is_tiny(a) || is_tiny(found) {
                return $soft::trunc(a);
            }
            found
        }

        /// The greatest integral number that is at most `a`, corrected from the hardware result `found`.
        #[vyre_fn]
        pub const fn floor_corrected(a: u32, found: u32) -> u32 {
            if is_tiny(a) || is_tiny(found) {
                return $soft::floor(a);
            }
            found
        }

        /// The least integral number that is at least `a`, corrected from the hardware result `found`.
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
