//! The evidence of a certificate.

use super::baseline::BaselineEvidence;
use super::filetests::Filetests;
use super::kernels::KernelEvidence;
use super::kills::KillScore;
use super::nullable::present;
use super::part::{LawEvidence, Part};
use super::profile::Exactness;
use super::programs::ProgramsEvidence;
use super::wgsl::WgslTests;
use super::words::{SkipKind, by_name, by_text};
use serde::{Deserialize, Serialize};
use vyre_conform_spec::{AdditionOrder, EngineKind, Level, Track};

mod backend;
mod level;
mod losses;
mod parts;

pub use backend::{Backend, Hardware};
pub use level::LevelEvidence;
pub use losses::LossEvidence;

/// The evidence of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence<P = Part> {
    /// Version of the suite.
    pub suite_version: String,
    /// Digest of the vocabulary of these ops and engines: laws, types, invariants, evidence.
    pub spec_digest: String,
    /// Digest of these ops and engines, including those that a filter left out.
    pub registry_digest: String,
    /// `strict` or `approximate`; one certificate never has results of both.
    pub track: String,
    /// The subject.
    pub backend: Backend,
    /// Lost requests of the backend; absent if it lost none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<LossEvidence>,
    /// Exactness of the comparisons.
    pub profile: Exactness,
    /// The request.
    pub settings: Settings,
    /// The shards of the work in this certificate.
    pub shards: Shards,
    /// The levels of the whole registry on this backend.
    pub levels: Vec<LevelEvidence>,
    /// Op by op, sorted by id.
    pub ops: Vec<OpEvidence<P>>,
    /// Engine by engine, sorted by id.
    pub engines: Vec<EngineEvidence<P>>,
    /// Random programs; null if none were requested, if the filter leaves them out, and for tracks without L3.
    #[serde(deserialize_with = "present")]
    pub programs: Option<ProgramsEvidence<P>>,
    /// Parts that did not run, with reasons.
    pub skipped: Vec<SkippedPart>,
    /// Saved failures of the ops above, by op.
    pub regressions: Vec<SavedFailures>,
}

/// The saved failures of an op at the start of the run. The run replays each whose values still fit; parts of the op
/// record the outcomes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedFailures {
    /// Id of the op.
    pub op: String,
    /// Number of saved failures, including retired ones.
    pub cases: u64,
    /// The failures that the author withdrew.
    pub retired: Vec<RetiredCase>,
}

/// A saved failure that was withdrawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetiredCase {
    /// Its name: `OP#N`, counted from 1.
    pub case: String,
    /// The trial that found it.
    pub found_by: String,
    /// The reason why it was withdrawn.
    pub reason: String,
    /// BLAKE3 of its claim, inputs with their passing modes, expected value and engine case: `blake3:` and 64
    /// hexadecimal digits. Absent in older certificates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contents: Option<String>,
}

/// Maximal size of a filter in bytes; it is matched against the id of every part.
pub const MAX_FILTER: usize = 1 << 16;

/// The request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Seed of the witness stream in hexadecimal, because some JSON readers lose bits of 64-bit numbers.
    pub seed: String,
    /// Witnesses per law and parity check, in addition to the edge set.
    pub witnesses: u64,
    /// Domains of laws in addition to the default ones.
    pub domains: Vec<String>,
    /// Generated inputs per check of an engine.
    pub engine_inputs: u64,
    /// Random programs.
    pub programs: u64,
    /// The selected names, as [`Names`](crate::names::Names) prints them; null for everything.
    #[serde(deserialize_with = "present")]
    pub filter: Option<String>,
    /// The single track that ran, `integer`, `float` or `approximate`; absent if all strict tracks ran.
    #[serde(
        default,
        with = "by_name::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub track: Option<Track>,
    /// True if the run proves laws about integers; absent otherwise.
    #[serde(default, skip_serializing_if = "is_not")]
    pub prove: bool,
    /// True if the run judges mutants of integer ops; absent otherwise.
    #[serde(default, skip_serializing_if = "is_not")]
    pub mutate: bool,
    /// True if the run measures baselines; absent otherwise.
    #[serde(default, skip_serializing_if = "is_not")]
    pub baselines: bool,
    /// The files of programs that every backend runs beside random ones. Absent if the run has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filetests: Option<Filetests>,
    /// The WGSL shaders that every backend runs beside them. Absent if the run has none, and in certificates from
    /// before this part. No level depends on them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wgsl: Option<WgslTests>,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands the field in by reference"
)]
const fn is_not(flag: &bool) -> bool {
    !*flag
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands the field in by reference"
)]
fn is_of_integers(kind: &EngineKind) -> bool {
    *kind == EngineKind::Integer
}

/// The shards that a certificate covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shards {
    /// Number of shards of the whole work.
    pub of: u64,
    /// Their numbers, from 1.
    pub have: Vec<u64>,
}

impl std::fmt::Display for Shards {
    /// In words: `1, 3 of 4`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let have: Vec<String> = self.have.iter().map(u64::to_string).collect();
        write!(f, "{} of {}", have.join(", "), self.of)
    }
}

/// An op.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpEvidence<P = Part> {
    /// Id.
    pub id: String,
    /// Version of its definition.
    pub version: u32,
    /// Category.
    pub category: String,
    /// The hardware feature of a Category C op; null for other ops.
    #[serde(deserialize_with = "present")]
    pub hardware: Option<Hardware>,
    /// Its track.
    #[serde(with = "by_name")]
    pub track: Track,
    /// Types of the operands in Rust syntax.
    pub operands: Vec<String>,
    /// Type of the result.
    pub result: String,
    /// Tolerance in units in the last place; absent for exact ops.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ulps: Option<u32>,
    /// The level that it reached; null if none.
    #[serde(with = "by_name::option")]
    pub level: Option<Level>,
    /// The hardware feature that it needs and the backend lacks.
    #[serde(deserialize_with = "present")]
    pub unsupported: Option<String>,
    /// The missing features of the next level.
    pub missing: Vec<String>,
    /// Weakest grade over the laws.
    pub grade: String,
    /// Declared laws.
    pub laws: Vec<LawEvidence>,
    /// Rows of its spec table.
    pub table_rows: u64,
    /// Score of its mutants; absent if the run judges none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kills: Option<KillScore>,
    /// Its baselines; absent if the run measures none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub baselines: Vec<BaselineEvidence>,
    /// Declared boundaries that ran on the backend.
    pub boundaries: Hits,
    /// Classes with an input that ran on the backend.
    pub classes: Hits,
    /// Number of cases of all parts.
    pub cases: u64,
    /// All parts.
    pub parts: Vec<P>,
}

/// An engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineEvidence<P = Part> {
    /// Id.
    pub id: String,
    /// Version of its definition.
    pub version: u32,
    /// Its kind, `tensor` or `composed`; absent for integers. If the settings omit kinds, every engine counts for the
    /// integer track.
    #[serde(default, with = "by_name", skip_serializing_if = "is_of_integers")]
    pub kind: EngineKind,
    /// The order in which it adds floats, such as `FmaChain` or `SplitK(3)`; absent if undeclared.
    #[serde(default, with = "by_text", skip_serializing_if = "Option::is_none")]
    pub additions: Option<AdditionOrder>,
    /// The texts that ran for programs with hand-written kernels. Absent if there are none, if the backend's profile is
    /// not native, and in certificates from before this field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kernels: Vec<KernelEvidence>,
    /// Declared invariants.
    pub invariants: Vec<String>,
    /// `L3`; for a tensor engine `L3f`, for a composed one `L4f`; null if none.
    #[serde(with = "by_name::option")]
    pub level: Option<Level>,
    /// The reason why the backend cannot run it.
    #[serde(deserialize_with = "present")]
    pub unsupported: Option<String>,
    /// The missing features of the level.
    pub missing: Vec<String>,
    /// Its baselines; absent if the run measures none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub baselines: Vec<BaselineEvidence>,
    /// Number of cases of all parts.
    pub cases: u64,
    /// All parts.
    pub parts: Vec<P>,
}

/// Hits out of a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hits {
    /// Number of hits.
    pub hit: u64,
    /// Total number.
    pub total: u64,
}

/// A part, op or engine that did not run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkippedPart {
    /// Id of an op, engine or part.
    pub id: String,
    /// Kind of the reason.
    #[serde(with = "by_name")]
    pub kind: SkipKind,
    /// The reason.
    pub reason: String,
}
