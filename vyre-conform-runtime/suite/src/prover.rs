//! Who proves laws for every input: a program that has a prover hands it in.
//!
//! The suite plans what is to be proved and records what came of it. How a law is proved does not concern it, so that a
//! crate of ops is built without a prover.

use std::fmt::Debug;
use std::time::Duration;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_spec::ProofMethod;

/// What stands behind a law that was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProvedBy {
    /// The method that decided it.
    pub engine: ProofMethod,
    /// BLAKE3 digest of the formula in DIMACS, in hexadecimal, where there is one.
    pub cnf: Option<String>,
    /// The same of the proof in LRAT.
    pub lrat: Option<String>,
    /// Who found it: names and versions.
    pub solvers: Vec<String>,
    /// How long that took.
    pub time: Duration,
    /// The theorem, of a law that one carries.
    pub by_theorem: Option<TheoremUse>,
}

/// The composition theorem that carries a law, and the laws that it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TheoremUse {
    /// Its name.
    pub theorem: String,
    /// The ids of the parts that prove the laws of the components, and what decided each.
    pub components: Vec<(String, ProofMethod)>,
}

impl TheoremUse {
    /// A theorem of this name, with these laws of the components.
    pub fn new(theorem: &str, components: Vec<(String, ProofMethod)>) -> Self {
        Self {
            theorem: theorem.to_owned(),
            components,
        }
    }
}

impl ProvedBy {
    /// What this method decided in this time, with the digests of formula and proof, and who found it.
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

/// What became of a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProverAnswer {
    /// It holds for every input; or its declared witness breaks it.
    Proved(ProvedBy),
    /// These values of its variables show that it does not hold as it is declared.
    Refuted(Vec<Value>),
    /// Nobody knows, and why.
    Undecided(String),
    /// Two that must agree do not: nothing is shown, and one of them is wrong.
    Contradiction(String),
}

/// Who proves laws.
pub trait Prover: Debug + Send + Sync {
    /// What becomes of the law with this index among those that the op declares.
    fn decide(&self, catalog: &Catalog, op: &Op, law: usize) -> ProverAnswer;
}
