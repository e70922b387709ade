//! A law decided: by a theorem where one carries it, and its components by whatever decides them.

use super::{Composer, CompositionProof, undecided};
use crate::claim::DeclaredLaw;
use crate::method::{
    ByTheorem, LawComponent, LawOutcome, Proof, ProofMethod, ProverSettings, Why, decide,
};
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::sync::lock;

impl Composer<'_> {
    /// Decides the law with this index among those that an op declares. A law that a theorem carries is proved if
    /// everything that it rests on is. If one of these is refuted it is not, whatever else could be said of it; if one
    /// is undecided, the law is decided by itself.
    pub fn decide(&self, op: &Op, law: usize, settings: &ProverSettings<'_>) -> LawOutcome {
        if let Ok(carried) = self.carried(op, law) {
            match self.composed(&carried, settings) {
                Some(outcome) => return outcome,
                None => return self.alone(op, law, settings),
            }
        }
        self.alone(op, law, settings)
    }

    /// Takes over that a law was decided before, so that those that rest on it do not ask about it again.
    pub fn know(&self, op: &Op, law: usize, outcome: LawOutcome) {
        lock(&self.decided).insert((op.def.id, law), outcome);
    }

    /// By whatever needs no other law.
    fn alone(&self, op: &Op, law: usize, settings: &ProverSettings<'_>) -> LawOutcome {
        match DeclaredLaw::new(self.catalog, op, &op.def.laws[law]) {
            Ok(declared) => decide(&declared, settings),
            Err(error) => undecided(&error),
        }
    }

    /// By a theorem; none where a component is undecided.
    fn composed(
        &self,
        carried: &CompositionProof,
        settings: &ProverSettings<'_>,
    ) -> Option<LawOutcome> {
        let mut components = vec![];
        for component in &carried.components {
            match self.component(component, settings) {
                LawOutcome::Proved(proof) => components.push((component.clone(), proof.method)),
                LawOutcome::Undecided(_) => return None,
                LawOutcome::Refuted { .. } => {
                    return Some(lost(carried, component, "is refuted", false));
                }
                LawOutcome::Contradiction(_) => {
                    return Some(lost(carried, component, "is a contradiction", true));
                }
            }
        }
        Some(LawOutcome::Proved(Proof {
            by_theorem: Some(ByTheorem {
                theorem: carried.theorems.first()?.name,
                components,
            }),
            ..Proof::by(ProofMethod::Composition)
        }))
    }

    /// What becomes of a component, which is asked once.
    fn component(&self, component: &LawComponent, settings: &ProverSettings<'_>) -> LawOutcome {
        let key = (component.op, component.law);
        if let Some(outcome) = lock(&self.decided).get(&key) {
            return outcome.clone();
        }
        // Its own formula and proof are kept where it is asked for itself.
        let settings = ProverSettings {
            keep: None,
            ..settings.clone()
        };
        let outcome = match self.shelf.find(component.op) {
            Some(shelved) => self.decide(shelved.op, component.law, &settings),
            None => LawOutcome::undecided("its op is not here", "link it"),
        };
        lock(&self.decided).insert(key, outcome.clone());
        outcome
    }
}

/// A law whose theorem rests on one that does not hold.
fn lost(
    carried: &CompositionProof,
    component: &LawComponent,
    what: &str,
    failed: bool,
) -> LawOutcome {
    let theorem = carried.theorems.first().map_or("", |theorem| theorem.name);
    LawOutcome::Undecided(Why {
        said: vec![format!(
            "it would follow by `{theorem}` from {}, which {what}",
            component.name
        )],
        failed,
        ..Why::default()
    })
}
