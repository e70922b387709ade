//! The search for terms that are related to a milestone, by their values.

use super::free_values;
use super::normal::common;
use crate::ieee::milestone::{Milestone, NARROWEST, WordRelation, cases, random_cases};
use crate::term::{Cone, TermId, TermNode, Terms};
use std::collections::HashMap;
use vyre_conform_spec::ValueType;

/// Values of terms for finite nonzero operands.
#[derive(Default)]
pub(super) struct SampledValues {
    /// Values of the cone's terms in each case, in its order.
    pub(super) values: Vec<Vec<u128>>,
    /// The cases that are not random, followed by the values of the free words.
    pub(super) samples: Vec<Vec<u128>>,
}

impl SampledValues {
    /// `words` are the places of the milestones in the order of the cone; `plain` is that of the bit
    /// for finite nonzero operands.
    pub(super) fn new(
        terms: &Terms,
        cone: &Cone,
        types: &[ValueType],
        words: &[usize],
        plain: usize,
    ) -> Self {
        let mut alike = Self::default();
        let all = Cone::of(terms, cone.order());
        let mut space = vec![];
        let kept = cases(types).into_iter().map(|case| (case, true));
        let others = random_cases(types).into_iter().map(|case| (case, false));
        for (mut case, is_kept) in kept.chain(others) {
            let item = all.values(terms, &case, &mut space);
            if item[plain] != 1 {
                continue;
            }
            if is_kept {
                let words: Vec<u128> = words.iter().map(|k| item[*k]).collect();
                case.extend(free_values(&words));
                alike.samples.push(case);
            }
            alike.values.push(item);
        }
        alike
    }
}

/// The terms of a claim and their values.
pub(super) struct Search<'a> {
    pub(super) terms: &'a Terms,
    pub(super) cone: &'a Cone,
    /// The operands that each term depends on, as a bit mask.
    pub(super) support: &'a HashMap<TermId, u64>,
    pub(super) values: &'a [Vec<u128>],
}

impl Search<'_> {
    /// The place of a term in the order of the cone.
    pub(super) fn place(&self, term: TermId) -> Option<usize> {
        self.cone.order().iter().position(|item| *item == term)
    }

    /// Records the terms of exactly these operands that are related to the milestone. `small` is the
    /// place of the bit for an operand that is not normal.
    pub(super) fn relate(&self, milestone: &mut Milestone, operands: u64, small: Option<usize>) {
        let Some(own) = self.place(milestone.word) else {
            return;
        };
        let terms = self.terms;
        let min = if milestone.is_unit {
            NARROWEST
        } else {
            terms.width(milestone.word)
        };
        for (place, term) in self.cone.order().iter().enumerate() {
            let width = terms.width(*term);
            if place == own || width < min || self.support[term] != operands {
                continue;
            }
            let is_unit = milestone.is_unit;
            let matches = |subject: &Vec<u128>| {
                WordRelation::of_word(is_unit, subject[own], (subject[place], width))
            };
            let all = self.values.iter().filter(|subject| subject[own] != 0);
            if let Some(alike) = common(all.map(matches)) {
                // Words padded with zeros follow from their parts.
                if !matches!(terms.node(*term), TermNode::Concat(..)) {
                    milestone.alike.push((*term, alike));
                }
            } else if let Some(small) = small {
                let normal = self.values.iter().filter(|subject| subject[small] == 0);
                let alike = common(normal.map(matches));
                milestone
                    .of_normal
                    .extend(alike.map(|alike| (*term, alike)));
            }
        }
    }
}
