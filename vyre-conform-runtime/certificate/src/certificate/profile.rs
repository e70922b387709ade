//! How exact the comparisons of a certificate were, and what they show.

use serde::{Deserialize, Serialize};

/// How exact the comparison was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// `exact`.
    pub integers: String,
    /// Where a float op is inside `strict`, on the native profile of an adapter `strict, native`, on that of
    /// plain WGSL `plain WGSL`; `approximate` on that track; otherwise `not claimed`.
    pub floats: String,
    /// What a comparison by digests shows.
    pub digests: DigestProfile,
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
