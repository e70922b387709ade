//! Free words for intermediate results of a claim: significands, exponents and their product.
//!
//! A SAT solver cannot compare two products of 24-digit significands, but rounding depends only on the
//! 48 bits of the product. So a claim about finite nonzero operands is decided in two steps.
//!
//! 1. Terms of the body are *alike* the significand of a [normalised](Number::normalised) operand,
//!    possibly shifted, or its unit, possibly with an offset. They are found by their values, and the
//!    relation is then proved for every such operand.
//! 2. Free words replace these terms and those of the specification: a significand with its highest bit
//!    1, and a unit in the range of the format. The product `(x 2^i) (y 2^j)` of two of them is
//!    `x y 2^(i+j)`, and `x y`, with `2 p` bits and a 1 in one of the two highest, is one free word
//!    wherever it occurs; its lowest bit is the product of their lowest bits. A claim that holds for
//!    all values of these words holds for those of operands.
//!
//! Terms that are related only for a [normal] operand are replaced only if the free unit is that of a
//! normal number.
//!
//! For quotients, free words replace the digits and the remainders of a [long
//! division](super::long_division).
//!
//! If the second step succeeds, the first one completes the proof. A counterexample of the second step
//! proves nothing: possibly no operands have such words.

use super::arithmetic::greatest_distance;
use super::long_division::{LongDivision, rest_of};
use super::milestone::{Milestone, WordRelation, stripped, support};
use super::number::{NormalisedNumber, Number, POWER, is_zero, shifted, within};
use crate::claim::inputs;
use crate::term::{Cone, TermId, TermNode, Terms};
use std::collections::HashMap;
use vyre_conform_spec::ValueType;

mod normal;
mod search;

use normal::{OfNormal, keep_with_products};
use search::{SampledValues, Search};

/// A claim about finite nonzero operands, with its milestones.
pub(super) struct Milestones {
    /// The significand and the unit of each operand.
    milestones: Vec<Milestone>,
    /// The remainder of the first significand, doubled if it is less, after subtracting the second
    /// once.
    rest: Option<Milestone>,
    numbers: Vec<Number>,
    /// Sampled operands, followed by the values of the free words.
    pub(super) samples: Vec<Vec<u128>>,
}

/// One bit: all numbers are finite and not 0.
pub(super) fn all_plain(terms: &mut Terms, numbers: &[Number]) -> TermId {
    let mut all = terms.bool(true);
    for number in numbers {
        let special = number.is_special(terms);
        let other = terms.or(special, number.is_zero);
        let plain = terms.not(other);
        all = terms.and(all, plain);
    }
    all
}

impl Milestones {
    /// For a claim that is false if `goal` is 1, about operands of these types.
    pub(super) fn new(
        terms: &mut Terms,
        goal: TermId,
        types: &[ValueType],
        numbers: Vec<Number>,
    ) -> Self {
        let mut milestones = vec![];
        for number in &numbers {
            let NormalisedNumber { significand, unit } = number.normalised(terms);
            milestones.extend([
                Milestone::new(significand, false),
                Milestone::new(unit, true),
            ]);
        }
        let mut rest = match &milestones[..] {
            [x, _, y, _] => {
                let word = rest_of(terms, x.word, y.word);
                Some(Milestone::new(word, false))
            }
            _ => None,
        };
        let plain = all_plain(terms, &numbers);
        let mut roots: Vec<TermId> = milestones.iter().map(|m| m.word).collect();
        roots.extend(rest.iter().map(|m| m.word));
        roots.extend([goal, plain]);
        let cone = Cone::of(terms, &roots);
        let support = support(terms, &cone);
        let position = |term: TermId| cone.order().iter().position(|number| *number == term);
        let words: Option<Vec<usize>> = milestones.iter().map(|m| position(m.word)).collect();
        let sampled = match (words, position(plain)) {
            (Some(words), Some(plain)) => SampledValues::new(terms, &cone, types, &words, plain),
            _ => SampledValues::default(),
        };
        let search = Search {
            terms,
            cone: &cone,
            support: &support,
            values: &sampled.values,
        };
        for (k, milestone) in milestones.iter_mut().enumerate() {
            let small = search.place(numbers[k / 2].is_small);
            search.relate(milestone, 1 << (k / 2), small);
        }
        if let Some(rest) = &mut rest {
            search.relate(rest, 0b11, None);
        }
        keep_with_products(terms, &cone, &mut milestones);
        Self {
            milestones,
            rest,
            numbers,
            samples: sampled.samples,
        }
    }

    /// One bit: finite nonzero operands have terms that are not related as recorded, or words out of
    /// the format's range.
    pub(super) fn differ(&self, terms: &mut Terms) -> TermId {
        let mut differ = terms.bool(false);
        for milestone in self.milestones.iter().chain(&self.rest) {
            for (term, alike) in &milestone.alike {
                let rebuilt = alike.term(terms, milestone.word, terms.width(*term));
                let same = terms.equal(*term, rebuilt);
                let other = terms.not(same);
                differ = terms.or(differ, other);
            }
        }
        for (of, pair) in self.numbers.iter().zip(self.milestones.chunks(2)) {
            let unit = has_unit(terms, of, pair[1].word);
            let top = of.format.fraction_bits();
            let highest = terms.slice(pair[0].word, top, 1);
            let conjunction = terms.and(unit, highest);
            let outside = terms.not(conjunction);
            differ = terms.or(differ, outside);
            let of_normal = normal::differ(terms, of, pair);
            differ = terms.or(differ, of_normal);
        }
        let plain = all_plain(terms, &self.numbers);
        terms.and(plain, differ)
    }

    /// The types of the free words: two per operand, one for the product of the first two significands,
    /// and those of a division.
    pub(super) fn types(operands: usize) -> Vec<ValueType> {
        let mut types = vec![ValueType::U32; 2 * operands];
        types.push(ValueType::U64);
        types.extend(LongDivision::types());
        types
    }

    /// The goal over free words, which are new inputs of the graph; 1 if the claim is false for
    /// admissible words.
    pub(super) fn freed(&self, terms: &mut Terms, goal: TermId) -> TermId {
        let types = Self::types(self.numbers.len());
        let free: Vec<TermId> = types.iter().flat_map(|ty| inputs(terms, *ty)).collect();
        let digits = self.numbers[0].format.fraction_bits() + 1;
        let mut known = terms.bool(true);
        let mut new: HashMap<TermId, TermId> = HashMap::new();
        let mut significands = vec![];
        let mut of_normal = OfNormal::default();
        for ((of, pair), free) in self
            .numbers
            .iter()
            .zip(self.milestones.chunks(2))
            .zip(free.chunks(2))
        {
            let one = terms.bool(true);
            let fraction = terms.slice(free[0], 0, digits - 1);
            let significand = terms.concat(one, fraction);
            let unit = terms.slice(free[1], 0, POWER);
            let has = has_unit(terms, of, unit);
            known = terms.and(known, has);
            for (milestone, word) in pair.iter().zip([significand, unit]) {
                replace_alike(terms, milestone, word, &mut new);
            }
            let agrees = of_normal.take(terms, of, pair, [significand, unit]);
            known = terms.and(known, agrees);
            significands.push(significand);
        }
        let product = terms.slice(free[2 * self.numbers.len()], 0, 2 * digits);
        let long = is_long(terms, product, digits);
        known = terms.and(known, long);
        let lowest = of_normal.lowest(terms, &significands, product);
        known = terms.and(known, lowest);
        let words = &free[2 * self.numbers.len() + 1..];
        let mut division = self.long_division(terms, &significands, words);
        for term in Cone::of(terms, &[goal]).order().to_vec() {
            if new.contains_key(&term) {
                continue;
            }
            let of = |t: TermId| new.get(&t).copied().unwrap_or(t);
            let divided = division
                .as_mut()
                .and_then(|division| division.replacement(terms, term, &of));
            let rebuilt = match (divided, terms.node(term)) {
                (Some(rebuilt), _) => rebuilt,
                (None, TermNode::Multiply(a, b)) => {
                    let (a, b) = (of(a), of(b));
                    let free = product_of(terms, (a, b), &significands, product);
                    free.unwrap_or_else(|| terms.multiply(a, b))
                }
                _ => terms.rebuild(term, of),
            };
            let rebuilt = of_normal.chosen(terms, (term, rebuilt), &significands, product);
            new.insert(term, rebuilt);
        }
        if let Some(division) = division {
            let of_division = division.known(terms);
            known = terms.and(known, of_division);
        }
        let goal = new.get(&goal).copied().unwrap_or(goal);
        terms.and(goal, known)
    }

    /// The division of the first two significands, if it occurs.
    fn long_division(
        &self,
        terms: &mut Terms,
        significands: &[TermId],
        words: &[TermId],
    ) -> Option<LongDivision> {
        let ([x, y], Some(rest)) = (significands, &self.rest) else {
            return None;
        };
        let rests = rest.alike.iter();
        let rests = rests.filter(|(_, alike)| *alike == WordRelation::Shifted(0));
        let rests = rests.map(|(term, _)| *term).collect();
        Some(LongDivision::new(terms, (*x, *y), rests, words))
    }
}

/// Replaces a milestone and the terms that are alike by a free word.
fn replace_alike(
    terms: &mut Terms,
    milestone: &Milestone,
    word: TermId,
    new: &mut HashMap<TermId, TermId>,
) {
    new.insert(milestone.word, word);
    for (term, alike) in &milestone.alike {
        let rebuilt = alike.term(terms, word, terms.width(*term));
        new.insert(*term, rebuilt);
    }
}

/// One bit: a product of significands with this many digits has a 1 in one of its two highest bits.
fn is_long(terms: &mut Terms, product: TermId, digits: u32) -> TermId {
    let highest = terms.slice(product, 2 * digits - 2, 2);
    let short = is_zero(terms, highest);
    terms.not(short)
}

/// The values of the free words, from those of the milestones.
fn free_values(milestones: &[u128]) -> Vec<u128> {
    let mut values = milestones.to_vec();
    let (x, y) = (milestones[0], milestones.get(2).copied().unwrap_or(1));
    values.push(x.wrapping_mul(y));
    values.extend(LongDivision::values(x, y));
    values
}

/// One bit: normalised numbers of the format have this unit.
fn has_unit(terms: &mut Terms, number: &Number, unit: TermId) -> TermId {
    let min = -(number.format.fraction_bits() as i32);
    within(terms, unit, min, greatest_distance(number.format))
}

/// The replacement of a product, if its factors are the first two significands padded with zeros: the
/// free word, padded likewise.
fn product_of(
    terms: &mut Terms,
    (a, b): (TermId, TermId),
    significands: &[TermId],
    product: TermId,
) -> Option<TermId> {
    let width = terms.width(a);
    let [x, y, ..] = significands[..] else {
        return None;
    };
    let ((first, i), (second, j)) = (stripped(terms, a)?, stripped(terms, b)?);
    if (first, second) != (x, y) && (first, second) != (y, x) {
        return None;
    }
    let term = shifted(terms, product, i + j);
    Some(if terms.width(term) <= width {
        terms.zero_extend(term, width)
    } else {
        terms.slice(term, 0, width)
    })
}

#[cfg(test)]
mod tests;
