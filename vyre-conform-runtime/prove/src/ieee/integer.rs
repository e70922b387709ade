//! Integral values: rounding floats in each direction, and converting integers to floats.

use super::number::{Exact, Number, amount, below_one, power, rounds_up, signed_less};
use super::table::Direction;
use crate::term::{TermId, Terms};
use vyre_conform_spec::FloatFormat;

/// The width of the words for magnitudes.
const WIDTH: u32 = 64;

/// The magnitude of the integer that a finite number rounds to.
struct Integral {
    magnitude: TermId,
    /// True if the number is integral already, because its unit is.
    was: TermId,
    /// True if it is 2^63 or more, in which case `magnitude` is invalid.
    is_great: TermId,
}

/// IEEE 754-2019, 5.9: divides the number by 1; the remainder determines the direction.
fn integral(terms: &mut Terms, a: &Number, direction: Direction) -> Integral {
    let significand = a.significand(terms, WIDTH);
    let scale = a.scale(terms);
    let one_at = power(terms, below_one(a.format));
    let down = terms.subtract(one_at, scale);
    let up = terms.negate(down);
    let zero = power(terms, 0);
    let behind_point = signed_less(terms, zero, down);
    let max = (WIDTH - 2 - a.format.fraction_bits()) as i32;
    let farthest = power(terms, max);
    let is_great = signed_less(terms, farthest, up);
    let to_left = amount(terms, WIDTH, up, max);
    // A significand shifted by more than its digits is below one half.
    let to_right = amount(terms, WIDTH, down, (WIDTH - 1) as i32);
    let whole = terms.shift_left(significand, to_left);
    let whole = terms.shift_right(whole, to_right);
    let one = terms.constant(WIDTH, 1);
    let divisor = terms.shift_left(one, to_right);
    let all = terms.constant(WIDTH, u128::MAX);
    let above = terms.shift_left(all, to_right);
    let below = terms.not(above);
    let rest = terms.and(significand, below);
    let nothing = terms.constant(WIDTH, 0);
    let exact = terms.equal(rest, nothing);
    let inexact = terms.not(exact);
    let positive = terms.not(a.sign);
    let away = match direction {
        Direction::Nearest => rounds_up(terms, whole, rest, divisor),
        Direction::TowardZero => terms.bool(false),
        Direction::Down => terms.and(inexact, a.sign),
        Direction::Up => terms.and(inexact, positive),
    };
    let away = terms.zero_extend(away, WIDTH);
    Integral {
        magnitude: terms.add(whole, away),
        was: terms.not(behind_point),
        is_great,
    }
}

/// The integral number in the format; a zero keeps the sign of the operand.
pub(super) fn to_integral(terms: &mut Terms, a: &Number, direction: Direction) -> TermId {
    let result = integral(terms, a, direction);
    let exact = Exact {
        negative: a.sign,
        magnitude: result.magnitude,
        unit: power(terms, below_one(a.format)),
    };
    let rounded = exact.rounded(terms, a.format);
    // Infinities are unchanged.
    let stays = terms.or(result.was, a.is_infinite);
    terms.select(stays, a.bits, rounded)
}

/// A 32-bit integer: saturating, with NaN to 0 (`docs/spec/floats.md`; IEEE 754-2019, 5.8, leaves both
/// open).
pub(super) fn to_integer(
    terms: &mut Terms,
    a: &Number,
    direction: Direction,
    signed: bool,
) -> TermId {
    let result = integral(terms, a, direction);
    let (greatest, min) = if signed {
        (i32::MAX as u32, 1u32 << 31)
    } else {
        (u32::MAX, 0)
    };
    let beyond = terms.or(result.is_great, a.is_infinite);
    let mut within = |max: u32| {
        let max = terms.constant(WIDTH, max.into());
        let above = terms.less(max, result.magnitude);
        let outside = terms.or(above, beyond);
        terms.not(outside)
    };
    // The magnitude of the least integer equals its bit pattern, in both types.
    let (fits_above, fits_below) = (within(greatest), within(min));
    let low = terms.slice(result.magnitude, 0, 32);
    let negated = terms.negate(low);
    let [greatest, min, zero] = [greatest, min, 0].map(|n| terms.constant(32, n.into()));
    let above = terms.select(fits_above, low, greatest);
    let below = terms.select(fits_below, negated, min);
    let number = terms.select(a.sign, below, above);
    terms.select(a.is_nan, zero, number)
}

/// The number nearest to a 32-bit integer; zero is positive.
pub(super) fn from_integer(
    terms: &mut Terms,
    format: FloatFormat,
    n: TermId,
    signed: bool,
) -> TermId {
    let sign = terms.slice(n, 31, 1);
    let negated = terms.negate(n);
    let (negative, magnitude) = if signed {
        (sign, terms.select(sign, negated, n))
    } else {
        (terms.bool(false), n)
    };
    let exact = Exact {
        negative,
        magnitude: terms.zero_extend(magnitude, WIDTH),
        unit: power(terms, below_one(format)),
    };
    exact.rounded(terms, format)
}
