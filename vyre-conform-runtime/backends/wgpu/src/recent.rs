//! The things of a kind that were asked for last.
//!
//! Every pipeline takes the better part of a megabyte in the driver. An engine loads the same few dozen programs
//! again for each of its invariants, which should not compile them again; random programs come once, and a
//! hundred thousand of them must not stay. What is loaded holds its own pipelines, kept here or not.

use std::collections::HashMap;

/// How many are kept: the programs of as many engines as have workers on a device, at every workgroup size.
const KEPT: usize = 256;

/// At most [`KEPT`] things by text, the last ones that were asked for.
#[derive(Debug)]
pub(super) struct Recent<T> {
    known: HashMap<String, (u64, T)>,
    now: u64,
}

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self {
            known: HashMap::new(),
            now: 0,
        }
    }
}

impl<T: Clone> Recent<T> {
    /// The one with this text, if it is kept; it is the last that was asked for now.
    pub(super) fn get(&mut self, text: &str) -> Option<T> {
        self.now += 1;
        let (asked, known) = self.known.get_mut(text)?;
        *asked = self.now;
        Some(known.clone())
    }

    /// Keeps one more, in place of the one that was not asked for longest if there are too many.
    pub(super) fn keep(&mut self, text: &str, thing: T) {
        self.now += 1;
        self.known.insert(text.to_owned(), (self.now, thing));
        while self.known.len() > KEPT {
            let oldest = self.known.iter().min_by_key(|(_, (asked, _))| *asked);
            let Some(oldest) = oldest.map(|(text, _)| text.clone()) else {
                return;
            };
            self.known.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT, Recent};
    use std::sync::Arc;

    /// Oracle: what the type says: the last ones that were asked for are kept, and no others.
    #[test]
    fn the_last_ones_are_kept() {
        let mut recent = Recent::default();
        let things: Vec<Arc<usize>> = (0..3 * KEPT).map(Arc::new).collect();
        for (k, thing) in things.iter().enumerate() {
            recent.keep(&k.to_string(), thing.clone());
            assert!(recent.get("0").is_some(), "it is asked for all the time");
        }
        let kept: Vec<usize> = (0..things.len())
            .filter(|k| Arc::strong_count(&things[*k]) > 1)
            .collect();
        let last = 2 * KEPT + 1..3 * KEPT;
        assert_eq!(kept, [0].into_iter().chain(last).collect::<Vec<_>>());
        assert!(recent.get("1").is_none());
    }
}
