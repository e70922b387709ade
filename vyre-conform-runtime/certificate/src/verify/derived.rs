//! Facts that verification derives again from the bodies of a catalog: composition theorems and numbers of mutants.
//! They are computed on first use and cached.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};
use vyre_conform_prove::composed::Composer;
use vyre_conform_prove::mutate::total;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::sync::lock;

/// Number of mutants of an op's body, or the reason why none can be judged.
pub(super) type Mutants = Result<u64, String>;

/// Composition theorems and numbers of mutants of one catalog.
pub(super) struct DerivedFacts<'a> {
    catalog: &'a Catalog,
    composer: OnceLock<Composer<'a>>,
    mutants: Mutex<HashMap<&'static str, Mutants>>,
    inapplicable: Mutex<HashMap<LawByMethod, Option<String>>>,
}

/// The id of an op, the index of one of its laws, and the name of an engine.
type LawByMethod = (&'static str, usize, &'static str);

impl<'a> DerivedFacts<'a> {
    pub(super) fn new(catalog: &'a Catalog) -> Self {
        Self {
            catalog,
            composer: OnceLock::new(),
            mutants: Mutex::default(),
            inapplicable: Mutex::default(),
        }
    }

    pub(super) fn composer(&self) -> &Composer<'a> {
        self.composer.get_or_init(|| Composer::new(self.catalog))
    }

    /// The reason why an engine cannot have decided a law; `ask` computes it on first use.
    pub(super) fn unreached(
        &self,
        key: LawByMethod,
        ask: impl FnOnce() -> Option<String>,
    ) -> Option<String> {
        let known = lock(&self.inapplicable).get(&key).cloned();
        known.unwrap_or_else(|| {
            let found = ask();
            lock(&self.inapplicable).insert(key, found.clone());
            found
        })
    }

    /// The number of mutants of the op's body.
    pub(super) fn mutants(&self, op: &Op) -> Mutants {
        let known = lock(&self.mutants).get(op.def.id).cloned();
        known.unwrap_or_else(|| {
            let found = total(op)
                .map(|n| n as u64)
                .map_err(|reason| reason.to_string());
            lock(&self.mutants).insert(op.def.id, found.clone());
            found
        })
    }
}
