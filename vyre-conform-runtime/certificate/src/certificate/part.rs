//! One thing that was to be shown, as a certificate keeps it.

use super::engine_case::EngineCase;
use super::evidence::present;
use super::filetests::FailedFiletest;
use super::programs::ProgramCase;
use super::proof::ProofEvidence;
use super::word_text::{word_of_text, word_text};
use super::words::{PartDomain, Subject};
use serde::{Deserialize, Serialize};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::engine::SkippedSize;
use vyre_conform_runtime::generate::Set;
use vyre_conform_suite::plan::{self, Domain, Obligation, Oracle, PartKind};
use vyre_conform_suite::record;

/// The reason of a part, or of cases of it, that another shard runs.
pub const ELSEWHERE: &str = "another shard runs it";

/// How the reason of a part begins that nobody could decide.
const UNDECIDED: &str = "undecided: ";

/// How a part ended. Only `passed` is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeName {
    /// Shown.
    Passed,
    /// Refuted, or impossible to show.
    Failed,
    /// The backend lacks what it needs.
    Unsupported,
    /// Not run.
    NotRun,
}

impl OutcomeName {
    /// The same in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Unsupported => "unsupported",
            Self::NotRun => "not run",
        }
    }
}

/// One thing that was to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Stable id: the name of the trial.
    pub id: String,
    /// The kind.
    pub part: PartKind,
    /// What it judges.
    pub subject: Subject,
    /// Where the expected values come from.
    pub oracle: Oracle,
    /// The law it is about, by its place among the op's laws.
    pub law: Option<u64>,
    /// The inputs: an input set, or a law's domain; of an engine what is asked of it.
    pub domain: Option<PartDomain>,
    /// How it ended.
    pub outcome: OutcomeName,
    /// The reason why it did not pass.
    pub reason: Option<String>,
    /// Cases run.
    pub cases: u64,
    /// The numbers of these cases, from the first up to but not including the second, where the part
    /// is a range of cases.
    pub range: Option<[u64; 2]>,
    /// Cases of the whole range.
    pub due: Option<u64>,
    /// Failing cases among those run.
    pub failures: u64,
    /// The number of these cases were compared by the digests of their blocks, and not word by word: stated for the
    /// comparison of every input, and of that of witnesses where some were.
    pub by_digest: Option<u64>,
    /// What the inputs of the op hit, as the counter of classes found; of the part `coverage` alone.
    pub covered: Option<HitCounts>,
    /// An input that fails; few parts have one.
    pub counterexample: Option<Box<Counterexample>>,
    /// Cases of an engine at workgroup sizes that its runner cannot take, by the limit, in its order.
    pub skipped: Vec<SkippedCases>,
    /// What stands behind a law that was proved.
    pub proof: Option<Box<ProofEvidence>>,
}

/// Cases that a runner cannot take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkippedCases {
    /// The workgroup size and the limit.
    pub why: String,
    /// The number.
    pub cases: u64,
}

impl SkippedCases {
    /// Which workgroup size an engine leaves out, and why; nothing of a text that states no size.
    pub fn of_size(&self) -> Option<SkippedSize> {
        self.why.parse().ok()
    }
}

impl<T: Into<String>> From<(T, u64)> for SkippedCases {
    fn from((why, cases): (T, u64)) -> Self {
        let why = why.into();
        Self { why, cases }
    }
}

/// What inputs hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitCounts {
    /// Declared boundaries.
    pub boundaries: u64,
    /// Classes.
    pub classes: u64,
}

impl HitCounts {
    /// As a record has it.
    pub fn of(found: record::CoveredClasses) -> Self {
        Self {
            boundaries: found.boundaries,
            classes: found.classes,
        }
    }
}

/// An input on which a part fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counterexample {
    /// Number of the first failing case, from which the values were made smaller; null where the part
    /// is not a range of cases.
    #[serde(deserialize_with = "present")]
    pub case: Option<u64>,
    /// The smallest values found: operands, or a law's variables.
    pub inputs: Vec<ValueText>,
    /// The value that is expected.
    #[serde(deserialize_with = "present")]
    pub expected: Option<ValueText>,
    /// The words that were found.
    #[serde(deserialize_with = "present")]
    pub found: Option<Vec<String>>,
    /// Of an engine what failed, which has no values of an op.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<EngineCase>,
    /// Of random programs the one that fails, which has no values of an op.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramCase>,
    /// Of files of programs, and of a shader, the case that fails, which has no values of an op.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filetest: Option<FailedFiletest>,
}

/// A value: its type and its words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueText {
    /// Type as an author writes it.
    #[serde(rename = "type")]
    pub ty: String,
    /// Words in hexadecimal, low first.
    pub words: Vec<String>,
}

/// A declared law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LawEvidence {
    /// As the author wrote it.
    pub text: String,
    /// Its name in the ids of parts.
    pub name: String,
    /// True if it is declared to hold, or to have a witness that breaks it.
    pub holds: bool,
    /// Evidence on the reference.
    pub reference: Vec<String>,
    /// Evidence on the backend.
    pub backend: Vec<String>,
    /// The weaker grade of the two, in the words a report may use.
    pub grade: String,
}

impl ValueText {
    /// The text of a value.
    pub fn of(value: &Value) -> Self {
        Self {
            ty: value.ty().rust_name().into(),
            words: words(value.words()),
        }
    }

    /// The value, if the text is the one of it.
    pub fn value(&self) -> Option<Value> {
        let ty = vyre_conform_spec::ValueType::from_rust_name(&self.ty)?;
        let words = self.words.iter().map(|text| word_of_text(text));
        let words: Vec<u32> = words.collect::<Option<_>>()?;
        let value = Value::from_words(ty, &words);
        let written = words.len() == ty.words() && value.words() == words;
        (written && Self::of(&value) == *self).then_some(value)
    }
}

/// Words in hexadecimal.
pub(super) fn words(words: &[u32]) -> Vec<String> {
    words.iter().copied().map(word_text).collect()
}

/// An obligation as a part that has not been run.
pub fn part_of(obligation: &Obligation) -> Part {
    let (law, domain) = match &obligation.part {
        plan::Part::Law { law, domain } => (Some(*law as u64), Some(PartDomain::Law(*domain))),
        plan::Part::Regressions { law } => (law.map(|law| law as u64), None),
        plan::Part::Parity(set) => (None, Some(PartDomain::Inputs(*set))),
        plan::Part::Engine(vyre_conform_runtime::engine::Check::Regressions) => (None, None),
        plan::Part::Engine(check) => (None, Some(PartDomain::Question(*check))),
        _ => (None, None),
    };
    Part {
        id: obligation.id.clone(),
        part: obligation.part.kind(),
        subject: Subject::of(&obligation.question.subject),
        oracle: obligation.oracle,
        law,
        domain,
        outcome: OutcomeName::NotRun,
        reason: None,
        cases: 0,
        range: None,
        due: None,
        failures: 0,
        by_digest: None,
        covered: None,
        counterexample: None,
        skipped: vec![],
        proof: None,
    }
}

impl Part {
    /// True if it ran from its first case to its last, or as the whole that it is.
    pub fn is_complete(&self) -> bool {
        match (self.range, self.due) {
            (Some(range), Some(due)) => range == [0, due] && self.met() == due,
            (None, None) => self.outcome != OutcomeName::NotRun,
            _ => false,
        }
    }

    /// Cases that ran, and those that the runner cannot take.
    pub fn met(&self) -> u64 {
        let skipped = self.skipped.iter().map(|s| s.cases);
        skipped.fold(self.cases, u64::saturating_add)
    }

    /// True if it compares every input of an op.
    pub fn compares_every_input(&self) -> bool {
        self.domain == Some(PartDomain::Inputs(Set::ExhaustiveFull))
    }

    /// True if its cases may be compared by digests: every input, or witnesses.
    pub fn takes_digests(&self) -> bool {
        let witnessed = self.domain == Some(PartDomain::Inputs(Set::Witnessed));
        witnessed || self.compares_every_input()
    }

    /// True if it runs random programs, those of files, or a shader.
    pub fn is_of_programs(&self) -> bool {
        matches!(
            self.part,
            PartKind::Programs | PartKind::Filetests | PartKind::Wgsl
        )
    }

    /// True if it is a law that is to be proved for every input.
    pub fn is_proof(&self) -> bool {
        self.domain == Some(PartDomain::Law(Domain::Proved))
    }

    /// True if nobody could decide the law that is to be proved.
    pub fn is_undecided(&self) -> bool {
        let reason = self.reason.as_deref().unwrap_or_default();
        self.is_proof() && self.outcome == OutcomeName::NotRun && reason.starts_with(UNDECIDED)
    }

    /// True if its subject runs on the backend.
    pub fn on_backend(&self) -> bool {
        self.subject.on_backend()
    }
}
