//! Terms that equal a word of the specification, found by their values.

use super::number::{POWER, scaled};
use crate::claim::bits;
use crate::term::{Cone, TermId, TermNode, Terms, ones};
use std::collections::HashMap;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{Source, Witnesses, case, witnessed};
use vyre_conform_spec::ValueType;

/// Number of sample operands that distinguish terms before a proof does.
const CASES: u64 = 1 << 9;

/// Seed of the stream of sample operands.
const SEED: u64 = 5;

/// The minimum width of a term that is identified as a unit.
pub(super) const NARROWEST: u32 = 4;

/// The relation of a body's term to a word of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordRelation {
    /// The zero-extended word times this power of two.
    Shifted(u32),
    /// The sum of the signed word and this number, or the low bits of the sum.
    Offset(u128),
}

impl WordRelation {
    /// The term under this relation, with this width.
    pub(super) fn term(self, terms: &mut Terms, word: TermId, width: u32) -> TermId {
        match self {
            Self::Shifted(by) => scaled(terms, word, by, width),
            Self::Offset(by) => {
                let signed = if width < terms.width(word) {
                    terms.slice(word, 0, width)
                } else {
                    terms.sign_extend(word, width)
                };
                let by = terms.constant(width, by);
                terms.add(signed, by)
            }
        }
    }

    /// The relation between a value and this word, if one of the two applies.
    pub(super) fn of_word(is_unit: bool, word: u128, (value, width): (u128, u32)) -> Option<Self> {
        if is_unit {
            let above = 128 - POWER;
            let signed = ((word << above) as i128 >> above) as u128;
            return Some(Self::Offset(value.wrapping_sub(signed) & ones(width)));
        }
        let by = value.checked_ilog2()?.checked_sub(word.checked_ilog2()?)?;
        (value == word << by).then_some(Self::Shifted(by))
    }
}

/// A word of the specification, with the terms related to it.
#[derive(Clone, Debug)]
pub(super) struct Milestone {
    pub(super) word: TermId,
    pub(super) is_unit: bool,
    pub(super) alike: Vec<(TermId, WordRelation)>,
    /// Terms that are related only if the operand is a normal number.
    pub(super) of_normal: Vec<(TermId, WordRelation)>,
}

impl Milestone {
    /// A word without known related terms.
    pub(super) const fn new(word: TermId, is_unit: bool) -> Self {
        Self {
            word,
            is_unit,
            alike: vec![],
            of_normal: vec![],
        }
    }
}

/// A word without the structural zeros above and below it, and the number of zeros below.
pub(super) fn stripped(terms: &mut Terms, word: TermId) -> Option<(TermId, u32)> {
    let mut parts = vec![];
    let mut open = vec![word];
    while let Some(part) = open.pop() {
        match terms.node(part) {
            TermNode::Concat(high, low) => open.extend([low, high]),
            _ => parts.push(part),
        }
    }
    let mut below = 0;
    while let Some(last) = parts.last().copied()
        && terms.constant_value(last) == Some(0)
    {
        below += terms.width(last);
        parts.pop();
    }
    let mut parts = parts.into_iter();
    let mut core = loop {
        let first = parts.next()?;
        match terms.constant_value(first) {
            Some(0) => {}
            Some(bits) => {
                let digits = 128 - bits.leading_zeros();
                break terms.constant(digits, bits);
            }
            None => break first,
        }
    };
    for part in parts {
        core = terms.concat(core, part);
    }
    Some((core, below))
}

/// For every term a bit mask of the operands in its fan-in.
pub(super) fn support(terms: &Terms, cone: &Cone) -> HashMap<TermId, u64> {
    let mut support: HashMap<TermId, u64> = HashMap::new();
    for term in cone.order() {
        let node = terms.node(*term);
        let own = match node {
            TermNode::Input(k) => 1 << k,
            _ => 0,
        };
        let all = node.operands().fold(own, |all, item| all | support[&item]);
        support.insert(*term, all);
    }
    support
}

/// Operands of all classes.
pub(super) fn cases(types: &[ValueType]) -> Vec<Vec<u128>> {
    let source = witnessed(types, SEED, CASES);
    let step = (source.len() / CASES).max(1);
    let numbers = (0..source.len()).step_by(step as usize);
    numbers.map(|number| operands(&source, number)).collect()
}

/// Random operands. In [`cases`], which all have the same distance, the last operand may have few
/// values of a single sign.
pub(super) fn random_cases(types: &[ValueType]) -> Vec<Vec<u128>> {
    let source = Witnesses::new(types, SEED, CASES);
    let numbers = 0..source.len();
    numbers.map(|number| operands(&source, number)).collect()
}

fn operands(source: &dyn Source, number: u64) -> Vec<u128> {
    let values: Vec<Value> = case(source, number);
    values.iter().flat_map(bits).collect()
}
