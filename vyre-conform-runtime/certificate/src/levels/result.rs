//! What was to be shown about an op, and how it ended: all that levels depend on.

use vyre_conform_runtime::generate::Set;
use vyre_conform_suite::plan::{Domain, Implementation, Part};

/// Something that was to be shown about an op, and how it ended: all that a level depends on, whether it
/// comes from the records of a run or from the parts of a certificate.
#[derive(Clone, Copy, Debug)]
pub struct ObligationResult<'a> {
    /// Id of the obligation.
    pub id: &'a str,
    /// What it is about.
    pub about: About,
    /// Where it was shown.
    pub place: SubjectKind,
    /// How it ended.
    pub ended: ObligationOutcome<'a>,
    /// Cases run.
    pub cases: u64,
}

/// What an obligation is about, as far as levels tell obligations apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum About {
    /// The law with this index, over a domain.
    Law(usize, Domain),
    /// The law with this index, for every input, which L2 does not ask for.
    Proof(usize),
    /// Saved failures of a law.
    SavedLaw,
    /// Parity on witnesses.
    Witnesses,
    /// Anything else that L1 requires.
    Rest,
}

/// What an obligation was shown on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SubjectKind {
    /// The reference or the interpreter.
    Host,
    /// The lowering on the backend.
    Lowering,
    /// An alternate on the backend: what it obeys is not evidence for the lowering.
    Alternate,
}

/// How an obligation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ObligationOutcome<'a> {
    /// Shown.
    Passed,
    /// Refuted, in these words.
    Failed(&'a str),
    /// The backend lacks this hardware.
    Unsupported(&'a str),
    /// Not run, or not all of it; the reason if there is more to say.
    NotRun(Option<&'a str>),
}

impl About {
    /// What a part of the plan is about.
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
    /// Where a subject runs.
    pub fn of(subject: &Implementation) -> Self {
        match subject {
            Implementation::Lowering { .. } => Self::Lowering,
            Implementation::Alternate { .. } => Self::Alternate,
            Implementation::Reference { .. } | Implementation::Interpreter { .. } => Self::Host,
        }
    }
}
