//! A claim decided as a whole, or case by case.

use super::number::Number;
use super::{FloatCase, Ieee};
use crate::claim::{ClaimError, Claimed};
use crate::engine::{
    Engine, LawOutcome, Proof, ProverSettings, Why, decide_claim, keep, kept_under, tried,
};
use crate::solver::Budget;
use crate::term::{TermId, Terms};
use std::fmt::Write;
use vyre_conform_ir::value::Value;
use vyre_conform_spec::ValueType;

impl Ieee<'_> {
    /// Decides the claim. Cases share its time, and the first that is not proved ends it.
    ///
    /// The digests of a claim in cases are those of two lists, a line each case with its name and its digest, or the engine that
    /// needed no formula; that the cases cover every input is the first line. The lists are what is kept under the name of the claim.
    pub fn decide(&self, settings: &ProverSettings<'_>) -> LawOutcome {
        if self.cases.is_empty() {
            return decide_claim(self, settings);
        }
        let left = settings.until.map_or(settings.time, Budget::left);
        let cut = left < settings.time;
        let budget = Budget::of(left.min(settings.time));
        let mut lists = [String::new(), String::new()];
        let mut solvers: Vec<String> = vec![];
        let mut engine = Engine::NormalForm;
        let coverage: Box<dyn Claimed> = Box::new(Coverage(self));
        let parts = self.cases.iter().map(|case| {
            let part: Box<dyn Claimed> = Box::new(Part(self, *case));
            part
        });
        for (k, part) in std::iter::once(coverage).chain(parts).enumerate() {
            let of = ProverSettings {
                time: budget.left(),
                until: None,
                ..settings.clone()
            };
            let outcome = decide_claim(&*part, &of);
            if k == 0 {
                if let LawOutcome::Refuted { inputs, .. } = outcome {
                    let inputs: Vec<String> = inputs.iter().map(ToString::to_string).collect();
                    let why = format!("no case is about ({})", inputs.join(", "));
                    return LawOutcome::undecided(why, "add a case");
                }
                // A claim that is false takes no solver, and no cases.
                if let Some(refuted) = tried(self, &of) {
                    return refuted;
                }
            }
            let proof = match outcome {
                LawOutcome::Proved(proof) => proof,
                LawOutcome::Undecided(why) => {
                    let of = self.cases.len();
                    let done = k.saturating_sub(1);
                    let mut said = vec![format!(
                        "{done} of {of} cases are proved, {} not",
                        part.name()
                    )];
                    said.extend(why.said);
                    let why = Why {
                        said,
                        cut: why.cut || cut,
                        ..why
                    };
                    return LawOutcome::Undecided(why);
                }
                other => return other,
            };
            for (list, digest) in lists.iter_mut().zip([&proof.cnf, &proof.lrat]) {
                let behind = digest.as_deref().unwrap_or(proof.engine.name());
                let _ = writeln!(list, "{} {behind}", part.name());
            }
            if proof.engine.has_formula() {
                engine = Engine::Sat;
            }
            let new = proof.solvers.into_iter();
            let new: Vec<String> = new.filter(|name| !solvers.contains(name)).collect();
            solvers.extend(new);
        }
        let [cnf, lrat] = &lists;
        if let Some(folder) = settings.keep
            && engine.has_formula()
            && let Err(error) = keep(folder, &kept_under(&self.name(), engine), cnf, lrat)
        {
            return LawOutcome::Undecided(Why {
                said: vec![error],
                failed: true,
                ..Why::default()
            });
        }
        let digest = |list: &String| {
            let digest = || blake3::hash(list.as_bytes()).to_hex().to_string();
            engine.has_formula().then(digest)
        };
        LawOutcome::Proved(Proof {
            cnf: digest(cnf),
            lrat: digest(lrat),
            solvers,
            ..Proof::by(engine)
        })
    }

    /// Whether operands are in a case.
    fn is_in(&self, terms: &mut Terms, operands: &[TermId], case: FloatCase) -> Option<TermId> {
        let mut numbers = vec![];
        for (ty, operand) in self.variables().iter().zip(operands) {
            numbers.push(Number::of(terms, ty.float()?, *operand));
        }
        match &numbers[..] {
            [a, b] => Some(case.holds(terms, a, b)),
            _ => None,
        }
    }
}

/// A case of a claim.
struct Part<'a, 'c>(&'a Ieee<'c>, FloatCase);

impl Claimed for Part<'_, '_> {
    fn name(&self) -> String {
        format!("{}::{}", self.0.name(), self.1)
    }

    fn variables(&self) -> &[ValueType] {
        self.0.variables()
    }

    fn broken(&self, terms: &mut Terms) -> Result<TermId, ClaimError> {
        let operands = self.0.operands(terms);
        let inside = self.0.is_in(terms, &operands, self.1);
        let inside = inside.ok_or(ClaimError::Types)?;
        let broken = self.0.broken_at(terms, &operands)?;
        Ok(terms.and(inside, broken))
    }

    fn confirmed(&self, values: &[Value]) -> Option<String> {
        self.0.confirmed(values)
    }
}

/// That every input is in a case.
struct Coverage<'a, 'c>(&'a Ieee<'c>);

impl Claimed for Coverage<'_, '_> {
    fn name(&self) -> String {
        format!("{}::covered", self.0.name())
    }

    fn variables(&self) -> &[ValueType] {
        self.0.variables()
    }

    fn broken(&self, terms: &mut Terms) -> Result<TermId, ClaimError> {
        let operands = self.0.operands(terms);
        let mut any = terms.bool(false);
        for case in &self.0.cases {
            let inside = self.0.is_in(terms, &operands, *case);
            any = terms.or(any, inside.ok_or(ClaimError::Types)?);
        }
        Ok(terms.not(any))
    }

    /// It is about the cases, of which the term says all.
    fn confirmed(&self, _: &[Value]) -> Option<String> {
        Some("no case is about it".into())
    }
}
