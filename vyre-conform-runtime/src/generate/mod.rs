//! Inputs: every set of cases is a [`Source`] with random access, so that any case can be computed
//! from its number alone (shards, resumption, replay).
//!
//! A generator is one file here.

use crate::spec::ValueType;

pub mod witness;

mod product;
mod recipe;

pub use product::Product;
pub use recipe::{Axis, Recipe};
pub use witness::Witnesses;

/// Cases in a block.
pub const BLOCK: usize = 1024;

/// A block of cases as columns: one column of words per word of each value, all of one length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The columns.
    pub columns: Vec<Vec<u32>>,
}

impl Block {
    /// An all-zero block of `len` cases of these types.
    pub fn new(types: &[ValueType], len: usize) -> Self {
        let words = types.iter().map(|t| t.words()).sum();
        Self {
            columns: vec![vec![0; len]; words],
        }
    }

    /// Number of cases.
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// Whether there are no cases.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A set of cases with random access.
pub trait Source: Send + Sync {
    /// Types of the values of a case.
    fn types(&self) -> &[ValueType];
    /// Number of cases.
    fn len(&self) -> u64;
    /// Whether there are no cases.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Fills every case of `block` with the cases from number `start` on. `start + block.len()` is
    /// at most [`Source::len`].
    fn fill(&self, start: u64, block: &mut Block);
    /// How a device can make the same cases by itself.
    fn recipe(&self) -> Recipe {
        Recipe::Host
    }
    /// Whether every case of this range is the mirror image (the two operands exchanged) of a case
    /// of this source for which this is false. A symmetric claim need not be checked there.
    fn mirrored(&self, _start: u64, _len: u64) -> bool {
        false
    }
}
