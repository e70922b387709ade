//! Laws of ops that follow from the structure of their bodies and the laws of the ops in them.
//!
//! Bodies become trees of operators, in which every subtree that is the body of another op is that op:
//! `a & b` is `u32::bit_and`, and `if a < b { a } else { b }` is `u32::min`. A matcher searches for a
//! [theorem](crate::theorem) with the structure of the body, whose hypotheses are laws that earlier ops
//! declare, or that follow for a part of the body by another theorem. A separate verification checks
//! the result: against the bodies as they are translated for every other proof, by the checker of
//! derivations, and against the declarations.
//!
//! So a law is as strong as its weakest component; if a component is refuted, the theorem no longer
//! supports the law.

mod application;
mod confirmation;
mod decision;
mod matching;
mod meaning;
mod order;
mod read;
#[cfg(test)]
#[allow(unreachable_pub, reason = "it holds ops, and ops are public")]
mod tests;
mod tree;

pub use confirmation::CompositionError;

use crate::claim::ClaimError;
use crate::method::{LawComponent, LawOutcome};
use crate::theorem::Theorem;
use matching::{LawQuery, Matcher};
use order::{LawLocation, OpIndex};
use std::collections::HashMap;
use std::sync::Mutex;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::Polarity;

/// The theorem and components that prove a law of a composed op.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CompositionProof {
    /// The theorems: that of the whole body first, then those of its parts.
    pub theorems: Vec<&'static Theorem>,
    /// The laws that they depend on; empty if the structure alone implies the law.
    pub components: Vec<LawComponent>,
}

/// Derives laws of the ops of a catalog from theorems.
#[derive(Debug)]
pub struct Composer<'c> {
    shelf: OpIndex<'c>,
    catalog: &'c Catalog,
    /// Outcomes of laws that others depend on.
    decided: Mutex<HashMap<(&'static str, usize), LawOutcome>>,
}

impl<'c> Composer<'c> {
    /// A composer for the integer ops of a catalog.
    pub fn new(catalog: &'c Catalog) -> Self {
        Self {
            shelf: OpIndex::new(catalog),
            catalog,
            decided: Mutex::default(),
        }
    }

    /// The theorem and components that prove the law with this index among those that an op declares.
    ///
    /// # Errors
    /// [`CompositionError::NoTheorem`], or the fault of the theorem found, which would be a bug of the
    /// matcher.
    pub fn carried(&self, op: &Op, law: usize) -> Result<CompositionProof, CompositionError> {
        let application = self
            .application(op, law)
            .ok_or(CompositionError::NoTheorem)?;
        let (number, application) = application;
        confirmation::confirm(&self.shelf, LawLocation { op: number, law }, &application)?;
        let mut declared = vec![];
        application.declared(&mut declared);
        let component = |at: LawLocation| LawComponent::of(self.shelf.ops[at.op].op.def, at.law);
        let mut theorems = vec![];
        application.theorems(&mut theorems);
        Ok(CompositionProof {
            theorems,
            components: declared.into_iter().map(component).collect(),
        })
    }

    /// Every declared law that a theorem proves: the op, and the index of the law.
    pub fn all(&self) -> Vec<(&'static str, usize)> {
        let laws = |op: &Op| {
            (0..op.def.laws.len())
                .map(|law| (op.def.id, law))
                .collect::<Vec<_>>()
        };
        let ops = self.shelf.ops.iter();
        let all = ops.flat_map(|shelved| {
            let laws = laws(shelved.op).into_iter();
            laws.filter(|(_, law)| self.carried(shelved.op, *law).is_ok())
        });
        all.collect()
    }

    fn application(&self, op: &Op, law: usize) -> Option<(usize, application::Application)> {
        let number = self.shelf.number(op.def.id)?;
        let shelved = &self.shelf.ops[number];
        let def = op.def.laws.get(law)?;
        if !matches!(def.polarity, Polarity::Holds) {
            return None;
        }
        let query = LawQuery::new(&self.shelf, def)?;
        let matcher = Matcher {
            shelf: &self.shelf,
            before: shelved.rank,
        };
        Some((number, matcher.derive(&shelved.lambda, &query, 0)?))
    }
}

/// The reason why a component of a law cannot be decided.
fn undecided(error: &ClaimError) -> LawOutcome {
    LawOutcome::undecided(error, "leave it to exhaustive and witnessed evidence")
}
