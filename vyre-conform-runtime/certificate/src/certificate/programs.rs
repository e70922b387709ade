//! Random programs, files of programs and shaders, as recorded in a certificate.

use super::nullable::present;
use super::part::{OutcomeName, Part};
use super::words::by_name;
use crate::library_level::NO_PROGRAM;
use crate::programs::{filetests_beyond, too_few};
use serde::{Deserialize, Serialize};
use vyre_conform_spec::Level;
use vyre_conform_suite::plan::PartKind;

/// Results of a backend on random programs, files of programs and shaders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramsEvidence<P = Part> {
    /// Number of random programs.
    pub count: u64,
    /// Seed of the first program, in hexadecimal; each further program has the next seed.
    pub seed: String,
    /// Version of the program generator; absent for the first version.
    #[serde(
        default = "first_generator",
        skip_serializing_if = "is_first_generator"
    )]
    pub generator: u64,
    /// Number of programs whose results equal the interpreter's.
    pub agreed: u64,
    /// `L3`, or null.
    #[serde(with = "by_name::option")]
    pub level: Option<Level>,
    /// The reason why the backend cannot run them.
    #[serde(deserialize_with = "present")]
    pub unsupported: Option<String>,
    /// The missing features of L3.
    pub missing: Vec<String>,
    /// Results of the shaders, on which no level depends; absent if none were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shaders: Option<ShaderCounts>,
    /// All parts.
    pub parts: Vec<P>,
}

/// Results of shaders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShaderCounts {
    /// Number of shaders with the expected words.
    pub agreed: u64,
    /// Number of shaders.
    pub of: u64,
    /// The failing shaders, in words.
    pub failed: Vec<String>,
}

impl ShaderCounts {
    /// The results of the shaders among the parts.
    fn from_parts(parts: &[Part]) -> Option<Self> {
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

/// The lack of L3 for cases of files beyond the limits of the backend; for random programs, the count expresses it.
fn beyond(part: &Part) -> Option<String> {
    let expected_cases = part.due.filter(|_| part.part == PartKind::Filetests)?;
    filetests_beyond(&part.id, part.cases, expected_cases)
}

impl<P> ProgramsEvidence<P> {
    /// The same evidence with other parts.
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
    /// The derived fields, without parts.
    pub(super) fn derived(&self) -> ProgramsEvidence<()> {
        let mut programs = self.with(vec![]);
        programs.shaders = ShaderCounts::from_parts(&self.parts);
        let random = self.parts.iter().filter(|p| p.part == PartKind::Programs);
        let agreed = random.map(|p| p.cases.saturating_sub(p.failures));
        programs.agreed = agreed.fold(0, u64::saturating_add);
        let mut missing = vec![];
        programs.unsupported = None;
        // No level depends on shaders, which exercise no lowering.
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
