//! Reads certificates and reports why it refuses one.

use super::compressed::expand;
use super::digest::{DIGEST_PREFIX, digest_of};
use super::document::{Certificate, FORMAT, FORMAT_VERSION, PackedCertificate};
use super::read_error::{MAX_BYTES, ReadError};
use super::rows;
use super::scan::{CanonicalText, ContentLimits, scan, scan_within};
use serde::{Deserialize, Serialize};
use vyre_conform_verdicts::RunInputs;

/// Maximal contents of a file: seven times the parts of a thousand ops. The limit bounds the memory for reading to
/// eight times the file, or to that of some hundred thousand parts.
const LIMITS: ContentLimits = ContentLimits {
    objects: 400_000,
    values: 4_000_000,
};

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
    if bytes.len() as u64 > MAX_BYTES {
        return Err(ReadError::Size { limit: MAX_BYTES });
    }
    let text = std::str::from_utf8(bytes).map_err(|e| ReadError::Encoding(e.valid_up_to()))?;
    let scanned = scan_within(text, LIMITS).map_err(|e| unreadable(text, e.to_string()))?;
    head(&scanned)?;
    let (certificate, computed) = std::thread::scope(|scope| {
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
    if computed != certificate.digest {
        let stated = certificate.digest;
        return Err(ReadError::Digest { stated, computed });
    }
    if certificate.run.checksum == certificate.run.due_checksum() {
        Ok(certificate)
    } else {
        Err(ReadError::Run)
    }
}
