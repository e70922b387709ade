//! Deduplicates concurrent work: one thread does it, and the others wait for its result.

use super::lock;
use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

/// Locks for work in progress, by key.
#[derive(Debug)]
pub struct InFlight<K> {
    busy: Mutex<HashMap<K, Busy>>,
}

/// Work in progress.
#[derive(Debug, Default)]
struct Busy {
    /// Number of threads that do it or wait for it.
    threads: usize,
    /// Held by the thread that does it.
    turn: Arc<Mutex<()>>,
}

impl<K> Default for InFlight<K> {
    fn default() -> Self {
        Self {
            busy: Mutex::default(),
        }
    }
}

/// A thread's registration for a key, which ends also on panic.
struct Registration<'a, K: Eq + Hash + Borrow<Q>, Q: Eq + Hash + ?Sized> {
    makers: &'a InFlight<K>,
    key: &'a Q,
}

impl<K: Eq + Hash> InFlight<K> {
    /// Returns the known value of a key, or calls `make`, which must store its result where `known`
    /// finds it. The value is looked up first, and again after a wait for another thread. After a
    /// failure each waiting thread calls `make` in turn, so that each gets its own error. `make` must
    /// not request a key whose maker may wait for this one, in particular not its own.
    pub fn get<Q, T, E>(
        &self,
        key: &Q,
        known: impl Fn() -> Option<T>,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        if let Some(known) = known() {
            return Ok(known);
        }
        let turn = {
            let mut busy = lock(&self.busy);
            let of = busy.entry(key.to_owned()).or_default();
            of.threads += 1;
            of.turn.clone()
        };
        let _part = Registration { makers: self, key };
        let _turn = lock(&turn);
        known().map_or_else(make, Ok)
    }

    /// True if a thread works on this key now.
    pub fn is_busy<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        lock(&self.busy).contains_key(key)
    }
}

impl<K: Eq + Hash + Borrow<Q>, Q: Eq + Hash + ?Sized> Drop for Registration<'_, K, Q> {
    fn drop(&mut self) {
        let mut busy = lock(&self.makers.busy);
        if let Some(of) = busy.get_mut(self.key) {
            of.threads -= 1;
            if of.threads == 0 {
                busy.remove(self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{InFlight, lock};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::sync::{Barrier, Mutex};
    use std::time::Duration;

    /// Oracle: the documentation of the type: eight threads that begin together call `make` once; after
    /// a failure the next one calls it again.
    #[test]
    fn one_of_many_threads_makes_a_thing() {
        for fails in [0, 3] {
            let (makers, kept, made) = (
                InFlight::<String>::default(),
                Mutex::new(None),
                AtomicUsize::new(0),
            );
            let begin = Barrier::new(8);
            let get = || {
                begin.wait();
                let make = || {
                    let earlier = made.fetch_add(1, SeqCst);
                    std::thread::sleep(Duration::from_millis(20));
                    if earlier < fails {
                        Err(earlier)
                    } else {
                        Ok(*lock(&kept).insert(earlier))
                    }
                };
                makers.get("text", || *lock(&kept), make)
            };
            let found: Vec<_> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..8).map(|_| scope.spawn(get)).collect();
                threads.into_iter().map(|t| t.join().unwrap()).collect()
            });
            assert_eq!(made.load(SeqCst), fails + 1);
            assert_eq!(found.iter().filter(|f| **f == Ok(fails)).count(), 8 - fails);
            assert_eq!(lock(&makers.busy).len(), 0, "nobody works on anything");
        }
    }

    /// Oracle: the documentation of the type: a key is busy while a thread works on it and no longer,
    /// however that ends.
    #[test]
    fn keys_are_busy_during_construction() {
        let makers = InFlight::<u32>::default();
        let made = makers.get(
            &1,
            || None,
            || Ok::<_, ()>((makers.is_busy(&1), makers.is_busy(&2))),
        );
        assert_eq!(made, Ok((true, false)));
        let panics = || {
            makers.get(
                &2,
                || None,
                || -> Result<(), ()> { panic!("while it is made") },
            )
        };
        catch_unwind(AssertUnwindSafe(panics)).expect_err("it panics");
        assert!(!makers.is_busy(&1) && !makers.is_busy(&2));
    }
}
