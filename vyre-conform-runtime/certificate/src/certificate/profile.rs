//! Exactness of the comparisons of a certificate.

use serde::{Deserialize, Serialize};
use std::fmt;
use vyre_conform_suite::backend::digest::{KIT, KIT_CASES, KIT_SUMS};

/// Exactness of the comparisons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exactness {
    /// `exact`.
    pub integers: String,
    /// Comparison of floats.
    pub floats: FloatProfile,
    /// Strength of comparisons by digest.
    pub digests: DigestProfile,
    /// Digest of the native expressions of these ops and of those that the engines call, if the backend compiles them;
    /// absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expressions: Option<String>,
}

/// Comparison of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FloatProfile {
    /// Bit by bit.
    #[serde(rename = "strict")]
    Strict,
    /// Bit by bit, on native texts with strict compilation and corrections.
    #[serde(rename = "strict, native")]
    StrictNative,
    /// Bit by bit, on native texts without corrections.
    #[serde(rename = "plain WGSL")]
    PlainWgsl,
    /// Within the tolerance of each op.
    #[serde(rename = "approximate")]
    Approximate,
    /// The certificate has no op on floats.
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

/// Strength of comparisons [by digest](super::Part::by_digest), and with the answers of a kit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DigestProfile {
    /// Cases per block; each block has one digest.
    pub block_cases: u64,
    /// Bits per digest.
    pub bits: u64,
    /// The key of the digests.
    pub key: String,
    /// Detected differences, and the probability of missing one.
    pub soundness: String,
}

/// Key of the digests, as `harness::digests::key` computes it.
const KEYED_WITH: &str =
    "the seed of the settings; of parts on the domain `witnessed` its bitwise complement";

impl DigestProfile {
    /// The profile of the digests with which results of a backend of this kind are compared.
    pub fn of(kind: &str) -> Self {
        if kind.starts_with(KIT) {
            Self::of_kits()
        } else {
            Self::of_this_suite()
        }
    }

    /// The profile of the digests in the answers of a kit.
    pub fn of_kits() -> Self {
        let bits = 32 * KIT_SUMS as u64;
        Self {
            block_cases: KIT_CASES,
            bits,
            key: "a hash of the seed of the settings".into(),
            soundness: format!(
                "{KIT_SUMS} keyed sums of 32 bits a block. A block with one wrong word is found without exception; \
                 one with several wrong words would be missed with a probability of 2^-{bits} if the hash were a \
                 random function. The digest is for faults, not for a sender who makes answers up."
            ),
        }
    }

    /// The profile of this suite's digests, which [`backend::digest`](vyre_conform_suite::backend::digest) defines.
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
    fn serialised_form_is_the_name() {
        for profile in FloatProfile::ALL {
            let json = serde_json::json!(profile);
            assert_eq!(json, profile.name());
            assert_eq!(serde_json::from_value(json).ok(), Some(profile));
        }
    }
}
