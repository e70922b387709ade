//! Outcomes of laws.

use std::fmt::{self, Display};
use std::time::Duration;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::OpDef;
pub use vyre_conform_spec::ProofMethod;

/// The proof of a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The method that decided it.
    pub method: ProofMethod,
    /// Digest of the formula in DIMACS, in hexadecimal.
    pub cnf: Option<String>,
    /// Digest of the proof in LRAT.
    pub lrat: Option<String>,
    /// The solvers that found it: names and versions.
    pub solvers: Vec<String>,
    /// The theorem, for a law proved by composition.
    pub by_theorem: Option<TheoremProof>,
}

/// The theorem that proves a law, and the laws that it depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TheoremProof {
    /// The name of the theorem.
    pub theorem: &'static str,
    /// The laws that it depends on, each with its method of proof.
    pub components: Vec<(LawComponent, ProofMethod)>,
}

/// A declared law that another one depends on.
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
    /// The law of an op with this index.
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

/// The reason why a law is undecided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UndecidedReason {
    /// The message of each method.
    pub messages: Vec<String>,
    /// A remedy.
    pub remedy: Option<String>,
    /// True if the law had less than its full time, because the common deadline was reached.
    pub is_timed_out: bool,
    /// True if an external fault prevented an answer, such as a crashed solver or a full disk: a second
    /// run may decide the law.
    pub failed: bool,
}

impl UndecidedReason {
    /// The reason for a law that had only a part of its time.
    pub(super) fn cut_short(mut self, had: Duration, subject: Duration) -> Self {
        let seconds = |time: Duration| time.as_secs_f64();
        self.messages.push(format!(
            "it was cut short, with {:.1} s of its {:.1} s: the time of the run was over",
            seconds(had),
            seconds(subject)
        ));
        self.is_timed_out = true;
        self
    }
}

impl Display for UndecidedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let helps = self.remedy.iter();
        let lines: Vec<&str> = self
            .messages
            .iter()
            .chain(helps)
            .map(String::as_str)
            .collect();
        if lines.is_empty() {
            f.write_str("no method decides it")
        } else {
            f.write_str(&lines.join("; "))
        }
    }
}

/// The outcome of a law.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LawOutcome {
    /// It holds for every input; for a negative law, its declared witness breaks it.
    Proved(Proof),
    /// It does not hold as declared.
    Refuted {
        /// Values of its variables.
        inputs: Vec<Value>,
        /// The consequence of these values.
        message: String,
    },
    /// No method decided it.
    Undecided(UndecidedReason),
    /// Two methods disagree: nothing is proved, and one of them is wrong.
    Contradiction(String),
}

impl LawOutcome {
    /// True if it is proved.
    pub const fn is_proved(&self) -> bool {
        matches!(self, Self::Proved(_))
    }

    /// Undecided for one reason, with a remedy.
    pub fn undecided(reason: impl Display, helps: &str) -> Self {
        Self::Undecided(UndecidedReason {
            messages: vec![reason.to_string()],
            remedy: Some(helps.to_owned()),
            is_timed_out: false,
            failed: false,
        })
    }

    pub(super) fn contradiction(message: String) -> Self {
        Self::Contradiction(format!(
            "{message}: one of the two is wrong, and nothing is shown. Please report it"
        ))
    }
}
