//! Inputs: every set of cases is a [`Source`] with random access, so that any case can be computed from
//! its number alone (shards, resumption, replay).
//!
//! Each generator is one file here; [`Set`] names the sets of inputs for parity.

use vyre_conform_ir::value::Value;
use vyre_conform_spec::ValueType;

pub mod witness;

mod adversarial;
mod declared;
mod edges;
mod exhaustive;
mod floats;
mod list;
mod product;
mod recipe;
mod sequence;
mod set;
mod successors;
mod vector;

pub use adversarial::adversarial;
pub use declared::{ClassHits, InputError, boundary, classes, find_classes, not_hit, samples};
pub use edges::{edge_cases, edge_values, edges};
pub use exhaustive::{DomainError, MOST_CASES, Width, exhaustive, exhaustive_cases};
pub use list::List;
pub use product::Product;
pub use recipe::{OperandAxis, Recipe};
pub use sequence::{Sequence, SequencePart, shard};
pub use set::{Set, can_be_exhausted, witnessed, witnessed_parts};
pub use successors::Successors;
pub use witness::Witnesses;

/// Number of cases in a block.
pub const BLOCK: usize = 1024;

/// A block of cases as columns: one column per word of each value, all with the same length.
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

    /// True if there are no cases.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The values of case `i` of a block whose columns hold values of these types.
pub fn values(block: &Block, types: &[ValueType], i: usize) -> Vec<Value> {
    let mut columns = block.columns.iter();
    let value = |ty: &ValueType| {
        let words: Vec<u32> = columns.by_ref().take(ty.words()).map(|c| c[i]).collect();
        Value::from_words(*ty, &words)
    };
    types.iter().map(value).collect()
}

/// The values of one case of a source.
pub fn case(source: &dyn Source, number: u64) -> Vec<Value> {
    let mut block = Block::new(source.types(), 1);
    source.fill(number, &mut block);
    values(&block, source.types(), 0)
}

/// A set of cases with random access.
pub trait Source: Send + Sync {
    /// Types of the values of a case.
    fn types(&self) -> &[ValueType];
    /// Number of cases.
    fn len(&self) -> u64;
    /// True if there are no cases.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Fills every case of `block` with the cases from number `start` on. `start + block.len()` must be
    /// at most [`Source::len`].
    fn fill(&self, start: u64, block: &mut Block);
    /// Refills a block that this source filled with the cases from number `before` on; columns that do
    /// not change need no writes.
    fn refill(&self, _before: u64, start: u64, block: &mut Block) {
        self.fill(start, block);
    }
    /// The recipe by which a device generates the same cases.
    fn recipe(&self) -> Recipe {
        Recipe::Host
    }
    /// True if every case of this range is the mirror image (the two operands exchanged) of a case
    /// outside such ranges. A symmetric claim need not be checked on this range.
    fn mirrored(&self, _start: u64, _len: u64) -> bool {
        false
    }
}
