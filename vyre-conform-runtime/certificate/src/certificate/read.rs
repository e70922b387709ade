//! Reads certificates and reports why it refuses one.

use super::scan::{CanonicalText, Most, scan, scan_within};
use super::{Certificate, DIGEST_PREFIX, FORMAT, FORMAT_VERSION, PackedCertificate};
use super::{digest_of, expand, rows};
use serde::{Deserialize, Serialize};
use vyre_conform_verdicts::RunInputs;

/// Largest file that is read: twenty times the size for a thousand ops. Parts are larger in memory.
pub const MOST_BYTES: u64 = 64 << 20;

/// Maximal contents of a file: seven times the parts of a thousand ops. The limit bounds the memory for reading to
/// eight times the file, or to that of some hundred thousand parts.
const MOST: Most = Most {
    objects: 400_000,
    values: 4_000_000,
};

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
    #[error("the file has more than {most} bytes; no certificate has more")]
    Size {
        /// The limit.
        most: u64,
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
        "the digest does not match: the file states {stated}, its evidence has {due}. It was edited after it was \
         issued"
    )]
    Digest {
        /// The stated digest.
        stated: String,
        /// The computed digest.
        due: String,
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

/// The head of every file. It explains why the rest has another shape.
#[derive(Deserialize)]
struct Head {
    format: String,
    format_version: u64,
}

/// Checks that this suite reads this format and version.
fn known(format: &str, version: u64) -> Result<(), ReadError> {
    match version {
        _ if format != FORMAT => Err(ReadError::Format(format.into())),
        0 => Err(ReadError::Version(0)),
        found if found > FORMAT_VERSION.into() => Err(ReadError::Newer { found }),
        found if found < FORMAT_VERSION.into() => Err(ReadError::Older { found }),
        _ => Ok(()),
    }
}

/// The reason why a text has no known shape.
fn unreadable(text: &str, error: String) -> ReadError {
    let head = serde_json::from_str::<Head>(text).ok();
    let stranger = head.and_then(|head| known(&head.format, head.format_version).err());
    stranger.unwrap_or(ReadError::Shape(error))
}

/// Checks format and version of a file.
fn head(file: &CanonicalText) -> Result<(), ReadError> {
    fn value<'a, T: Deserialize<'a>>(file: &'a CanonicalText, name: &str) -> Result<T, ReadError> {
        let missing = || ReadError::Shape(format!("missing field `{name}`"));
        let found = serde_json::from_slice(file.field(name).ok_or_else(missing)?);
        found.map_err(|e| ReadError::Shape(format!("{name}: {e}")))
    }
    let version: u64 = value(file, "format_version")?;
    known(&value::<String>(file, "format")?, version)
}

/// Checks that a file is written canonically. Serde also accepts an array for an object, an object for the name of an
/// outcome, and null for an omitted field, which other readers would refuse or interpret differently.
fn written_alike(file: &impl Serialize, scanned: &CanonicalText) -> Result<(), ReadError> {
    let shape = |error: String| ReadError::Shape(error);
    let again = serde_json::to_string(file).map_err(|e| shape(e.to_string()))?;
    let again = scan(&again).map_err(|e| shape(e.to_string()))?;
    let (found, expected) = (scanned.text(), again.text());
    if found == expected {
        return Ok(());
    }
    let same = found
        .iter()
        .zip(expected)
        .take_while(|(a, b)| a == b)
        .count();
    let shown = |text: &[u8]| {
        let (from, to) = (same.saturating_sub(AROUND), (same + AROUND).min(text.len()));
        String::from_utf8_lossy(text.get(from..to).unwrap_or_default()).into_owned()
    };
    Err(shape(format!(
        "it has `{}` where a certificate has `{}`",
        shown(found),
        shown(expected)
    )))
}

/// Bytes of context on each side of a difference in a message.
const AROUND: usize = 40;

/// The fields of a certificate.
fn fields(text: &str, scanned: &CanonicalText) -> Result<Certificate, ReadError> {
    let shape = |error: serde_json::Error| ReadError::Shape(error.to_string());
    let file: PackedCertificate = serde_json::from_str(text).map_err(shape)?;
    // Writing costs as much as unpacking and is independent of it.
    let (alike, evidence) = std::thread::scope(|scope| {
        let alike = scope.spawn(|| written_alike(&file, scanned));
        let evidence = rows::unpack(&file.kinds, &file.evidence);
        let alike = alike.join();
        (
            alike.unwrap_or_else(|e| std::panic::resume_unwind(e)),
            evidence,
        )
    });
    alike?;
    let evidence = evidence.map_err(ReadError::Shape)?;
    Ok(Certificate {
        format: file.format,
        format_version: file.format_version,
        evidence,
        digest: file.digest,
        run: file.run,
    })
}

/// The part of a file that states the inputs of its run.
#[derive(Deserialize)]
struct InputsOfFile {
    run: InputsOfRun,
}

#[derive(Deserialize)]
struct InputsOfRun {
    inputs: Option<RunInputs>,
}

/// The inputs that a certificate states for its run, without a check of the rest of the file. `None` if the file states
/// none or is not a certificate.
pub fn stated_inputs(bytes: &[u8]) -> Option<RunInputs> {
    let bytes = expand(bytes).ok()?;
    let file: InputsOfFile = serde_json::from_slice(&bytes).ok()?;
    file.run.inputs
}

/// Parses a certificate from bytes, [compressed](super::compress) or not, and checks its digest. The digest is that of
/// the text itself, whose canonical form is computed during reading. The parsed certificate, written again, must give
/// the same text.
///
/// # Errors
///
/// [`ReadError`] names the fault; such a file shows nothing.
pub fn parse(bytes: &[u8]) -> Result<Certificate, ReadError> {
    let bytes = &*expand(bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(ReadError::Size { most: MOST_BYTES });
    }
    let text = std::str::from_utf8(bytes).map_err(|e| ReadError::Encoding(e.valid_up_to()))?;
    let scanned = scan_within(text, MOST).map_err(|e| unreadable(text, e.to_string()))?;
    head(&scanned)?;
    let (certificate, due) = std::thread::scope(|scope| {
        let digest = scope.spawn(|| digest_of(&scanned));
        let certificate = fields(text, &scanned);
        let due = digest
            .join()
            .unwrap_or_else(|e| std::panic::resume_unwind(e));
        (certificate, due)
    });
    let certificate = certificate?;
    let digits = certificate.digest.strip_prefix(DIGEST_PREFIX);
    if !digits.is_some_and(|d| d.len() == 64 && d.bytes().all(|b| b.is_ascii_hexdigit())) {
        return Err(ReadError::NoDigest(certificate.digest));
    }
    if due != certificate.digest {
        let stated = certificate.digest;
        return Err(ReadError::Digest { stated, due });
    }
    if certificate.run.checksum == certificate.run.due_checksum() {
        Ok(certificate)
    } else {
        Err(ReadError::Run)
    }
}
