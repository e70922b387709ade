//! Work that several threads would do alike: one does it, and the others wait for what it leaves.
//!
//! The trials of an op begin side by side, and each would have the same shader compiled, which takes a driver that has
//! not seen it yet a tenth of a second.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use vyre_conform_runtime::sync::lock;

/// Who works on what, by text.
#[derive(Debug, Default)]
pub(super) struct Once {
    busy: Mutex<HashMap<String, Arc<Mutex<()>>>>,
}

impl Once {
    /// What is known of a text, or what `make` makes of it and keeps where `known` finds it. It is looked up, and again after waiting for
    /// a thread that is making it. What fails is made again by each who waited, one after another, so that each has the error itself.
    pub(super) fn get<T, E>(
        &self,
        text: &str,
        known: impl Fn() -> Option<T>,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        if let Some(known) = known() {
            return Ok(known);
        }
        let turn = lock(&self.busy).entry(text.to_owned()).or_default().clone();
        let made = {
            let _turn = lock(&turn);
            known().map_or_else(make, Ok)
        };
        let mut busy = lock(&self.busy);
        // Two references, that of the map and this one, mean that nobody waits.
        if Arc::strong_count(&turn) == 2 {
            busy.remove(text);
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use super::Once;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::sync::{Barrier, Mutex};
    use std::time::Duration;
    use vyre_conform_runtime::sync::lock;

    /// Oracle: what the type says: eight threads that begin together make a thing once; what fails is made again by the next.
    #[test]
    fn one_of_many_threads_makes_a_thing() {
        for fails in [0, 3] {
            let (once, kept, made) = (Once::default(), Mutex::new(None), AtomicUsize::new(0));
            let begin = Barrier::new(8);
            let get = || {
                begin.wait();
                let make = || {
                    let earlier = made.fetch_add(1, SeqCst);
                    std::thread::sleep(Duration::from_millis(20));
                    match earlier < fails {
                        true => Err(earlier),
                        false => Ok(*lock(&kept).insert(earlier)),
                    }
                };
                once.get("text", || *lock(&kept), make)
            };
            let found: Vec<_> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..8).map(|_| scope.spawn(get)).collect();
                threads.into_iter().map(|t| t.join().unwrap()).collect()
            });
            assert_eq!(made.load(SeqCst), fails + 1);
            assert_eq!(found.iter().filter(|f| **f == Ok(fails)).count(), 8 - fails);
            assert_eq!(lock(&once.busy).len(), 0, "nobody works on anything");
        }
    }
}
