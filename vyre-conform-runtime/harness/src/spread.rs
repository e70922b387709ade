//! A source with fewer cases.

use vyre_conform_runtime::generate::{Block, Source};
use vyre_conform_spec::ValueType;

/// At most this many cases of a source, evenly spread.
pub(crate) struct SampledSource<'a> {
    source: &'a dyn Source,
    step: u64,
    len: u64,
}

impl<'a> SampledSource<'a> {
    pub(crate) fn new(source: &'a dyn Source, limit: u64) -> Self {
        let len = source.len().min(limit);
        let step = (source.len() / len.max(1)).max(1);
        Self { source, step, len }
    }
}

impl Source for SampledSource<'_> {
    fn types(&self) -> &[ValueType] {
        self.source.types()
    }

    fn len(&self) -> u64 {
        self.len
    }

    fn fill(&self, start: u64, block: &mut Block) {
        if self.step == 1 {
            return self.source.fill(start, block);
        }
        let mut one = Block::new(self.types(), 1);
        for i in 0..block.len() {
            self.source.fill((start + i as u64) * self.step, &mut one);
            for (to, from) in block.columns.iter_mut().zip(&one.columns) {
                to[i] = from[0];
            }
        }
    }
}
