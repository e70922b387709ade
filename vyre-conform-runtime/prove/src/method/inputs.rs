//! Inputs that are tried before anything else.

use crate::claim::{Proposition, bits};
use vyre_conform_runtime::generate::{Source, case, witnessed};
use vyre_conform_spec::ValueType;

/// How many witnesses are tried, and how many cases of the edge set at the most.
const CASES: u64 = 1 << 13;
/// The number of them every part of a claim is held against.
const PARTS: usize = 256;

/// Cases of the inputs of a graph of terms.
pub(super) struct Samples {
    pub(super) cases: Vec<Vec<u128>>,
}

impl Samples {
    /// Those of a claim.
    pub(super) fn of(claim: &dyn Proposition) -> Self {
        match claim.samples() {
            Some(cases) => Self { cases },
            None => Self::of_types(claim.variables()),
        }
    }

    /// Some of the edge set, and of the stream of witnesses behind it.
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

    /// Some of them, from all over.
    pub(super) fn few(&self) -> Vec<Vec<u128>> {
        few(&self.cases)
    }
}

/// Some of many cases, from all over.
pub(super) fn few(cases: &[Vec<u128>]) -> Vec<Vec<u128>> {
    let step = cases.len().div_ceil(PARTS).max(1);
    cases.iter().step_by(step).cloned().collect()
}
