//! Terms that are related to a word only if an operand is normal.
//!
//! For a normal number, the exponent field is the unit with an offset, and the fraction with a 1 above
//! it is the significand. A body that first tests for normal operands computes with these. The relation
//! is proved for normal operands, and free words replace the terms if the free unit is that of a normal
//! number; otherwise the terms are unchanged. The bits of a normal operand are constrained to those of
//! its words, because the body may test single bits.

use super::product_of;
use crate::ieee::milestone::{Milestone, WordRelation};
use crate::ieee::number::{Number, POWER, power};
use crate::term::{Cone, TermId, TermNode, Terms};
use std::collections::HashMap;

/// The common value of all of these, if they agree.
pub(super) fn common(
    mut alike: impl Iterator<Item = Option<WordRelation>>,
) -> Option<WordRelation> {
    let first = alike.next()??;
    alike.all(|other| other == Some(first)).then_some(first)
}

/// Drops such terms if the cone contains no product of two significands among them: the other terms add
/// nothing and would only enlarge the claim.
pub(super) fn keep_with_products(terms: &Terms, cone: &Cone, milestones: &mut [Milestone]) {
    let is_product = match &milestones[..] {
        [x, _, y, ..] => {
            let is_of =
                |subject: &Milestone, term| subject.of_normal.iter().any(|(own, _)| *own == term);
            cone.order().iter().any(|term| match terms.node(*term) {
                TermNode::Multiply(a, b) => {
                    is_of(x, a) && is_of(y, b) || is_of(x, b) && is_of(y, a)
                }
                _ => false,
            })
        }
        _ => false,
    };
    if !is_product {
        for milestone in milestones {
            milestone.of_normal.clear();
        }
    }
}

/// One bit: a number is normal, by its bits.
fn is_normal(terms: &mut Terms, number: &Number) -> TermId {
    let special = number.is_special(terms);
    let other = terms.or(special, number.is_small);
    terms.not(other)
}

/// One bit: a finite nonzero number is normal, by its normalised unit. That of a normal number is `E - 1`,
/// and that of a subnormal one is negative, because its significand was shifted.
fn has_normal_unit(terms: &mut Terms, unit: TermId) -> TermId {
    let negative = terms.slice(unit, POWER - 1, 1);
    terms.not(negative)
}

/// One bit: the bits of a number, except its sign, are those of a normal one with this significand and
/// unit.
fn has_bits(terms: &mut Terms, number: &Number, [significand, unit]: [TermId; 2]) -> TermId {
    let one = power(terms, 1);
    let field = terms.add(unit, one);
    let exponent = terms.zero_extend(number.exponent, POWER);
    let as_field = terms.equal(exponent, field);
    let low = terms.slice(significand, 0, number.format.fraction_bits());
    let as_fraction = terms.equal(number.fraction, low);
    terms.and(as_field, as_fraction)
}

fn has_any(pair: &[Milestone]) -> bool {
    pair.iter().any(|milestone| !milestone.of_normal.is_empty())
}

/// One bit: a finite nonzero operand is normal and has unrelated terms or other bits, or its unit
/// misrepresents normality. `pair` is its significand and its unit.
pub(super) fn differ(terms: &mut Terms, number: &Number, pair: &[Milestone]) -> TermId {
    let mut differ = terms.bool(false);
    if !has_any(pair) {
        return differ;
    }
    for milestone in pair {
        for (term, alike) in &milestone.of_normal {
            let rebuilt = alike.term(terms, milestone.word, terms.width(*term));
            let same = terms.equal(*term, rebuilt);
            let other = terms.not(same);
            differ = terms.or(differ, other);
        }
    }
    let has_bits = has_bits(terms, number, [pair[0].word, pair[1].word]);
    let others = terms.not(has_bits);
    let differ = terms.or(differ, others);
    let normal = is_normal(terms, number);
    let differ = terms.and(normal, differ);
    let by_unit = has_normal_unit(terms, pair[1].word);
    let other = terms.xor(normal, by_unit);
    terms.or(differ, other)
}

/// The replacements of such terms in a claim over free words.
#[derive(Default)]
pub(super) struct OfNormal {
    /// Condition of each term (its operand is normal) and its replacement made from the free word.
    made: HashMap<TermId, (TermId, TermId)>,
}

impl OfNormal {
    /// Adds the terms of an operand whose significand and unit these words replace. Returns one bit,
    /// the facts about the words.
    pub(super) fn take(
        &mut self,
        terms: &mut Terms,
        number: &Number,
        pair: &[Milestone],
        words: [TermId; 2],
    ) -> TermId {
        if !has_any(pair) {
            return terms.bool(true);
        }
        let by_unit = has_normal_unit(terms, words[1]);
        for (milestone, word) in pair.iter().zip(words) {
            for (term, alike) in &milestone.of_normal {
                let rebuilt = alike.term(terms, word, terms.width(*term));
                self.made.insert(*term, (by_unit, rebuilt));
            }
        }
        // A body may test the bits themselves, or some of them, such as the lowest, which determines
        // that of a product.
        let normal = is_normal(terms, number);
        let same = terms.equal(normal, by_unit);
        let has_bits = has_bits(terms, number, words);
        let subnormal = terms.not(by_unit);
        let bits = terms.or(subnormal, has_bits);
        terms.and(same, bits)
    }

    /// One bit: the lowest bit of the free product is the product of the lowest bits of its factors.
    /// Terms simplify the lowest bit of a product in the same way where the free word is not used.
    pub(super) fn lowest(
        &self,
        terms: &mut Terms,
        significands: &[TermId],
        product: TermId,
    ) -> TermId {
        let (false, [x, y, ..]) = (self.made.is_empty(), significands) else {
            return terms.bool(true);
        };
        let [x, y, product] = [*x, *y, product].map(|word| terms.slice(word, 0, 1));
        let conjunction = terms.and(x, y);
        terms.equal(product, conjunction)
    }

    /// The replacement for a term, which is `rebuilt` if an operand is not normal. `product` is the
    /// free word for the product of the first two significands.
    pub(super) fn chosen(
        &self,
        terms: &mut Terms,
        (term, rebuilt): (TermId, TermId),
        significands: &[TermId],
        product: TermId,
    ) -> TermId {
        if let Some((normal, new_term)) = self.made.get(&term) {
            return terms.select(*normal, *new_term, rebuilt);
        }
        let TermNode::Multiply(a, b) = terms.node(term) else {
            return rebuilt;
        };
        let (Some(a), Some(b)) = (self.made.get(&a), self.made.get(&b)) else {
            return rebuilt;
        };
        let Some(free) = product_of(terms, (a.1, b.1), significands, product) else {
            return rebuilt;
        };
        let conjunction = terms.and(a.0, b.0);
        terms.select(conjunction, free, rebuilt)
    }
}

#[cfg(test)]
mod tests;
