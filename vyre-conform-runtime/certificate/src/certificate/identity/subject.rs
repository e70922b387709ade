//! Digests of one op or engine, for keys of verdicts.

use super::super::digest_of_text;
use super::EngineText;
use super::encode::results;
use serde_json::json;
use vyre_conform_runtime::registry::OpRef;

/// The digest of the results of an op's compiled reference on 1,024 fixed witnesses.
pub fn results_digest(op: &OpRef) -> String {
    results(op)
}

impl EngineText {
    /// The ids of the ops that the engine's programs call, ascending.
    pub fn calls(&self) -> &[String] {
        &self.calls
    }

    /// The digest of all that the registry digest covers of the engine.
    pub fn digest(&self) -> String {
        digest_of_text(&json!([self.text, self.kind, self.calls]).to_string())
    }
}
