//! Concatenations and parts of sources.

use super::{Block, Recipe, Source};
use std::ops::Range;
use vyre_conform_spec::ValueType;

/// Concatenated sources of the same types.
pub struct Sequence {
    types: Vec<ValueType>,
    parts: Vec<Box<dyn Source>>,
}

impl Sequence {
    /// The cases of every part, in order. Parts with other types are dropped.
    pub fn new(types: &[ValueType], parts: Vec<Box<dyn Source>>) -> Self {
        let mut parts = parts;
        parts.retain(|part| part.types() == types);
        Self {
            types: types.to_vec(),
            parts,
        }
    }
}

impl Source for Sequence {
    fn types(&self) -> &[ValueType] {
        &self.types
    }

    fn len(&self) -> u64 {
        self.parts.iter().map(|p| p.len()).sum()
    }

    fn fill(&self, start: u64, block: &mut Block) {
        let mut skip = start;
        let mut done = 0;
        let len = block.len();
        for part in &self.parts {
            if skip >= part.len() {
                skip -= part.len();
                continue;
            }
            let left = usize::try_from(part.len() - skip).unwrap_or(usize::MAX);
            let n = left.min(len - done);
            if n == len {
                return part.fill(skip, block);
            }
            let mut piece = Block::new(&self.types, n);
            part.fill(skip, &mut piece);
            for (to, from) in block.columns.iter_mut().zip(&piece.columns) {
                to[done..done + n].copy_from_slice(from);
            }
            done += n;
            skip = 0;
            if done == len {
                return;
            }
        }
    }

    fn recipe(&self) -> Recipe {
        Recipe::Sequence(self.parts.iter().map(|p| (p.len(), p.recipe())).collect())
    }
}

/// Consecutive cases of a source: a shard, or the rest after a resumption.
pub struct SequencePart<'a> {
    source: &'a dyn Source,
    range: Range<u64>,
}

impl<'a> SequencePart<'a> {
    /// The cases with these numbers, clipped to the source.
    pub fn new(source: &'a dyn Source, range: Range<u64>) -> Self {
        let end = range.end.min(source.len());
        let range = range.start.min(end)..end;
        Self { source, range }
    }

    /// Shard `k` of `n`, from 0. The shards are disjoint, complete, and differ in size by at most one
    /// case.
    pub fn shard(source: &'a dyn Source, k: u64, n: u64) -> Self {
        Self::new(source, shard(source.len(), k, n))
    }

    /// Number of the first case in the whole source.
    pub fn start(&self) -> u64 {
        self.range.start
    }
}

/// The cases of shard `k` of `n` (from 0) of `len` cases; empty if `k` is not below `n`.
pub fn shard(len: u64, k: u64, n: u64) -> Range<u64> {
    if k >= n {
        return len..len;
    }
    let cut = |k: u64| (u128::from(len) * u128::from(k) / u128::from(n)) as u64;
    cut(k)..cut(k + 1)
}

impl Source for SequencePart<'_> {
    fn types(&self) -> &[ValueType] {
        self.source.types()
    }

    fn len(&self) -> u64 {
        self.range.end - self.range.start
    }

    fn fill(&self, start: u64, block: &mut Block) {
        self.source.fill(self.range.start + start, block);
    }

    fn refill(&self, before: u64, start: u64, block: &mut Block) {
        let first = self.range.start;
        self.source.refill(first + before, first + start, block);
    }

    fn recipe(&self) -> Recipe {
        Recipe::From {
            start: self.range.start,
            of: Box::new(self.source.recipe()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{List, case};
    use vyre_conform_ir::value::Value;

    fn list(values: Range<u32>) -> Box<dyn Source> {
        let cases: Vec<_> = values.map(|v| vec![Value::of(v)]).collect();
        Box::new(List::new(&[ValueType::U32], &cases))
    }

    /// Oracle: counting from 0 to 29.
    #[test]
    fn parts_follow_one_another_and_shards_cover_them_once() {
        let types = [ValueType::U32];
        let parts = vec![list(0..7), list(7..7), list(7..20), list(20..30)];
        let all = Sequence::new(&types, parts);
        assert_eq!(all.len(), 30);
        for start in 0..30 {
            let mut block = Block::new(&types, 30 - start);
            all.fill(start as u64, &mut block);
            assert!(block.columns[0].iter().copied().eq(start as u32..30));
        }
        for n in 1..40 {
            let mut expected = 0u32;
            for k in 0..n {
                let part = SequencePart::shard(&all, k, n);
                for i in 0..part.len() {
                    assert_eq!(case(&part, i), [Value::of(expected)]);
                    expected += 1;
                }
            }
            assert_eq!(expected, 30);
        }
    }
}
