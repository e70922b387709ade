//! A product and a sum with one rounding: `fusedMultiplyAdd` (IEEE 754-2019, 5.4.1 and 7.2).

use super::arithmetic::exact_product;
use super::number::{Exact, Number, amount, below_one, power, signed_less};
use super::special::canonical_nan;
use crate::term::{TermId, Terms};
use vyre_conform_spec::FloatFormat;

/// By how many powers of two the unit of the product lies above that of the addend, both significands with all their digits:
/// what decides how the two are added.
pub(super) fn gap(terms: &mut Terms, product: &Exact, addend: &Number) -> TermId {
    let unit = addend.normalised(terms).unit;
    terms.subtract(product.unit, unit)
}

/// The greatest gap, on either side, at which the shifted word fits and its highest two bits stay 0 in the sum.
const fn room(width: u32, digits: u32) -> i32 {
    (width - 3 - digits) as i32
}

const fn width_of(format: FloatFormat) -> u32 {
    match format.bits() > 16 {
        true => 128,
        false => 64,
    }
}

/// The product, exact, and the addend, rounded once.
///
/// Both are placed in one word, the one of the greater unit shifted to the left. Where there is no room for that, 1 stands for the one
/// of the lesser unit: the greater one has `p` digits or more, and what is added to it lies far below half of the last of them, so
/// that the sum lies between the same two numbers, on the side that the sign says, and so it does with 1.
pub(super) fn fused_sum(terms: &mut Terms, a: &Number, b: &Number, c: &Number) -> TermId {
    let format = a.format;
    let (width, digits) = (width_of(format), format.fraction_bits() + 1);
    let product = exact_product(terms, a, b);
    let addend = c.normalised(terms);
    let by = gap(terms, &product, c);
    let opposite = terms.negate(by);
    let magnitude = terms.slice(product.magnitude, 0, 2 * digits);
    let first = Summand {
        negative: product.negative,
        magnitude: terms.zero_extend(magnitude, width),
        above: by,
        room: room(width, 2 * digits),
    };
    let second = Summand {
        negative: c.sign,
        magnitude: terms.zero_extend(addend.significand, width),
        above: opposite,
        room: room(width, digits),
    };
    let x = first.placed(terms, &second);
    let y = second.placed(terms, &first);
    let sum = terms.add(x, y);
    let negative = terms.slice(sum, width - 1, 1);
    let negated = terms.negate(sum);
    // Of an exact zero the sign is that of two operands that have one sign, and otherwise positive (6.3).
    let zero = terms.constant(width, 0);
    let is_zero = terms.equal(sum, zero);
    let both = terms.and(first.negative, second.negative);
    let least = {
        let below = signed_less(terms, product.unit, addend.unit);
        terms.select(below, product.unit, addend.unit)
    };
    let least = first.unit(terms, product.unit, least);
    let exact = Exact {
        negative: terms.select(is_zero, both, negative),
        magnitude: terms.select(negative, negated, sum),
        unit: second.unit(terms, addend.unit, least),
    };
    let finite = exact.rounded(terms, format);
    let result = terms.select(c.is_infinite, c.bits, finite);
    let infinity = terms.constant(format.bits() - 1, format.greatest().into());
    let infinity = terms.concat(product.negative, infinity);
    let infinite = terms.or(a.is_infinite, b.is_infinite);
    let result = terms.select(infinite, infinity, result);
    let zero = terms.or(a.is_zero, b.is_zero);
    let no_product = terms.and(infinite, zero);
    let differ = terms.xor(product.negative, c.sign);
    let opposites = terms.and(infinite, c.is_infinite);
    let no_sum = terms.and(opposites, differ);
    let invalid = terms.or(no_product, no_sum);
    let nan = terms.or(a.is_nan, b.is_nan);
    let nan = terms.or(nan, c.is_nan);
    let is_nan = terms.or(nan, invalid);
    let canonical = canonical_nan(terms, format);
    terms.select(is_nan, canonical, result)
}

/// The greatest gap between the units of a product and of an addend, and the least.
pub(super) const fn gaps(format: FloatFormat) -> (i32, i32) {
    let (t, greatest) = (
        format.fraction_bits() as i32,
        format.top_exponent() as i32 - 2,
    );
    let one = below_one(format);
    (-2 * t - one - greatest, 2 * greatest - one + t)
}

/// One of the two that are added.
struct Summand {
    negative: TermId,
    magnitude: TermId,
    /// By how many powers of two its unit lies above that of the other.
    above: TermId,
    /// By how many it may be shifted to the left.
    room: i32,
}

impl Summand {
    /// Whether it is not 0, and its unit lies so far above that the other one is a trace.
    fn is_far(&self, terms: &mut Terms) -> TermId {
        let room = power(terms, self.room);
        let above = signed_less(terms, room, self.above);
        let something = self.is_something(terms);
        terms.and(something, above)
    }

    fn is_something(&self, terms: &mut Terms) -> TermId {
        let zero = terms.constant(terms.width(self.magnitude), 0);
        let nothing = terms.equal(self.magnitude, zero);
        terms.not(nothing)
    }

    /// As a signed number in the unit of the sum.
    fn placed(&self, terms: &mut Terms, other: &Self) -> TermId {
        let width = terms.width(self.magnitude);
        let by = amount(terms, width, self.above, self.room);
        let shifted = terms.shift_left(self.magnitude, by);
        let something = self.is_something(terms);
        let trace = terms.zero_extend(something, width);
        let is_trace = other.is_far(terms);
        let word = terms.select(is_trace, trace, shifted);
        let negated = terms.negate(word);
        terms.select(self.negative, negated, word)
    }

    /// The unit of the sum: that by which it is shifted where that is all there is room for, and otherwise the lesser one.
    fn unit(&self, terms: &mut Terms, own: TermId, least: TermId) -> TermId {
        let room = power(terms, self.room);
        let below = terms.subtract(own, room);
        let far = self.is_far(terms);
        terms.select(far, below, least)
    }
}
