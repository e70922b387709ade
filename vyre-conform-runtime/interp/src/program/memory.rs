//! Buffers as words in the canonical layout.

use crate::frames::{join, split};

/// A buffer.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    words: Vec<u32>,
    /// Words of an element.
    step: usize,
    written: WriteSet,
    /// Watched words with their largest values.
    watched: Vec<(usize, u32)>,
}

impl Cells {
    pub(super) fn new(words: Vec<u32>, step: usize) -> Self {
        Self {
            words,
            step,
            written: WriteSet::default(),
            watched: vec![],
        }
    }

    /// Tracks the largest value of a word from now on.
    pub(super) fn watch(&mut self, word: usize) {
        let now = self.words.get(word).copied().unwrap_or(0);
        self.watched.push((word, now));
    }

    /// The largest value of a watched word; 0 if it does not exist.
    pub(super) fn highest(&self, word: usize) -> u32 {
        let actual = self.watched.iter().find(|(watched, _)| *watched == word);
        actual.map_or(0, |(_, highest)| *highest)
    }

    /// The number of elements.
    pub(super) fn len(&self) -> usize {
        self.words.len() / self.step
    }

    /// Sets the element size in words.
    pub(super) fn set_step(&mut self, step: usize) {
        self.step = step;
    }

    /// An element; `None` out of bounds.
    pub(super) fn get(&self, index: usize) -> Option<u128> {
        let start = index.checked_mul(self.step)?;
        match self.words.get(start..start + self.step)? {
            [word] => Some((*word).into()),
            words => Some(join(words)),
        }
    }

    /// Writes an element; returns true if it is in bounds.
    pub(super) fn set(&mut self, index: usize, bits: u128) -> bool {
        let start = index * self.step;
        match self.words.get_mut(start..start + self.step) {
            Some(words) => {
                split(bits, words);
                self.written.insert(index);
                for (word, highest) in &mut self.watched {
                    *highest = self.words.get(*word).copied().unwrap_or(0).max(*highest);
                }
                true
            }
            None => {
                self.written.refused += 1;
                false
            }
        }
    }

    /// Zeroes the buffer.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    pub(super) fn into_parts(self) -> (Vec<u32>, WriteSet) {
        (self.words, self.written)
    }
}

/// Numbers of out-of-bounds accesses of a launch, to workgroup buffers as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutOfBounds {
    /// Loads, which returned zero.
    pub loads: u64,
    /// Stores, which did nothing.
    pub stores: u64,
    /// Atomic steps, which did nothing and returned 0.
    pub atomics: u64,
}

/// The elements of a buffer that a launch wrote, by atomic steps as well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteSet {
    /// One bit per element, up to the last one written.
    bits: Vec<u64>,
    /// Number of out-of-bounds writes and atomic steps, which did nothing.
    pub refused: u64,
}

impl WriteSet {
    fn insert(&mut self, index: usize) {
        let word = index / 64;
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (index % 64);
    }

    /// True if the element was written.
    pub fn contains(&self, index: usize) -> bool {
        let word = self.bits.get(index / 64);
        word.is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// The number of elements written.
    pub fn count(&self) -> u64 {
        self.bits
            .iter()
            .map(|word| u64::from(word.count_ones()))
            .sum()
    }

    /// The last element written: the high-water mark.
    pub fn highest(&self) -> Option<usize> {
        let word = self.bits.last()?;
        Some(self.bits.len() * 64 - 1 - word.leading_zeros() as usize)
    }
}
