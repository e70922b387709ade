//! The order of floats: comparisons, minimum and maximum.

use super::number::Number;
use super::special::canonical_nan;
use super::table::Relation;
use crate::term::{TermId, Terms};

/// True if the magnitude of the first is less: by the exponents, then by the fractions. Infinity has
/// the highest exponent.
fn nearer_to_zero(terms: &mut Terms, a: &Number, b: &Number) -> TermId {
    let below = terms.less(a.exponent, b.exponent);
    let same = terms.equal(a.exponent, b.exponent);
    let by_fraction = terms.less(a.fraction, b.fraction);
    let by_fraction = terms.and(same, by_fraction);
    terms.or(below, by_fraction)
}

fn either_nan(terms: &mut Terms, a: &Number, b: &Number) -> TermId {
    terms.or(a.is_nan, b.is_nan)
}

/// True if the first of two numbers that are not NaN is less: -0 and +0 are equal (IEEE 754-2019,
/// 5.11).
fn less(terms: &mut Terms, a: &Number, b: &Number) -> TermId {
    let (up, down) = (nearer_to_zero(terms, a, b), nearer_to_zero(terms, b, a));
    let zeros = terms.and(a.is_zero, b.is_zero);
    let differ = terms.not(zeros);
    let below_zero = terms.select(b.sign, down, differ);
    let not_below = terms.not(b.sign);
    let above_zero = terms.and(not_below, up);
    terms.select(a.sign, below_zero, above_zero)
}

fn equal(terms: &mut Terms, a: &Number, b: &Number) -> TermId {
    let zeros = terms.and(a.is_zero, b.is_zero);
    let same = terms.equal(a.bits, b.bits);
    terms.or(zeros, same)
}

/// A comparison; false if an operand is a NaN.
pub(super) fn compared(terms: &mut Terms, relation: Relation, a: &Number, b: &Number) -> TermId {
    let holds = match relation {
        Relation::Equal => equal(terms, a, b),
        Relation::Less => less(terms, a, b),
        Relation::Greater => less(terms, b, a),
        Relation::AtMost => {
            let (less, equal) = (less(terms, a, b), equal(terms, a, b));
            terms.or(less, equal)
        }
        Relation::AtLeast => {
            let (less, equal) = (less(terms, b, a), equal(terms, a, b));
            terms.or(less, equal)
        }
    };
    let unordered = either_nan(terms, a, b);
    let ordered = terms.not(unordered);
    terms.and(ordered, holds)
}

/// `minimumNumber` or `maximumNumber` (IEEE 754-2019, 9.6): the other operand if one is a NaN, and -0
/// below +0.
pub(super) fn extreme(terms: &mut Terms, greatest: bool, a: &Number, b: &Number) -> TermId {
    let (below, above) = if greatest { (b, a) } else { (a, b) };
    let less = less(terms, below, above);
    let zeros = terms.and(a.is_zero, b.is_zero);
    // Of two zeros the first is taken if it has the required sign; for other equal numbers the choice
    // does not matter.
    let requested = if greatest { terms.not(a.sign) } else { a.sign };
    let first = terms.select(zeros, requested, less);
    let number = terms.select(first, a.bits, b.bits);
    let number = terms.select(b.is_nan, a.bits, number);
    let number = terms.select(a.is_nan, b.bits, number);
    let neither = terms.and(a.is_nan, b.is_nan);
    let nan = canonical_nan(terms, a.format);
    terms.select(neither, nan, number)
}
