//! The ring normal form: words as polynomials over the integers modulo 2^width.
//!
//! Sums, negations, products and shifts by constants are polynomials over all other terms, and `!x` is
//! `-x - 1`. Words with the same polynomial are equal for every input. This decides laws of addition
//! and multiplication instantly that no SAT solver decides at 32 bits.

mod fault;
mod linear;
mod range;
mod simplify;
#[cfg(test)]
mod tests;

pub use simplify::simplified;
pub(crate) use simplify::{Simplification, finer, simplify, simplify_by};

use crate::term::{Cone, TermId, TermNode, Terms};
use fault::Fault;
use std::collections::{BTreeMap, HashMap};

/// The maximum number of monomials of a polynomial.
const MAX_MONOMIALS: usize = 1 << 12;

/// A sum of products, each with sorted factors and a nonzero coefficient.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial(BTreeMap<Vec<TermId>, u128>);

impl Polynomial {
    fn constant(bits: u128, mask: u128) -> Self {
        let mut one = Self::default();
        one.plus(vec![], bits, mask);
        one
    }

    fn leaf(term: TermId) -> Self {
        Self(BTreeMap::from([(vec![term], 1)]))
    }

    fn plus(&mut self, factors: Vec<TermId>, coefficient: u128, mask: u128) {
        let sum = self.0.get(&factors).unwrap_or(&0).wrapping_add(coefficient) & mask;
        match sum {
            0 => _ = self.0.remove(&factors),
            sum => _ = self.0.insert(factors, sum),
        }
    }

    /// The sum of this and a multiple of the other.
    fn with(mut self, other: &Self, times: u128, mask: u128) -> Self {
        for (factors, coefficient) in &other.0 {
            self.plus(factors.clone(), coefficient.wrapping_mul(times), mask);
        }
        self
    }

    fn product(&self, other: &Self, mask: u128) -> Self {
        let mut whole = Self::default();
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                let mut factors = [a.as_slice(), b].concat();
                factors.sort();
                whole.plus(factors, x.wrapping_mul(*y), mask);
            }
        }
        whole
    }

    /// The value for these values of the leaves.
    pub fn value(&self, of: &dyn Fn(TermId) -> u128, mask: u128) -> u128 {
        let monomial = |(factors, coefficient): (&Vec<TermId>, &u128)| {
            let factors = factors.iter().map(|t| of(*t));
            factors.fold(*coefficient, u128::wrapping_mul)
        };
        let sum = self.0.iter().map(monomial);
        sum.fold(0, u128::wrapping_add) & mask
    }

    /// Its value, if it is a constant.
    fn known(&self) -> Option<u128> {
        match self.0.first_key_value() {
            None => Some(0),
            Some((factors, bits)) if factors.is_empty() && self.0.len() == 1 => Some(*bits),
            _ => None,
        }
    }
}

impl Polynomial {
    /// The leaf, if it is a single one.
    fn word(&self) -> Option<TermId> {
        match self.0.first_key_value() {
            Some((factors, 1)) if self.0.len() == 1 && factors.len() == 1 => Some(factors[0]),
            _ => None,
        }
    }

    /// The two words that are equal exactly if the polynomial is 0: it is their difference times an odd
    /// number.
    fn odd_pair(&self, mask: u128, also_even: bool) -> Option<(TermId, TermId)> {
        let mut monomials = self.0.iter();
        let pair = (monomials.next()?, monomials.next()?);
        let (([x], first), ([y], second)) = (
            (pair.0.0.as_slice(), pair.0.1),
            (pair.1.0.as_slice(), pair.1.1),
        ) else {
            return None;
        };
        let is_difference = first.wrapping_add(*second) & mask == 0;
        let is_odd = first & 1 == 1 || also_even;
        (monomials.next().is_none() && is_difference && is_odd).then_some((*x, *y))
    }
}

/// Makes normal forms of the words of a graph.
#[derive(Debug, Default)]
pub struct Ring {
    known: HashMap<(TermId, u32), Polynomial>,
    /// A planted fault, in tests only.
    planted: Option<Fault>,
}

impl Ring {
    /// The polynomial of a term, modulo 2 to the power of its width.
    pub fn normal(&mut self, terms: &mut Terms, term: TermId) -> Polynomial {
        let width = terms.width(term);
        // Operands first, so that recursion is at most one step deep.
        for part in Cone::of(terms, &[term]).order().to_vec() {
            if terms.width(part) == width && !self.known.contains_key(&(part, width)) {
                let polynomial = self.step(terms, part, width);
                self.known.insert((part, width), polynomial);
            }
        }
        self.of(term, width)
    }

    /// A faulty ring, for tests.
    #[cfg(test)]
    pub(crate) fn wrong() -> Self {
        Self {
            planted: Some(Fault::Inversion),
            ..Self::default()
        }
    }

    fn has(&self, fault: Fault) -> bool {
        self.planted == Some(fault)
    }

    fn of(&self, term: TermId, width: u32) -> Polynomial {
        let cached = self.known.get(&(term, width));
        cached.cloned().unwrap_or_else(|| Polynomial::leaf(term))
    }

    fn step(&mut self, terms: &mut Terms, term: TermId, width: u32) -> Polynomial {
        let mask = crate::term::ones(width);
        let ranges = match terms.node(term) {
            TermNode::Constant(bits) => Polynomial::constant(bits, mask),
            TermNode::Add(a, b) => {
                let times = if self.has(Fault::Sum) { 3 } else { 1 };
                self.of(a, width).with(&self.of(b, width), times, mask)
            }
            TermNode::Negate(a) => {
                let times = if self.has(Fault::Negation) { 1 } else { mask };
                Polynomial::default().with(&self.of(a, width), times, mask)
            }
            TermNode::Not(a) => {
                let less = if self.has(Fault::Inversion) { 0 } else { mask };
                Polynomial::constant(less, mask).with(&self.of(a, width), mask, mask)
            }
            TermNode::Multiply(a, b) => {
                let (a, b) = (self.of(a, width), self.of(b, width));
                match a.0.len().saturating_mul(b.0.len()) > MAX_MONOMIALS {
                    true => Polynomial::leaf(term),
                    false if self.has(Fault::Product) => a.product(&b, mask & !1),
                    false => a.product(&b, mask),
                }
            }
            TermNode::ShiftLeft(a, by) => match terms.constant_value(by) {
                Some(by) => {
                    let by = by + u128::from(self.has(Fault::Shift));
                    let power = 1u128.checked_shl(by as u32).unwrap_or(0);
                    Polynomial::default().with(&self.of(a, width), power, mask)
                }
                // The product with a power of two, 1 shifted by the amount.
                None if terms.constant_value(a).is_some() => Polynomial::leaf(term),
                None => {
                    let one = terms.constant(width, 1);
                    let power = terms.shift_left(one, by);
                    self.of(a, width).product(&Polynomial::leaf(power), mask)
                }
            },
            // A count is the sum of the bits, and an inverted bit is 1 minus that bit.
            TermNode::Ones(a) => self.count_of(terms, a, mask),
            TermNode::Concat(high, low)
                if terms.constant_value(high) == Some(0) && terms.width(low) == 1 =>
            {
                Polynomial::default().with(&self.bit_of(terms, low), 1, mask)
            }
            TermNode::Concat(..) => match self.turned_back(terms, term) {
                Some(word) => self.of(word, width),
                None => Polynomial::leaf(term),
            },
            _ => Polynomial::leaf(term),
        };
        if ranges.0.len() > MAX_MONOMIALS {
            Polynomial::leaf(term)
        } else {
            ranges
        }
    }

    /// The sum of the bits of a term.
    fn count_of(&mut self, terms: &mut Terms, term: TermId, mask: u128) -> Polynomial {
        let mut sum = Polynomial::default();
        for k in u32::from(self.has(Fault::Count))..terms.width(term) {
            let bit = terms.slice(term, k, 1);
            sum = sum.with(&self.bit_of(terms, bit), 1, mask);
        }
        sum
    }
}

impl Ring {
    /// A bit as a number. Its leaf is the bit itself, which is 0 or 1 in any ring.
    fn bit_of(&self, terms: &Terms, bit: TermId) -> Polynomial {
        match terms.node(bit) {
            TermNode::Constant(bits) => Polynomial::constant(bits, u128::MAX),
            TermNode::Not(inner) if self.has(Fault::Bit) => Polynomial::leaf(inner),
            TermNode::Not(inner) => Polynomial::constant(1, u128::MAX).with(
                &Polynomial::leaf(inner),
                u128::MAX,
                u128::MAX,
            ),
            _ => Polynomial::leaf(bit),
        }
    }

    /// The operand of a rotation that this word undoes, because the operand is itself a rotation by the
    /// opposite amount, possibly behind a product and its inverse.
    fn turned_back(&self, terms: &mut Terms, word: TermId) -> Option<TermId> {
        let width = terms.width(word);
        let (of, by) = rotated_word(terms, word)?;
        let within = self.of(of, width).word()?;
        let (word, back) = rotated_word(terms, within)?;
        let is_undone = by + back == width || self.has(Fault::Rotation);
        (is_undone && terms.width(word) == width).then_some(word)
    }
}

/// The word of which this one is a rotation, and the amount in bits to the right.
fn rotated_word(terms: &mut Terms, word: TermId) -> Option<(TermId, u32)> {
    let TermNode::Concat(high, low) = terms.node(word) else {
        return None;
    };
    let TermNode::Slice { of, low: by } = terms.node(low) else {
        return None;
    };
    let fits = terms.width(of) == terms.width(word) && terms.width(high) == by;
    // The low bits of a sum are built as the sum of low bits.
    (fits && terms.slice(of, 0, by) == high).then_some((of, by))
}
