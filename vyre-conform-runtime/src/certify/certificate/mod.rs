//! The certificate: what was shown about every op and engine on one backend, in a form that a
//! stranger can check.
//!
//! A file is JSON: the format and its version, the evidence, the digest of these three, and the facts
//! of the run (times, host, rates), which are outside the digest. The digest is BLAKE3 over the
//! [canonical text](canonical), so that layout and order of keys do not matter. Field names and
//! meanings are permanent: a new version may add, never change. `certificate.schema.json` beside the
//! package's manifest is the same shape as a JSON Schema.

pub mod canonical;
mod derive;
mod diff;
mod identity;
mod merge;
mod part;
mod profile;
mod read;

pub use derive::{derive, reached};
pub use diff::diff;
pub use identity::{op_digest, registry_digest, spec_digest};
pub use merge::{MergeError, merge};
pub use part::{Counterexample, ELSEWHERE, LawEvidence, OutcomeName, Part, ValueText, part_of};
pub use profile::{DigestProfile, Profile};
pub use read::{ReadError, parse};

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the field `format` says.
pub const FORMAT: &str = "vyre-conform certificate";

/// The version this suite writes. It reads this one and every older one. Version 2 added the types of
/// ops, the saved failures and the float track; version 3 the approximate track with the tolerance of an
/// op, and what was compared by digests. What an older version has means what it always did.
pub const FORMAT_VERSION: u32 = 3;

/// What stands before the hexadecimal digits of a digest.
const DIGEST_PREFIX: &str = "blake3:";

/// A certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// The version it was written in.
    pub format_version: u32,
    /// Everything that two runs with the same inputs on the same backend share.
    pub evidence: Evidence,
    /// `blake3:` and 64 hexadecimal digits over the canonical text of the three fields above.
    pub digest: String,
    /// What differs from run to run.
    pub run: RunFacts,
}

/// What was shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// Version of the suite.
    pub suite_version: String,
    /// Digest of the vocabulary: laws, evidence, levels.
    pub spec_digest: String,
    /// Digest of every registered op and engine.
    pub registry_digest: String,
    /// `strict`, or `approximate`: results of the two are never in the same certificate.
    pub track: String,
    /// Who was judged.
    pub backend: Backend,
    /// How exact the comparison was.
    pub profile: Profile,
    /// What was asked for.
    pub settings: Settings,
    /// Which part of the work this is.
    pub shards: Shards,
    /// The levels of the whole registry on this backend.
    pub levels: Vec<LevelEvidence>,
    /// Op by op, sorted by id.
    pub ops: Vec<OpEvidence>,
    /// Engine by engine, sorted by id.
    pub engines: Vec<EngineEvidence>,
    /// Composition theorems that were checked; none yet.
    pub compositions: Vec<Part>,
    /// Throughput baselines, pass or fail; none yet.
    pub baselines: Vec<Part>,
    /// What was not run, and why.
    pub skipped: Vec<Skipped>,
    /// Saved failures of the ops above, by op; from version 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regressions: Option<Vec<SavedFailures>>,
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
    /// Why it was withdrawn.
    pub reason: String,
}

/// Who was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Backend {
    /// Kind, such as `wgpu-vulkan`.
    pub kind: String,
    /// Short name in the ids of parts.
    pub slug: String,
    /// Device as the driver reports it.
    pub device: String,
    /// Driver and its version.
    pub driver: String,
    /// Hardware features, sorted.
    pub features: Vec<String>,
    /// Limits by name.
    pub limits: BTreeMap<String, u64>,
}

/// What was asked for.
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
    /// Part of the ids of what was run; null for everything.
    pub filter: Option<String>,
    /// The one track that was run, `integer`, `float` or `approximate`; absent for every strict one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub track: Option<String>,
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

/// A level of the whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelEvidence {
    /// Its name.
    pub level: String,
    /// Whether everything it requires was shown.
    pub established: bool,
    /// What was not.
    pub missing: Vec<String>,
}

/// An op.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpEvidence {
    /// Id.
    pub id: String,
    /// Version of its definition.
    pub version: u32,
    /// Category.
    pub category: String,
    /// `integer`, `float` or `approximate`.
    pub track: String,
    /// Types of the operands as an author writes them; from version 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operands: Option<Vec<String>>,
    /// Type of the result; from version 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// How many units in the last place a result may be off, of an approximate op; from version 3 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ulps: Option<u32>,
    /// The level it reached; null if none.
    pub level: Option<String>,
    /// The hardware feature the backend lacks, for an op that needs it.
    pub unsupported: Option<String>,
    /// What the next level lacks.
    pub missing: Vec<String>,
    /// Weakest grade over the laws.
    pub grade: String,
    /// Declared laws.
    pub laws: Vec<LawEvidence>,
    /// Rows of its spec table.
    pub table_rows: u64,
    /// Declared boundaries that were run on the backend.
    pub boundaries: Hits,
    /// Classes of which an input was run on the backend.
    pub classes: Hits,
    /// Cases of all parts.
    pub cases: u64,
    /// Everything that was to be shown.
    pub parts: Vec<Part>,
}

/// An engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineEvidence {
    /// Id.
    pub id: String,
    /// Version of its definition.
    pub version: u32,
    /// Invariants it declares.
    pub invariants: Vec<String>,
    /// `L3`, or null.
    pub level: Option<String>,
    /// Why the backend runs it not at all.
    pub unsupported: Option<String>,
    /// What L3 lacks.
    pub missing: Vec<String>,
    /// Cases of all parts.
    pub cases: u64,
    /// Everything that was to be shown.
    pub parts: Vec<Part>,
}

/// How many of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hits {
    /// Of these.
    pub hit: u64,
    /// Of so many.
    pub total: u64,
}

/// Something that was not run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skipped {
    /// Id of an op, engine or part.
    pub id: String,
    /// Which kind of reason: `filtered`, `unsupported`, `other_shard` or `no_adapter`.
    pub kind: String,
    /// The reason.
    pub reason: String,
}

/// What differs from run to run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunFacts {
    /// When it began, RFC 3339.
    pub started: String,
    /// When it ended.
    pub finished: String,
    /// Where it ran.
    pub host: String,
    /// Threads of the CPU reference.
    pub threads: u64,
    /// Cases a second over the whole run, on the reference and on the backend.
    pub rates: BTreeMap<String, u64>,
    /// BLAKE3 over the canonical text of the fields above: an edit shows, though two runs differ.
    pub checksum: String,
}

impl Evidence {
    /// The version whose fields these are; `None` where some of a later one are missing.
    pub fn version(&self) -> Option<u32> {
        let typed = |op: &OpEvidence| (op.operands.is_some(), op.result.is_some());
        let has = |all: bool| {
            self.ops
                .iter()
                .map(typed)
                .all(|fields| fields == (all, all))
        };
        let parts = self.ops.iter().flat_map(|op| &op.parts);
        let engines = self.engines.iter().flat_map(|engine| &engine.parts);
        let by_digest = parts.chain(engines).any(|part| part.by_digest.is_some());
        let tolerant = self.ops.iter().any(|op| op.ulps.is_some());
        match (self.regressions.is_some(), self.profile.digests.is_some()) {
            (true, true) if has(true) => Some(3),
            _ if by_digest || tolerant => None,
            (true, false) if has(true) => Some(2),
            (false, false) if has(false) => Some(1),
            _ => None,
        }
    }
}

impl DigestProfile {
    /// What the digests of this suite show; [`backend::digest`](crate::backend::digest) defines them.
    pub fn of_this_suite() -> Self {
        Self {
            block_cases: 1 << 20,
            bits: 128,
            key: "the seed of the settings".into(),
            soundness: "Four keyed sums of 32 bits a block. A block with one wrong word is found without \
                        exception; one with several wrong words would be missed with a probability of \
                        2^-128 if the hash were a random function. The digest is for faults, not for an \
                        adversary who knows the key."
                .into(),
        }
    }
}

impl Certificate {
    /// The certificate of this evidence, in the version whose fields it has: shards of an older one
    /// merge into what that version would have issued.
    pub fn seal(evidence: Evidence, mut run: RunFacts) -> Self {
        run.checksum = run.due_checksum();
        let mut certificate = Self {
            format: FORMAT.into(),
            format_version: evidence.version().unwrap_or(FORMAT_VERSION),
            evidence,
            digest: String::new(),
            run,
        };
        certificate.digest = certificate.due_digest();
        certificate
    }

    /// The digest that belongs to the evidence.
    pub fn due_digest(&self) -> String {
        digest(&serde_json::json!({
            "format": self.format,
            "format_version": self.format_version,
            "evidence": self.evidence,
        }))
    }

    /// The text of a file: indented, with a line break at the end.
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("strings, numbers and lists");
        text.push('\n');
        text
    }

    /// Every part of every op and engine.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        let ops = self.evidence.ops.iter().flat_map(|op| &op.parts);
        ops.chain(self.evidence.engines.iter().flat_map(|e| &e.parts))
    }
}

impl RunFacts {
    /// The checksum that belongs to the facts.
    pub fn due_checksum(&self) -> String {
        let mut facts = self.clone();
        facts.checksum.clear();
        digest(&serde_json::json!(facts))
    }
}

/// The digest of a value's canonical text.
pub fn digest(value: &serde_json::Value) -> String {
    let text = canonical::text(value);
    format!("{DIGEST_PREFIX}{}", blake3::hash(text.as_bytes()).to_hex())
}
