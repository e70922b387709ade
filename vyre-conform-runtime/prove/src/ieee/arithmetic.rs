//! Sum, difference and product: exact, then rounded once (IEEE 754-2019, 5.4.1); conversions between
//! formats.

use super::number::{Exact, Number, amount, below_one, is_zero, power, signed_less};
use super::special::{canonical_nan, infinity, with_sign};
use crate::term::{TermId, Terms};
use vyre_conform_spec::FloatFormat;

/// The sum. Both significands are integers in units of the lesser scale, and so is their sum.
///
/// A word has room for a distance of scales up to `far`, which is more than twice the digits. Beyond it
/// the operand with the greater scale is normal and is at least `2^(far + t)` of these units, while the
/// other one is less than `2^p`. Whatever its value, the sum lies strictly between two adjacent
/// multiples of half a unit in the last place of the result, on the side of the greater operand that
/// its sign determines. Replacing it by 1 does not change that.
pub(super) fn sum(terms: &mut Terms, a: &Number, b: &Number) -> TermId {
    let format = a.format;
    let width = width_of_sums(format);
    let far = far(format);
    let (sa, sb) = (a.scale(terms), b.scale(terms));
    let distance = terms.subtract(sa, sb);
    let opposite = terms.negate(distance);
    let farthest = power(terms, far);
    let mut unit = {
        let less = signed_less(terms, sb, sa);
        terms.select(less, sb, sa)
    };
    let mut placed = |number: &Number, distance: TermId, other: TermId| {
        let by = amount(terms, width, distance, far);
        let significand = number.significand(terms, width);
        let mut word = terms.shift_left(significand, by);
        if is_ever_far(format) {
            let is_tiny = signed_less(terms, farthest, other);
            let zero = terms.constant(width, 0);
            let nothing = terms.equal(significand, zero);
            let something = terms.not(nothing);
            let trace = terms.zero_extend(something, width);
            word = terms.select(is_tiny, trace, word);
            // The unit follows from the other operand, which is represented exactly.
            let scale = number.scale(terms);
            let is_great = signed_less(terms, farthest, distance);
            let below = terms.subtract(scale, farthest);
            unit = terms.select(is_great, below, unit);
        }
        let negated = terms.negate(word);
        terms.select(number.sign, negated, word)
    };
    let (x, y) = (placed(a, distance, opposite), placed(b, opposite, distance));
    let exact = exact_sum(terms, (x, y), (a.sign, b.sign), unit);
    let finite = exact.rounded(terms, format);
    let result = terms.select(b.is_infinite, b.bits, finite);
    let result = terms.select(a.is_infinite, a.bits, result);
    let infinities = terms.and(a.is_infinite, b.is_infinite);
    let differ = terms.xor(a.sign, b.sign);
    let invalid = terms.and(infinities, differ);
    nan_where(terms, a, b, invalid, result)
}

/// The sum of two signed words in one unit, the magnitudes of operands with these signs.
pub(super) fn exact_sum(
    terms: &mut Terms,
    (x, y): (TermId, TermId),
    (first, second): (TermId, TermId),
    unit: TermId,
) -> Exact {
    let sum = terms.add(x, y);
    let negative = terms.slice(sum, terms.width(sum) - 1, 1);
    let negated = terms.negate(sum);
    let magnitude = terms.select(negative, negated, sum);
    // An exact zero has the sign of the operands if their signs agree, and is positive otherwise (6.3).
    let is_zero = is_zero(terms, sum);
    let conjunction = terms.and(first, second);
    Exact {
        negative: terms.select(is_zero, conjunction, negative),
        magnitude,
        unit,
    }
}

/// The width of the word that holds a sum.
const fn width_of_sums(format: FloatFormat) -> u32 {
    if room(format, 64) >= greatest_distance(format) {
        64
    } else {
        128
    }
}

/// The greatest distance of scales at which the sum of two significands fits in a word with two zero
/// bits at the top.
const fn room(format: FloatFormat, width: i32) -> i32 {
    width - 4 - format.fraction_bits() as i32
}

const fn far(format: FloatFormat) -> i32 {
    room(format, width_of_sums(format) as i32)
}

/// The greatest distance of the scales of two finite numbers.
pub(super) const fn greatest_distance(format: FloatFormat) -> i32 {
    format.top_exponent() as i32 - 2
}

/// True if two numbers of the format may be farther apart than a word has room for.
const fn is_ever_far(format: FloatFormat) -> bool {
    greatest_distance(format) > far(format)
}

/// The sum with the second operand negated.
pub(super) fn difference(terms: &mut Terms, a: &Number, b: &Number) -> TermId {
    let sign = terms.not(b.sign);
    let negated = with_sign(terms, b, sign);
    let negated = Number::from_bits(terms, b.format, negated);
    sum(terms, a, &negated)
}

/// The product of two finite numbers: the product of the significands, in the product of their units.
pub(super) fn exact_product(terms: &mut Terms, a: &Number, b: &Number) -> Exact {
    let format = a.format;
    let digits = 2 * (format.fraction_bits() + 1);
    let [x, y] = [a, b].map(|number| number.normalised(terms));
    let [first, second] = [x, y].map(|number| terms.zero_extend(number.significand, digits));
    let magnitude = terms.multiply(first, second);
    let unit = terms.add(x.unit, y.unit);
    let minus = power(terms, -below_one(format));
    Exact {
        negative: terms.xor(a.sign, b.sign),
        magnitude: terms.zero_extend(magnitude, 64),
        unit: terms.add(unit, minus),
    }
}

/// The product.
pub(super) fn product(terms: &mut Terms, a: &Number, b: &Number) -> TermId {
    let format = a.format;
    let exact = exact_product(terms, a, b);
    let negative = exact.negative;
    let finite = exact.rounded(terms, format);
    let infinity = infinity(terms, format, negative);
    let infinite = terms.or(a.is_infinite, b.is_infinite);
    let zero = terms.or(a.is_zero, b.is_zero);
    let invalid = terms.and(infinite, zero);
    let result = terms.select(infinite, infinity, finite);
    nan_where(terms, a, b, invalid, result)
}

/// The number rounded to another format; the canonical NaN for any NaN.
pub(super) fn converted(terms: &mut Terms, a: &Number, to: FloatFormat) -> TermId {
    let scale = a.scale(terms);
    let by = power(terms, below_one(to) - below_one(a.format));
    let exact = Exact {
        negative: a.sign,
        magnitude: a.significand(terms, 64),
        unit: terms.add(scale, by),
    };
    let finite = exact.rounded(terms, to);
    let infinity = infinity(terms, to, a.sign);
    let result = terms.select(a.is_infinite, infinity, finite);
    let nan = canonical_nan(terms, to);
    terms.select(a.is_nan, nan, result)
}

/// The canonical NaN if an operand is a NaN or the operation is invalid (7.2), otherwise `result`.
fn nan_where(terms: &mut Terms, a: &Number, b: &Number, invalid: TermId, result: TermId) -> TermId {
    let either = terms.or(a.is_nan, b.is_nan);
    let is_nan = terms.or(either, invalid);
    let nan = canonical_nan(terms, a.format);
    terms.select(is_nan, nan, result)
}
