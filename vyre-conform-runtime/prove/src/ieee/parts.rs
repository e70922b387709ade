//! The claims that together imply a claim in cases.

use super::number::Number;
use super::words::Milestones;
use super::{FloatCase, Ieee};
use crate::claim::{ClaimError, Proposition};
use crate::term::{TermId, Terms};
use vyre_conform_ir::value::Value;
use vyre_conform_spec::ValueType;

impl Ieee<'_> {
    /// The operands as numbers.
    fn numbers(&self, terms: &mut Terms, operands: &[TermId]) -> Option<Vec<Number>> {
        let types = self.variables().iter().zip(operands);
        types
            .map(|(ty, operand)| Some(Number::from_bits(terms, ty.float()?, *operand)))
            .collect()
    }

    /// One bit: the operands are in a case.
    fn is_in(&self, terms: &mut Terms, operands: &[TermId], case: FloatCase) -> Option<TermId> {
        let numbers = self.numbers(terms, operands)?;
        case.holds(terms, &numbers)
    }
}

/// A case of a claim.
pub(super) struct Part<'a, 'c>(pub(super) &'a Ieee<'c>, pub(super) FloatCase);

impl Proposition for Part<'_, '_> {
    fn name(&self) -> String {
        format!("{}::{}", self.0.name(), self.1)
    }

    fn variables(&self) -> &[ValueType] {
        self.0.variables()
    }

    fn negation(&self, terms: &mut Terms) -> Result<TermId, ClaimError> {
        let operands = self.0.operands(terms);
        let inside = self.0.is_in(terms, &operands, self.1);
        let inside = inside.ok_or(ClaimError::Types)?;
        let broken = self.0.broken_at(terms, &operands)?;
        Ok(terms.and(inside, broken))
    }

    /// Products do not matter here.
    fn gates_first(&self) -> bool {
        true
    }

    fn confirmed(&self, values: &[Value]) -> Option<String> {
        self.0.confirmed(values)
    }
}

/// The claim that every input is in a case.
pub(super) struct Coverage<'a, 'c>(pub(super) &'a Ieee<'c>);

impl Proposition for Coverage<'_, '_> {
    fn name(&self) -> String {
        format!("{}::covered", self.0.name())
    }

    fn variables(&self) -> &[ValueType] {
        self.0.variables()
    }

    fn negation(&self, terms: &mut Terms) -> Result<TermId, ClaimError> {
        let operands = self.0.operands(terms);
        let mut any = terms.bool(false);
        for case in &self.0.cases {
            let inside = self.0.is_in(terms, &operands, *case);
            any = terms.or(any, inside.ok_or(ClaimError::Types)?);
        }
        Ok(terms.not(any))
    }

    /// The only product here is by a bit.
    fn gates_first(&self) -> bool {
        true
    }

    /// The claim is about the cases only, so the term is conclusive.
    fn confirmed(&self, _: &[Value]) -> Option<String> {
        Some("no case is about it".into())
    }
}

/// A claim whose leading operands are finite and nonzero, with its milestones.
pub(super) struct MilestoneClaim<'a, 'c> {
    of: &'a Ieee<'c>,
    /// The number of those operands.
    pub(super) plain: usize,
    terms: Terms,
    operands: Vec<TermId>,
    broken: TermId,
    on_the_way: Milestones,
    variables: Vec<ValueType>,
}

impl<'a, 'c> MilestoneClaim<'a, 'c> {
    pub(super) fn new(subject: &'a Ieee<'c>, plain: usize) -> Result<Self, ClaimError> {
        let mut terms = Terms::default();
        let operands = subject.operands(&mut terms);
        let numbers = subject.numbers(&mut terms, &operands);
        let mut numbers = numbers.ok_or(ClaimError::Types)?;
        numbers.truncate(plain);
        let broken = subject.broken_at(&mut terms, &operands)?;
        let on_the_way = Milestones::new(&mut terms, broken, subject.variables(), numbers);
        let free = Milestones::types(plain);
        Ok(Self {
            variables: [subject.variables(), &free].concat(),
            of: subject,
            plain,
            terms,
            operands,
            broken,
            on_the_way,
        })
    }
}

/// The claim that the terms replaced by free words are related to them, for all finite nonzero
/// operands.
pub(super) struct RelationClaim<'a, 'c>(pub(super) &'a MilestoneClaim<'a, 'c>);

impl Proposition for RelationClaim<'_, '_> {
    fn name(&self) -> String {
        format!("{}::words_of_{}", self.0.of.name(), self.0.plain)
    }

    fn variables(&self) -> &[ValueType] {
        self.0.of.variables()
    }

    fn negation(&self, terms: &mut Terms) -> Result<TermId, ClaimError> {
        terms.clone_from(&self.0.terms);
        Ok(self.0.on_the_way.differ(terms))
    }

    fn confirmed(&self, _: &[Value]) -> Option<String> {
        Some("words that were taken to be alike are not".into())
    }
}

/// A case of a claim, with free words.
pub(super) struct FreedCase<'a, 'c>(pub(super) &'a MilestoneClaim<'a, 'c>, pub(super) FloatCase);

impl Proposition for FreedCase<'_, '_> {
    fn name(&self) -> String {
        format!("{}::{}", self.0.of.name(), self.1)
    }

    fn variables(&self) -> &[ValueType] {
        &self.0.variables
    }

    fn negation(&self, terms: &mut Terms) -> Result<TermId, ClaimError> {
        terms.clone_from(&self.0.terms);
        let inside = self.0.of.is_in(terms, &self.0.operands, self.1);
        let inside = inside.ok_or(ClaimError::Types)?;
        let goal = terms.and(inside, self.0.broken);
        Ok(self.0.on_the_way.freed(terms, goal))
    }

    /// Operands with their actual words; other words may break the claim.
    fn samples(&self) -> Option<Vec<Vec<u128>>> {
        Some(self.0.on_the_way.samples.clone())
    }

    /// No operands may have these words.
    fn confirmed(&self, _: &[Value]) -> Option<String> {
        Some("words that stand for significands, units and their product break it".into())
    }
}
