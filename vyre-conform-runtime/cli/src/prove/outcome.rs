//! Fates of laws, as lines of text and of a file.

use serde::{Deserialize, Serialize};
use std::fmt::Write;
use vyre_conform_prove::method::{LawOutcome, Proof, ProofMethod};

/// Fate of a law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum ProveOutcome {
    /// It holds for every input, or its declared witness breaks it.
    Proved {
        /// The method that decided it.
        #[serde(with = "by_name")]
        engine: ProofMethod,
        /// Its basis: theorem, solvers, digests.
        behind: String,
        /// Digests of formula and proof in hexadecimal, if there are any.
        digests: Option<[String; 2]>,
    },
    /// The declaration is false.
    Refuted {
        /// The witness, and the method that found it.
        said: String,
    },
    /// Undecided.
    Undecided {
        /// The reason.
        said: String,
        /// True if it had less than its time limit. Such a law is not kept.
        #[serde(skip)]
        cut: bool,
        /// True if an unrelated error prevented a decision. Such a law is not kept either.
        #[serde(skip)]
        failed: bool,
    },
    /// Two methods that must agree do not.
    Contradiction {
        /// The methods, and the disagreement.
        said: String,
    },
}

impl ProveOutcome {
    pub(super) fn new(outcome: LawOutcome) -> Self {
        match outcome {
            LawOutcome::Proved(proof) => Self::Proved {
                engine: proof.method,
                behind: behind(&proof),
                digests: proof.cnf.zip(proof.lrat).map(|(cnf, lrat)| [cnf, lrat]),
            },
            LawOutcome::Refuted { inputs, message } => {
                let inputs: Vec<String> = inputs.iter().map(ToString::to_string).collect();
                Self::Refuted {
                    said: format!("({}): {message}", inputs.join(", ")),
                }
            }
            LawOutcome::Undecided(reason) => Self::Undecided {
                said: reason.to_string(),
                cut: reason.is_timed_out,
                failed: reason.failed,
            },
            LawOutcome::Contradiction(said) => Self::Contradiction { said },
            _ => Self::Undecided {
                said: "the prover reports an unknown method".into(),
                cut: false,
                failed: false,
            },
        }
    }

    /// True if a later run may take it over: it is decided, or had its time.
    pub(super) const fn is_kept(&self) -> bool {
        matches!(
            self,
            Self::Proved { .. }
                | Self::Refuted { .. }
                | Self::Undecided {
                    cut: false,
                    failed: false,
                    ..
                }
        )
    }

    /// In words.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Proved { engine, behind, .. } => format!("proved ({}){behind}", engine.name()),
            Self::Refuted { said } => format!("REFUTED at {said}"),
            Self::Undecided { said, .. } => format!("undecided: {said}"),
            Self::Contradiction { said } => format!("CONTRADICTION: {said}"),
        }
    }
}

/// The basis of a proved law, in the words that follow its method.
fn behind(proof: &Proof) -> String {
    let mut message = String::new();
    if let Some(by) = &proof.by_theorem {
        let names = by.components.iter();
        let names: Vec<&str> = names.map(|(of, _)| of.name.as_str()).collect();
        let _ = write!(message, ": {}{}", by.theorem, from(&names));
    }
    if !proof.solvers.is_empty() {
        let _ = write!(message, " by {}", proof.solvers.join(" and "));
    }
    for (what, digest) in [("formula", &proof.cnf), ("proof", &proof.lrat)] {
        if let Some(digest) = digest {
            let short: String = digest.chars().take(16).collect();
            let _ = write!(message, ", {what} {short}");
        }
    }
    message
}

/// The component laws of a theorem, as a suffix of its name.
pub(crate) fn from(components: &[&str]) -> String {
    match components {
        [] => String::new(),
        some => format!(", from {}", some.join(", ")),
    }
}

/// For the attribute `serde(with = "by_name")`: a method.
mod by_name {
    use super::ProofMethod;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(engine: &ProofMethod, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(engine.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<ProofMethod, D::Error> {
        let name = String::deserialize(from)?;
        ProofMethod::from_name(&name)
            .ok_or_else(|| D::Error::custom(format!("there is no method `{name}`")))
    }
}
