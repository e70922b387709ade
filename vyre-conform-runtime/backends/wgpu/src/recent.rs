//! Cache of recently used items of a kind.
//!
//! Every pipeline takes almost a megabyte in the driver. An engine loads the same few dozen programs for each of its
//! invariants, which should not be recompiled; random programs occur once, and a hundred thousand of them must not
//! accumulate. Loaded programs own their pipelines, cached or not.

use std::collections::HashMap;

/// Capacity: the programs of as many engines as a device has workers, at every workgroup size.
const CAPACITY: usize = 256;

/// At most [`CAPACITY`] items by text, the most recently used ones.
#[derive(Debug)]
pub(super) struct RecentCache<T> {
    entries: HashMap<String, (u64, T)>,
    now: u64,
}

impl<T> Default for RecentCache<T> {
    fn default() -> Self {
        Self {
            entries: HashMap::new(),
            now: 0,
        }
    }
}

impl<T: Clone> RecentCache<T> {
    /// The item with this text, if cached; it becomes the most recently used.
    pub(super) fn get(&mut self, text: &str) -> Option<T> {
        self.now += 1;
        let (used, cached) = self.entries.get_mut(text)?;
        *used = self.now;
        Some(cached.clone())
    }

    /// Adds an item, in place of the least recently used one if the cache is full.
    pub(super) fn keep(&mut self, text: &str, thing: T) {
        self.now += 1;
        self.entries.insert(text.to_owned(), (self.now, thing));
        while self.entries.len() > CAPACITY {
            let oldest = self.entries.iter().min_by_key(|(_, (used, _))| *used);
            let Some(oldest) = oldest.map(|(text, _)| text.clone()) else {
                return;
            };
            self.entries.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CAPACITY, RecentCache};
    use std::sync::Arc;

    /// Oracle: the documentation of the type: exactly the most recently used items are cached.
    #[test]
    fn most_recently_used_items_are_kept() {
        let mut recent = RecentCache::default();
        let things: Vec<Arc<usize>> = (0..3 * CAPACITY).map(Arc::new).collect();
        for (k, thing) in things.iter().enumerate() {
            recent.keep(&k.to_string(), thing.clone());
            assert!(recent.get("0").is_some(), "it is asked for all the time");
        }
        let kept: Vec<usize> = (0..things.len())
            .filter(|k| Arc::strong_count(&things[*k]) > 1)
            .collect();
        let last = 2 * CAPACITY + 1..3 * CAPACITY;
        assert_eq!(kept, [0].into_iter().chain(last).collect::<Vec<_>>());
        assert!(recent.get("1").is_none());
    }
}
