//! Reads certificates: this version and every older one, and says why where it does not.

use super::{Certificate, DIGEST_PREFIX, FORMAT, FORMAT_VERSION};
use serde::Deserialize;

/// The largest file that is read: a thousand times what a thousand ops need.
pub(super) const MOST_BYTES: u64 = 256 << 20;

/// Why a text is no certificate this suite can use.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Not UTF-8.
    #[error("byte {0} is no UTF-8: the file is damaged, or no certificate")]
    Encoding(usize),
    /// Too large.
    #[error("the file has {found} bytes; no certificate has more than {MOST_BYTES}")]
    Size {
        /// Its size.
        found: u64,
    },
    /// No JSON, or not of the shape of a certificate.
    #[error(
        "it is no `{FORMAT}`: {0}. The file is truncated, edited, or something else; take the original"
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
        /// The version it names.
        found: u64,
    },
    /// A version that never was.
    #[error("format version {0} does not exist; versions begin with 1")]
    Version(u64),
    /// The digest does not belong to the evidence.
    #[error(
        "the digest does not fit: the file says {stated}, its evidence has {due}. It was edited after \
         it was issued"
    )]
    Digest {
        /// What the file says.
        stated: String,
        /// What it should say.
        due: String,
    },
    /// The checksum does not belong to the facts of the run.
    #[error("the checksum of `run` does not fit: times, host or rates were edited")]
    Run,
    /// The digest is not written as one.
    #[error("`{0}` is no digest: `{DIGEST_PREFIX}` and 64 hexadecimal digits")]
    NoDigest(String),
}

/// The head of every version: it says why the rest has another shape.
#[derive(Deserialize)]
struct Head {
    format: String,
    format_version: u64,
}

/// Whether this suite reads such a file.
fn known(format: &str, version: u64) -> Result<(), ReadError> {
    match version {
        _ if format != FORMAT => Err(ReadError::Format(format.into())),
        0 => Err(ReadError::Version(0)),
        found if found > FORMAT_VERSION.into() => Err(ReadError::Newer { found }),
        _ => Ok(()),
    }
}

/// Why a text is none of the shapes that are known.
fn unreadable(text: &str, error: &serde_json::Error) -> ReadError {
    let head = serde_json::from_str::<Head>(text).ok();
    let stranger = head.and_then(|head| known(&head.format, head.format_version).err());
    stranger.unwrap_or_else(|| ReadError::Shape(error.to_string()))
}

/// The certificate in these bytes, whose digest fits.
///
/// # Errors
/// [`ReadError`] says what is wrong with it; nothing is concluded from such a file.
pub fn parse(bytes: &[u8]) -> Result<Certificate, ReadError> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(ReadError::Size {
            found: bytes.len() as u64,
        });
    }
    let text = std::str::from_utf8(bytes).map_err(|e| ReadError::Encoding(e.valid_up_to()))?;
    let certificate: Certificate = serde_json::from_str(text).map_err(|e| unreadable(text, &e))?;
    known(&certificate.format, certificate.format_version.into())?;
    if certificate.evidence.version() != Some(certificate.format_version) {
        return Err(ReadError::Shape(format!(
            "its fields are not those of format version {}",
            certificate.format_version
        )));
    }
    let digits = certificate.digest.strip_prefix(DIGEST_PREFIX);
    if !digits.is_some_and(|d| d.len() == 64 && d.bytes().all(|b| b.is_ascii_hexdigit())) {
        return Err(ReadError::NoDigest(certificate.digest));
    }
    let due = certificate.due_digest();
    if due != certificate.digest {
        let stated = certificate.digest;
        return Err(ReadError::Digest { stated, due });
    }
    match certificate.run.checksum == certificate.run.due_checksum() {
        true => Ok(certificate),
        false => Err(ReadError::Run),
    }
}
