//! Engines in use by trials, with their cached runs.

use std::sync::{Arc, Mutex};
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::sync::{cores, lock};
use vyre_conform_suite::invariants::{EngineSession, Runner};

/// Minimal number of engines with cached runs per runner on machines with fewer cores: a worker stays on its engine.
const ENGINES: usize = 3;

/// Benches, most recently used last.
#[derive(Default)]
pub(super) struct EngineSessions(Mutex<Vec<Arc<EngineSession<'static>>>>);

impl EngineSessions {
    /// The bench of an engine on a runner; `backends` scales the size of the cache.
    pub(super) fn get(
        &self,
        def: &'static EngineDef,
        runner: Runner<'static>,
        backends: usize,
    ) -> Arc<EngineSession<'static>> {
        let cores = cores();
        let capacity = ENGINES.max(cores) * (1 + backends);
        let mut benches = lock(&self.0);
        let same = |bench: &Arc<EngineSession<'_>>| {
            bench.def.id == def.id && bench.runner.name() == runner.name()
        };
        let bench = match benches.iter().position(same) {
            Some(place) => benches.remove(place),
            None => Arc::new(EngineSession::new(def, runner)),
        };
        benches.push(bench.clone());
        make_room(&mut benches, capacity);
        bench
    }

    /// Drops the runs on a backend.
    pub(super) fn forget(&self, slug: &str) {
        lock(&self.0).retain(|bench| bench.runner.name() != slug);
    }
}

/// Drops the least recently used entries beyond `most`, except those in use by a trial: the next trial of the same
/// engine needs these runs.
fn make_room<T>(things: &mut Vec<Arc<T>>, most: usize) {
    if things.len() <= most {
        return;
    }
    for _ in 0..things.len() {
        let oldest = things.remove(0);
        if Arc::strong_count(&oldest) == 1 {
            return;
        }
        things.push(oldest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of `make_room`.
    #[test]
    fn items_in_use_are_kept_as_most_recent() {
        let mut things: Vec<Arc<usize>> = (0..4).map(Arc::new).collect();
        let long = things[0].clone();
        let kept = |things: &[Arc<usize>]| things.iter().map(|thing| **thing).collect::<Vec<_>>();
        make_room(&mut things, 4);
        assert_eq!(kept(&things), [0, 1, 2, 3]);
        make_room(&mut things, 3);
        assert_eq!(kept(&things), [2, 3, 0]);
        drop(long);
        make_room(&mut things, 2);
        assert_eq!(kept(&things), [3, 0]);
        let all = things.clone();
        make_room(&mut things, 1);
        assert_eq!(kept(&things), [3, 0], "both are in use");
        drop(all);
    }
}
