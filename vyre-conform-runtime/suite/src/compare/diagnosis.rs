//! Diagnoses: the component at fault, with reasons.

use super::law::{self, LawFinding};
use super::values::{self, ValueFinding};
use super::{ExceededBound, Reason};
use crate::plan::Implementation;

/// Component at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Blame {
    /// A declared law is false for the intended op, or a stated bound of a loop is too small.
    Declaration,
    /// The Rust function does not compute the intended op.
    Reference,
    /// A row of the spec table is wrong: independent functions agree and contradict it.
    Row,
    /// The backend's results differ from the text that it lowers: the lowering, the driver or the device.
    Lowering,
    /// The native text of an adapter's profile, or its hardware, differs from the reference, which nothing else
    /// contradicts.
    Native,
    /// The translation of the body differs from the function.
    Translation,
    /// The function in `lower` differs from the op's function.
    NamedFunction,
    /// A hand-written alternate differs from the reference, which nothing else contradicts.
    Alternate,
    /// The engine's program, plan or decoding is wrong.
    Program,
    /// A case of the corpus is wrong: program and reference agree and contradict it.
    Corpus,
    /// The engine's input generator is wrong.
    Inputs,
    /// The engine adds in an order that differs from the one it declares.
    Additions,
    /// No input could have failed the check.
    Silent,
    /// The engine's program and its reference differ, and nothing decides between them.
    UndecidedProgram,
    /// A backend gave no result, so its values are unknown.
    Backend,
    /// The evidence is consistent with a wrong declaration and with a wrong reference.
    Undecided,
    /// The reference and the function in `lower` differ, and nothing decides between them.
    UndecidedNamed,
    /// The reference and an alternate differ, and nothing decides between them.
    UndecidedAlternate,
}

impl Blame {
    /// The blame if only this implementation is wrong.
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

    /// Its words in a report.
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
                "the check cannot fail: neither the inputs nor the engine's decoding can reveal a fault"
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
    /// The component at fault.
    pub blame: Blame,
    /// The reasons, most important first.
    pub reasons: Vec<Reason>,
    /// Further faults in this trial.
    pub other_blames: Vec<Blame>,
}

impl Diagnosis {
    /// A diagnosis with one reason.
    pub fn new(blame: Blame, reason: Reason) -> Self {
        Self {
            blame,
            reasons: vec![reason],
            other_blames: vec![],
        }
    }

    /// Adds the diagnosis of another fault in the same trial.
    pub(super) fn merge(&mut self, other: Self) {
        let blames = std::iter::once(other.blame).chain(other.other_blames);
        for blame in blames {
            if blame != self.blame && !self.other_blames.contains(&blame) {
                self.other_blames.push(blame);
            }
        }
        self.reasons.extend(other.reasons);
    }

    /// The reasons, one per line.
    pub fn lines(&self) -> Vec<String> {
        self.reasons.iter().map(ToString::to_string).collect()
    }
}

/// Evidence about one failing input.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum InputEvidence {
    /// The subject's result differs from the expected one.
    Values(ValueFinding),
    /// A law does not hold on a subject, or the witness of a negative law does not break it.
    Law(LawFinding),
}

/// Weighs a testimony.
pub fn diagnose(testimony: &InputEvidence) -> Diagnosis {
    match testimony {
        InputEvidence::Values(finding) => {
            weigh_bound(values::diagnose(finding), finding.exceeded.as_ref())
        }
        InputEvidence::Law(finding) => {
            weigh_bound(law::diagnose(finding), finding.exceeded.as_ref())
        }
    }
}

/// Prefers an exceeded bound as the explanation for a translation that differs from its function; blame of the function
/// or of the law itself stays.
fn weigh_bound(weighed: Diagnosis, exceeded: Option<&ExceededBound>) -> Diagnosis {
    match (weighed.blame, exceeded) {
        (
            Blame::Lowering | Blame::Translation | Blame::NamedFunction | Blame::UndecidedNamed,
            Some(exceeded),
        ) => exceeded.diagnosis(),
        _ => weighed,
    }
}
