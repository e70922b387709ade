//! Units in the last place: the actual and the allowed distance between a float and its expected value.
//!
//! The finite numbers of a format form a row ordered by value (both zeros are one number). The distance
//! between two of them is the number of steps along that row. It therefore means the same everywhere:
//! next to a power of two, among subnormal numbers, and through zero, where the least positive and the
//! least negative number are two steps apart.
//!
//! | expected | actual | distance |
//! |---|---|---|
//! | finite | finite | steps along the row; -0 and +0 are 0 apart |
//! | infinite | the same infinity | 0 |
//! | NaN | any NaN | 0 |
//! | anything | anything else | none: no tolerance reaches so far |
//!
//! Consequently the greatest finite number is not next to infinity: a spurious or missing overflow is
//! not a rounding error.

use crate::value::{FloatFormat, ValueType};

impl FloatFormat {
    /// The distance between two values in units in the last place, as the [module](self) defines it;
    /// `None` if they are infinitely far apart.
    pub const fn ulps(self, expected: u32, found: u32) -> Option<u32> {
        if expected & !self.mask() != 0 || found & !self.mask() != 0 {
            // Not an encoding of this format.
            return None;
        }
        if self.is_nan(expected) || self.is_nan(found) {
            return if self.is_nan(expected) && self.is_nan(found) {
                Some(0)
            } else {
                None
            };
        }
        if !self.is_finite(expected) || !self.is_finite(found) {
            return if expected == found { Some(0) } else { None };
        }
        // The bits of the magnitudes are positions in the row; both have at most 31 bits.
        let (a, b) = (expected & self.magnitude(), found & self.magnitude());
        Some(if (expected ^ found) & self.sign() == 0 {
            a.abs_diff(b)
        } else {
            a + b
        })
    }
}

/// The allowed distance of a result from the expected one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tolerance(u32);

impl Tolerance {
    /// No deviation: the words are equal.
    pub const EXACT: Self = Self(0);

    /// At most this many units in the last place; 0 is [`EXACT`](Self::EXACT).
    pub const fn ulps(ulps: u32) -> Self {
        Self(ulps)
    }

    /// The number of units in the last place; `None` if the words must be equal.
    pub const fn as_ulps(self) -> Option<u32> {
        match self.0 {
            0 => None,
            ulps => Some(ulps),
        }
    }

    /// True if the words must be equal.
    pub const fn is_exact(self) -> bool {
        self.0 == 0
    }

    /// True if the actual words are acceptable for the expected value of this type. Only a single float
    /// may deviate; values of every other type must be equal.
    #[inline]
    pub fn accepts(self, ty: ValueType, expected: &[u32], found: &[u32]) -> bool {
        if expected == found {
            return true;
        }
        match self.as_ulps() {
            None => false,
            Some(most) => distance(ty, expected, found).is_some_and(|far| far <= most),
        }
    }
}

/// The distance between two results of this type; `None` if they are infinitely far apart or if the
/// type has no distance.
pub fn distance(ty: ValueType, expected: &[u32], found: &[u32]) -> Option<u32> {
    match (ty.float(), expected, found) {
        (Some(format), [expected], [found]) => format.ulps(*expected, *found),
        _ => None,
    }
}
