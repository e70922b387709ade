//! Interface of provers of laws, which programs provide.
//!
//! The suite plans proofs and records their results. It is independent of provers, so that a crate of ops is built
//! without one.

use std::fmt::Debug;
use std::time::Duration;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_spec::ProofMethod;

/// Evidence of a proved law.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LawProof {
    /// The method that decided it.
    pub engine: ProofMethod,
    /// BLAKE3 digest of the formula in DIMACS, in hexadecimal, if there is one.
    pub cnf: Option<String>,
    /// BLAKE3 digest of the proof in LRAT.
    pub lrat: Option<String>,
    /// Names and versions of the solvers.
    pub solvers: Vec<String>,
    /// Duration of the proof.
    pub time: Duration,
    /// The theorem, if one proves the law.
    pub by_theorem: Option<TheoremUse>,
}

/// The composition theorem that proves a law, and the laws that it depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TheoremUse {
    /// Its name.
    pub theorem: String,
    /// The ids of the parts that prove the component laws, with the method of each.
    pub components: Vec<(String, ProofMethod)>,
}

impl TheoremUse {
    /// A theorem with its component laws.
    pub fn new(theorem: &str, components: Vec<(String, ProofMethod)>) -> Self {
        Self {
            theorem: theorem.to_owned(),
            components,
        }
    }
}

impl LawProof {
    /// A proof by this method, with digests of formula and proof, solvers and duration.
    pub fn new(
        engine: ProofMethod,
        [cnf, lrat]: [Option<String>; 2],
        solvers: Vec<String>,
        time: Duration,
    ) -> Self {
        Self {
            engine,
            cnf,
            lrat,
            solvers,
            time,
            by_theorem: None,
        }
    }
}

/// Result of a prover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProverAnswer {
    /// The law holds for every input, or its declared witness breaks it.
    Proved(LawProof),
    /// These values of its variables contradict the declaration.
    Refuted(Vec<Value>),
    /// Undecided, for this reason.
    Undecided(String),
    /// Two methods that must agree do not: one of them is wrong, and nothing is proved.
    Contradiction(String),
}

/// A prover of laws.
pub trait Prover: Debug + Send + Sync {
    /// Decides the op's declared law with this index.
    fn decide(&self, catalog: &Catalog, op: &Op, law: usize) -> ProverAnswer;
}
