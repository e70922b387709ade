//! Results of obligations: the input of levels.

use vyre_conform_runtime::generate::Set;
use vyre_conform_suite::plan::{Domain, Implementation, Part};

/// Result of one obligation of an op: all that a level depends on. It comes from the records of a run or from the parts
/// of a certificate.
#[derive(Clone, Copy, Debug)]
pub struct ObligationResult<'a> {
    /// Id of the obligation.
    pub id: &'a str,
    /// Topic of the obligation.
    pub topic: Topic,
    /// Kind of the subject.
    pub subject_kind: SubjectKind,
    /// Outcome of the obligation.
    pub outcome: ObligationOutcome<'a>,
    /// Cases run.
    pub cases: u64,
}

/// Topic of an obligation, as far as levels distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Topic {
    /// The law with this index, over a domain.
    Law(usize, Domain),
    /// The law with this index for every input, which L2 does not require.
    Proof(usize),
    /// Saved failures of a law.
    SavedLaw,
    /// Parity on witnesses.
    Witnesses,
    /// Any other requirement of L1.
    Rest,
}

/// Place of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SubjectKind {
    /// The reference or the interpreter.
    Host,
    /// The lowering on the backend.
    Lowering,
    /// An alternate on the backend; its results show nothing about the lowering.
    Alternate,
}

/// Outcome of an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ObligationOutcome<'a> {
    /// It holds.
    Passed,
    /// Refuted, with this message.
    Failed(&'a str),
    /// The backend lacks this hardware.
    Unsupported(&'a str),
    /// Not run, or not completely, with an optional reason.
    NotRun(Option<&'a str>),
}

impl Topic {
    /// The topic of a part of the plan.
    pub fn of(part: &Part) -> Self {
        match part {
            Part::Law {
                law,
                domain: Domain::Proved,
            } => Self::Proof(*law),
            Part::Law { law, domain } => Self::Law(*law, *domain),
            Part::Regressions { law: Some(_) } => Self::SavedLaw,
            Part::Parity(Set::Witnessed) => Self::Witnesses,
            Part::Regressions { law: None }
            | Part::Gates
            | Part::Table
            | Part::Interpreter
            | Part::Coverage
            | Part::Deterministic
            | Part::Parity(_)
            | Part::Operands
            | Part::Engine(_)
            | Part::Programs
            | Part::Filetests
            | Part::Wgsl(_) => Self::Rest,
        }
    }
}

impl SubjectKind {
    /// The place of an implementation.
    pub fn of(subject: &Implementation) -> Self {
        match subject {
            Implementation::Lowering { .. } => Self::Lowering,
            Implementation::Alternate { .. } => Self::Alternate,
            Implementation::Reference { .. } | Implementation::Interpreter { .. } => Self::Host,
        }
    }
}
