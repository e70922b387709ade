//! Ranges of the results that devices may give an f32.

/// The least normal f32.
const LEAST_NORMAL: f64 = 1.175_494_350_822_287_5e-38;
/// The largest f32.
const MOST: f64 = 3.402_823_466_385_288_6e38;

/// Every number that a device which keeps the accuracy table may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Range {
    pub(super) const fn point(number: f64) -> Self {
        Self {
            low: number,
            high: number,
        }
    }

    /// The range between any of these numbers.
    pub(super) fn around(numbers: &[f64]) -> Self {
        let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Self { low, high }
    }

    pub(super) fn is_point(self) -> bool {
        self.low == self.high
    }

    pub(super) fn magnitude(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    pub(super) fn width(self) -> f64 {
        self.high - self.low
    }

    pub(super) fn joined(self, other: Self) -> Self {
        Self::around(&[self.low, self.high, other.low, other.high])
    }

    pub(super) fn widened(self, by: f64) -> Self {
        Self {
            low: self.low - by,
            high: self.high + by,
        }
    }

    pub(super) fn contains(self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    /// The range with 0 where a device may flush a subnormal number
    /// (<https://www.w3.org/TR/WGSL/#differences-from-ieee754>).
    pub(super) fn flushed(self) -> Self {
        let is_near = self.low < LEAST_NORMAL && self.high > -LEAST_NORMAL;
        if self == Self::point(0.0) || !is_near {
            return self;
        }
        Self {
            low: self.low.min(0.0),
            high: self.high.max(0.0),
        }
    }

    /// The range, where no number in it overflows f32 or is none.
    pub(super) fn finite(self) -> Option<Self> {
        let is_finite = self.low >= -MOST && self.high <= MOST;
        is_finite.then_some(self)
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            low: self.low + other.low,
            high: self.high + other.high,
        }
    }

    pub(super) fn times(self, other: Self) -> Self {
        Self::around(&[
            self.low * other.low,
            self.low * other.high,
            self.high * other.low,
            self.high * other.high,
        ])
    }

    /// The quotient by a range that the table covers: magnitudes from 2^-126 to 2^126.
    pub(super) fn over(self, other: Self) -> Option<Self> {
        let (least, most) = (2_f64.powi(-126), 2_f64.powi(126));
        let is_covered = (other.low >= least && other.high <= most)
            || (other.high <= -least && other.low >= -most);
        is_covered.then(|| {
            Self::around(&[
                self.low / other.low,
                self.low / other.high,
                self.high / other.low,
                self.high / other.high,
            ])
        })
    }

    /// The range of a function that never descends, or never ascends.
    pub(super) fn map(self, function: impl Fn(f64) -> f64) -> Self {
        Self::around(&[function(self.low), function(self.high)])
    }

    /// The range of the sine, exact but for the last bits of binary64.
    pub(super) fn sine(self) -> Self {
        let half = std::f64::consts::FRAC_PI_2;
        let ends = [self.low.sin(), self.high.sin()];
        let mut found = Self::around(&ends);
        // Its extremes are at odd multiples of π/2.
        for k in -8_i32..=8 {
            let at = f64::from(2 * k + 1) * half;
            if self.contains(at) {
                found = found.joined(Self::point(at.sin().round()));
            }
        }
        found
    }
}
