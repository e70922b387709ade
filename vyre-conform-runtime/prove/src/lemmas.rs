//! Lemmas of division and multiplication: integer facts that are hard to see bit by bit.
//!
//! That a larger dividend has no smaller quotient takes a SAT solver too long; as an integer fact it is
//! one line. So quotients, remainders and products become free words, the lemmas about them are
//! assumed, and the rest is solved at the level of bits. Each lemma holds for all integers, for the
//! reason beside it; the tests evaluate each one on all operands of few bits. The lemmas belong to the
//! trusted base of a proof by lemmas.
//!
//! With `q = a / b`, `r = a % b` (both 0 if `b` is 0) and `p = a * b` without overflow:
//!
//! | lemma | reason |
//! |---|---|
//! | `q <= a`, and `q = 0` if `b = 0` | `q b <= a` with `b >= 1`, or `q` is 0 by definition |
//! | `q = a` if `b = 1` | `a = 1 a + 0` |
//! | `q = 0` if `a < b` | `a = 0 b + a`, and `a` is a remainder |
//! | `r <= a`, and `r < b` if `b > 0`, and `r = 0` if `b = 0` | the definition of the remainder |
//! | `r = a` if `a < b` | as for `q` |
//! | `q <= q'` if `a <= a'` and `b' <= b` and `b' > 0` | if `q >= q' + 1` then
//! `a >= q b >= (q' + 1) b' > a'` |
//! | `p <= p'` if `a <= a'` and `b <= b'` | `a b <= a' b <= a' b'` |
//! | `p <= A B` with the largest operands `A` and `B` | the line above with `A` and `B` |
//! | `p >> n <= a` if `b` has `n` bits | `a b <= a (2^n - 1)` |
//! | `p = 0` if an operand is 0, and `p = a` if `b = 1` | ring of integers |

use crate::term::{Cone, TermId, TermNode, Terms};
use std::collections::HashMap;

/// The maximum number of free words: all pairs of them are compared.
const MAX_FREE_WORDS: usize = 24;

/// A term replaced by a free word.
#[derive(Clone, Copy, Debug)]
struct FreeWord {
    kind: Kind,
    value: TermId,
    a: TermId,
    b: TermId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Quotient,
    Remainder,
    Product,
}

/// The goal with free words for quotients, remainders and products, and the lemmas about them.
#[derive(Clone, Debug)]
pub struct LemmaGoal {
    /// One bit: the goal and all lemmas.
    pub goal: TermId,
    /// The lemmas alone.
    pub lemmas: TermId,
    /// The free words, with the terms that they replace.
    pub words: Vec<(TermId, TermId)>,
}

/// The goal with free words, if there are any and not too many.
pub fn with_free_words(terms: &mut Terms, goal: TermId) -> Option<LemmaGoal> {
    let mut new: HashMap<TermId, TermId> = HashMap::new();
    let mut free: Vec<FreeWord> = vec![];
    let mut words = vec![];
    for term in Cone::of(terms, &[goal]).order().to_vec() {
        let replacement = |t: TermId| new.get(&t).copied().unwrap_or(t);
        let rebuilt = terms.rebuild(term, replacement);
        let (kind, a, b) = match terms.node(rebuilt) {
            TermNode::Divide(a, b) => (Kind::Quotient, a, b),
            TermNode::Remainder(a, b) => (Kind::Remainder, a, b),
            TermNode::Multiply(a, b) if has_room(terms, a, b) => (Kind::Product, a, b),
            _ => {
                new.insert(term, rebuilt);
                continue;
            }
        };
        let cached = free.iter().find(|f| f.kind == kind && f.a == a && f.b == b);
        let value = match cached {
            Some(cached) => cached.value,
            None => {
                let value = terms.input(terms.width(rebuilt));
                words.push((value, term));
                free.push(FreeWord { kind, value, a, b });
                value
            }
        };
        new.insert(term, value);
    }
    if free.is_empty() || free.len() > MAX_FREE_WORDS {
        return None;
    }
    let mut cached = terms.bool(true);
    for (k, one) in free.iter().enumerate() {
        for lemma in single(terms, *one) {
            cached = terms.and(cached, lemma);
        }
        for other in &free[k + 1..] {
            for lemma in pair(terms, *one, *other) {
                cached = terms.and(cached, lemma);
            }
        }
    }
    let goal = new.get(&goal).copied().unwrap_or(goal);
    Some(LemmaGoal {
        goal: terms.and(goal, cached),
        lemmas: cached,
        words,
    })
}

/// The number of low bits of a word that may be 1.
fn used(terms: &Terms, term: TermId) -> u32 {
    match terms.node(term) {
        TermNode::Constant(bits) => 128 - bits.leading_zeros(),
        TermNode::Concat(high, low) if terms.constant_value(high) == Some(0) => used(terms, low),
        // The smaller of two.
        TermNode::Select(c, a, b) if terms.node(c) == TermNode::Less(a, b) => {
            used(terms, a).min(used(terms, b))
        }
        TermNode::Select(_, a, b) => used(terms, a).max(used(terms, b)),
        TermNode::And(a, b) => used(terms, a).min(used(terms, b)),
        _ => terms.width(term),
    }
}

/// True if the product of two non-constant words cannot overflow.
fn has_room(terms: &Terms, a: TermId, b: TermId) -> bool {
    let constant = terms
        .constant_value(a)
        .or(terms.constant_value(b))
        .is_some();
    !constant && used(terms, a) + used(terms, b) <= terms.width(a)
}

fn implies(terms: &mut Terms, first: TermId, second: TermId) -> TermId {
    let never = terms.not(first);
    terms.or(never, second)
}

/// The facts about one word.
fn single(terms: &mut Terms, free: FreeWord) -> Vec<TermId> {
    let FreeWord { kind, value, a, b } = free;
    let width = terms.width(value);
    let [zero, one] = [0, 1].map(|n| terms.constant(width, n));
    let [a_none, b_none] = [a, b].map(|t| terms.equal(t, zero));
    let is_none = terms.equal(value, zero);
    let mut lemmas = vec![];
    match kind {
        Kind::Quotient | Kind::Remainder => {
            lemmas.push(terms.at_most(value, a));
            lemmas.push(implies(terms, b_none, is_none));
            let below = terms.less(a, b);
            let is_dividend = terms.equal(value, a);
            if kind == Kind::Quotient {
                lemmas.push(implies(terms, below, is_none));
                let by_one = terms.equal(b, one);
                lemmas.push(implies(terms, by_one, is_dividend));
            } else {
                lemmas.push(implies(terms, below, is_dividend));
                let less = terms.less(value, b);
                lemmas.push(terms.or(b_none, less));
            }
        }
        Kind::Product => {
            let none = terms.or(a_none, b_none);
            lemmas.push(implies(terms, none, is_none));
            for (factor, other) in [(a, b), (b, a)] {
                let by_one = terms.equal(factor, one);
                let same = terms.equal(value, other);
                lemmas.push(implies(terms, by_one, same));
            }
            let [most_a, most_b] = [a, b].map(|t| crate::term::ones(used(terms, t)));
            let max = terms.constant(width, most_a.wrapping_mul(most_b));
            lemmas.push(terms.at_most(value, max));
            for (factor, other) in [(a, b), (b, a)] {
                let bits = used(terms, other);
                if (1..width).contains(&bits) {
                    let high = terms.slice(value, bits, width - bits);
                    let high = terms.zero_extend(high, width);
                    lemmas.push(terms.at_most(high, factor));
                }
            }
        }
    }
    lemmas
}

/// The facts about two words of the same kind.
fn pair(terms: &mut Terms, one: FreeWord, other: FreeWord) -> Vec<TermId> {
    if one.kind != other.kind || terms.width(one.value) != terms.width(other.value) {
        return vec![];
    }
    let mut lemmas = vec![];
    for (x, y) in [(one, other), (other, one)] {
        let not_more = terms.at_most(x.value, y.value);
        match one.kind {
            Kind::Quotient => {
                let zero = terms.constant(terms.width(y.b), 0);
                let (dividends, divisors) = (terms.at_most(x.a, y.a), terms.at_most(y.b, x.b));
                let is_nonzero = terms.less(zero, y.b);
                let conjunction = terms.and(dividends, divisors);
                let conjunction = terms.and(conjunction, is_nonzero);
                lemmas.push(implies(terms, conjunction, not_more));
            }
            Kind::Product => {
                for (a, b) in [(y.a, y.b), (y.b, y.a)] {
                    let (first, second) = (terms.at_most(x.a, a), terms.at_most(x.b, b));
                    let conjunction = terms.and(first, second);
                    lemmas.push(implies(terms, conjunction, not_more));
                }
            }
            // Equal operands have equal remainders.
            Kind::Remainder => {
                let (first, second) = (terms.equal(x.a, y.a), terms.equal(x.b, y.b));
                let conjunction = terms.and(first, second);
                lemmas.push(implies(terms, conjunction, not_more));
            }
        }
    }
    lemmas
}

#[cfg(test)]
mod tests;
