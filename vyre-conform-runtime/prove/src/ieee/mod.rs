//! That the body of a float op gives what IEEE 754 says, for every input.
//!
//! The [table] says what each op has to give. What that is stands here as terms, written from the standard (IEEE
//! 754-2019) and apart from every body: a number is its sign, its exponent and its fraction; results are exact integers
//! with a unit, rounded once; the canonical NaN is the one of `docs/spec/floats.md`. The body, as it is translated, and
//! these terms are one claim, which the [methods](crate::method) decide.
//!
//! A claim that is too hard as a whole is split into [cases](FloatCase), each decided for itself. That they cover every
//! input is a claim as well, decided before them.

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

/// The claim that the body of an op gives what the standard says.
#[derive(Clone, Debug)]
pub struct Ieee<'c> {
    op: &'c Op,
    body: &'c Valid,
    specification: Specification,
    cases: Vec<FloatCase>,
}

impl<'c> Ieee<'c> {
    /// Of an op that the table has a row of; none of others.
    pub fn new(op: &'c Op) -> Option<Result<Self, ClaimError>> {
        let specification = table::specification(op.def.id)?;
        Some(Self::specified(op, specification))
    }

    /// That an op is what this says, whatever its name is.
    ///
    /// # Errors
    /// It has no translated body, or other types.
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

    /// The same split into other cases; as a whole where there are none.
    #[must_use]
    pub fn in_cases(self, cases: Vec<FloatCase>) -> Self {
        Self { cases, ..self }
    }

    /// The cases that it is split into.
    pub fn cases(&self) -> &[FloatCase] {
        &self.cases
    }

    /// What the body gives, and what it has to give: one bit that says whether a loop ran over its bound, and the two.
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
        let due = self
            .specification
            .term(terms, signature.operands, operands, signature.result);
        Ok((applied.fault, found, due.ok_or(ClaimError::Types)?))
    }

    /// The inputs of the graph, one an operand.
    fn operands(&self, terms: &mut Terms) -> Vec<TermId> {
        let types = self.variables().iter();
        types.flat_map(|ty| inputs(terms, *ty)).collect()
    }

    /// Where it is broken, for these operands.
    fn broken_at(&self, terms: &mut Terms, operands: &[TermId]) -> Result<TermId, ClaimError> {
        let (fault, found, due) = self.sides(terms, operands)?;
        let same = terms.equal(found, due);
        let differ = terms.not(same);
        Ok(terms.or(differ, fault))
    }

    /// What the standard has of these values.
    pub fn due(&self, operands: &[Value]) -> Option<Value> {
        self.evaluated(operands).map(|(_, due)| due)
    }

    /// What the body gives of these values, by its terms, and what it has to give.
    fn evaluated(&self, operands: &[Value]) -> Option<(Value, Value)> {
        let mut terms = Terms::default();
        let types = operands.iter().flat_map(|value| widths(value.ty()));
        let parts: Vec<(u32, u128)> = types.zip(operands.iter().flat_map(bits_of)).collect();
        let parts: Vec<TermId> = parts
            .into_iter()
            .map(|(width, bits)| terms.constant(width, bits))
            .collect();
        let (_, found, due) = self.sides(&mut terms, &parts).ok()?;
        let result = [self.op.def.op.signature.result];
        let value = |term| values(&result, &[terms.known(term)?]).pop();
        Some((value(found)?, value(due)?))
    }
}

impl Proposition for Ieee<'_> {
    fn name(&self) -> String {
        format!("{}::ieee", self.op.def.id)
    }

    fn variables(&self) -> &[ValueType] {
        self.op.def.op.signature.operands
    }

    fn broken(&self, terms: &mut Terms) -> Result<TermId, ClaimError> {
        let operands = self.operands(terms);
        self.broken_at(terms, &operands)
    }

    /// Of 32 bits or fewer all assignments are tried before a solver is asked.
    fn exhausted_first(&self) -> Option<Vec<InputBit>> {
        bits::fixed(self.specification, self.variables())
    }

    /// The body is what is refuted. The compiled reference, which is another function, says who is wrong.
    fn confirmed(&self, operands: &[Value]) -> Option<String> {
        let (found, due) = self.evaluated(operands)?;
        let reference = self.op.def.op.call(operands);
        Some(format!(
            "IEEE 754 has {due}, the body gives {found}, the compiled reference {}",
            match (reference == due, reference == found) {
                (_, true) => "the same".to_owned(),
                (true, _) => "what IEEE 754 has".to_owned(),
                _ => reference.to_string(),
            }
        ))
    }
}
