//! The certificate: the evidence about every op and engine on one backend, in a form that anyone can check.
//!
//! A file is JSON: the format and its version, the evidence, the common fields of its parts, the digest of these, and
//! the facts of the run (times, host, rates), which are outside the digest. The digest is BLAKE3 over the [canonical
//! text](canonical), so that layout and order of keys do not matter. Parts are written as `rows`, which are read into
//! [`Part`]s. From the first release on, names and meanings of fields are permanent: a new version may add fields,
//! never change them. `certificate.schema.json` beside the package's manifest defines the same shape as a JSON Schema.

mod baseline;
mod bodies;
pub mod canonical;
mod compressed;
mod derive;
mod diff;
mod engine_case;
mod evidence;
mod filetests;
mod identity;
mod kernels;
mod kills;
mod layout;
mod merge;
mod part;
mod profile;
mod programs;
mod proof;
mod read;
mod rows;
pub mod scan;
mod wgsl;
mod word_text;
mod words;

pub use baseline::misfits;
pub use baseline::{
    Against, BaselineEvidence, BaselineOutcome, LEAST_HAND_WRITTEN, LEAST_OF_COPY, LONGEST_TURN,
    RateMeasurement, SHORTEST_TURN, TURNS,
};
pub use compressed::{COMPRESSED_ENDING, compress, expand};
pub use derive::{contradiction, derive, level};
pub use diff::{diff, diff_in_library};
pub use engine_case::{EngineCase, Records, Words};
pub use evidence::{
    Backend, EngineEvidence, Evidence, Hardware, Hits, LevelEvidence, LossEvidence, MOST_FILTER,
    OpEvidence, RetiredCase, SavedFailures, Settings, Shards, SkippedPart,
};
pub use filetests::{FailedFiletest, Filetests};
pub use identity::{
    EngineText, OpDigests, SuiteDigests, SuiteTexts, engine_texts, op_digest, results_digest,
    spec_digest,
};
pub use kernels::KernelEvidence;
pub use kills::KillScore;
pub use merge::{MergeError, merge};
pub use part::{
    Counterexample, ELSEWHERE, HitCounts, LawEvidence, OutcomeName, Part, SkippedCases, ValueText,
    part_of,
};
pub use profile::{DigestProfile, Exactness, FloatProfile};
pub use programs::{ProgramCase, ProgramWord, ProgramsEvidence, ShaderCounts, seed_text};
pub use proof::{ComponentEvidence, ProofEvidence};
pub use read::{MOST_BYTES, ReadError, parse, stated_inputs};
pub use wgsl::WgslTests;
pub use word_text::{word_of_text, word_text};
pub use words::{PartDomain, SkipKind, Subject};

use rows::{Kind, Row};
use scan::CanonicalText;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vyre_conform_verdicts::RunInputs;

/// Value of the field `format`.
pub const FORMAT: &str = "vyre-conform certificate";

/// Format version that this suite writes and reads.
pub const FORMAT_VERSION: u32 = 2;

/// Prefix of the hexadecimal digits of a digest.
const DIGEST_PREFIX: &str = "blake3:";

/// A certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// Format version of the file.
    pub format_version: u32,
    /// Evidence: equal in two runs with the same inputs on the same backend.
    pub evidence: Evidence,
    /// `blake3:` and 64 hexadecimal digits over the canonical text of the fields above, as in the file.
    pub digest: String,
    /// Facts that differ between runs.
    pub run: RunFacts,
}

/// Facts that differ between runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunFacts {
    /// Start of the run, in RFC 3339.
    pub started: String,
    /// End of the run, in RFC 3339.
    pub finished: String,
    /// Host of the run.
    pub host: String,
    /// Threads of the CPU reference.
    pub threads: u64,
    /// Cases per second over the whole run, on the reference and on the backend.
    pub rates: BTreeMap<String, u64>,
    /// Registered backends that were missing, with reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<String>,
    /// Milliseconds per proved law, by the id of its part.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub proofs: BTreeMap<String, u64>,
    /// Measured rates, by op or engine and competitor.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub baselines: BTreeMap<String, RateMeasurement>,
    /// Digests of everything that the results depend on, so that the certificate serves as a store of verdicts; absent
    /// where they are unknown, and in a merged certificate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<RunInputs>,
    /// BLAKE3 over the canonical text of the fields above. It reveals edits, although runs differ.
    pub checksum: String,
}

/// A certificate as stored in a file, with parts as rows.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PackedCertificate {
    format: String,
    format_version: u32,
    kinds: Vec<Kind>,
    evidence: Evidence<Row>,
    digest: String,
    run: RunFacts,
}

impl Certificate {
    /// Seals evidence and facts with their digests.
    pub fn seal(evidence: Evidence, mut run: RunFacts) -> Self {
        run.checksum = run.due_checksum();
        let mut certificate = Self {
            format: FORMAT.into(),
            format_version: FORMAT_VERSION,
            evidence,
            digest: String::new(),
            run,
        };
        certificate.digest = certificate.due_digest();
        certificate
    }

    /// The digest that the evidence should have.
    pub fn due_digest(&self) -> String {
        let written = self.written(serde_json::ser::CompactFormatter);
        let scanned = scan::scan(&written).expect("it was just written, of whole numbers");
        digest_of(&scanned)
    }

    /// The text of a file: indented, with a line break at the end.
    pub fn text(&self) -> String {
        let mut text = self.written(layout::Layout::new());
        text.push('\n');
        text
    }

    fn written(&self, formatter: impl serde_json::ser::Formatter) -> String {
        let mut text = vec![];
        let mut to = serde_json::Serializer::with_formatter(&mut text, formatter);
        let (kinds, evidence) = rows::pack(&self.evidence);
        let file = PackedCertificate {
            format: self.format.clone(),
            format_version: self.format_version,
            kinds,
            evidence,
            digest: self.digest.clone(),
            run: self.run.clone(),
        };
        file.serialize(&mut to).expect("strings, numbers and lists");
        String::from_utf8(text).expect("JSON is UTF-8")
    }

    /// Every part of every op and engine.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.evidence.parts()
    }
}

impl RunFacts {
    /// The checksum that the facts should have.
    pub fn due_checksum(&self) -> String {
        let mut facts = self.clone();
        facts.checksum.clear();
        digest(&serde_json::json!(facts))
    }
}

/// The digest of the canonical text of a value.
pub fn digest(value: &serde_json::Value) -> String {
    digest_of_text(&canonical::text(value))
}

fn digest_of_text(canonical: &str) -> String {
    format!(
        "{DIGEST_PREFIX}{}",
        blake3::hash(canonical.as_bytes()).to_hex()
    )
}

/// The digest of a file, over everything except the digest itself and the facts of the run.
fn digest_of(file: &CanonicalText) -> String {
    let mut hasher = blake3::Hasher::new();
    for piece in file.object(&["evidence", "format", "format_version", "kinds"]) {
        hasher.update(piece);
    }
    format!("{DIGEST_PREFIX}{}", hasher.finalize().to_hex())
}
