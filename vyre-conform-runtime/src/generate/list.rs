//! Explicit lists of cases.

use super::{Block, Source};
use std::collections::HashSet;
use vyre_conform_ir::value::Value;
use vyre_conform_spec::ValueType;

/// A list of cases, in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    types: Vec<ValueType>,
    cases: Block,
}

impl List {
    /// A list of these cases without duplicates, in order of first occurrence. Cases of other types are
    /// dropped; the caller must report them.
    pub fn new(types: &[ValueType], cases: &[Vec<Value>]) -> Self {
        let mut seen = HashSet::new();
        let mut block = Block::new(types, 0);
        for case in cases {
            let fits = case.iter().map(Value::ty).eq(types.iter().copied());
            if fits && seen.insert(case) {
                let words = case.iter().flat_map(|v| v.words());
                for (column, word) in block.columns.iter_mut().zip(words) {
                    column.push(*word);
                }
            }
        }
        Self {
            types: types.to_vec(),
            cases: block,
        }
    }
}

impl Source for List {
    fn types(&self) -> &[ValueType] {
        &self.types
    }

    fn len(&self) -> u64 {
        self.cases.len() as u64
    }

    fn fill(&self, start: u64, block: &mut Block) {
        let start = start as usize;
        for (to, from) in block.columns.iter_mut().zip(&self.cases.columns) {
            let n = to.len();
            to.copy_from_slice(&from[start..start + n]);
        }
    }
}
