//! What became of a law.

use std::fmt::{self, Display};
use std::time::Duration;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::OpDef;
pub use vyre_conform_spec::ProofMethod;

/// What stands behind a law that was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The method that decided it.
    pub method: ProofMethod,
    /// Digest of the formula in DIMACS, in hexadecimal.
    pub cnf: Option<String>,
    /// Digest of the proof in LRAT.
    pub lrat: Option<String>,
    /// Who found it: names and versions.
    pub solvers: Vec<String>,
    /// The theorem, of a law that one carries.
    pub by_theorem: Option<ByTheorem>,
}

/// The theorem that carries a law, and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByTheorem {
    /// The name of the theorem.
    pub theorem: &'static str,
    /// The laws that it rests on, and what decided each.
    pub components: Vec<(LawComponent, ProofMethod)>,
}

/// A declared law that another rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LawComponent {
    /// The op that declares it.
    pub op: &'static str,
    /// Its index among the laws of the op.
    pub law: usize,
    /// Op and law, such as `u32::lt::Transitive`.
    pub name: String,
}

impl LawComponent {
    /// The law with this index of an op.
    pub fn of(op: &OpDef, law: usize) -> Self {
        let text: String = op.laws[law].text.split_whitespace().collect();
        Self {
            op: op.id,
            law,
            name: format!("{}::{text}", op.id),
        }
    }
}

impl Proof {
    /// A proof that needs no solver.
    pub fn by(method: ProofMethod) -> Self {
        Self {
            method,
            cnf: None,
            lrat: None,
            solvers: vec![],
            by_theorem: None,
        }
    }
}

/// The reason why a law is not decided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Why {
    /// What each method says.
    pub said: Vec<String>,
    /// What would help.
    pub helps: Option<String>,
    /// True if it had less than the time of a law, because the time of all laws was over.
    pub cut: bool,
    /// True if something else than the law kept it from an answer, such as a solver that died or a disk that is full:
    /// asked again, it may be decided.
    pub failed: bool,
}

impl Why {
    /// The same of a law that had only this much of its time.
    pub(super) fn cut_short(mut self, had: Duration, of: Duration) -> Self {
        let seconds = |time: Duration| time.as_secs_f64();
        self.said.push(format!(
            "it was cut short, with {:.1} s of its {:.1} s: the time of the run was over",
            seconds(had),
            seconds(of)
        ));
        self.cut = true;
        self
    }
}

impl Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let helps = self.helps.iter();
        let lines: Vec<&str> = self.said.iter().chain(helps).map(String::as_str).collect();
        if lines.is_empty() {
            f.write_str("no method decides it")
        } else {
            f.write_str(&lines.join("; "))
        }
    }
}

/// What became of a law.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LawOutcome {
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

impl LawOutcome {
    /// True if it is proved.
    pub const fn is_proved(&self) -> bool {
        matches!(self, Self::Proved(_))
    }

    /// Undecided, for one reason, and what helps.
    pub fn undecided(why: impl Display, helps: &str) -> Self {
        Self::Undecided(Why {
            said: vec![why.to_string()],
            helps: Some(helps.to_owned()),
            cut: false,
            failed: false,
        })
    }

    pub(super) fn contradiction(message: String) -> Self {
        Self::Contradiction(format!(
            "{message}: one of the two is wrong, and nothing is shown. Please report it"
        ))
    }
}
