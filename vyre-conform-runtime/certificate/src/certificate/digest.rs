//! Digests: BLAKE3 over canonical texts.

use super::canonical;
use super::scan::CanonicalText;

/// Prefix of the hexadecimal digits of a digest.
pub(super) const DIGEST_PREFIX: &str = "blake3:";

/// The digest of the canonical text of a value.
pub fn digest(value: &serde_json::Value) -> String {
    digest_of_text(&canonical::text(value))
}

/// True if a text has the form of a digest.
pub(crate) fn is_digest(text: &str) -> bool {
    let digits = text.strip_prefix(DIGEST_PREFIX);
    let digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    digits.is_some_and(|digits| digits.len() == 64 && digits.bytes().all(digit))
}

pub(super) fn digest_of_text(canonical: &str) -> String {
    format!(
        "{DIGEST_PREFIX}{}",
        blake3::hash(canonical.as_bytes()).to_hex()
    )
}

/// The digest of a file, over everything except the digest itself and the facts of the run.
pub(super) fn digest_of(file: &CanonicalText) -> String {
    let mut hasher = blake3::Hasher::new();
    for piece in file.object(&["evidence", "format", "format_version", "kinds"]) {
        hasher.update(piece);
    }
    format!("{DIGEST_PREFIX}{}", hasher.finalize().to_hex())
}
