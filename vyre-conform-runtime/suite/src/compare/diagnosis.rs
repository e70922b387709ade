//! What is wrong, and why.

use super::law::{self, LawFinding};
use super::values::{self, ValueFinding};
use super::{ExceededBound, Reason};
use crate::plan::Implementation;

/// The fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Blame {
    /// A declared law is false of the op that was meant, or a stated bound of a loop is too small.
    Declaration,
    /// The Rust function does not compute the op that was meant.
    Reference,
    /// A row of the spec table stands alone: functions that were written apart agree, and contradict it.
    Row,
    /// What the backend runs differs from the text that it is lowered from: the lowering, the driver or the
    /// device.
    Lowering,
    /// The native text that a profile of an adapter runs, or the hardware that it runs on, differs from the
    /// reference, which nothing else contradicts.
    Native,
    /// The translation of the body differs from the function.
    Translation,
    /// The function named by `lower` differs from the function that the op is.
    NamedFunction,
    /// A hand-written alternate differs from the reference, which nothing else contradicts.
    Alternate,
    /// The engine's program, its plan, or what it makes of the words, is wrong.
    Program,
    /// A case of the corpus stands alone: program and reference agree, and contradict it.
    Corpus,
    /// The engine's function that makes inputs is wrong.
    Inputs,
    /// The engine adds in an order that differs from the one it declares.
    Additions,
    /// Nothing could have failed the check.
    Silent,
    /// The engine's program and its reference differ, and nothing decides between them.
    UndecidedProgram,
    /// A backend gave no result: nothing is said of what it would have computed.
    Backend,
    /// The evidence fits the declaration and the reference.
    Undecided,
    /// The reference and the function named by `lower` differ, and nothing decides between them.
    UndecidedNamed,
    /// The reference and an alternate differ, and nothing decides between them.
    UndecidedAlternate,
}

impl Blame {
    /// What is wrong where nothing but this implementation is.
    pub fn of(subject: &Implementation) -> Self {
        match subject {
            Implementation::Reference { .. } => Self::Reference,
            Implementation::Interpreter { .. } => Self::Translation,
            Implementation::Alternate { .. } => Self::Alternate,
            subject if subject.is_native() => Self::Native,
            subject if subject.is_kernel() => Self::NamedFunction,
            _ => Self::Lowering,
        }
    }

    /// The words of a report.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Declaration => "the declaration is false",
            Self::Reference => "the CPU reference is wrong",
            Self::Row => "the row of the spec table is suspect: nothing else agrees with it",
            Self::Lowering => "the lowering is wrong",
            Self::Native => "the native text is wrong, or the hardware it is for",
            Self::Translation => "the translation of the reference is wrong",
            Self::NamedFunction => "the function that `lower` names is wrong",
            Self::Alternate => "the alternate is wrong",
            Self::Program => "the engine's program is wrong",
            Self::Corpus => {
                "the case of the corpus is suspect: program and reference contradict it alike"
            }
            Self::Inputs => "the engine's function that makes inputs is wrong",
            Self::Additions => "the declared order of additions is not the engine's",
            Self::Silent => {
                "the check cannot fail: the inputs, or what the engine makes of its words, show nothing"
            }
            Self::UndecidedProgram => {
                "undecided between the engine's program and the CPU reference"
            }
            Self::Backend => "the backend gave no result, which says nothing about the op",
            Self::Undecided => "undecided between the declaration and the CPU reference",
            Self::UndecidedNamed => {
                "undecided between the CPU reference and the function that `lower` names"
            }
            Self::UndecidedAlternate => "undecided between the CPU reference and the alternate",
        }
    }
}

/// A diagnosis with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnosis {
    /// The fault.
    pub blame: Blame,
    /// The reason, the weightiest first.
    pub because: Vec<Reason>,
    /// What else is wrong in this trial.
    pub also: Vec<Blame>,
}

impl Diagnosis {
    /// A diagnosis for one reason.
    pub fn of(blame: Blame, reason: Reason) -> Self {
        Self {
            blame,
            because: vec![reason],
            also: vec![],
        }
    }

    /// Takes in the diagnosis on something else that is wrong in the same trial.
    pub(super) fn also(&mut self, other: Self) {
        let blames = std::iter::once(other.blame).chain(other.also);
        for blame in blames {
            if blame != self.blame && !self.also.contains(&blame) {
                self.also.push(blame);
            }
        }
        self.because.extend(other.because);
    }

    /// The reasons, one a line.
    pub fn lines(&self) -> Vec<String> {
        self.because.iter().map(ToString::to_string).collect()
    }
}

/// What is known about one failing input.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Testimony {
    /// The subject's result differs from the expected one.
    Values(ValueFinding),
    /// A law does not hold on a subject, or the witness of a negative law does not break it.
    Law(LawFinding),
}

/// Weighs a testimony.
pub fn diagnose(testimony: &Testimony) -> Diagnosis {
    match testimony {
        Testimony::Values(finding) => {
            weigh_bound(values::diagnose(finding), finding.exceeded.as_ref())
        }
        Testimony::Law(finding) => weigh_bound(law::diagnose(finding), finding.exceeded.as_ref()),
    }
}

/// A bound that is exceeded explains why what is translated differs from the function; what speaks against the
/// function or against the law itself stays as it is.
fn weigh_bound(weighed: Diagnosis, exceeded: Option<&ExceededBound>) -> Diagnosis {
    match (weighed.blame, exceeded) {
        (
            Blame::Lowering | Blame::Translation | Blame::NamedFunction | Blame::UndecidedNamed,
            Some(exceeded),
        ) => exceeded.diagnosis(),
        _ => weighed,
    }
}
