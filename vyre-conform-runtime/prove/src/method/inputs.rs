//! Sample inputs, tried before anything else.

use crate::claim::{Proposition, bits};
use vyre_conform_runtime::generate::{Source, case, witnessed};
use vyre_conform_spec::ValueType;

/// Number of witnesses, and maximum number of edge cases.
const CASES: u64 = 1 << 13;
/// Number of samples for checks of single parts.
const PARTS: usize = 256;

/// Sample inputs of a graph of terms.
pub(super) struct Samples {
    pub(super) cases: Vec<Vec<u128>>,
}

impl Samples {
    /// The samples of a claim.
    pub(super) fn new(claim: &dyn Proposition) -> Self {
        match claim.samples() {
            Some(cases) => Self { cases },
            None => Self::of_types(claim.variables()),
        }
    }

    /// Some of the edge set, followed by witnesses.
    fn of_types(types: &[ValueType]) -> Self {
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

    /// A few samples, evenly spread.
    pub(super) fn sample(&self) -> Vec<Vec<u128>> {
        sample(&self.cases)
    }
}

/// A few of many cases, evenly spread.
pub(super) fn sample(cases: &[Vec<u128>]) -> Vec<Vec<u128>> {
    let step = cases.len().div_ceil(PARTS).max(1);
    cases.iter().step_by(step).cloned().collect()
}
