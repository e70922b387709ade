//! Digests of one op or engine, for keys of verdicts.

use super::super::digest_of_text;
use super::EngineText;
use super::encode::results;
use serde_json::json;
use vyre_conform_runtime::registry::OpRef;

/// The digest of the results of an op's reference, as it is compiled, on 1,024 witnesses that never change.
pub fn results_digest(op: &OpRef) -> String {
    results(op)
}

impl EngineText {
    /// The digest of everything that the digest of a registry covers of the engine.
    pub fn digest(&self) -> String {
        digest_of_text(&json!([self.text, self.kind, self.calls]).to_string())
    }
}
