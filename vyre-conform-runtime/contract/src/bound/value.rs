//! Values with the numbers that devices may have in their place.

use super::range::Range;

/// The values that devices may have where the import has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Extent {
    /// The same bits.
    Exact,
    /// An f32 in this range.
    Float(Range),
    /// Nothing is known.
    Unknown,
}

/// The bits of the import with the values that devices may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tracked {
    pub(super) bits: u64,
    pub(super) extent: Extent,
}

impl Tracked {
    pub(super) const fn exact(bits: u64) -> Self {
        Self {
            bits,
            extent: Extent::Exact,
        }
    }

    pub(super) const fn unknown(bits: u64) -> Self {
        Self {
            bits,
            extent: Extent::Unknown,
        }
    }

    pub(super) fn is_exact(self) -> bool {
        self.extent == Extent::Exact
    }

    /// The range of the value as an f32; `None` where a device may have an infinity, a NaN or anything.
    pub(super) fn range(self) -> Option<Range> {
        let range = match self.extent {
            Extent::Exact => Range::point(f32::from_bits(self.bits as u32).into()),
            Extent::Float(range) => range,
            Extent::Unknown => return None,
        };
        range.finite().map(Range::flushed)
    }

    /// A float with this range.
    pub(super) fn float(bits: u64, range: Option<Range>) -> Self {
        let own = f64::from(f32::from_bits(bits as u32));
        let Some(range) = range.and_then(Range::finite).map(Range::flushed) else {
            return Self::unknown(bits);
        };
        if range == Range::point(own) {
            return Self::exact(bits);
        }
        Self {
            bits,
            extent: Extent::Float(range.joined(Range::point(own))),
        }
    }

    /// One of two values.
    pub(super) fn either(self, other: Self) -> Self {
        if self.is_exact() && other.is_exact() && self.bits == other.bits {
            return self;
        }
        match (self.range(), other.range()) {
            (Some(a), Some(b)) => Self::float(self.bits, Some(a.joined(b))),
            _ => Self::unknown(self.bits),
        }
    }
}
