//! What was shown: the evidence of a certificate.

use super::baseline::BaselineEvidence;
use super::filetests::Filetests;
use super::kernels::KernelEvidence;
use super::kills::KillScore;
use super::part::{LawEvidence, Part};
use super::profile::Exactness;
use super::programs::ProgramsEvidence;
use super::wgsl::WgslTests;
use super::words::{SkipKind, by_name, by_text};
use serde::{Deserialize, Deserializer, Serialize};
use vyre_conform_spec::{AdditionOrder, EngineKind, Level, Track};

mod backend;
mod level;
mod losses;
mod parts;

pub use backend::{Backend, Hardware};
pub use level::LevelEvidence;
pub use losses::LossEvidence;

/// What was shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence<P = Part> {
    /// Version of the suite.
    pub suite_version: String,
    /// Digest of the vocabulary that these ops and engines use: laws, types, invariants, evidence.
    pub spec_digest: String,
    /// Digest of the ops and engines that this is about, those that a filter left out included.
    pub registry_digest: String,
    /// `strict`, or `approximate`: results of the two are never in the same certificate.
    pub track: String,
    /// The subject.
    pub backend: Backend,
    /// What the backend lost of its requests; absent where it lost none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<LossEvidence>,
    /// How exact the comparison was.
    pub profile: Exactness,
    /// The request.
    pub settings: Settings,
    /// Which part of the work this is.
    pub shards: Shards,
    /// The levels of the whole registry on this backend.
    pub levels: Vec<LevelEvidence>,
    /// Op by op, sorted by id.
    pub ops: Vec<OpEvidence<P>>,
    /// Engine by engine, sorted by id.
    pub engines: Vec<EngineEvidence<P>>,
    /// Random programs; null where none was asked for, the filter leaves them out, or the track is one without L3.
    #[serde(deserialize_with = "present")]
    pub programs: Option<ProgramsEvidence<P>>,
    /// What was not run, and why.
    pub skipped: Vec<SkippedPart>,
    /// Saved failures of the ops above, by op.
    pub regressions: Vec<SavedFailures>,
}

/// The saved failures of an op when the run began. Every one was replayed, as far as its values still
/// fit; how that ended is in the op's parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedFailures {
    /// Id of the op.
    pub op: String,
    /// How many, retired ones included.
    pub cases: u64,
    /// Those that the author withdrew.
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
}

/// A field that is always there, as null where it has nothing: without it the text would be another one of the same.
pub(super) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(from)
}

/// The most bytes of a filter: it is held against the id of every part.
pub const MOST_FILTER: usize = 1 << 16;

/// The request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Seed of the witness stream, hexadecimal, because not every reader of JSON keeps 64 bits.
    pub seed: String,
    /// Witnesses a law and a parity check, beside the edge set.
    pub witnesses: u64,
    /// Domains of laws beyond the default ones.
    pub domains: Vec<String>,
    /// Generated inputs of every check of an engine.
    pub engine_inputs: u64,
    /// Random programs.
    pub programs: u64,
    /// The names of what was run, as [`Names`](crate::names::Names) states them; null for everything.
    #[serde(deserialize_with = "present")]
    pub filter: Option<String>,
    /// The one track that was run, `integer`, `float` or `approximate`; absent for every strict one.
    #[serde(
        default,
        with = "by_name::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub track: Option<Track>,
    /// True if every law about integers was to be proved; absent where not.
    #[serde(default, skip_serializing_if = "is_not")]
    pub prove: bool,
    /// True if mutants of every integer op were to be judged; absent where not.
    #[serde(default, skip_serializing_if = "is_not")]
    pub mutate: bool,
    /// True if baselines were to be measured; absent where not.
    #[serde(default, skip_serializing_if = "is_not")]
    pub baselines: bool,
    /// The files of programs that every backend runs beside random ones; absent where none was to be run, and in
    /// certificates that were issued before they had this part, of which L3 asks for no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filetests: Option<Filetests>,
    /// The shaders in WGSL that every backend runs beside them; absent where none was to be run, and in certificates that
    /// were issued before they had this part. No level rests on them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wgsl: Option<WgslTests>,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands the field in by reference"
)]
const fn is_not(asked: &bool) -> bool {
    !*asked
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands the field in by reference"
)]
fn is_of_integers(kind: &EngineKind) -> bool {
    *kind == EngineKind::Integer
}

/// Which shards of the work are inside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shards {
    /// Into how many the work was cut.
    pub of: u64,
    /// Their numbers, from 1.
    pub have: Vec<u64>,
}

impl std::fmt::Display for Shards {
    /// Such as `1, 3 of 4`.
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
    /// The hardware feature of a Category C op; null of any other.
    #[serde(deserialize_with = "present")]
    pub hardware: Option<Hardware>,
    /// Its track.
    #[serde(with = "by_name")]
    pub track: Track,
    /// Types of the operands as an author writes them.
    pub operands: Vec<String>,
    /// Type of the result.
    pub result: String,
    /// The number of units in the last place a result may be off; absent of an exact op.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ulps: Option<u32>,
    /// The level it reached; null if none.
    #[serde(with = "by_name::option")]
    pub level: Option<Level>,
    /// The hardware feature the backend lacks, for an op that needs it.
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
    /// What became of its mutants; absent where none was to be judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kills: Option<KillScore>,
    /// What it was measured against; absent where nothing was to be measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub baselines: Vec<BaselineEvidence>,
    /// Declared boundaries that were run on the backend.
    pub boundaries: Hits,
    /// Classes of which an input was run on the backend.
    pub classes: Hits,
    /// Cases of all parts.
    pub cases: u64,
    /// Everything that was to be shown.
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
    /// What it computes: `tensor` or `composed`, and absent of integers. Where the settings say nothing of kinds, every
    /// engine counts for the integers.
    #[serde(default, with = "by_name", skip_serializing_if = "is_of_integers")]
    pub kind: EngineKind,
    /// The order in which it adds floats, such as `FmaChain` or `SplitK(3)`; absent where none is declared.
    #[serde(default, with = "by_text", skip_serializing_if = "Option::is_none")]
    pub additions: Option<AdditionOrder>,
    /// The texts that ran for programs for which a person declared kernels; absent where there are none, where the
    /// backend is in no profile of native floats, and in certificates that were issued before they said so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kernels: Vec<KernelEvidence>,
    /// Invariants it declares.
    pub invariants: Vec<String>,
    /// `L3`, of a tensor engine `L3f`, of a composed one `L4f`; or null.
    #[serde(with = "by_name::option")]
    pub level: Option<Level>,
    /// The reason why the backend runs it not at all.
    #[serde(deserialize_with = "present")]
    pub unsupported: Option<String>,
    /// The missing features of the level.
    pub missing: Vec<String>,
    /// What it was measured against; absent where nothing was to be measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub baselines: Vec<BaselineEvidence>,
    /// Cases of all parts.
    pub cases: u64,
    /// Everything that was to be shown.
    pub parts: Vec<P>,
}

/// The number of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hits {
    /// Of these.
    pub hit: u64,
    /// Of this many.
    pub total: u64,
}

/// Something that was not run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkippedPart {
    /// Id of an op, engine or part.
    pub id: String,
    /// Which kind of reason.
    #[serde(with = "by_name")]
    pub kind: SkipKind,
    /// The reason.
    pub reason: String,
}
