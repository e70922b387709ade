//! What the backends of a run lost since it began.

use super::Context;
use std::collections::BTreeMap;
use vyre_conform_suite::backend::{Backend, Losses, REQUESTS_PER_LOSS};

/// What each backend that counts its losses had counted when a run began, by slug.
pub(super) fn before(backends: &[&dyn Backend]) -> BTreeMap<String, Losses> {
    let counted = backends.iter().filter_map(|backend| {
        let slug = backend.identity().slug.clone();
        Some((slug, backend.losses()?))
    });
    counted.collect()
}

impl Context {
    /// What a backend was asked in this run and lost; nothing of one in this process, which cannot be lost.
    pub fn losses(&self, slug: &str) -> Option<Losses> {
        let now = self.backend(slug)?.losses()?;
        let before = self.asked.losses_before.get(slug).copied();
        Some(now.since(before.unwrap_or_default()))
    }

    /// Of how many requests a run may lose one and pass.
    pub fn requests_per_loss(&self) -> u64 {
        self.settings()
            .requests_per_loss
            .unwrap_or(REQUESTS_PER_LOSS)
    }
}
