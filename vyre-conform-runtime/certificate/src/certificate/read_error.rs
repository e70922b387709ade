//! Reasons for refusing a certificate.

use super::digest::DIGEST_PREFIX;
use super::document::{FORMAT, FORMAT_VERSION};

/// Largest file that is read: twenty times the size for a thousand ops. Parts are larger in memory.
pub const MAX_BYTES: u64 = 64 << 20;

/// Reason why this suite cannot use a text as a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Not UTF-8.
    #[error("byte {0} is not UTF-8: the file is damaged, or not a certificate")]
    Encoding(usize),
    /// Compressed, but damaged.
    #[error("its Zstandard frame cannot be read: {0}. The file is damaged; use the original")]
    Frame(String),
    /// Too large.
    #[error("the file has more than {limit} bytes; no certificate has more")]
    Size {
        /// The limit.
        limit: u64,
    },
    /// Not JSON, or not of the shape of a certificate.
    #[error(
        "it is not a `{FORMAT}`: {0}. The file is truncated, edited, or not a certificate; use the original"
    )]
    Shape(String),
    /// Another kind of file.
    #[error("its format is `{0}`, not `{FORMAT}`")]
    Format(String),
    /// Written by a newer suite.
    #[error(
        "it is a `{FORMAT}` of format version {found}; this suite (version {suite}) reads up to \
         {FORMAT_VERSION}. Use the suite that wrote it, or a newer one",
        suite = env!("CARGO_PKG_VERSION")
    )]
    Newer {
        /// Format version of the file.
        found: u64,
    },
    /// Written by an older suite.
    #[error(
        "it is a `{FORMAT}` of format version {found}; this suite (version {suite}) reads version {FORMAT_VERSION}. \
         Reissue it with `certify`, or use the suite that wrote it",
        suite = env!("CARGO_PKG_VERSION")
    )]
    Older {
        /// The version it names.
        found: u64,
    },
    /// An invalid version.
    #[error("format version {0} does not exist; versions begin with 1")]
    Version(u64),
    /// The digest contradicts the evidence.
    #[error(
        "the digest does not match: the file states {stated}, its evidence has {computed}. It was edited after it was \
         issued"
    )]
    Digest {
        /// The stated digest.
        stated: String,
        /// The computed digest.
        computed: String,
    },
    /// The checksum contradicts the facts of the run.
    #[error("the checksum of `run` does not match: times, host or rates were edited")]
    Run,
    /// The digest is malformed.
    #[error("`{0}` is not a digest: `{DIGEST_PREFIX}` and 64 hexadecimal digits")]
    NoDigest(String),
}

impl ReadError {
    /// True for an edited certificate, as opposed to another file.
    pub const fn is_edited(&self) -> bool {
        matches!(self, Self::Digest { .. } | Self::Run)
    }
}
