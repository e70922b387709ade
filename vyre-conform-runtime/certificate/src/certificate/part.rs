//! Parts: the records of obligations in a certificate.

use super::engine_case::EngineCase;
use super::filetests::FailedFiletest;
use super::nullable::present;
use super::program_case::ProgramCase;
use super::proof::ProofEvidence;
use super::word_text::{word_of_text, word_text};
use super::words::{PartDomain, Subject};
use serde::{Deserialize, Serialize};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::engine::SkippedSize;
use vyre_conform_runtime::generate::Set;
use vyre_conform_suite::plan::{self, Domain, Obligation, Oracle, PartKind};
use vyre_conform_suite::record;

/// Reason of a part, or of cases of it, that belong to another shard.
pub const ELSEWHERE: &str = "another shard runs it";

/// Prefix of the reason of an undecided part.
const UNDECIDED: &str = "undecided: ";

/// Outcome of a part. Only `passed` is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeName {
    /// All cases hold.
    Passed,
    /// Refuted, or impossible to decide.
    Failed,
    /// The backend lacks what it needs.
    Unsupported,
    /// Not run.
    NotRun,
}

impl OutcomeName {
    /// The outcome in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Unsupported => "unsupported",
            Self::NotRun => "not run",
        }
    }
}

/// The record of one obligation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Stable id: the name of the trial.
    pub id: String,
    /// Kind of the part.
    pub part: PartKind,
    /// Subject of the part.
    pub subject: Subject,
    /// Source of the expected values.
    pub oracle: Oracle,
    /// Index of the law among the laws of the op.
    pub law: Option<u64>,
    /// The inputs: an input set or a law's domain; for an engine, the check.
    pub domain: Option<PartDomain>,
    /// Outcome of the part.
    pub outcome: OutcomeName,
    /// Reason for any outcome except a pass.
    pub reason: Option<String>,
    /// Number of cases that ran.
    pub cases: u64,
    /// Range of the cases that ran, the end excluded, if the part is a range of cases.
    pub range: Option<[u64; 2]>,
    /// Number of cases of the whole range.
    pub due: Option<u64>,
    /// Number of failing cases among those that ran.
    pub failures: u64,
    /// Number of cases compared by block digests instead of word by word. Present for the comparison of every input,
    /// and for that of witnesses if some were compared so.
    pub by_digest: Option<u64>,
    /// Boundaries and classes that the inputs of the op hit; only for the part `coverage`.
    pub covered: Option<HitCounts>,
    /// A failing input.
    pub counterexample: Option<Box<Counterexample>>,
    /// Cases of an engine at workgroup sizes beyond a limit of its runner, in the order of the limits.
    pub skipped: Vec<SkippedCases>,
    /// Evidence of a proved law.
    pub proof: Option<Box<ProofEvidence>>,
}

/// Cases beyond a limit of the runner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkippedCases {
    /// The workgroup size and the limit.
    pub why: String,
    /// Number of cases.
    pub cases: u64,
}

impl SkippedCases {
    /// The workgroup size and the reason for skipping it; `None` if the text states no size.
    pub fn of_size(&self) -> Option<SkippedSize> {
        self.why.parse().ok()
    }
}

impl<T: Into<String>> From<(T, u64)> for SkippedCases {
    fn from((reason, cases): (T, u64)) -> Self {
        let reason = reason.into();
        Self { why: reason, cases }
    }
}

/// Number of hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitCounts {
    /// Declared boundaries.
    pub boundaries: u64,
    /// Classes.
    pub classes: u64,
}

impl HitCounts {
    /// The counts of a record.
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
    /// Number of the first failing case, before its values were reduced; null if the part is not a range of cases.
    #[serde(deserialize_with = "present")]
    pub case: Option<u64>,
    /// The smallest failing values: operands, or the variables of a law.
    pub inputs: Vec<ValueText>,
    /// The expected value.
    #[serde(deserialize_with = "present")]
    pub expected: Option<ValueText>,
    /// The actual words.
    #[serde(deserialize_with = "present")]
    pub found: Option<Vec<String>>,
    /// The failing case of an engine, in place of values of an op.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<EngineCase>,
    /// The failing random program, in place of values of an op.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramCase>,
    /// The failing case of a file or shader, in place of values of an op.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filetest: Option<FailedFiletest>,
}

/// A value: its type and its words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueText {
    /// Type in Rust syntax.
    #[serde(rename = "type")]
    pub ty: String,
    /// Words in hexadecimal, low first.
    pub words: Vec<String>,
}

/// A declared law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LawEvidence {
    /// The law in the author's words.
    pub text: String,
    /// Its name in the ids of parts.
    pub name: String,
    /// True if the declaration says that it holds; otherwise it has a witness that breaks it.
    pub holds: bool,
    /// Evidence on the reference.
    pub reference: Vec<String>,
    /// Evidence on the backend.
    pub backend: Vec<String>,
    /// The weaker grade of the two, in words for reports.
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

    /// The value, if the text is canonical.
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

/// An obligation as a part that has not run.
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
    /// True if all of its cases ran, or if it ran as an indivisible part.
    pub fn is_complete(&self) -> bool {
        match (self.range, self.due) {
            (Some(range), Some(expected)) => range == [0, expected] && self.met() == expected,
            (None, None) => self.outcome != OutcomeName::NotRun,
            _ => false,
        }
    }

    /// Number of cases that ran or that the runner cannot run.
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

    /// True for random programs, files of programs and shaders.
    pub fn is_of_programs(&self) -> bool {
        matches!(
            self.part,
            PartKind::Programs | PartKind::Filetests | PartKind::Wgsl
        )
    }

    /// True for a law to be proved for every input.
    pub fn is_proof(&self) -> bool {
        self.domain == Some(PartDomain::Law(Domain::Proved))
    }

    /// True for a law that no prover decided.
    pub fn is_undecided(&self) -> bool {
        let reason = self.reason.as_deref().unwrap_or_default();
        self.is_proof() && self.outcome == OutcomeName::NotRun && reason.starts_with(UNDECIDED)
    }

    /// True if its subject runs on the backend.
    pub fn on_backend(&self) -> bool {
        self.subject.on_backend()
    }
}
