//! Inputs that are tried before anything else.

use crate::claim::bits;
use vyre_conform_runtime::generate::{Source, case, witnessed};
use vyre_conform_spec::ValueType;

/// How many witnesses are tried, and how many cases of the edge set at the most.
const CASES: u64 = 1 << 13;

/// Cases of the inputs of a graph of terms.
pub(super) struct Samples {
    pub(super) cases: Vec<Vec<u128>>,
}

impl Samples {
    /// Some of the edge set, and of the stream of witnesses behind it.
    pub(super) fn of(types: &[ValueType]) -> Self {
        let source = witnessed(types, 1, CASES);
        let edges = source.len().saturating_sub(CASES);
        let step = edges.div_ceil(CASES).max(1);
        let numbers = (0..edges).step_by(step as usize);
        let numbers = numbers.chain(edges..source.len());
        let bits = |number| {
            let values = case(&source, number);
            values.iter().flat_map(bits).collect()
        };
        Self {
            cases: numbers.map(bits).collect(),
        }
    }
}
