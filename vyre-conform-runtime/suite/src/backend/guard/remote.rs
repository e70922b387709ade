//! A source of cases that belongs to the caller, as seen from a detachable thread.

use crate::failing::PanicReport;
use std::any::Any;
use std::sync::mpsc::{self, Sender};
use vyre_conform_runtime::generate::{Block, Recipe, Source};
use vyre_conform_spec::ValueType;

/// A result of any type. Type-erased, because generic channels and threads per backend method would make up a fifth of
/// this crate's machine code.
pub(super) type AnyResult = Box<dyn Any + Send>;

/// Message from a call to its caller.
pub(super) enum Event {
    /// Request to fill the block with the cases from this number on, and to return it.
    Fill(u64, Block, Sender<Block>),
    /// Request for the mirroring of this range, by start and length.
    Mirrored(u64, u64, Sender<bool>),
    /// End of the call, with its result or panic.
    Ended(Result<AnyResult, PanicReport>),
}

/// Proxy of the source, which queries its owner.
pub(super) struct SourceProxy {
    types: Vec<ValueType>,
    len: u64,
    recipe: Recipe,
    owner: Sender<Event>,
}

/// Panic of a call that continues after its caller left; it is never displayed.
const LEFT: &str = "the caller of this backend has left";

impl SourceProxy {
    pub(super) fn new(source: &dyn Source, owner: Sender<Event>) -> Self {
        Self {
            types: source.types().to_vec(),
            len: source.len(),
            recipe: source.recipe(),
            owner,
        }
    }

    fn ask<A>(&self, question: impl FnOnce(Sender<A>) -> Event) -> A {
        let (back, answer) = mpsc::channel();
        let sent = self.owner.send(question(back));
        let answer = sent.ok().and_then(|()| answer.recv().ok());
        answer.unwrap_or_else(|| panic!("{LEFT}"))
    }
}

impl Source for SourceProxy {
    fn types(&self) -> &[ValueType] {
        &self.types
    }

    fn len(&self) -> u64 {
        self.len
    }

    fn fill(&self, start: u64, block: &mut Block) {
        let sent = std::mem::take(block);
        *block = self.ask(|back| Event::Fill(start, sent, back));
    }

    fn recipe(&self) -> Recipe {
        self.recipe.clone()
    }

    fn mirrored(&self, start: u64, len: u64) -> bool {
        self.ask(|back| Event::Mirrored(start, len, back))
    }
}
