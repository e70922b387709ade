//! Laws of ops that follow from the form of their bodies and the laws of the ops in them.
//!
//! Bodies are read as trees of operators, in which every tree that another op has for its body is that op: `a & b` is
//! `u32::bit_and`, and `if a < b { a } else { b }` is `u32::min`. A matcher looks for a [theorem](crate::theorem) whose
//! form a body has and whose hypotheses are laws that ops before it declare, or that follow of a part of the body by
//! another theorem. What it finds is confirmed apart from it: by the bodies as they are translated for every other
//! proof, by the checker of derivations, and by the declarations.
//!
//! So a law is as strong as the weakest that it rests on; where one of these is refuted, it is carried no longer.

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
use order::{LawAt, Shelf};
use std::collections::HashMap;
use std::sync::Mutex;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::Polarity;

/// What carries a law of a composed op.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CompositionProof {
    /// The theorems, that of the whole body first, then those of its parts.
    pub theorems: Vec<&'static Theorem>,
    /// The laws that they rest on. There is none where the form alone makes the law.
    pub components: Vec<LawComponent>,
}

/// Finds what carries laws of the ops of a catalog.
#[derive(Debug)]
pub struct Composer<'c> {
    shelf: Shelf<'c>,
    catalog: &'c Catalog,
    /// What became of laws that others rest on.
    decided: Mutex<HashMap<(&'static str, usize), LawOutcome>>,
}

impl<'c> Composer<'c> {
    /// For the integer ops of a catalog.
    pub fn new(catalog: &'c Catalog) -> Self {
        Self {
            shelf: Shelf::new(catalog),
            catalog,
            decided: Mutex::default(),
        }
    }

    /// What carries the law with this index among those that an op declares.
    ///
    /// # Errors
    /// [`CompositionError::NoTheorem`], or what is wrong with the theorem that was found, which would be a fault of the
    /// matcher.
    pub fn carried(&self, op: &Op, law: usize) -> Result<CompositionProof, CompositionError> {
        let application = self
            .application(op, law)
            .ok_or(CompositionError::NoTheorem)?;
        let (number, application) = application;
        confirmation::confirm(&self.shelf, LawAt { op: number, law }, &application)?;
        let mut declared = vec![];
        application.declared(&mut declared);
        let component = |at: LawAt| LawComponent::of(self.shelf.ops[at.op].op.def, at.law);
        let mut theorems = vec![];
        application.theorems(&mut theorems);
        Ok(CompositionProof {
            theorems,
            components: declared.into_iter().map(component).collect(),
        })
    }

    /// Every declared law that a theorem carries: the op, and the index of the law.
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
        let asked = LawQuery::of(&self.shelf, def)?;
        let matcher = Matcher {
            shelf: &self.shelf,
            before: shelved.rank,
        };
        Some((number, matcher.derive(&shelved.lambda, &asked, 0)?))
    }
}

/// The reason why a component of a law cannot be decided.
fn undecided(error: &ClaimError) -> LawOutcome {
    LawOutcome::undecided(error, "leave it to exhaustive and witnessed evidence")
}
