//! How exact the comparisons of a certificate were, and what they show.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How exact the comparison was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exactness {
    /// `exact`.
    pub integers: String,
    /// How floats were compared.
    pub floats: FloatProfile,
    /// What a comparison by digests shows.
    pub digests: DigestProfile,
    /// Digest of the native expressions of the ops that this is about and that its engines call, where the backend
    /// compiles those; absent elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expressions: Option<String>,
}

/// How floats were compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FloatProfile {
    /// Bit by bit.
    #[serde(rename = "strict")]
    Strict,
    /// Bit by bit, on native texts that are compiled strictly and corrected.
    #[serde(rename = "strict, native")]
    StrictNative,
    /// Bit by bit, on native texts as the driver takes them.
    #[serde(rename = "plain WGSL")]
    PlainWgsl,
    /// Within the tolerance of each op.
    #[serde(rename = "approximate")]
    Approximate,
    /// There is no op on floats.
    #[serde(rename = "not claimed")]
    NotClaimed,
}

impl FloatProfile {
    /// Every float profile.
    pub const ALL: [Self; 5] = [
        Self::Strict,
        Self::StrictNative,
        Self::PlainWgsl,
        Self::Approximate,
        Self::NotClaimed,
    ];

    /// Its name in a certificate.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::StrictNative => "strict, native",
            Self::PlainWgsl => "plain WGSL",
            Self::Approximate => "approximate",
            Self::NotClaimed => "not claimed",
        }
    }
}

impl fmt::Display for FloatProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What it means that cases were compared [by digest](super::Part::by_digest).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DigestProfile {
    /// Cases of a block, which has one digest.
    pub block_cases: u64,
    /// Bits of a digest.
    pub bits: u64,
    /// What the digest is keyed with.
    pub key: String,
    /// What it finds, and how likely it misses something.
    pub soundness: String,
}

/// What the digests of this suite are keyed with, as `harness::digests::key` does it.
const KEYED_WITH: &str =
    "the seed of the settings; of parts on the domain `witnessed` its bitwise complement";

impl DigestProfile {
    /// What the digests of this suite show; [`backend::digest`](vyre_conform_suite::backend::digest) defines them.
    pub fn of_this_suite() -> Self {
        Self {
            block_cases: 1 << 20,
            bits: 128,
            key: KEYED_WITH.into(),
            soundness: "Four keyed sums of 32 bits a block. A block with one wrong word is found without \
                        exception; one with several wrong words would be missed with a probability of \
                        2^-128 if the hash were a random function. The digest is for faults, not for an \
                        adversary who knows the key."
                .into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: one name, which is written down twice here.
    #[test]
    fn what_is_written_is_the_name() {
        for profile in FloatProfile::ALL {
            let json = serde_json::json!(profile);
            assert_eq!(json, profile.name());
            assert_eq!(serde_json::from_value(json).ok(), Some(profile));
        }
    }
}
