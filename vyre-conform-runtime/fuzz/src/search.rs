//! Search over many seeds on all cores.

use super::{Case, ComparisonCounts, Disagreement, OpSignature, disagreement};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use vyre_conform_ir::Library;
use vyre_conform_runtime::sync::cores;
use vyre_conform_suite::backend::Backend;

/// The ops that random programs may call, with their bodies.
#[derive(Clone, Copy)]
pub struct Ops<'a> {
    /// Their signatures.
    pub signatures: &'a [OpSignature],
    /// Their bodies.
    pub library: &'a (dyn Library + Sync),
}

/// Checks the cases of `seeds` on all cores until one shows a disagreement, and returns the lowest seed
/// found. `progress` receives the number of finished cases after each.
pub fn search(
    seeds: Range<u64>,
    ops: Ops<'_>,
    backends: &[&dyn Backend],
    compared: &ComparisonCounts,
    progress: &(dyn Fn(u64) + Sync),
) -> Option<(u64, Disagreement)> {
    let (next, done) = (AtomicU64::new(seeds.start), AtomicU64::new(0));
    let first: Mutex<Option<(u64, Disagreement)>> = Mutex::new(None);
    let worker = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return;
            }
            let case = Case::random(seed, ops.signatures);
            if let Some(disagreement) = disagreement(&case, ops.library, backends, compared) {
                // Seeds are handed out in order, so a running case may have a lower seed.
                next.store(seeds.end, Ordering::Relaxed);
                if let Ok(mut first) = first.lock()
                    && first.as_ref().is_none_or(|(lowest, _)| seed < *lowest)
                {
                    *first = Some((seed, disagreement));
                }
            }
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    let cores = cores();
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(worker);
        }
    });
    first.into_inner().ok().flatten()
}
