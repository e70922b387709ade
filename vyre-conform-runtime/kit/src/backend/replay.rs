//! Known results in place of runs, so that the suite's own code evaluates the claim of a law.

use std::sync::Mutex;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::{Backend, BackendError, Identity, LoadedOp, OpCode, Operand};

/// The results of each application in a law, which runs one after the other, part by part.
pub(super) struct Replay {
    pub(super) identity: Identity,
    /// Words of some cases, with those of one result.
    pub(super) results: Vec<(Vec<u32>, usize)>,
    /// The next application, and the first case of its part.
    pub(super) place: Mutex<(usize, usize)>,
}

impl Backend for Replay {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        Ok(Box::new(Replayed(self, op.signature)))
    }
}

struct Replayed<'r>(&'r Replay, Signature);

impl LoadedOp for Replayed<'_> {
    fn signature(&self) -> Signature {
        self.1
    }

    fn run(&self, _: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let mut place = lock(&self.0.place);
        let (application, first) = *place;
        let (words, each) = &self.0.results[application];
        let own = words.get(first * each..(first + cases) * each);
        *place = match application + 1 {
            next if next == self.0.results.len() => (0, first + cases),
            next => (next, first),
        };
        own.map(<[u32]>::to_vec).ok_or(BackendError::ShortOutput {
            expected: cases * each,
            found: 0,
        })
    }
}
