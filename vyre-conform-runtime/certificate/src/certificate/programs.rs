//! Random programs, as a certificate keeps them.

use super::evidence::present;
use super::part::{OutcomeName, Part};
use super::word_text::word_text;
use super::words::by_name;
use crate::programs::too_few;
use crate::whole::NO_PROGRAM;
use serde::{Deserialize, Serialize};
use vyre_conform_spec::Level;
use vyre_conform_suite::failing::{FailingProgram, WrongWord};

/// What a backend made of random programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramsEvidence<P = Part> {
    /// How many were asked for.
    pub count: u64,
    /// The seed of the first, hexadecimal; each later one has the next.
    pub seed: String,
    /// Of how many the backend made what the interpreter makes.
    pub agreed: u64,
    /// `L3`, or null.
    #[serde(with = "by_name::option")]
    pub level: Option<Level>,
    /// Why the backend runs them not at all.
    #[serde(deserialize_with = "present")]
    pub unsupported: Option<String>,
    /// What L3 lacks.
    pub missing: Vec<String>,
    /// Everything that was to be shown.
    pub parts: Vec<P>,
}

/// A random program on which the interpreter and the backend disagree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramCase {
    /// Its seed, hexadecimal.
    pub seed: String,
    /// What they disagree about.
    pub why: String,
    /// The first word that differs; null where it is something else.
    #[serde(deserialize_with = "present")]
    pub word: Option<ProgramWord>,
}

/// A word that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramWord {
    /// Which of the buffers that are read back.
    pub buffer: u64,
    /// Which of its words.
    pub word: u64,
    /// The interpreter's, hexadecimal.
    pub expected: String,
    /// The backend's.
    pub found: String,
}

/// A seed as certificates write it.
pub fn seed_text(seed: u64) -> String {
    format!("{seed:#x}")
}

impl ProgramCase {
    /// The text of a program that fails.
    pub fn of(program: &FailingProgram) -> Self {
        let word = |word: WrongWord| ProgramWord {
            buffer: word.buffer,
            word: word.word,
            expected: word_text(word.expected),
            found: word_text(word.found),
        };
        Self {
            seed: seed_text(program.seed),
            why: program.why.clone(),
            word: program.word.map(word),
        }
    }
}

impl<P> ProgramsEvidence<P> {
    /// The same with other parts.
    pub fn with<Q>(&self, parts: Vec<Q>) -> ProgramsEvidence<Q> {
        ProgramsEvidence {
            count: self.count,
            seed: self.seed.clone(),
            agreed: self.agreed,
            level: self.level,
            unsupported: self.unsupported.clone(),
            missing: self.missing.clone(),
            parts,
        }
    }
}

impl ProgramsEvidence {
    /// What follows from the parts, without them.
    pub(super) fn derived(&self) -> ProgramsEvidence<()> {
        let mut programs = self.with(vec![]);
        let agreed = self
            .parts
            .iter()
            .map(|p| p.cases.saturating_sub(p.failures));
        programs.agreed = agreed.fold(0, u64::saturating_add);
        let mut missing = vec![];
        programs.unsupported = None;
        for part in &self.parts {
            let id = &part.id;
            let reason = part.reason.clone();
            match part.outcome {
                OutcomeName::Passed if part.failures == 0 && part.is_complete() => {}
                OutcomeName::Passed => missing.push(format!("not all of {id} was run")),
                OutcomeName::Failed => missing.push(reason.unwrap_or_else(|| id.clone())),
                OutcomeName::Unsupported => programs.unsupported = Some(reason.unwrap_or_default()),
                OutcomeName::NotRun => {
                    let why = reason.map_or(String::new(), |why| format!(": {why}"));
                    missing.push(format!("{id} was not run{why}"));
                }
            }
        }
        if self.parts.is_empty() {
            missing.push(NO_PROGRAM.into());
        }
        let lacks = programs.unsupported.is_some();
        if missing.is_empty() && !lacks {
            missing.extend(too_few(self.count, programs.agreed));
        }
        let established = missing.is_empty() && !lacks;
        programs.level = established.then_some(Level::L3);
        programs.missing = missing;
        programs
    }
}
