//! Evidence of proved laws in a certificate.

use super::digest::{DIGEST_PREFIX, is_digest};
use super::words::by_name;
use serde::{Deserialize, Serialize};
use vyre_conform_prove::method::LawComponent;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_spec::ProofMethod;
use vyre_conform_suite::plan::proof_name;
use vyre_conform_suite::prover::LawProof;

/// Evidence of a proved law. The facts of the run have its duration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofEvidence {
    /// The method that decided it.
    #[serde(with = "by_name")]
    pub engine: ProofMethod,
    /// BLAKE3 of the formula in DIMACS, for methods that produce one: `blake3:` and 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cnf: Option<String>,
    /// BLAKE3 of the proof in LRAT that the checker accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lrat: Option<String>,
    /// Names and versions of the solver and of those that agree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solvers: Vec<String>,
    /// The composition theorem, if one proves the law.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theorem: Option<String>,
    /// The laws of components on which the theorem depends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<ComponentEvidence>,
}

/// A law on which a composition theorem depends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComponentEvidence {
    /// The id of the part that proves it.
    pub part: String,
    /// The method that decided it.
    #[serde(with = "by_name")]
    pub engine: ProofMethod,
}

impl ComponentEvidence {
    /// The id of the part that proves a law on which another depends.
    pub fn part_of(catalog: &Catalog, component: &LawComponent) -> String {
        let op = catalog.ops().iter().find(|op| op.def.id == component.op);
        let law = op.and_then(|op| op.def.laws.get(component.law));
        let name = law.map(proof_name).unwrap_or_default();
        format!("{}::{name}", component.op)
    }
}

/// Maximal length of a solver's name, in bytes.
const MAX_NAME: usize = 200;

impl ProofEvidence {
    /// The record of a proof from a run.
    pub fn of(proof: &LawProof) -> Self {
        let digest = |digits: &Option<String>| {
            let digits = digits.as_ref();
            digits.map(|digits| format!("{}{digits}", DIGEST_PREFIX))
        };
        Self {
            engine: proof.engine,
            cnf: digest(&proof.cnf),
            lrat: digest(&proof.lrat),
            solvers: proof.solvers.clone(),
            theorem: proof.by_theorem.as_ref().map(|by| by.theorem.clone()),
            components: components(proof),
        }
    }

    /// The reason why no proof of a law, declared to hold or not, has these fields.
    pub fn problem(&self, holds: bool) -> Option<String> {
        let engine = self.engine;
        if (engine == ProofMethod::Witness) == holds {
            let declared = if holds { "to hold" } else { "not to hold" };
            return Some(format!(
                "the method `{}` cannot decide a law that is declared {declared}",
                engine.name()
            ));
        }
        let composed = engine == ProofMethod::Composition;
        let named = |name: &String| !name.is_empty() && name.len() <= MAX_NAME;
        if self.theorem.is_some() != composed || !self.theorem.iter().all(named) {
            return Some(format!(
                "a law by {} names {} theorem",
                engine.name(),
                if composed { "its" } else { "no" }
            ));
        }
        if !composed && !self.components.is_empty() {
            return Some(format!("a law by {} rests on no other", engine.name()));
        }
        let digests = [("formula", &self.cnf), ("proof", &self.lrat)];
        for (what, digest) in digests {
            match (digest, engine.has_formula()) {
                (None, true) => {
                    return Some(format!(
                        "a law by {} has the digest of a {what}",
                        engine.name()
                    ));
                }
                (Some(_), false) => {
                    return Some(format!("a law by {} has no {what}", engine.name()));
                }
                (Some(digest), true) if !is_digest(digest) => {
                    return Some(format!("its digest of the {what} is not written as one"));
                }
                _ => {}
            }
        }
        if self.solvers.is_empty() == engine.has_formula() || !self.solvers.iter().all(named) {
            return Some(format!(
                "a law by {} names {} solver",
                engine.name(),
                if engine.has_formula() { "its" } else { "no" }
            ));
        }
        None
    }
}

/// The laws of components on which a proof depends.
fn components(proof: &LawProof) -> Vec<ComponentEvidence> {
    let used = proof.by_theorem.iter().flat_map(|by| &by.components);
    used.map(|(part, engine)| ComponentEvidence {
        part: part.clone(),
        engine: *engine,
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sat() -> ProofEvidence {
        ProofEvidence {
            engine: ProofMethod::Sat,
            cnf: Some(format!("blake3:{}", "a".repeat(64))),
            lrat: Some(format!("blake3:{}", "0".repeat(64))),
            solvers: vec!["cadical 1".into()],
            theorem: None,
            components: vec![],
        }
    }

    /// Oracle: docs/spec/proofs.md: which engine has a formula, a proof and a solver, and which law it decides.
    #[test]
    fn proof_has_exactly_the_parts_of_its_engine() {
        assert_eq!(sat().problem(true), None);
        let witness = ProofEvidence {
            engine: ProofMethod::Witness,
            cnf: None,
            lrat: None,
            solvers: vec![],
            theorem: None,
            components: vec![],
        };
        assert_eq!(witness.problem(false), None);
        assert!(witness.problem(true).is_some() && sat().problem(false).is_some());
        let composed = ProofEvidence {
            engine: ProofMethod::Composition,
            theorem: Some("a theorem".into()),
            components: vec![ComponentEvidence {
                part: "u32::lt::law::transitive::proved".into(),
                engine: ProofMethod::Sat,
            }],
            ..witness.clone()
        };
        assert_eq!(composed.problem(true), None);
        assert!(composed.problem(false).is_some());
        let without = ProofEvidence {
            theorem: None,
            ..composed.clone()
        };
        assert!(without.problem(true).is_some());
        let other = ProofEvidence {
            engine: ProofMethod::NormalForm,
            theorem: None,
            ..composed.clone()
        };
        assert!(other.problem(true).is_some());
        let edits: [fn(&mut ProofEvidence); 9] = [
            |p| p.theorem = Some("a theorem".into()),
            |p| p.cnf = None,
            |p| p.lrat = None,
            |p| p.solvers = vec![],
            |p| p.solvers = vec![String::new()],
            |p| p.solvers = vec!["x".repeat(201)],
            |p| p.lrat = Some("blake3:0".into()),
            |p| p.cnf = Some(format!("blake3:{}", "A".repeat(64))),
            |p| p.engine = ProofMethod::NormalForm,
        ];
        for (k, edit) in edits.iter().enumerate() {
            let mut proof = sat();
            edit(&mut proof);
            assert!(proof.problem(true).is_some(), "edit {k}");
        }
    }
}
