//! Programs: every launch is a request.

use super::KitBackend;
use super::settle::Question;
use crate::draft::{Draft, Programs};
use std::sync::Arc;
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_ir::dispatch::{Contents, Launch};
use vyre_conform_suite::backend::{BackendError, LoadedPrograms};

/// Most words that an answer has itself. More are digested.
const FEW: usize = 1 << 14;

/// Loaded programs.
pub(super) struct KitPrograms<'b> {
    pub(super) backend: &'b KitBackend,
    pub(super) programs: Arc<Programs>,
    /// True if the texts are not those of the programs, so that the interpreter knows nothing about them.
    pub(super) other_texts: bool,
}

impl KitPrograms<'_> {
    /// The words that the interpreter gives.
    fn interpreted(&self, launch: &Launch) -> Result<Vec<u32>, BackendError> {
        let found = run_launch(&self.programs.programs, launch, &Options::default());
        let found = found
            .map_err(|fault| BackendError::Other(format!("the interpreter stopped: {fault}")))?;
        Ok(found.concat())
    }
}

impl LoadedPrograms for KitPrograms<'_> {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        launch.check(&self.programs.programs)?;
        let lengths: Vec<usize> = launch.buffers.iter().map(Contents::len).collect();
        let lengths: Vec<usize> = launch.read_back.iter().map(|k| lengths[*k]).collect();
        let length = lengths.iter().sum();
        let few = self.other_texts || length <= FEW;
        let draft = Draft::Launch {
            programs: self.programs.clone(),
            launch: Box::new(launch.clone()),
            words: few,
        };
        let name = self
            .programs
            .programs
            .first()
            .map(|program| program.program().name.clone());
        let question = Question {
            family: &name.unwrap_or_default(),
            draft: &draft,
            outputs: &[1],
            first: 0,
            repeated: true,
            inputs: &|_| vec![],
        };
        // An answer that has words stands for itself, and a plan needs none.
        let is_known = few && self.backend.is_answered(&draft);
        let expected = if self.other_texts || is_known || self.backend.is_planning() {
            vec![0; length]
        } else {
            self.interpreted(launch)?
        };
        let found = self.backend.resolve(&question, vec![expected])?;
        let words = found.into_iter().next().unwrap_or_default();
        let mut rest = words.as_slice();
        let back = lengths.iter().map(|length| {
            let (own, others) = rest.split_at(*length);
            rest = others;
            own.to_vec()
        });
        Ok(back.collect())
    }
}
