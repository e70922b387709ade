//! Digests of one op or engine, for keys of verdicts.

use super::EngineText;
use super::encode::{results, values};
use crate::certificate::digest::digest_of_text;
use serde_json::json;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_suite::strategy::{Evaluate as _, Reference};

/// The digest of the results of an op's compiled reference on 1,024 fixed witnesses, and on the rows and boundaries of
/// an op whose body is not known: a plain function that it calls counts by nothing else.
pub fn results_digest(op: &Op) -> String {
    let witnesses = results(&op.def.op);
    if op.body().is_some() {
        return witnesses;
    }
    let rows = op.def.rows.iter().map(|row| (row.inputs)());
    let boundaries = op.def.boundaries.iter().map(|boundary| boundary());
    let declared = rows.chain(boundaries).map(|inputs| {
        let result = Reference.apply(&op.def.op, &inputs);
        result.map_or_else(|_| "none".to_owned(), |value| values(&[value]))
    });
    let declared: Vec<String> = declared.collect();
    digest_of_text(&json!([witnesses, declared]).to_string())
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
