//! The binary floating-point formats: constants and functions on their bits (IEEE 754-2019, clause 3.4;
//! the 8-bit formats of the Open Compute Project, "OCP 8-bit Floating Point Specification", revision
//! 1.0).
//!
//! Every function takes and returns the bits of a value in a word; a 16-bit or 8-bit format occupies
//! the low bits of the word, and the others are 0. Every case of a column calls these functions, so
//! they are always inlined, whatever the profile of this crate.

/// A binary format: one sign bit, then the exponent, then the trailing significand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FloatFormat {
    /// binary32.
    F32,
    /// binary16.
    F16,
    /// bfloat16: the upper half of a binary32.
    BF16,
    /// Four exponent bits and three fraction bits. It has no infinity: the highest exponent encodes
    /// numbers up to 448 and one NaN per sign, whose bits are all set.
    F8E4M3,
    /// Five exponent bits and two fraction bits: the upper half of a binary16.
    F8E5M2,
}

impl FloatFormat {
    /// Every format, in the order of their numbers in the wire format of programs.
    pub const ALL: &'static [Self] =
        &[Self::F32, Self::F16, Self::BF16, Self::F8E4M3, Self::F8E5M2];

    /// Width of the whole encoding, width of the trailing significand, name.
    #[inline]
    const fn row(self) -> (u32, u32, &'static str) {
        match self {
            Self::F32 => (32, 23, "f32"),
            Self::F16 => (16, 10, "f16"),
            Self::BF16 => (16, 7, "bf16"),
            Self::F8E4M3 => (8, 3, "f8e4m3"),
            Self::F8E5M2 => (8, 2, "f8e5m2"),
        }
    }

    /// Width of the whole encoding in bits.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.row().0
    }

    /// Width of the trailing significand in bits.
    #[inline]
    pub const fn fraction_bits(self) -> u32 {
        self.row().1
    }

    /// The name of the host type: `f32`, `f16`, `bf16`, `f8e4m3`, `f8e5m2`.
    #[inline]
    pub const fn name(self) -> &'static str {
        self.row().2
    }

    /// True if the format has infinities.
    #[inline]
    pub const fn has_infinity(self) -> bool {
        !matches!(self, Self::F8E4M3)
    }

    /// Width of the exponent.
    #[inline]
    pub const fn exponent_bits(self) -> u32 {
        self.bits() - 1 - self.fraction_bits()
    }

    /// The exponent field of 1.0.
    #[inline]
    pub const fn bias(self) -> u32 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// The exponent field of NaNs and of infinities, if the format has them.
    #[inline]
    pub const fn top_exponent(self) -> u32 {
        (1 << self.exponent_bits()) - 1
    }

    /// The sign bit.
    #[inline]
    pub const fn sign(self) -> u32 {
        1 << (self.bits() - 1)
    }

    /// Every bit of the encoding.
    #[inline]
    pub const fn mask(self) -> u32 {
        u32::MAX >> (32 - self.bits())
    }

    /// Every bit but the sign.
    #[inline]
    pub const fn magnitude(self) -> u32 {
        self.sign() - 1
    }

    /// The bits of the trailing significand.
    #[inline]
    pub const fn fraction(self) -> u32 {
        (1 << self.fraction_bits()) - 1
    }

    /// The greatest value that is not a NaN: positive infinity, or the greatest number if the format
    /// has no infinity.
    #[inline]
    pub const fn greatest(self) -> u32 {
        if self.has_infinity() {
            self.top_exponent() << self.fraction_bits()
        } else {
            self.magnitude() - 1
        }
    }

    /// The greatest finite number.
    #[inline]
    pub const fn greatest_finite(self) -> u32 {
        self.greatest() - self.has_infinity() as u32
    }

    /// The canonical NaN: quiet, positive, without payload; the only positive one if the format has no
    /// infinity.
    #[inline]
    pub const fn canonical_nan(self) -> u32 {
        if self.has_infinity() {
            self.greatest() | 1 << (self.fraction_bits() - 1)
        } else {
            self.magnitude()
        }
    }

    /// The small non-negative integer `n`, exact if it has no more bits than a significand.
    #[inline]
    pub const fn integer(self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        let top = 31 - n.leading_zeros();
        let fraction = if top <= self.fraction_bits() {
            n << (self.fraction_bits() - top)
        } else {
            n >> (top - self.fraction_bits())
        };
        (self.bias() + top) << self.fraction_bits() | fraction & self.fraction()
    }

    /// True if the bits are those of a NaN.
    #[inline]
    pub const fn is_nan(self, bits: u32) -> bool {
        bits & self.magnitude() > self.greatest()
    }

    /// The bits, or the canonical NaN for any NaN.
    #[inline]
    pub const fn canonical(self, bits: u32) -> u32 {
        if self.is_nan(bits) {
            self.canonical_nan()
        } else {
            bits
        }
    }

    /// True if two values are equal after canonicalisation: all NaNs are equal, and -0 differs from +0.
    #[inline]
    pub const fn same(self, a: u32, b: u32) -> bool {
        a == b || (self.is_nan(a) && self.is_nan(b))
    }

    /// True if the bits are those of a finite number.
    #[inline]
    pub const fn is_finite(self, bits: u32) -> bool {
        bits & self.magnitude() <= self.greatest_finite()
    }

    /// The same number in binary32, which represents every number of every format. A NaN becomes the
    /// canonical one.
    #[inline]
    pub const fn to_f32(self, bits: u32) -> f32 {
        let magnitude = bits & self.magnitude();
        let (field, fraction) = (
            magnitude >> self.fraction_bits(),
            magnitude & self.fraction(),
        );
        let wide = Self::F32.fraction_bits() - self.fraction_bits();
        let magnitude = match (self, field) {
            (Self::F32, _) => magnitude,
            _ if self.is_nan(bits) => Self::F32.canonical_nan(),
            _ if !self.is_finite(bits) => Self::F32.greatest(),
            (_, 0) if fraction == 0 => 0,
            // bfloat16 has the exponents of binary32, so its subnormal numbers are subnormal there too.
            (Self::BF16, _) => magnitude << wide,
            (_, 0) => {
                // The leading one becomes the implicit bit.
                let shift = fraction.leading_zeros() - (31 - self.fraction_bits());
                let exponent = Self::F32.bias() + 1 - self.bias() - shift;
                exponent << 23 | (fraction << shift & self.fraction()) << wide
            }
            _ => (field + Self::F32.bias() - self.bias()) << 23 | fraction << wide,
        };
        f32::from_bits((bits & self.sign()) << (32 - self.bits()) | magnitude)
    }

    /// The nearest value of the format, ties to even. A result above the greatest finite number
    /// overflows to infinity, or to the NaN if the format has no infinity. A NaN becomes the canonical
    /// one.
    #[inline]
    pub const fn nearest(self, value: f32) -> u32 {
        let (sign, magnitude) = self.rounded(value);
        match (magnitude > self.greatest_finite(), self.has_infinity()) {
            (false, _) => sign | magnitude,
            _ if value.is_nan() => self.canonical_nan(),
            (_, true) => sign | self.greatest(),
            (_, false) => sign | self.canonical_nan(),
        }
    }

    /// The nearest finite number of the format, ties to even. Values beyond the finite range,
    /// infinities included, saturate. A NaN becomes the canonical one.
    #[inline]
    pub const fn nearest_finite(self, value: f32) -> u32 {
        let (sign, magnitude) = self.rounded(value);
        match magnitude > self.greatest_finite() {
            false => sign | magnitude,
            true if value.is_nan() => self.canonical_nan(),
            true => sign | self.greatest_finite(),
        }
    }

    /// Sign and magnitude of the nearest value, ties to even, with an unbounded exponent; `u32::MAX`
    /// for infinities and NaNs.
    #[inline]
    const fn rounded(self, value: f32) -> (u32, u32) {
        let bits = value.to_bits();
        let sign = bits >> 31 << (self.bits() - 1);
        if !value.is_finite() {
            return (sign, u32::MAX);
        }
        let (field, fraction) = (bits >> 23 & 0xff, bits & 0x7f_ffff);
        let (exponent, significand) = match field {
            0 => (-126, fraction),
            field => (field as i32 - 127, fraction | 1 << 23),
        };
        let least = 1 - self.bias() as i32;
        // Below the least normal number the position of the last place is fixed.
        let below = if exponent < least {
            least - exponent
        } else {
            0
        } as u32;
        let above = if exponent > least {
            exponent - least
        } else {
            0
        } as u32;
        let dropped = 23 - self.fraction_bits() + below;
        if dropped == 0 {
            return (sign, significand + (above << 23));
        }
        if dropped > 25 {
            return (sign, 0);
        }
        let (kept, rest) = (significand >> dropped, significand & ((1 << dropped) - 1));
        let tie = 1 << (dropped - 1);
        let up = rest > tie || rest == tie && kept & 1 == 1;
        // The leading one of the significand increments the exponent, and so does a carry.
        let magnitude = kept + up as u32 + (above << self.fraction_bits());
        (sign, magnitude)
    }

    /// IEEE's `<=`: false if either is a NaN, and -0 equals +0.
    #[inline]
    pub const fn at_most(self, a: u32, b: u32) -> bool {
        !self.is_nan(a) && !self.is_nan(b) && self.key(a) <= self.key(b)
    }

    /// A sort key for values that are not NaN; both zeros have the same key.
    #[inline]
    const fn key(self, bits: u32) -> i64 {
        let magnitude = (bits & self.magnitude()) as i64;
        if bits & self.sign() == 0 {
            magnitude
        } else {
            -magnitude
        }
    }
}
