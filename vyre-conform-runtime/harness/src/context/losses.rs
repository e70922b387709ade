//! Requests that the backends lost since the start of the run.

use super::Context;
use std::collections::BTreeMap;
use vyre_conform_suite::backend::{Backend, Losses, REQUESTS_PER_LOSS};

/// Loss counts of backends at the start of a run, by slug.
pub(super) fn before(backends: &[&dyn Backend]) -> BTreeMap<String, Losses> {
    let counted = backends.iter().filter_map(|backend| {
        let slug = backend.identity().slug.clone();
        Some((slug, backend.losses()?))
    });
    counted.collect()
}

impl Context {
    /// Requests of this run to a backend and their losses; `None` for a backend in this process, which has no such
    /// counts.
    pub fn losses(&self, slug: &str) -> Option<Losses> {
        let now = self.backend(slug)?.losses()?;
        let before = self.shared.losses_before.get(slug).copied();
        Some(now.since(before.unwrap_or_default()))
    }

    /// Number of requests per loss that a passing run may have.
    pub fn requests_per_loss(&self) -> u64 {
        self.settings()
            .requests_per_loss
            .unwrap_or(REQUESTS_PER_LOSS)
    }
}
