//! What became of a law.

use std::fmt::{self, Display};
use vyre_conform_ir::value::Value;
pub use vyre_conform_spec::ProofEngine as Engine;

/// What stands behind a law that was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What decided it.
    pub engine: Engine,
    /// Digest of the formula in DIMACS, in hexadecimal.
    pub cnf: Option<String>,
    /// Digest of the proof in LRAT.
    pub lrat: Option<String>,
    /// Who found it: names and versions.
    pub solvers: Vec<String>,
}

impl Proof {
    /// A proof that needs no solver.
    pub fn by(engine: Engine) -> Self {
        Self {
            engine,
            cnf: None,
            lrat: None,
            solvers: vec![],
        }
    }
}

/// Why a law is not decided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Why {
    /// What each engine says.
    pub said: Vec<String>,
    /// What would help.
    pub helps: Option<String>,
}

impl Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let helps = self.helps.iter();
        let lines: Vec<&str> = self.said.iter().chain(helps).map(String::as_str).collect();
        match lines.is_empty() {
            true => f.write_str("no engine decides it"),
            false => f.write_str(&lines.join("; ")),
        }
    }
}

/// What became of a law.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// It holds for every input; or its declared witness breaks it.
    Proved(Proof),
    /// It does not hold as it is declared.
    Refuted {
        /// Values of its variables.
        inputs: Vec<Value>,
        /// What they show.
        message: String,
    },
    /// Nobody knows.
    Undecided(Why),
    /// Two that must agree do not: nothing is shown, and one of them is wrong.
    Contradiction(String),
}

impl Outcome {
    /// Undecided, for one reason, and what helps.
    pub fn undecided(why: impl Display, helps: &str) -> Self {
        Self::Undecided(Why {
            said: vec![why.to_string()],
            helps: Some(helps.to_owned()),
        })
    }

    pub(super) fn contradiction(message: String) -> Self {
        Self::Contradiction(format!(
            "{message}: one of the two is wrong, and nothing is shown. Please report it"
        ))
    }
}
