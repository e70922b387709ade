//! Keys: digests of an obligation with everything that its result depends on.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Key of an obligation. Obligations with equal keys have equal results.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Key([u8; 32]);

/// Builds a key from named inputs.
#[derive(Clone, Debug)]
pub struct KeyBuilder(blake3::Hasher);

impl Default for KeyBuilder {
    fn default() -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"vyre-conform verdict key 2\n");
        Self(hasher)
    }
}

impl KeyBuilder {
    /// Adds an input. The name identifies it, so that swapping two values changes the key.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        for part in [name.as_bytes(), value.as_ref()] {
            self.0
                .update(&(part.len() as u64).to_le_bytes())
                .update(part);
        }
        self
    }

    /// Returns the key of all inputs.
    pub fn finish(&self) -> Key {
        Key(*self.0.finalize().as_bytes())
    }
}

impl AsRef<[u8]> for Key {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

impl From<Key> for String {
    fn from(key: Key) -> Self {
        key.to_string()
    }
}

impl TryFrom<String> for Key {
    type Error = hex::FromHexError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let mut key = [0; 32];
        hex::decode_to_slice(text, &mut key)?;
        Ok(Self(key))
    }
}
