//! Construction of the term of a claim.

use super::typing::type_of;
use super::{ClaimError, DeclaredLaw, bits, inputs, widths};
use crate::term::{TermId, Terms};
use crate::translate::apply;
use vyre_conform_ir::value::Value;
use vyre_conform_spec::{Claim, Term, ValueType};

/// The negated claim.
pub(super) fn broken(declared: &DeclaredLaw<'_>, terms: &mut Terms) -> Result<TermId, ClaimError> {
    let variables = declared
        .variables
        .iter()
        .map(|ty| inputs(terms, *ty))
        .collect();
    let fault = terms.bool(false);
    let mut writer = Writer {
        declared,
        terms,
        variables,
        fault,
    };
    let holds = writer.claim(&declared.form.claim)?;
    let holds = if declared.form.predicate {
        writer.truths(holds)?
    } else {
        holds
    };
    let fault = writer.fault;
    let broken = terms.not(holds);
    Ok(terms.or(broken, fault))
}

/// A claim under construction.
struct Writer<'a, 'c> {
    declared: &'a DeclaredLaw<'c>,
    terms: &'a mut Terms,
    variables: Vec<Vec<TermId>>,
    fault: TermId,
}

impl Writer<'_, '_> {
    fn claim(&mut self, claim: &Claim) -> Result<TermId, ClaimError> {
        match claim {
            Claim::Equal(l, r) => {
                let (l, r, _) = self.sides(l, r)?;
                let mut all = self.terms.bool(true);
                for (l, r) in l.into_iter().zip(r) {
                    let same = self.terms.equal(l, r);
                    all = self.terms.and(all, same);
                }
                Ok(all)
            }
            Claim::AtMost(l, r) => {
                let (l, r, ty) = self.sides(l, r)?;
                let (Some(mut l), Some(mut r)) = (l.first().copied(), r.first().copied()) else {
                    return Err(ClaimError::Types);
                };
                if ty == ValueType::I32 {
                    (l, r) = (self.terms.biased(l), self.terms.biased(r));
                }
                Ok(self.terms.at_most(l, r))
            }
            Claim::All(claims) => {
                let mut all = self.terms.bool(true);
                for claim in *claims {
                    let one = self.claim(claim)?;
                    all = self.terms.and(all, one);
                }
                Ok(all)
            }
            Claim::Any(claims) => {
                let mut any = self.terms.bool(false);
                for claim in *claims {
                    let one = self.claim(claim)?;
                    any = self.terms.or(any, one);
                }
                Ok(any)
            }
            Claim::Implies(first, second) => {
                let (first, second) = (self.claim(first)?, self.claim(second)?);
                let never = self.terms.not(first);
                Ok(self.terms.or(never, second))
            }
            Claim::ExactlyOne(claims) => {
                let (mut one, mut more) = (self.terms.bool(false), self.terms.bool(false));
                for claim in *claims {
                    let this = self.claim(claim)?;
                    let conjunction = self.terms.and(one, this);
                    more = self.terms.or(more, conjunction);
                    one = self.terms.or(one, this);
                }
                let no_more = self.terms.not(more);
                Ok(self.terms.and(one, no_more))
            }
        }
    }

    /// Both sides of a comparison, and their common type.
    fn sides(
        &mut self,
        l: &Term,
        r: &Term,
    ) -> Result<(Vec<TermId>, Vec<TermId>, ValueType), ClaimError> {
        let declared = self.declared;
        let known = &declared.variables;
        let ty = type_of(declared, known, l).or_else(|| type_of(declared, known, r));
        let ty = ty.ok_or(ClaimError::Types)?;
        Ok((self.term(l, ty)?, self.term(r, ty)?, ty))
    }

    /// The components of a term; `ty` is the type of a small integer.
    fn term(&mut self, term: &Term, ty: ValueType) -> Result<Vec<TermId>, ClaimError> {
        match term {
            Term::Var(k) => self.variables.get(*k).cloned().ok_or(ClaimError::Types),
            Term::Param(k) => {
                let value = self.declared.parameter(*k).ok_or(ClaimError::Types)?;
                Ok(self.constant(&value))
            }
            Term::Int(n) => Ok(self.constant(&Value::int(*n, ty))),
            Term::WrappingSum([l, r]) => {
                let (l, r, _) = self.sides(l, r)?;
                let pairs = l.into_iter().zip(r);
                Ok(pairs.map(|(l, r)| self.terms.add(l, r)).collect())
            }
            Term::Apply(callee, args) => {
                let op = self.declared.callee(*callee).ok_or(ClaimError::Types)?;
                let mut operands = vec![];
                for (arg, ty) in args.iter().zip(op.signature.operands) {
                    operands.extend(self.term(arg, *ty)?);
                }
                let (body, id) = self.declared.body(*callee)?;
                let applied = apply(self.terms, body, &operands);
                let applied =
                    applied.map_err(|reason| ClaimError::Untranslatable { op: id, reason })?;
                self.fault = self.terms.or(self.fault, applied.fault);
                Ok(applied.results)
            }
        }
    }

    fn constant(&mut self, value: &Value) -> Vec<TermId> {
        let parts = widths(value.ty()).into_iter().zip(bits(value));
        parts
            .map(|(width, bits)| self.terms.constant(width, bits))
            .collect()
    }

    /// The claim, together with the condition that all applications return 0 or 1, for claims about
    /// predicates.
    fn truths(&mut self, claim: TermId) -> Result<TermId, ClaimError> {
        let mut applied = vec![];
        self.declared.form.claim.visit_terms(&mut |term| {
            if matches!(term, Term::Apply(..)) {
                applied.push(*term);
            }
        });
        let mut all = claim;
        for term in applied {
            for part in self.term(&term, ValueType::U32)? {
                let width = self.terms.width(part);
                if width > 1 {
                    let one = self.terms.constant(width, 1);
                    let is_truth = self.terms.at_most(part, one);
                    all = self.terms.and(all, is_truth);
                }
            }
        }
        Ok(all)
    }
}
