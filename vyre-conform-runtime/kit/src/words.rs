//! Words as text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Little-endian words in base64.
pub(crate) fn encoded(words: &[u32]) -> String {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    STANDARD.encode(bytes)
}

/// The words of [`encoded`]; `None` for any other text.
pub(crate) fn decoded(text: &str) -> Option<Vec<u32>> {
    let bytes = STANDARD.decode(text).ok()?;
    let (words, []) = bytes.as_chunks::<4>() else {
        return None;
    };
    Some(words.iter().copied().map(u32::from_le_bytes).collect())
}

/// A short digest of parts, by which tables and requests are named.
pub(crate) fn name_of(parts: &[&[u8]]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: RFC 4648 by hand, for the bytes 1 0 0 0 255 255 255 255.
    #[test]
    fn words_are_bytes_in_base64() {
        assert_eq!(encoded(&[1, u32::MAX]), "AQAAAP////8=");
        assert_eq!(decoded("AQAAAP////8="), Some(vec![1, u32::MAX]));
        assert_eq!(decoded("AQAA"), None);
        assert_eq!(decoded("not base64"), None);
    }

    /// Oracle: the documentation: parts are apart.
    #[test]
    fn parts_have_ends() {
        assert_ne!(name_of(&[b"ab", b"c"]), name_of(&[b"a", b"bc"]));
        assert_eq!(name_of(&[b"ab"]).len(), 32);
    }
}
