//! The certificate as a document: evidence and facts of the run, sealed with digests.

use super::baseline::RateMeasurement;
use super::digest::{digest, digest_of};
use super::evidence::Evidence;
use super::part::Part;
use super::rows::{self, Kind, Row};
use super::{layout, scan};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vyre_conform_verdicts::RunInputs;

/// Value of the field `format`.
pub const FORMAT: &str = "vyre-conform certificate";

/// Format version that this suite writes and reads.
pub const FORMAT_VERSION: u32 = 2;

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
pub(super) struct PackedCertificate {
    pub(super) format: String,
    pub(super) format_version: u32,
    pub(super) kinds: Vec<Kind>,
    pub(super) evidence: Evidence<Row>,
    pub(super) digest: String,
    pub(super) run: RunFacts,
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
