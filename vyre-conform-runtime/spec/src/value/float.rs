//! The binary floating-point formats, as far as bits alone tell (IEEE 754-2019, clause 3.4).
//!
//! Every function takes and gives the bits of a value in a word; a format of 16 bits stands in the low
//! half of the word, and the high half is 0. The functions are called for every case of a column: they are inlined
//! whatever the profile of this crate.

/// A binary interchange format: one sign bit, then the exponent, then the trailing significand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatFormat {
    /// Width of the whole encoding.
    pub bits: u32,
    /// Width of the trailing significand: 23, 10 or 7.
    pub fraction_bits: u32,
}

impl FloatFormat {
    /// binary32.
    pub const F32: Self = Self {
        bits: 32,
        fraction_bits: 23,
    };
    /// binary16.
    pub const F16: Self = Self {
        bits: 16,
        fraction_bits: 10,
    };
    /// bfloat16: the upper half of a binary32.
    pub const BF16: Self = Self {
        bits: 16,
        fraction_bits: 7,
    };

    /// Width of the exponent.
    #[inline]
    pub const fn exponent_bits(self) -> u32 {
        self.bits - 1 - self.fraction_bits
    }

    /// The exponent field of 1.0.
    #[inline]
    pub const fn bias(self) -> u32 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// The exponent field of infinities and NaNs.
    #[inline]
    pub const fn top_exponent(self) -> u32 {
        (1 << self.exponent_bits()) - 1
    }

    /// The sign bit.
    #[inline]
    pub const fn sign(self) -> u32 {
        1 << (self.bits - 1)
    }

    /// Every bit of the encoding.
    #[inline]
    pub const fn mask(self) -> u32 {
        u32::MAX >> (32 - self.bits)
    }

    /// Every bit but the sign.
    #[inline]
    pub const fn magnitude(self) -> u32 {
        self.sign() - 1
    }

    /// The bits of the trailing significand.
    #[inline]
    pub const fn fraction(self) -> u32 {
        (1 << self.fraction_bits) - 1
    }

    /// Positive infinity.
    #[inline]
    pub const fn infinity(self) -> u32 {
        self.top_exponent() << self.fraction_bits
    }

    /// The canonical NaN: quiet, positive, without payload.
    #[inline]
    pub const fn canonical_nan(self) -> u32 {
        self.infinity() | 1 << (self.fraction_bits - 1)
    }

    /// The small non-negative integer `n`, exact where it has no more bits than a significand.
    #[inline]
    pub const fn integer(self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        let top = 31 - n.leading_zeros();
        let fraction = match top <= self.fraction_bits {
            true => n << (self.fraction_bits - top),
            false => n >> (top - self.fraction_bits),
        };
        (self.bias() + top) << self.fraction_bits | fraction & self.fraction()
    }

    /// Whether the bits are those of a NaN.
    #[inline]
    pub const fn is_nan(self, bits: u32) -> bool {
        bits & self.magnitude() > self.infinity()
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

    /// Whether two values are the same after canonicalisation: any NaN is any other, and -0 is not +0.
    #[inline]
    pub const fn same(self, a: u32, b: u32) -> bool {
        a == b || (self.is_nan(a) && self.is_nan(b))
    }

    /// IEEE's `<=`: false if either is a NaN, and -0 equals +0.
    #[inline]
    pub const fn at_most(self, a: u32, b: u32) -> bool {
        !self.is_nan(a) && !self.is_nan(b) && self.key(a) <= self.key(b)
    }

    /// A number that orders the values that are no NaN; one for both zeros.
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
