//! Sums modulo 2: each bit of a word as a sum of bits that are not sums themselves.
//!
//! Over the integers modulo 2 an exclusive or is a sum, an inversion adds one, and a choice is the sum
//! of one branch and the product of the condition with the difference of both. A product of two sums
//! that does not simplify is a summand itself, as is each bit of an operation with carries. Bits with
//! equal sums are equal for every input. Linear functions, such as the steps of a CRC, have sums of
//! operand bits only and are decided at once, while a SAT solver has to search.

use crate::term::{Cone, TermId, TermNode, Terms};
use std::collections::HashMap;

/// The maximum total number of summands.
const MAX_SUMMANDS: usize = 1 << 21;

/// A sum, by its index: the first two are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Sum(u32);

const ZERO: Sum = Sum(0);
const ONE: Sum = Sum(1);

/// A summand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Summand {
    /// The constant.
    One,
    /// A bit of a word.
    Bit(TermId, u32),
    /// The product of two sums.
    Product(Sum, Sum),
}

/// The sums of the bits of a cone.
pub(super) struct Sums {
    /// Sorted summand indices of each sum.
    sums: Vec<Vec<u32>>,
    numbers: HashMap<Vec<u32>, Sum>,
    summands: HashMap<Summand, u32>,
    added: HashMap<(Sum, Sum), Sum>,
    words: HashMap<TermId, Vec<Sum>>,
    size: usize,
}

impl Sums {
    /// The sums of a cone, or `None` if there are too many.
    pub(super) fn new(terms: &Terms, cone: &Cone) -> Option<Self> {
        let mut sums = Self {
            sums: vec![],
            numbers: HashMap::new(),
            summands: HashMap::from([(Summand::One, 0)]),
            added: HashMap::new(),
            words: HashMap::new(),
            size: 0,
        };
        sums.number(vec![]);
        sums.number(vec![0]);
        for term in cone.order() {
            let word = sums.step(terms, *term);
            sums.words.insert(*term, word);
            if sums.size > MAX_SUMMANDS {
                return None;
            }
        }
        Some(sums)
    }

    /// The bits of a term, if they are constant.
    pub(super) fn known(&self, term: TermId) -> Option<u128> {
        let word = self.words.get(&term)?;
        let mut bits = word.iter().zip(0..);
        bits.try_fold(0, |all, (sum, k)| match *sum {
            ZERO => Some(all),
            ONE => Some(all | 1 << k),
            _ => None,
        })
    }

    fn number(&mut self, summands: Vec<u32>) -> Sum {
        if let Some(cached) = self.numbers.get(&summands) {
            return *cached;
        }
        let sum = Sum(self.sums.len() as u32);
        self.size += summands.len() + 1;
        self.sums.push(summands.clone());
        self.numbers.insert(summands, sum);
        sum
    }

    fn summand(&mut self, summand: Summand) -> Sum {
        let next = self.summands.len() as u32;
        let number = *self.summands.entry(summand).or_insert(next);
        self.number(vec![number])
    }

    fn plus(&mut self, a: Sum, b: Sum) -> Sum {
        let (a, b) = (a.min(b), a.max(b));
        if a == ZERO {
            return b;
        }
        if let Some(cached) = self.added.get(&(a, b)) {
            return *cached;
        }
        let (mut left, mut right) = (
            self.sums[a.0 as usize].iter().copied().peekable(),
            self.sums[b.0 as usize].iter().copied().peekable(),
        );
        let mut sum = vec![];
        // Common summands cancel.
        while let (Some(x), Some(y)) = (left.peek(), right.peek()) {
            match x.cmp(y) {
                std::cmp::Ordering::Less => sum.extend(left.next()),
                std::cmp::Ordering::Greater => sum.extend(right.next()),
                std::cmp::Ordering::Equal => _ = (left.next(), right.next()),
            }
        }
        sum.extend(left.chain(right));
        let sum = self.number(sum);
        self.added.insert((a, b), sum);
        sum
    }

    fn times(&mut self, a: Sum, b: Sum) -> Sum {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (ZERO, _) => ZERO,
            (ONE, _) => b,
            _ if a == b => a,
            _ if self.plus(a, ONE) == b => ZERO,
            _ => self.summand(Summand::Product(a, b)),
        }
    }

    fn combine(&mut self, a: TermId, b: TermId, of: fn(&mut Self, Sum, Sum) -> Sum) -> Vec<Sum> {
        let (a, b) = (self.words[&a].clone(), self.words[&b].clone());
        a.into_iter().zip(b).map(|(a, b)| of(self, a, b)).collect()
    }

    /// The sums of a node, from those of its operands.
    fn step(&mut self, terms: &Terms, term: TermId) -> Vec<Sum> {
        let width = terms.width(term) as usize;
        let word = |sums: &Self, term: TermId| sums.words[&term].clone();
        match terms.node(term) {
            TermNode::Constant(bits) => {
                let bit = |k| if bits >> k & 1 == 1 { ONE } else { ZERO };
                return (0..width).map(bit).collect();
            }
            TermNode::Not(a) => {
                let word = word(self, a).into_iter();
                return word.map(|sum| self.plus(sum, ONE)).collect();
            }
            TermNode::Xor(a, b) => return self.combine(a, b, Self::plus),
            TermNode::And(a, b) => return self.combine(a, b, Self::times),
            // Without carries a sum is bitwise.
            TermNode::Add(a, b) => {
                let (x, y) = (&self.words[&a], &self.words[&b]);
                if x.iter().zip(y).all(|(x, y)| *x == ZERO || *y == ZERO) {
                    return self.combine(a, b, Self::plus);
                }
            }
            // A word with only its lowest bit is 0 or 1, and its negation 0 or all ones.
            TermNode::Negate(a) if self.words[&a][1..].iter().all(|sum| *sum == ZERO) => {
                return vec![self.words[&a][0]; width];
            }
            TermNode::ShiftLeft(a, by) => {
                if let Some(by) = terms.constant_value(by) {
                    let mut shifted = vec![ZERO; by as usize];
                    shifted.extend(word(self, a));
                    shifted.truncate(width);
                    return shifted;
                }
            }
            TermNode::Select(condition, a, b) => {
                let condition = self.words[&condition][0];
                return self.select(condition, a, b);
            }
            TermNode::Slice { of, low } => {
                let low = low as usize;
                return self.words[&of][low..low + width].to_vec();
            }
            TermNode::Concat(high, low) => return [word(self, low), word(self, high)].concat(),
            TermNode::SignExtend(a) => {
                let mut word = word(self, a);
                word.resize(width, word[word.len() - 1]);
                return word;
            }
            TermNode::Equal(a, b) => {
                let differ = self.combine(a, b, Self::plus);
                return vec![self.none_of(differ)];
            }
            _ => {}
        }
        self.opaque(terms, term)
    }

    fn select(&mut self, condition: Sum, a: TermId, b: TermId) -> Vec<Sum> {
        let (a, b) = (self.words[&a].clone(), self.words[&b].clone());
        let choose = |(a, b)| {
            let differ = self.plus(a, b);
            let chosen = self.times(condition, differ);
            self.plus(chosen, b)
        };
        a.into_iter().zip(b).map(choose).collect()
    }

    /// A summand of its own for each bit.
    fn opaque(&mut self, terms: &Terms, term: TermId) -> Vec<Sum> {
        let mut bits = 0..terms.width(term);
        let mut ranges: Vec<Sum> = vec![];
        // The lowest bit of a population count is the sum of the bits.
        if let TermNode::Ones(a) = terms.node(term) {
            let counted = self.words[&a].clone().into_iter();
            ranges.push(counted.fold(ZERO, |sum, bit| self.plus(sum, bit)));
            bits.next();
        }
        ranges.extend(bits.map(|bit| self.summand(Summand::Bit(term, bit))));
        ranges
    }

    /// A sum that is 1 if all of these are 0: the product of their inversions, in a canonical order.
    fn none_of(&mut self, mut sums: Vec<Sum>) -> Sum {
        sums.sort_unstable();
        sums.dedup();
        sums.into_iter().fold(ONE, |all, sum| {
            let inverted = self.plus(sum, ONE);
            self.times(all, inverted)
        })
    }
}
