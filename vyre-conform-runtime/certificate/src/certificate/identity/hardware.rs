//! The hand-written texts that an engine calls.

use super::super::canonical;
use super::encode::available;
use super::texts_of;
use serde_json::{Value, json};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::{Lowering, base_id};
use vyre_conform_spec::Category;

/// The canonical text of the hand-written texts among these ops, if any. A translated op appears in programs by its id
/// alone, as before programs could call others.
pub(super) fn texts(catalog: &Catalog, ids: &[String]) -> Option<String> {
    let ops = ids.iter().filter_map(|id| catalog.find(id));
    let texts = ops.filter_map(|op| match (op.def.category, op.def.lowering) {
        (
            Category::C {
                hardware,
                available: predicate,
            },
            Lowering::Texts { texts, .. },
        ) => {
            let texts = texts_of(texts, op.def.name);
            let id = base_id(op.def.id);
            Some(json!([
                id,
                op.def.version,
                hardware,
                available(predicate),
                texts
            ]))
        }
        _ => None,
    });
    let texts: Vec<Value> = texts.collect();
    (!texts.is_empty()).then(|| canonical::text(&json!(texts)))
}
