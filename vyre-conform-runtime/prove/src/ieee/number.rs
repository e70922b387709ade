//! Unpacking of floats, and rounding of exact numbers.

use crate::term::{TermId, Terms};
use vyre_conform_spec::FloatFormat;

/// The width of signed powers of two: products of binary32 need 11 bits.
pub(super) const POWER: u32 = 12;

/// A power of two as a term.
pub(super) fn power(terms: &mut Terms, number: i32) -> TermId {
    terms.constant(POWER, number as u128)
}

/// One bit: no bit of the word is 1.
pub(super) fn is_zero(terms: &mut Terms, word: TermId) -> TermId {
    let zero = terms.constant(terms.width(word), 0);
    terms.equal(word, zero)
}

/// One bit: a signed power is in an inclusive range.
pub(super) fn within(terms: &mut Terms, number: TermId, min: i32, max: i32) -> TermId {
    if min == max {
        let at = power(terms, min);
        return terms.equal(number, at);
    }
    let (min, max) = (power(terms, min), power(terms, max));
    let below = signed_less(terms, number, min);
    let above = signed_less(terms, max, number);
    let outside = terms.or(below, above);
    terms.not(outside)
}

/// A word times a power of two, widened as necessary.
pub(super) fn shifted(terms: &mut Terms, word: TermId, by: u32) -> TermId {
    match by {
        0 => word,
        by => {
            let zeros = terms.constant(by, 0);
            terms.concat(word, zeros)
        }
    }
}

/// A word times a power of two, in this width.
pub(super) fn scaled(terms: &mut Terms, word: TermId, by: u32, width: u32) -> TermId {
    let word = shifted(terms, word, by);
    terms.zero_extend(word, width)
}

/// The number of powers of two from the unit of a format's subnormal numbers up to 1.
pub(super) const fn below_one(format: FloatFormat) -> i32 {
    (format.bias() + format.fraction_bits()) as i32 - 1
}

/// One bit: the first of two signed words is less.
pub(super) fn signed_less(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    let (a, b) = (terms.biased(a), terms.biased(b));
    terms.less(a, b)
}

/// A signed power as a shift amount for a word of `width` bits, clamped to 0 and `max`.
pub(super) fn amount(terms: &mut Terms, width: u32, by: TermId, max: i32) -> TermId {
    let (zero, max) = (power(terms, 0), power(terms, max));
    let negative = signed_less(terms, by, zero);
    let above = signed_less(terms, max, by);
    let clipped = terms.select(above, max, by);
    let clipped = terms.select(negative, zero, clipped);
    terms.slice(clipped, 0, width.trailing_zeros())
}

/// A value of a format by its fields (IEEE 754-2019, 3.4).
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) format: FloatFormat,
    pub(super) bits: TermId,
    /// Field S.
    pub(super) sign: TermId,
    /// Field E.
    pub(super) exponent: TermId,
    /// Field T.
    pub(super) fraction: TermId,
    /// E is all ones, and T is not 0.
    pub(super) is_nan: TermId,
    /// E is all ones, and T is 0.
    pub(super) is_infinite: TermId,
    /// E and T are 0.
    pub(super) is_zero: TermId,
    /// E is 0.
    pub(super) is_small: TermId,
}

impl Number {
    pub(super) fn from_bits(terms: &mut Terms, format: FloatFormat, bits: TermId) -> Self {
        let (t, w) = (format.fraction_bits(), format.exponent_bits());
        let fraction = terms.slice(bits, 0, t);
        let exponent = terms.slice(bits, t, w);
        let sign = terms.slice(bits, t + w, 1);
        let (top, none) = (
            terms.constant(w, format.top_exponent().into()),
            terms.constant(w, 0),
        );
        let (is_top, is_small) = (terms.equal(exponent, top), terms.equal(exponent, none));
        let whole = terms.constant(t, 0);
        let whole = terms.equal(fraction, whole);
        let broken = terms.not(whole);
        Self {
            format,
            bits,
            sign,
            exponent,
            fraction,
            is_nan: terms.and(is_top, broken),
            is_infinite: terms.and(is_top, whole),
            is_zero: terms.and(is_small, whole),
            is_small,
        }
    }

    /// The integer `T` with the implied bit above it: the magnitude of a finite number in units of
    /// `2^scale`.
    pub(super) fn significand(&self, terms: &mut Terms, width: u32) -> TermId {
        let implied = terms.not(self.is_small);
        let significand = terms.concat(implied, self.fraction);
        terms.zero_extend(significand, width)
    }

    /// The unit of the significand as a power of two, relative to that of the subnormal numbers:
    /// `max(E, 1) - 1`.
    pub(super) fn scale(&self, terms: &mut Terms) -> TermId {
        let field = terms.zero_extend(self.exponent, POWER);
        let minus_one = power(terms, -1);
        let less = terms.add(field, minus_one);
        let zero = power(terms, 0);
        terms.select(self.is_small, zero, less)
    }
}

/// A finite nonzero number, possibly subnormal, with a normalised significand.
#[derive(Clone, Copy, Debug)]
pub(super) struct NormalisedNumber {
    /// Bits of the significand, one a digit of the format, with a leading 1; 0 for zero.
    pub(super) significand: TermId,
    /// The unit as a power of two, relative to that of the subnormal numbers.
    pub(super) unit: TermId,
}

impl Number {
    /// One bit: it is a NaN or an infinity.
    pub(super) fn is_special(&self, terms: &mut Terms) -> TermId {
        terms.or(self.is_nan, self.is_infinite)
    }

    /// The magnitude with the significand shifted until its highest digit is 1.
    pub(super) fn normalised(&self, terms: &mut Terms) -> NormalisedNumber {
        let digits = self.format.fraction_bits() + 1;
        let width = digits.next_power_of_two();
        let significand = self.significand(terms, width);
        let leading = leading(terms, significand);
        let max = power(terms, digits as i32 - 1);
        let shift = terms.subtract(max, leading);
        let by = terms.slice(shift, 0, width.trailing_zeros());
        let shifted = terms.shift_left(significand, by);
        let scale = self.scale(terms);
        NormalisedNumber {
            significand: terms.slice(shifted, 0, digits),
            unit: terms.subtract(scale, shift),
        }
    }
}

/// The position of the highest 1 bit; 0 for zero.
fn leading(terms: &mut Terms, word: TermId) -> TermId {
    let mut place = power(terms, 0);
    for k in 1..terms.width(word) {
        let bit = terms.slice(word, k, 1);
        let here = power(terms, k as i32);
        place = terms.select(bit, here, place);
    }
    place
}

/// An exact number: a magnitude in units of a power of two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exact {
    /// The sign, that of zero included: one bit.
    pub(super) negative: TermId,
    /// The magnitude: a word of 64 or 128 bits with two zero bits at the top.
    pub(super) magnitude: TermId,
    /// Its unit as a power of two, relative to that of the subnormal numbers of the target format.
    pub(super) unit: TermId,
}

impl Exact {
    /// The nearest number of the format, with ties to the even significand (IEEE 754-2019, 4.3.1);
    /// infinite on overflow.
    ///
    /// The numbers of a format near a magnitude are the multiples of `2^u`, where `u` normalises the
    /// significand, but is at least 0. The magnitude is divided by that unit, and twice the remainder
    /// is compared with the unit.
    pub(super) fn rounded(&self, terms: &mut Terms, format: FloatFormat) -> TermId {
        let (t, w) = (format.fraction_bits(), format.exponent_bits());
        let width = terms.width(self.magnitude);
        let last = (width - 1) as i32;
        let leading = leading(terms, self.magnitude);
        // The distance in powers of two from the unit of the magnitude up to that of the result.
        let digits = power(terms, -(t as i32));
        let by_digits = terms.add(leading, digits);
        let by_format = terms.negate(self.unit);
        let subnormal = signed_less(terms, by_digits, by_format);
        let up_by = terms.select(subnormal, by_format, by_digits);
        let down_by = terms.negate(up_by);
        let to_left = amount(terms, width, down_by, t as i32);
        // A shift by the width of the word plus one already yields less than one half, as does any
        // greater shift.
        let to_right = amount(terms, width, up_by, last);
        let one = terms.constant(width, 1);
        let unit = terms.shift_left(one, to_right);
        let quotient = terms.shift_left(self.magnitude, to_left);
        let quotient = terms.shift_right(quotient, to_right);
        let all = terms.constant(width, u128::MAX);
        let above = terms.shift_left(all, to_right);
        let below = terms.not(above);
        let rest = terms.and(self.magnitude, below);
        let up = rounds_up(terms, quotient, rest, unit);
        let kept = terms.slice(quotient, 0, t + 2);
        let up = terms.zero_extend(up, t + 2);
        let kept = terms.add(kept, up);
        self.encoded(terms, format, (t, w), kept, up_by)
    }

    /// The encoding of `kept * 2^(up_by + unit)`, where `kept` has at most one digit too many.
    fn encoded(
        &self,
        terms: &mut Terms,
        format: FloatFormat,
        (t, w): (u32, u32),
        kept: TermId,
        up_by: TermId,
    ) -> TermId {
        let scale = terms.add(up_by, self.unit);
        let [one, two] = [1, 2].map(|n| power(terms, n));
        let (normal, longer) = (terms.add(scale, one), terms.add(scale, two));
        let (is_normal, is_longer) = (terms.slice(kept, t, 1), terms.slice(kept, t + 1, 1));
        let zero = power(terms, 0);
        let field = terms.select(is_normal, normal, zero);
        let field = terms.select(is_longer, longer, field);
        let top = power(terms, format.top_exponent() as i32);
        let fits = terms.less(field, top);
        let fraction = terms.slice(kept, 0, t);
        let (none, full) = (
            terms.constant(t, 0),
            terms.constant(w, format.top_exponent().into()),
        );
        let field = terms.slice(field, 0, w);
        let (field, fraction) = (
            terms.select(fits, field, full),
            terms.select(fits, fraction, none),
        );
        let magnitude = terms.concat(field, fraction);
        terms.concat(self.negative, magnitude)
    }
}

/// One bit: a quotient with this remainder rounds up, to nearest with ties to even.
pub(super) fn rounds_up(
    terms: &mut Terms,
    quotient: TermId,
    rest: TermId,
    divisor: TermId,
) -> TermId {
    let low = terms.slice(rest, 0, terms.width(rest) - 1);
    let zero = terms.bool(false);
    let twice = terms.concat(low, zero);
    let (more, same) = (terms.less(divisor, twice), terms.equal(divisor, twice));
    let odd = terms.slice(quotient, 0, 1);
    let tie = terms.and(same, odd);
    terms.or(more, tie)
}
