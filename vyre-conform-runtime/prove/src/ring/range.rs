//! Interval analysis: the range of integers that a word represents, modulo 2^width.
//!
//! The range of a sum, a difference or a product is that of the exact integers, whatever the signs: a
//! 32-bit word that is the sum of four products of signed bytes is one of the integers from -65024 to
//! 65536. A comparison with a bound is decided if all of them are on one side of it. Operands are
//! treated as independent.

use crate::term::{Cone, TermId, TermNode, Terms};

/// The widest words with a range: sums and most products of their integers fit an `i128`.
const WIDEST: u32 = 64;

/// An interval of integers, one of which equals the word modulo 2^width. It has at most 2^width
/// elements, and the first is in the signed range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    first: i128,
    last: i128,
    width: u32,
}

impl Range {
    fn new(first: i128, last: i128, width: u32) -> Self {
        let all = 1i128 << width;
        if last - first >= all - 1 {
            return Self::any(width);
        }
        let half = all >> 1;
        let signed = (first + half).rem_euclid(all) - half;
        Self {
            first: signed,
            last: last - first + signed,
            width,
        }
    }

    /// The full range.
    const fn any(width: u32) -> Self {
        let half = 1i128 << (width - 1);
        Self {
            first: -half,
            last: half - 1,
            width,
        }
    }

    /// The least and the greatest value of the word, unsigned.
    const fn unsigned(self) -> (i128, i128) {
        let all = 1i128 << self.width;
        match (self.first < 0, self.last < 0) {
            (true, true) => (self.first + all, self.last + all),
            (true, false) => (0, all - 1),
            (false, _) if self.last >= all => (0, all - 1),
            (false, _) => (self.first, self.last),
        }
    }

    /// The least and the greatest value of the word, signed.
    const fn signed(self) -> (i128, i128) {
        let half = 1i128 << (self.width - 1);
        if self.last < half {
            (self.first, self.last)
        } else {
            (-half, half - 1)
        }
    }

    /// The bits of the word, if the range has a single element.
    fn known(self) -> Option<u128> {
        let all = 1i128 << self.width;
        (self.first == self.last).then(|| self.first.rem_euclid(all) as u128)
    }

    /// True if the word may have this value.
    #[cfg(test)]
    pub(super) fn holds(self, bits: u128) -> bool {
        let all = 1i128 << self.width;
        let above = (bits as i128 - self.first).rem_euclid(all);
        above <= self.last - self.first
    }

    /// The hull of both ranges.
    fn or(self, other: Self) -> Self {
        let around = |(a, b): (i128, i128), (c, d): (i128, i128)| (a.min(c), b.max(d));
        let signed = around(self.signed(), other.signed());
        let unsigned = around(self.unsigned(), other.unsigned());
        let (first, last) = if signed.1 - signed.0 <= unsigned.1 - unsigned.0 {
            signed
        } else {
            unsigned
        };
        Self::new(first, last, self.width)
    }

    /// The range of the word with its sign bit inverted, which adds half of the modulus.
    fn with_sign_inverted(self) -> Self {
        let half = 1i128 << (self.width - 1);
        Self::new(self.first + half, self.last + half, self.width)
    }

    fn xor(self, other: Self) -> Self {
        let max = self.unsigned().1.max(other.unsigned().1);
        Self::new(0, (1i128 << (128 - max.leading_zeros())) - 1, self.width)
    }

    /// The range of the quotient; division by 0 returns 0.
    fn quotient(self, divisor: Self) -> Self {
        let (a, b) = (self.unsigned(), divisor.unsigned());
        let min = if b.0 == 0 { 0 } else { a.0 / b.1 };
        Self::new(min, a.1 / b.0.max(1), self.width)
    }

    fn remainder(self, divisor: Self) -> Self {
        let (a, b) = (self.unsigned(), divisor.unsigned());
        Self::new(0, a.1.min((b.1 - 1).max(0)), self.width)
    }

    /// The range of the word with these high bits and the low bits of another.
    fn above(self, low: Self) -> Self {
        let factor = 1i128 << low.width;
        let (a, b) = (self.unsigned(), low.unsigned());
        let (first, last) = (a.0 * factor + b.0, a.1 * factor + b.1);
        Self::new(first, last, self.width + low.width)
    }

    /// Equality of the words, if it is decided.
    fn equals(self, other: Self) -> Option<bool> {
        let (x, y) = (self.unsigned(), other.unsigned());
        match (self.known(), other.known()) {
            (Some(a), Some(b)) => Some(a == b),
            _ => (x.1 < y.0 || y.1 < x.0).then_some(false),
        }
    }

    /// The unsigned order of the words, if it is decided.
    const fn is_less(self, other: Self) -> Option<bool> {
        let (a, b) = (self.unsigned(), other.unsigned());
        if a.1 < b.0 {
            Some(true)
        } else if a.0 >= b.1 {
            Some(false)
        } else {
            None
        }
    }

    fn times(self, other: Self) -> Self {
        let ends =
            [self.first, self.last].map(|a| [other.first, other.last].map(|b| a.checked_mul(b)));
        let ends: Option<Vec<i128>> = ends.into_iter().flatten().collect();
        let ends = ends.filter(|ends| ends.iter().all(|end| end.unsigned_abs() < 1 << 126));
        match ends {
            Some(ends) => {
                let (first, last) = ends.iter().fold((i128::MAX, i128::MIN), |(a, b), end| {
                    (a.min(*end), b.max(*end))
                });
                Self::new(first, last, self.width)
            }
            None => Self::any(self.width),
        }
    }
}

/// The range of each term of a cone, by index; `None` for terms outside the cone or too wide.
pub(super) fn ranges(terms: &Terms, cone: &Cone) -> Vec<Option<Range>> {
    let mut sums = vec![None; terms.len()];
    for term in cone.order() {
        let width = terms.width(*term);
        if width <= WIDEST {
            let lookup = |term: TermId| sums[term.index()];
            let range = step(terms, *term, &lookup);
            sums[term.index()] = Some(range.unwrap_or(Range::any(width)));
        }
    }
    sums
}

/// The bits of a term, if its range has a single element.
pub(super) fn known(range: Option<Range>) -> Option<u128> {
    range.and_then(Range::known)
}

/// The range of a node from those of its operands, if it is informative.
fn step(terms: &Terms, term: TermId, of: &dyn Fn(TermId) -> Option<Range>) -> Option<Range> {
    let width = terms.width(term);
    let range = |first, last| Some(Range::new(first, last, width));
    let truth = |holds: Option<bool>| {
        let bit = i128::from(holds?);
        range(bit, bit)
    };
    match terms.node(term) {
        TermNode::Constant(bits) => range(bits as i128, bits as i128),
        TermNode::Not(a) => range(-1 - of(a)?.last, -1 - of(a)?.first),
        TermNode::Negate(a) => range(-of(a)?.last, -of(a)?.first),
        TermNode::Add(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            range(a.first + b.first, a.last + b.last)
        }
        TermNode::Multiply(a, b) => Some(of(a)?.times(of(b)?)),
        TermNode::ShiftLeft(a, by) => {
            let power = 1i128 << terms.constant_value(by)?;
            Some(of(a)?.times(Range::new(power, power, width)))
        }
        TermNode::And(a, b) => range(0, of(a)?.unsigned().1.min(of(b)?.unsigned().1)),
        TermNode::Xor(a, b) => {
            let sign = 1u128 << (width - 1);
            let (x, y) = (of(a)?, of(b)?);
            if terms.constant_value(a) == Some(sign) {
                return Some(y.with_sign_inverted());
            }
            if terms.constant_value(b) == Some(sign) {
                return Some(x.with_sign_inverted());
            }
            Some(x.xor(y))
        }
        TermNode::Divide(a, b) => Some(of(a)?.quotient(of(b)?)),
        TermNode::Remainder(a, b) => Some(of(a)?.remainder(of(b)?)),
        TermNode::ShiftRight(a, _) => range(0, of(a)?.unsigned().1),
        TermNode::ShiftRightSigned(a, _) => {
            let (first, last) = of(a)?.signed();
            range(first.min(0), last.max(-1))
        }
        TermNode::Equal(a, b) => truth(of(a)?.equals(of(b)?)),
        TermNode::Less(a, b) => truth(of(a)?.is_less(of(b)?)),
        TermNode::Select(condition, a, b) => Some(match known(of(condition)) {
            Some(0) => of(b)?,
            Some(_) => of(a)?,
            None => of(a)?.or(of(b)?),
        }),
        TermNode::Slice { of: a, low: 0 } => range(of(a)?.first, of(a)?.last),
        TermNode::Slice { of: a, low } => {
            let (min, max) = of(a)?.unsigned();
            range(min >> low, max >> low)
        }
        TermNode::Concat(high, low) => Some(of(high)?.above(of(low)?)),
        TermNode::SignExtend(a) => {
            let (first, last) = of(a)?.signed();
            range(first, last)
        }
        TermNode::Ones(a) => range(0, terms.width(a).into()),
        TermNode::Input(_) | TermNode::RotateLeft(..) => None,
    }
}
