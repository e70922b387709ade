//! A product and a sum with one rounding: `fusedMultiplyAdd` (IEEE 754-2019, 5.4.1 and 7.2).

use super::arithmetic::{exact_product, exact_sum, greatest_distance};
use super::number::{Exact, Number, amount, below_one, is_zero, power, signed_less};
use super::special::{canonical_nan, infinity};
use crate::term::{TermId, Terms};
use vyre_conform_spec::FloatFormat;

/// The distance in powers of two from the unit of the addend up to that of the product, with normalised
/// significands: it determines the method of addition.
pub(super) fn gap(terms: &mut Terms, product: &Exact, addend: &Number) -> TermId {
    let unit = addend.normalised(terms).unit;
    terms.subtract(product.unit, unit)
}

/// The greatest distance, on either side, at which the shifted word fits with two zero bits at the top
/// of the sum.
const fn room(width: u32, digits: u32) -> i32 {
    (width - 3 - digits) as i32
}

const fn width_of(format: FloatFormat) -> u32 {
    if format.bits() > 16 { 128 } else { 64 }
}

/// The exact product plus the addend, rounded once.
///
/// Both are placed in one word, the one with the greater unit shifted left. Without enough room it is
/// shifted as far as possible, and the other one is replaced by a smaller number with its sign. The
/// greater one has `p` digits or more, and both versions of the other are far below half of its last
/// digit, so the sum lies between the same two numbers, on the side that the sign determines.
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
    let (x, y) = (first.placed(terms), second.placed(terms));
    let min = {
        let below = signed_less(terms, product.unit, addend.unit);
        terms.select(below, product.unit, addend.unit)
    };
    let min = first.unit(terms, product.unit, min);
    let unit = second.unit(terms, addend.unit, min);
    let exact = exact_sum(terms, (x, y), (first.negative, second.negative), unit);
    let finite = exact.rounded(terms, format);
    let result = terms.select(c.is_infinite, c.bits, finite);
    let infinity = infinity(terms, format, product.negative);
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

/// The greatest and the least distance between the units of a product and of an addend.
pub(super) const fn gaps(format: FloatFormat) -> (i32, i32) {
    let (t, greatest) = (format.fraction_bits() as i32, greatest_distance(format));
    let one = below_one(format);
    (-2 * t - one - greatest, 2 * greatest - one + t)
}

/// One of the two summands.
struct Summand {
    negative: TermId,
    magnitude: TermId,
    /// The distance in powers of two from the other unit up to this one.
    above: TermId,
    /// The greatest possible left shift.
    room: i32,
}

impl Summand {
    /// The signed number in the unit of the sum.
    fn placed(&self, terms: &mut Terms) -> TermId {
        let width = terms.width(self.magnitude);
        let by = amount(terms, width, self.above, self.room);
        let word = terms.shift_left(self.magnitude, by);
        let negated = terms.negate(word);
        terms.select(self.negative, negated, word)
    }

    /// The unit of the sum: this summand's unit lowered by the shift if there is no more room and the
    /// summand is not 0, otherwise the lesser unit.
    fn unit(&self, terms: &mut Terms, own: TermId, min: TermId) -> TermId {
        let room = power(terms, self.room);
        let below = terms.subtract(own, room);
        let above = signed_less(terms, room, self.above);
        let nothing = is_zero(terms, self.magnitude);
        let something = terms.not(nothing);
        let far = terms.and(something, above);
        terms.select(far, below, min)
    }
}
