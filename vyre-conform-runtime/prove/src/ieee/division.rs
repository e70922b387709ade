//! Quotient, square root and reciprocal square root: an integer and an inexact flag, rounded once (IEEE
//! 754-2019, 5.4.1 and 9.2.1).
//!
//! An inexact integer `q` represents a number strictly between `q` and `q + 1`, and is rounded as
//! `2 q + 1` halves. If `q` has `t + 3` digits or more, neither a number of the format nor a tie lies
//! strictly between `q` and `q + 1`.

use super::number::{Exact, Number, POWER, below_one, is_zero, power, scaled};
use super::special::{canonical_nan, infinity};
use crate::term::{TermId, Terms};
use vyre_conform_spec::FloatFormat;

/// The quotient.
pub(super) fn quotient(terms: &mut Terms, a: &Number, b: &Number) -> TermId {
    let format = a.format;
    let t = format.fraction_bits();
    // Significands have t + 1 digits with a leading 1, so the quotient with this many additional digits
    // has at least t + 4.
    let more = t + 4;
    let width = t + 1 + more;
    let [x, y] = [a, b].map(|number| number.normalised(terms));
    let dividend = scaled(terms, x.significand, more, width);
    let divisor = terms.zero_extend(y.significand, width);
    let whole = terms.divide(dividend, divisor);
    let rest = terms.remainder(dividend, divisor);
    let unit = terms.subtract(x.unit, y.unit);
    // The units of the subnormal numbers cancel.
    let by = power(terms, below_one(format) - more as i32);
    let negative = terms.xor(a.sign, b.sign);
    let part = IntegerPart {
        whole,
        is_exact: is_zero(terms, rest),
        unit: terms.add(unit, by),
    };
    let finite = part.rounded(terms, format, negative);
    let zero = terms.constant(format.bits() - 1, 0);
    let zero = terms.concat(negative, zero);
    let result = terms.select(b.is_infinite, zero, finite);
    let infinity = infinity(terms, format, negative);
    let infinite = terms.or(a.is_infinite, b.is_zero);
    let result = terms.select(infinite, infinity, result);
    let (zeros, infinities) = (
        terms.and(a.is_zero, b.is_zero),
        terms.and(a.is_infinite, b.is_infinite),
    );
    // 0 / 0 and infinity / infinity are invalid (7.2).
    let invalid = terms.or(zeros, infinities);
    let nan = terms.or(a.is_nan, b.is_nan);
    let nan = terms.or(nan, invalid);
    let canonical = canonical_nan(terms, format);
    terms.select(nan, canonical, result)
}

/// The square root; that of -0 is -0 (5.4.1), and that of other negative numbers is invalid (7.2).
pub(super) fn root(terms: &mut Terms, a: &Number) -> TermId {
    let format = a.format;
    let t = format.fraction_bits();
    // The radicand in units of an even power of two has 2 t + 5 digits or more.
    let more = 2 * t + 4;
    let width = (3 * t + 6).next_multiple_of(2);
    let unit = unit(terms, a, -(more as i32));
    let odd = terms.slice(unit, 0, 1);
    let significand = a.significand(terms, t + 1);
    let [once, twice] = [more, more + 1].map(|by| scaled(terms, significand, by, width));
    let radicand = terms.select(odd, twice, once);
    let (whole, rest) = integer_root(terms, radicand);
    let odd = terms.zero_extend(odd, POWER);
    let even = terms.subtract(unit, odd);
    let half = halved(terms, even);
    let by = power(terms, below_one(format));
    let part = IntegerPart {
        whole,
        is_exact: is_zero(terms, rest),
        unit: terms.add(half, by),
    };
    let positive = terms.bool(false);
    let finite = part.rounded(terms, format, positive);
    let result = terms.select(a.is_infinite, a.bits, finite);
    let result = nan_below_zero(terms, a, result);
    terms.select(a.is_zero, a.bits, result)
}

/// The reciprocal square root: an infinity with the sign of a zero, +0 for infinity, and invalid for
/// negative numbers (9.2.1).
pub(super) fn reciprocal_root(terms: &mut Terms, a: &Number) -> TermId {
    let format = a.format;
    let t = format.fraction_bits();
    // A power of two divided by a significand, with 2 t + 5 digits or more. Its fractional part does
    // not affect the integer square root, because the square of an integer is an integer.
    let more = 3 * t + 5;
    let width = (more + 2).next_multiple_of(2);
    let unit = unit(terms, a, more as i32);
    let odd = terms.slice(unit, 0, 1);
    let one = terms.constant(1, 1);
    let [once, twice] = [more, more + 1].map(|by| scaled(terms, one, by, width));
    let dividend = terms.select(odd, twice, once);
    let divisor = a.significand(terms, width);
    let radicand = terms.divide(dividend, divisor);
    let left = terms.remainder(dividend, divisor);
    let (whole, rest) = integer_root(terms, radicand);
    let (divides, is_square) = (is_zero(terms, left), is_zero(terms, rest));
    let odd = terms.zero_extend(odd, POWER);
    let even = terms.add(unit, odd);
    let half = halved(terms, even);
    let half = terms.negate(half);
    let by = power(terms, below_one(format));
    let part = IntegerPart {
        whole,
        is_exact: terms.and(divides, is_square),
        unit: terms.add(half, by),
    };
    let positive = terms.bool(false);
    let finite = part.rounded(terms, format, positive);
    let zero = terms.constant(format.bits(), 0);
    let result = terms.select(a.is_infinite, zero, finite);
    let result = nan_below_zero(terms, a, result);
    let infinity = infinity(terms, format, a.sign);
    terms.select(a.is_zero, infinity, result)
}

/// The integer part of a number, with its exactness and unit.
struct IntegerPart {
    whole: TermId,
    /// True if the number is the integer.
    is_exact: TermId,
    /// Its unit as a power of two; 0 is that of the subnormal numbers.
    unit: TermId,
}

impl IntegerPart {
    fn rounded(&self, terms: &mut Terms, format: FloatFormat, negative: TermId) -> TermId {
        let more = terms.not(self.is_exact);
        let halves = terms.concat(self.whole, more);
        let width = if terms.width(halves) <= 62 { 64 } else { 128 };
        let minus_one = power(terms, -1);
        let exact = Exact {
            negative,
            magnitude: terms.zero_extend(halves, width),
            unit: terms.add(self.unit, minus_one),
        };
        exact.rounded(terms, format)
    }
}

/// The greatest integer whose square is at most the radicand, and the remainder: digit by digit from
/// the highest. With the digits `r` above digit `k`, another 1 at digit `k` adds
/// `(2 r 2^(k+1) + 2^k) 2^k` to the square. The word has an even width.
fn integer_root(terms: &mut Terms, radicand: TermId) -> (TermId, TermId) {
    let width = terms.width(radicand);
    let mut rest = radicand;
    let mut root = None;
    for k in (0..width / 2).rev() {
        let one = terms.constant(2, 1);
        let added = match root {
            Some(root) => terms.concat(root, one),
            None => one,
        };
        let added = scaled(terms, added, 2 * k, width);
        let digit = terms.at_most(added, rest);
        let less = terms.subtract(rest, added);
        rest = terms.select(digit, less, rest);
        root = Some(match root {
            Some(root) => terms.concat(root, digit),
            None => digit,
        });
    }
    (root.unwrap_or(radicand), rest)
}

/// The unit of a significand as a power of two, relative to 1, plus `more`.
fn unit(terms: &mut Terms, a: &Number, more: i32) -> TermId {
    let scale = a.scale(terms);
    let by = power(terms, more - below_one(a.format));
    terms.add(scale, by)
}

/// Half of an even power.
fn halved(terms: &mut Terms, even: TermId) -> TermId {
    let half = terms.slice(even, 1, POWER - 1);
    terms.sign_extend(half, POWER)
}

/// The canonical NaN for a NaN or a number with the sign bit, otherwise `result`.
fn nan_below_zero(terms: &mut Terms, a: &Number, result: TermId) -> TermId {
    let nan = terms.or(a.is_nan, a.sign);
    let canonical = canonical_nan(terms, a.format);
    terms.select(nan, canonical, result)
}
