//! Caches of a run: loaded ops, runs of engines, and held trials.

use super::Context;
use crate::held::HeldTrials;
use crate::interruption::Interruption;
use std::sync::Arc;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::registry::AlternateDef;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::{Backend, LoadedOp, availability};
use vyre_conform_suite::invariants::{EngineSession, Runner};

impl Context {
    /// Keeps the held trials of the run; the first lookup stays.
    pub(crate) fn keep_held(&self, held: HeldTrials) {
        let _ = self.shared.held.set(held);
    }

    /// The held trials, after the lookup.
    pub fn held(&self) -> Option<&HeldTrials> {
        self.shared.held.get()
    }

    /// The lines about held trials at the end of a run, each with a line feed.
    pub fn held_lines(&self) -> String {
        let lines = self.held().map(HeldTrials::end).unwrap_or_default();
        lines.into_iter().map(|line| line + "\n").collect()
    }

    /// The op on the backend, or one of its alternates, loaded on first use.
    pub(crate) fn loaded(
        &self,
        backend: &'static dyn Backend,
        op: &Op,
        alternate: Option<&AlternateDef>,
    ) -> Result<Arc<dyn LoadedOp>, Interruption> {
        let slug = backend.identity().slug.clone();
        let name = alternate.map_or("", |alternate| alternate.name);
        let key = (slug, op.def.id.to_owned(), name.to_owned());
        if let Some(loaded) = lock(&self.loaded).get(&key) {
            return Ok(loaded.clone());
        }
        let runnable = availability(op, alternate, backend);
        let runnable = runnable.map_err(|lacks| Interruption::lacks(op, backend, lacks))?;
        // Loading outside of the lock: two trials may both load an op, which is harmless.
        let loaded: Arc<dyn LoadedOp> = Arc::from(runnable.load()?);
        lock(&self.loaded).insert(key, loaded.clone());
        Ok(loaded)
    }

    /// The bench of an engine on a runner. Trials share its runs while it is among the most recent ones.
    pub fn bench(
        &self,
        def: &'static EngineDef,
        runner: Runner<'static>,
    ) -> Arc<EngineSession<'static>> {
        self.benches.get(def, runner, self.backends.len())
    }

    /// Drops the loaded ops of a backend whose device was lost.
    pub fn unload(&self, slug: &str) {
        lock(&self.loaded).retain(|key, _| key.0 != slug);
        self.benches.forget(slug);
    }
}
