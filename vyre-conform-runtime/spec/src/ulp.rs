//! Units in the last place: how far a float is from the expected one, and how far it may be.
//!
//! The numbers of a format (finite ones; both zeros are one number) stand in a row by size. The
//! distance of two of them is the number of steps from one to the other along that row, so it means the
//! same everywhere: next to a power of two, among subnormal numbers, and through zero, where the
//! least positive number and the least negative one are two steps apart.
//!
//! | due | found | distance |
//! |---|---|---|
//! | finite | finite | steps along the row; -0 and +0 are 0 apart |
//! | infinite | the same infinity | 0 |
//! | NaN | any NaN | 0 |
//! | anything | anything else | none: no tolerance reaches so far |
//!
//! So the greatest finite number is not next to infinity: an overflow that should not be, or one that
//! is missing, is not a rounding error.

use crate::value::{FloatFormat, ValueType};

impl FloatFormat {
    /// The distance of two values in units in the last place, as the [module](self) defines it; `None`
    /// where they are infinitely far apart.
    pub const fn ulps(self, due: u32, found: u32) -> Option<u32> {
        if due & !self.mask() != 0 || found & !self.mask() != 0 {
            // No encoding of this format at all.
            return None;
        }
        if self.is_nan(due) || self.is_nan(found) {
            return if self.is_nan(due) && self.is_nan(found) {
                Some(0)
            } else {
                None
            };
        }
        if !self.is_finite(due) || !self.is_finite(found) {
            return if due == found { Some(0) } else { None };
        }
        // Magnitudes in bits are places in the row; both have at most 31 bits.
        let (a, b) = (due & self.magnitude(), found & self.magnitude());
        Some(if (due ^ found) & self.sign() == 0 {
            a.abs_diff(b)
        } else {
            a + b
        })
    }
}

/// How far a result may be from the expected one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tolerance(u32);

impl Tolerance {
    /// Not at all: the words are the same.
    pub const EXACT: Self = Self(0);

    /// At most this many units in the last place; 0 is [`EXACT`](Self::EXACT).
    pub const fn ulps(ulps: u32) -> Self {
        Self(ulps)
    }

    /// The number of units in the last place; `None` where the words have to be the same.
    pub const fn as_ulps(self) -> Option<u32> {
        match self.0 {
            0 => None,
            ulps => Some(ulps),
        }
    }

    /// True if the words have to be the same.
    pub const fn is_exact(self) -> bool {
        self.0 == 0
    }

    /// True if the words that were found will do for the expected value, of this type. Only one
    /// float is ever near another; of any other type the words have to be the same.
    #[inline]
    pub fn accepts(self, ty: ValueType, due: &[u32], found: &[u32]) -> bool {
        if due == found {
            return true;
        }
        match self.as_ulps() {
            None => false,
            Some(most) => distance(ty, due, found).is_some_and(|far| far <= most),
        }
    }
}

/// The distance of two results of this type; `None` where they are infinitely far apart, or of no type
/// that has a distance.
pub fn distance(ty: ValueType, due: &[u32], found: &[u32]) -> Option<u32> {
    match (ty.float(), due, found) {
        (Some(format), [due], [found]) => format.ulps(*due, *found),
        _ => None,
    }
}
