//! Registry digests: of canonical texts of ops and engines.

use super::super::bodies::Bodies;
use super::{Code, op};
use crate::certificate::canonical;
use crate::certificate::digest::{DIGEST_PREFIX, digest_of_text};
use vyre_conform_runtime::catalog::Op;

/// The lists of canonical texts that the registry digest covers.
#[derive(Default)]
pub(super) struct RegistryTexts<'t> {
    pub(super) engines: Vec<&'t str>,
    pub(super) kinds: Vec<&'t str>,
    pub(super) ops: Vec<&'t str>,
}

/// The registry digest: the digest of the canonical object of these lists. The object itself is never in memory.
pub(super) fn registry_digest(texts: RegistryTexts<'_>) -> String {
    let mut hasher = blake3::Hasher::new();
    let lists = [
        ("{\"engines\":[", texts.engines),
        ("],\"kinds\":[", texts.kinds),
        ("],\"ops\":[", texts.ops),
    ];
    for (before, list) in lists {
        hasher.update(before.as_bytes());
        for (k, text) in list.into_iter().enumerate() {
            if k > 0 {
                hasher.update(b",");
            }
            hasher.update(text.as_bytes());
        }
    }
    hasher.update(b"]}");
    format!("{DIGEST_PREFIX}{}", hasher.finalize().to_hex())
}

/// Digests of ops: one per op, and one of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpDigests {
    /// [`op_digest`](super::op_digest) of each op.
    pub each: Vec<String>,
    /// Registry digest of a certificate about these ops and no engine.
    pub registry: String,
}

impl OpDigests {
    /// The digests of these ops, which are sorted by id as in a catalog.
    pub fn of(ops: &[&Op]) -> Self {
        let mut bodies = Bodies::default();
        let text = |of: &&Op| canonical::text(&op(of, &Code::of(of, &mut bodies)));
        let texts: Vec<String> = ops.iter().map(text).collect();
        Self {
            each: texts.iter().map(|text| digest_of_text(text)).collect(),
            registry: registry_digest(RegistryTexts {
                ops: texts.iter().map(String::as_str).collect(),
                ..RegistryTexts::default()
            }),
        }
    }
}
