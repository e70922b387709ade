//! Host types of the 8-bit formats, which no dependency of this workspace provides: their bits, and
//! conversions.

// Lower case like `f32`, `half::f16` and `half::bf16`.
#![allow(non_camel_case_types)]

use super::FloatFormat;
use core::cmp::Ordering;
use core::fmt;

macro_rules! eight {
    ($(#[$doc:meta])* $name:ident, $format:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default)]
        pub struct $name(u8);

        impl $name {
            /// The format of the bits.
            pub const FORMAT: FloatFormat = FloatFormat::$format;
            /// Positive zero.
            pub const ZERO: Self = Self(0);
            /// Negative zero.
            pub const NEG_ZERO: Self = Self(0x80);
            /// One.
            pub const ONE: Self = Self(Self::FORMAT.integer(1) as u8);
            /// The greatest finite number.
            pub const MAX: Self = Self(Self::FORMAT.greatest_finite() as u8);
            /// The least finite number.
            pub const MIN: Self = Self(0x80 | Self::MAX.0);
            /// The canonical NaN.
            pub const NAN: Self = Self(Self::FORMAT.canonical_nan() as u8);

            /// The value with these bits.
            #[inline]
            pub const fn from_bits(bits: u8) -> Self {
                Self(bits)
            }

            /// The bits.
            #[inline]
            pub const fn to_bits(self) -> u8 {
                self.0
            }

            /// The same number, exactly; the canonical NaN for any NaN.
            #[inline]
            pub const fn to_f32(self) -> f32 {
                Self::FORMAT.to_f32(self.0 as u32)
            }

            /// The nearest value, ties to even. A result above [`MAX`](Self::MAX) overflows to
            /// infinity, or to the NaN if the format has no infinity.
            #[inline]
            pub const fn from_f32(value: f32) -> Self {
                Self(Self::FORMAT.nearest(value) as u8)
            }

            /// The nearest finite number, ties to even. Values beyond [`MAX`](Self::MAX) or
            /// [`MIN`](Self::MIN), infinities included, saturate to these; any NaN becomes the
            /// canonical one.
            #[inline]
            pub const fn from_f32_saturating(value: f32) -> Self {
                Self(Self::FORMAT.nearest_finite(value) as u8)
            }

            /// True if it is a NaN.
            #[inline]
            pub const fn is_nan(self) -> bool {
                Self::FORMAT.is_nan(self.0 as u32)
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.to_f32() == other.to_f32()
            }
        }

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                self.to_f32().partial_cmp(&other.to_f32())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.to_f32(), f)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.to_f32(), f)
            }
        }
    };
}

eight!(
    /// [`FloatFormat::F8E4M3`] on the host, with IEEE comparison: no NaN equals anything.
    f8e4m3,
    F8E4M3
);
eight!(
    /// [`FloatFormat::F8E5M2`] on the host, with IEEE comparison: no NaN equals anything.
    f8e5m2,
    F8E5M2
);
