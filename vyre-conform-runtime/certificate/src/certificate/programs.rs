//! Random programs, files of programs and shaders beside them, as a certificate keeps them.

use super::evidence::present;
use super::part::{OutcomeName, Part};
use super::word_text::word_text;
use super::words::by_name;
use crate::programs::{filetests_beyond, too_few};
use crate::whole::NO_PROGRAM;
use serde::{Deserialize, Serialize};
use vyre_conform_spec::Level;
use vyre_conform_suite::failing::{FailingProgram, WrongWord};
use vyre_conform_suite::plan::PartKind;

/// What a backend made of random programs, of files of programs, and of shaders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramsEvidence<P = Part> {
    /// How many were asked for.
    pub count: u64,
    /// The seed of the first, hexadecimal; each later one has the next.
    pub seed: String,
    /// The version of the generator that made them; absent where it is the first.
    #[serde(
        default = "first_generator",
        skip_serializing_if = "is_first_generator"
    )]
    pub generator: u64,
    /// Of how many the backend made what the interpreter makes.
    pub agreed: u64,
    /// `L3`, or null.
    #[serde(with = "by_name::option")]
    pub level: Option<Level>,
    /// The reason why the backend runs them not at all.
    #[serde(deserialize_with = "present")]
    pub unsupported: Option<String>,
    /// What L3 lacks.
    pub missing: Vec<String>,
    /// How shaders ended, on which no level rests; absent where none was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shaders: Option<ShaderCounts>,
    /// Everything that was to be shown.
    pub parts: Vec<P>,
}

/// How shaders ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShaderCounts {
    /// How many gave their words.
    pub agreed: u64,
    /// Of how many.
    pub of: u64,
    /// Which did not, in words.
    pub failed: Vec<String>,
}

impl ShaderCounts {
    /// Those of the shaders among parts.
    fn of(parts: &[Part]) -> Option<Self> {
        let shaders = parts.iter().filter(|part| part.part == PartKind::Wgsl);
        let shaders: Vec<&Part> = shaders.collect();
        let ended =
            |outcome: OutcomeName| shaders.iter().filter(move |part| part.outcome == outcome);
        let failed = ended(OutcomeName::Failed);
        let failed = failed.map(|part| part.reason.clone().unwrap_or_else(|| part.id.clone()));
        (!shaders.is_empty()).then(|| Self {
            agreed: ended(OutcomeName::Passed).count() as u64,
            of: shaders.len() as u64,
            failed: failed.collect(),
        })
    }
}

const fn first_generator() -> u64 {
    1
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands the field in by reference"
)]
const fn is_first_generator(generator: &u64) -> bool {
    *generator == first_generator()
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

/// That cases of files are beyond the limits of the backend, which random programs say with their count.
fn beyond(part: &Part) -> Option<String> {
    let due = part.due.filter(|_| part.part == PartKind::Filetests)?;
    filetests_beyond(&part.id, part.cases, due)
}

/// A seed as certificates write it.
pub fn seed_text(seed: u64) -> String {
    format!("{seed:#x}")
}

impl ProgramCase {
    /// The text of a program that fails.
    pub fn of(program: &FailingProgram) -> Self {
        Self {
            seed: seed_text(program.seed),
            why: program.why.clone(),
            word: program.word.map(ProgramWord::of),
        }
    }
}

impl ProgramWord {
    /// The text of a word that differs.
    pub(super) fn of(word: WrongWord) -> Self {
        Self {
            buffer: word.buffer,
            word: word.word,
            expected: word_text(word.expected),
            found: word_text(word.found),
        }
    }
}

impl<P> ProgramsEvidence<P> {
    /// The same with other parts.
    pub fn with<Q>(&self, parts: Vec<Q>) -> ProgramsEvidence<Q> {
        ProgramsEvidence {
            count: self.count,
            seed: self.seed.clone(),
            generator: self.generator,
            agreed: self.agreed,
            level: self.level,
            unsupported: self.unsupported.clone(),
            missing: self.missing.clone(),
            shaders: self.shaders.clone(),
            parts,
        }
    }
}

impl ProgramsEvidence {
    /// What follows from the parts, without them.
    pub(super) fn derived(&self) -> ProgramsEvidence<()> {
        let mut programs = self.with(vec![]);
        programs.shaders = ShaderCounts::of(&self.parts);
        let random = self.parts.iter().filter(|p| p.part == PartKind::Programs);
        let agreed = random.map(|p| p.cases.saturating_sub(p.failures));
        programs.agreed = agreed.fold(0, u64::saturating_add);
        let mut missing = vec![];
        programs.unsupported = None;
        // No level rests on shaders: a lowered program has nothing of them.
        let of_programs = self.parts.iter().filter(|p| p.part != PartKind::Wgsl);
        for part in of_programs {
            let id = &part.id;
            let reason = part.reason.clone();
            match part.outcome {
                OutcomeName::Passed if part.failures == 0 && part.is_complete() => {
                    missing.extend(beyond(part));
                }
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
