//! Decision of laws: by a theorem that covers them, with its components by any method.

use super::{Composer, CompositionProof, undecided};
use crate::claim::DeclaredLaw;
use crate::method::{
    LawComponent, LawOutcome, Proof, ProofMethod, ProverSettings, TheoremProof, UndecidedReason,
    decide,
};
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::sync::lock;

impl Composer<'_> {
    /// Decides the law with this index among those that an op declares. A law that a theorem covers is
    /// proved if all components are. If one of them is refuted the law is not proved in any other way;
    /// if one is undecided, the law is decided directly.
    pub fn decide(&self, op: &Op, law: usize, settings: &ProverSettings<'_>) -> LawOutcome {
        if let Ok(carried) = self.carried(op, law) {
            match self.composed(&carried, settings) {
                Some(outcome) => return outcome,
                None => return self.alone(op, law, settings),
            }
        }
        self.alone(op, law, settings)
    }

    /// Records an earlier outcome of a law, so that laws that depend on it need not decide it again.
    pub fn know(&self, op: &Op, law: usize, outcome: LawOutcome) {
        lock(&self.decided).insert((op.def.id, law), outcome);
    }

    /// Decides the law by methods that need no other law.
    fn alone(&self, op: &Op, law: usize, settings: &ProverSettings<'_>) -> LawOutcome {
        match DeclaredLaw::new(self.catalog, op, &op.def.laws[law]) {
            Ok(declared) => decide(&declared, settings),
            Err(error) => undecided(&error),
        }
    }

    /// Decides the law by a theorem; `None` if a component is undecided.
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
            by_theorem: Some(TheoremProof {
                theorem: carried.theorems.first()?.name,
                components,
            }),
            ..Proof::by(ProofMethod::Composition)
        }))
    }

    /// The outcome of a component, which is decided once.
    fn component(&self, component: &LawComponent, settings: &ProverSettings<'_>) -> LawOutcome {
        let key = (component.op, component.law);
        if let Some(outcome) = lock(&self.decided).get(&key) {
            return outcome.clone();
        }
        // Its own formula and proof are stored when it is decided as a law of its own.
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

/// The outcome of a law whose theorem depends on a law that does not hold.
fn lost(
    carried: &CompositionProof,
    component: &LawComponent,
    description: &str,
    failed: bool,
) -> LawOutcome {
    let theorem = carried.theorems.first().map_or("", |theorem| theorem.name);
    LawOutcome::Undecided(UndecidedReason {
        messages: vec![format!(
            "it would follow by `{theorem}` from {}, which {description}",
            component.name
        )],
        failed,
        ..UndecidedReason::default()
    })
}
