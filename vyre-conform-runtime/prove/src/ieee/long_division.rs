//! Free words for the division of significands, digit by digit or at once.
//!
//! Let `x` and `y` be significands, `x'` the first one doubled if it is less than the second, and
//! `r = x' - y`, which is less than `y`. With `M` further digits there is one quotient `z`, and a
//! remainder after every number of digits:
//!
//! ```text
//! z = floor(r 2^M / y) < 2^M          r(n) = r 2^n mod y < y,   n <= M
//! ```
//!
//! | expression | equals | because |
//! |---|---|---|
//! | `floor(r(n) 2^k / y)` | bits `M - n - k` to `M - n` of `z` | `r 2^n = q y + r(n)`, so
//! `floor(r 2^(n+k) / y) = q 2^k + floor(r(n) 2^k / y)`, and the last is below `2^k`;
//! `floor(r 2^n / y)` is `z` without its last `M - n` bits |
//! | `r(n) 2^k - y floor(r(n) 2^k / y)` | `r(n + k)` | the definition of the remainder |
//! | `r(n) = 0` | no bit of `z` below `M - n` is 1, and `r(M) = 0` | `r 2^M = z y + r(M)` and
//! `r 2^n = q y + r(n)`, so `r(n) 2^(M-n)` is `y` times the low bits of `z`, plus `r(M)` |
//! | `floor(x 2^m / y)` | `2^m` and the highest `m` bits of `z`; `2^(m-1)` and the highest `m - 1` if
//! `x < y` | `x' = y + r` |
//! | `x 2^m mod y` | `r(m)`; `r(m - 1)` if `x < y` | the same |
//!
//! The words `z` and `r(n)` are free except for the third line, which is assumed for every remainder
//! that occurs.

use super::milestone::stripped;
use super::number::is_zero;
use crate::term::{TermId, TermNode, Terms};
use std::collections::{BTreeSet, HashMap};
use vyre_conform_spec::ValueType;

/// The number of digits of `z`, `M` in the table: more than any digit-by-digit division for binary32
/// computes.
const DIGITS: u32 = 40;

/// The remainder of the first significand, doubled if it is less than the second, after one
/// subtraction.
pub(super) fn rest_of(terms: &mut Terms, x: TermId, y: TermId) -> TermId {
    let width = terms.width(x);
    let less = terms.less(x, y);
    let zero = terms.bool(false);
    let twice = terms.concat(x, zero);
    let [once, y] = [x, y].map(|item| terms.zero_extend(item, width + 1));
    let doubled = terms.select(less, twice, once);
    let rest = terms.subtract(doubled, y);
    terms.slice(rest, 0, width)
}

/// A division inside a term that is being rebuilt.
pub(super) struct LongDivision {
    x: TermId,
    y: TermId,
    /// True if the first significand is less.
    less: TermId,
    quotient: TermId,
    /// The remainders after 1 to `DIGITS` digits.
    rests: Vec<TermId>,
    /// Terms that are remainders, with their number of digits.
    found: HashMap<TermId, u32>,
    /// Terms that are digits of a quotient, with their dividend: a remainder, and the number of digits
    /// after it and the quotient.
    digits: HashMap<TermId, (TermId, u32)>,
    /// Products of such digits with the divisor, and their negations.
    products: HashMap<TermId, TermId>,
    used: BTreeSet<u32>,
}

impl LongDivision {
    /// The types of its free words.
    pub(super) fn types() -> Vec<ValueType> {
        let mut types = vec![ValueType::U64];
        types.extend(vec![ValueType::U32; DIGITS as usize]);
        types
    }

    /// The values of its free words for these significands.
    pub(super) fn values(x: u128, y: u128) -> Vec<u128> {
        let doubled = if x < y { 2 * x } else { x };
        let rest = doubled.saturating_sub(y);
        let of = |n: u32| (rest << n).checked_rem(y).unwrap_or(0);
        let quotient = (rest << DIGITS).checked_div(y).unwrap_or(0);
        std::iter::once(quotient)
            .chain((1..=DIGITS).map(of))
            .collect()
    }

    /// The division of one significand by another. `rests` are the terms equal to `r`, `words` the free
    /// words.
    pub(super) fn new(
        terms: &mut Terms,
        (x, y): (TermId, TermId),
        rests: Vec<TermId>,
        words: &[TermId],
    ) -> Self {
        let width = terms.width(x);
        let rest = |word: &TermId| terms.slice(*word, 0, width);
        let free = words[1..].iter().map(rest).collect();
        Self {
            x,
            y,
            less: terms.less(x, y),
            quotient: terms.slice(words[0], 0, DIGITS),
            rests: free,
            found: rests.into_iter().map(|rest| (rest, 0)).collect(),
            digits: HashMap::new(),
            products: HashMap::new(),
            used: BTreeSet::new(),
        }
    }

    /// The replacement for a term that is a digit, a remainder, or the whole quotient; `of` returns the
    /// replacements of its operands.
    pub(super) fn replacement(
        &mut self,
        terms: &mut Terms,
        term: TermId,
        of: &dyn Fn(TermId) -> TermId,
    ) -> Option<TermId> {
        let width = terms.width(term);
        match terms.node(term) {
            TermNode::Divide(a, b) if self.is_divisor(terms, of(b)) => {
                if let Some((n, k)) = self.shifted_rest(terms, a) {
                    let low = DIGITS.checked_sub(n + k).filter(|_| k > 0)?;
                    self.digits.insert(term, (a, n + k));
                    let digit = terms.slice(self.quotient, low, k);
                    return Some(terms.zero_extend(digit, width));
                }
                let m = self.whole_dividend(terms, of(a))?;
                let (plain, less) = (self.whole(terms, m), self.whole(terms, m - 1));
                let [plain, less] = [plain, less].map(|of| terms.zero_extend(of, width));
                Some(terms.select(self.less, less, plain))
            }
            TermNode::Remainder(a, b) if self.is_divisor(terms, of(b)) => {
                let m = self.whole_dividend(terms, of(a))?;
                let (plain, less) = (self.rest(m), self.rest(m - 1));
                let rest = terms.select(self.less, less, plain);
                Some(terms.zero_extend(rest, width))
            }
            // Equal to the quotient if the divisor is not 0.
            TermNode::Select(condition, a, b) => {
                let chosen = match terms.constant_value(of(condition))? {
                    0 => b,
                    _ => a,
                };
                let digit = *self.digits.get(&chosen)?;
                self.digits.insert(term, digit);
                Some(of(chosen))
            }
            TermNode::Multiply(a, b) => {
                for (digit, divisor) in [(a, b), (b, a)] {
                    if self.digits.contains_key(&digit) && self.is_divisor(terms, of(divisor)) {
                        self.products.insert(term, digit);
                    }
                }
                None
            }
            TermNode::Negate(a) => {
                let digit = *self.products.get(&a)?;
                self.products.insert(term, digit);
                None
            }
            TermNode::Add(a, b) => {
                let n = self.subtracted(terms, a, b)?;
                self.found.insert(term, n);
                let rest = self.rest(n);
                Some(terms.zero_extend(rest, width))
            }
            _ => None,
        }
    }

    /// The number of digits after which a dividend less the product of its digit and the divisor is
    /// the remainder, if the sum is one.
    fn subtracted(&self, terms: &Terms, a: TermId, b: TermId) -> Option<u32> {
        for (dividend, product) in [(a, b), (b, a)] {
            let negated = matches!(terms.node(product), TermNode::Negate(_));
            let digit = self.products.get(&product).filter(|_| negated);
            let digit = digit.and_then(|digit| self.digits.get(digit).copied());
            if let Some((of, n)) = digit
                && of == dividend
            {
                return Some(n);
            }
        }
        None
    }

    /// One bit: the facts about the words that occur.
    pub(super) fn known(&self, terms: &mut Terms) -> TermId {
        let mut known = terms.bool(true);
        let last = is_zero(terms, self.rests[DIGITS as usize - 1]);
        for n in &self.used {
            let own = is_zero(terms, self.rests[*n as usize - 1]);
            let mut shifted = last;
            if *n < DIGITS {
                let low = terms.slice(self.quotient, 0, DIGITS - n);
                let none = is_zero(terms, low);
                shifted = terms.and(shifted, none);
            }
            let same = terms.equal(own, shifted);
            known = terms.and(known, same);
        }
        known
    }

    fn is_divisor(&self, terms: &mut Terms, word: TermId) -> bool {
        stripped(terms, word) == Some((self.y, 0))
    }

    /// The number of digits of a remainder and its lossless shift, if the term is one.
    fn shifted_rest(&self, terms: &Terms, term: TermId) -> Option<(u32, u32)> {
        if let Some(n) = self.found.get(&term) {
            return Some((*n, 0));
        }
        let TermNode::ShiftLeft(rest, by) = terms.node(term) else {
            return None;
        };
        let (n, k) = (*self.found.get(&rest)?, terms.constant_value(by)? as u32);
        (terms.width(self.x) + k <= terms.width(term)).then_some((n, k))
    }

    /// The number of digits appended to the first significand in a word, if it is of that form.
    fn whole_dividend(&self, terms: &mut Terms, word: TermId) -> Option<u32> {
        let (significand, m) = stripped(terms, word)?;
        (significand == self.x && (2..=DIGITS).contains(&m)).then_some(m)
    }

    /// `2^m` and the highest `m` bits of the quotient.
    fn whole(&self, terms: &mut Terms, m: u32) -> TermId {
        let high = terms.slice(self.quotient, DIGITS - m, m);
        let one = terms.bool(true);
        terms.concat(one, high)
    }

    /// The remainder after some digits.
    fn rest(&mut self, n: u32) -> TermId {
        self.used.insert(n);
        self.rests[n as usize - 1]
    }
}

#[cfg(test)]
mod tests;
