//! The served side of shared memory: it reads the host's operands and writes results beside them.

use super::SharedMemory;
use crate::message::{ErrorKind, Places, Refusal, RunOp, Share};

/// The host's memory, once opened.
#[derive(Debug, Default)]
pub(crate) struct HostMemory {
    shared: Option<SharedMemory>,
    operands: Vec<u32>,
}

fn refused(message: impl ToString) -> Refusal {
    Refusal {
        error: ErrorKind::Refused,
        message: message.to_string(),
    }
}

fn outside() -> Refusal {
    refused("the words are not within shared memory")
}

impl HostMemory {
    /// Opens the memory that the host offers.
    pub(crate) fn open(&mut self, head: &Share) -> Result<(), Refusal> {
        let shared = SharedMemory::open(&head.file, head.words);
        let shared = shared.map_err(|error| refused(format!("{}: {error}", head.file)))?;
        let mut first = vec![];
        shared.get(0..2, &mut first).ok_or_else(outside)?;
        if first != head.mark {
            let reason = format!("{} is not the file of the host", head.file);
            return Err(refused(reason));
        }
        self.shared = Some(shared);
        Ok(())
    }

    fn shared(&self) -> Result<&SharedMemory, Refusal> {
        let none = || refused("no memory is shared");
        self.shared.as_ref().ok_or_else(none)
    }

    /// The operands of a `run`, without any words in its frame.
    pub(crate) fn operands(
        &mut self,
        head: &RunOp,
        position: Places,
        sent: &[u32],
    ) -> Result<&[u32], Refusal> {
        if !sent.is_empty() {
            return Err(refused("words follow that lie in memory"));
        }
        let mut operands = std::mem::take(&mut self.operands);
        let mut count = head.words.iter();
        let count = count.try_fold(0, |sum: usize, words| sum.checked_add(*words));
        let end = count.and_then(|count| position.operands.checked_add(count));
        let read = end.and_then(|end| {
            self.shared()
                .ok()?
                .get(position.operands..end, &mut operands)
        });
        self.operands = operands;
        self.shared()?;
        read.ok_or_else(outside)?;
        Ok(&self.operands)
    }

    /// Writes results.
    pub(crate) fn write(&self, results: &[u32], position: Places) -> Result<(), Refusal> {
        let written = self.shared()?.put(position.results, results);
        written.ok_or_else(outside)
    }
}
