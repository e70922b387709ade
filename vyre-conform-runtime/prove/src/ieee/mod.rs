//! Proves for every input that the body of a float op computes the result that IEEE 754 requires.
//!
//! The [table] assigns a specification to each op. The specifications are terms, written from the
//! standard (IEEE 754-2019) and independent of every body: a number is its sign, exponent and fraction;
//! results are exact integers with a unit, rounded once; the canonical NaN is that of
//! `docs/spec/floats.md`. The translated body and these terms form one claim, which the
//! [methods](crate::method) decide.
//!
//! A claim that is too hard as a whole is split into [cases](FloatCase) that are decided separately. A
//! further claim, decided first, states that they cover every input.

mod arithmetic;
mod bits;
mod cases;
mod decision;
mod division;
mod fused;
mod integer;
mod long_division;
mod milestone;
mod number;
mod order;
mod parts;
mod special;
mod specification;
pub mod table;
#[cfg(test)]
mod tests;
mod words;

pub use cases::{FloatCase, cases};
pub use table::Specification;

use crate::claim::{ClaimError, Proposition, bits as bits_of, inputs, values, widths};
use crate::exhaust::InputBit;
use crate::term::{TermId, Terms};
use crate::translate::apply;
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_spec::ValueType;

/// The claim that the body of an op computes the result that the standard requires.
#[derive(Clone, Debug)]
pub struct Ieee<'c> {
    op: &'c Op,
    body: &'c Valid,
    specification: Specification,
    cases: Vec<FloatCase>,
}

impl<'c> Ieee<'c> {
    /// The claim for an op with a row in the table; `None` for others.
    pub fn new(op: &'c Op) -> Option<Result<Self, ClaimError>> {
        let specification = table::specification(op.def.id)?;
        Some(Self::specified(op, specification))
    }

    /// The claim that an op implements this specification, whatever its name is.
    ///
    /// # Errors
    /// The op has no translated body, or its types do not fit.
    pub fn specified(op: &'c Op, specification: Specification) -> Result<Self, ClaimError> {
        let signature = op.def.op.signature;
        if !specification.fits(signature.operands, signature.result) {
            return Err(ClaimError::Types);
        }
        let body = op.module().as_ref();
        Ok(Self {
            op,
            body: body.map_err(|_| ClaimError::NoBody(op.def.id.to_owned()))?,
            specification,
            cases: cases(specification, signature.operands),
        })
    }

    /// The claim split into other cases; a single case if the list is empty.
    #[must_use]
    pub fn in_cases(self, cases: Vec<FloatCase>) -> Self {
        Self { cases, ..self }
    }

    /// The cases of the claim.
    pub fn cases(&self) -> &[FloatCase] {
        &self.cases
    }

    /// A bit that is 1 if a loop exceeds its bound, the result of the body, and the required result.
    fn sides(
        &self,
        terms: &mut Terms,
        operands: &[TermId],
    ) -> Result<(TermId, TermId, TermId), ClaimError> {
        let signature = self.op.def.op.signature;
        let applied = apply(terms, self.body, operands);
        let applied = applied.map_err(|reason| ClaimError::Untranslatable {
            op: self.op.def.id.to_owned(),
            reason,
        })?;
        let [found] = applied.results[..] else {
            return Err(ClaimError::Types);
        };
        let expected =
            self.specification
                .term(terms, signature.operands, operands, signature.result);
        Ok((applied.fault, found, expected.ok_or(ClaimError::Types)?))
    }

    /// The inputs of the graph, one per operand.
    fn operands(&self, terms: &mut Terms) -> Vec<TermId> {
        let types = self.variables().iter();
        types.flat_map(|ty| inputs(terms, *ty)).collect()
    }

    /// One bit: the claim is false for these operands.
    fn broken_at(&self, terms: &mut Terms, operands: &[TermId]) -> Result<TermId, ClaimError> {
        let (fault, actual, expected) = self.sides(terms, operands)?;
        let same = terms.equal(actual, expected);
        let differ = terms.not(same);
        Ok(terms.or(differ, fault))
    }

    /// The result that the standard requires for these values.
    pub fn expected(&self, operands: &[Value]) -> Option<Value> {
        self.evaluated(operands).map(|(_, expected)| expected)
    }

    /// The result of the body for these values, by its terms, and the required result.
    fn evaluated(&self, operands: &[Value]) -> Option<(Value, Value)> {
        let mut terms = Terms::default();
        let types = operands.iter().flat_map(|value| widths(value.ty()));
        let parts: Vec<(u32, u128)> = types.zip(operands.iter().flat_map(bits_of)).collect();
        let parts: Vec<TermId> = parts
            .into_iter()
            .map(|(width, bits)| terms.constant(width, bits))
            .collect();
        let (_, actual, expected) = self.sides(&mut terms, &parts).ok()?;
        let result = [self.op.def.op.signature.result];
        let value = |term| values(&result, &[terms.constant_value(term)?]).pop();
        Some((value(actual)?, value(expected)?))
    }
}

impl Proposition for Ieee<'_> {
    fn name(&self) -> String {
        format!("{}::ieee", self.op.def.id)
    }

    fn variables(&self) -> &[ValueType] {
        self.op.def.op.signature.operands
    }

    fn negation(&self, terms: &mut Terms) -> Result<TermId, ClaimError> {
        let operands = self.operands(terms);
        self.broken_at(terms, &operands)
    }

    /// For at most 32 bits, all assignments are tried before a solver runs.
    fn exhausted_first(&self) -> Option<Vec<InputBit>> {
        bits::fixed(self.specification, self.variables())
    }

    /// A counterexample refutes the body. The compiled reference, a separate function, shows which side
    /// is wrong.
    fn confirmed(&self, operands: &[Value]) -> Option<String> {
        let (actual, expected) = self.evaluated(operands)?;
        let reference = self.op.def.op.call(operands);
        Some(format!(
            "IEEE 754 has {expected}, the body gives {actual}, the compiled reference {}",
            match (reference == expected, reference == actual) {
                (_, true) => "the same".to_owned(),
                (true, _) => "what IEEE 754 has".to_owned(),
                _ => reference.to_string(),
            }
        ))
    }
}
