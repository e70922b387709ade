//! The head of a kit, which its answers repeat.

use serde::{Deserialize, Serialize};

/// The run that a kit is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// Version of the suite.
    pub version: String,
    /// Digest of library and suite.
    pub library: String,
    /// Amount of evidence.
    pub settings: KitSettings,
    /// The selected names; none for everything.
    pub names: Vec<String>,
    /// The track, if one was selected.
    pub track: Option<String>,
}

/// Amount of evidence of a kit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KitSettings {
    /// The seed, as `0x5eed`.
    pub seed: String,
    /// Witnesses of each law and parity check.
    pub cases: u64,
    /// Generated inputs for each check of an engine.
    pub engine_inputs: u64,
    /// Random programs.
    pub programs: u64,
}

impl Head {
    /// The key of digests. It must not be the seed of the cases.
    pub(crate) fn key(&self) -> u64 {
        let hash = blake3::hash(format!("key of {}", self.settings.seed).as_bytes());
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&hash.as_bytes()[..8]);
        u64::from_le_bytes(bytes)
    }

    /// The digest of a kit with requests of these names.
    pub(crate) fn digest<'i>(&self, ids: impl IntoIterator<Item = &'i str>) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(
            format!("vyre-kit/{}\n{}\n", crate::FORMAT, serde_json::json!(self)).as_bytes(),
        );
        for id in ids {
            hasher.update(id.as_bytes());
            hasher.update(b"\n");
        }
        hasher.finalize().to_hex().to_string()
    }
}
