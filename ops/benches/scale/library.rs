//! A library of any number of ops.

use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine;
use vyre_conform_runtime::registry::{self, OpDef};

/// This many ops: the strict ones of this library, again and again under other ids, and its engines.
pub(crate) fn library(count: usize) -> Catalog {
    let mut strict = registry::ops();
    strict.retain(|op| op.op.track().is_strict());
    strict.sort_by_key(|op| op.id);
    let of = |k: usize| -> &'static OpDef {
        let base = strict[k % strict.len()];
        match k / strict.len() {
            0 => base,
            copy => {
                let mut def = *base;
                def.id = format!("{}_{copy}", base.id).leak();
                Box::leak(Box::new(def))
            }
        }
    };
    let ops = (0..count).map(of).collect();
    Catalog::with_engines(ops, registry::helpers(), engine::engines()).expect("distinct ids")
}
