//! The texts by hand that an engine calls.

use super::super::canonical;
use super::encode::available;
use super::texts_of;
use serde_json::{Value, json};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::{Lowering, base_id};
use vyre_conform_spec::Category;

/// The canonical text of the texts by hand among the ops with these ids, if there are any. Of an op that is translated
/// the id stands in the programs alone, as it did before programs could call others.
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
