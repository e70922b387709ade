//! A source of cases that belongs to the caller, as a thread sees it that may be left behind.

use crate::failing::PanicReport;
use std::sync::mpsc::{self, Sender};
use vyre_conform_runtime::generate::{Block, Recipe, Source};
use vyre_conform_spec::ValueType;

/// What a call tells its caller.
pub(super) enum Event<R> {
    /// The cases from this number on are to be filled into the block, which goes back.
    Fill(u64, Block, Sender<Block>),
    /// True if this range, by start and length, is mirrored.
    Mirrored(u64, u64, Sender<bool>),
    /// The call ended, with what it gave or its panic.
    Ended(Result<R, PanicReport>),
}

/// The source, which its owner is asked for.
pub(super) struct Remote<R> {
    types: Vec<ValueType>,
    len: u64,
    recipe: Recipe,
    owner: Sender<Event<R>>,
}

/// The panic of a call that goes on after its caller left: nobody sees it.
const LEFT: &str = "the caller of this backend has left";

impl<R> Remote<R> {
    pub(super) fn of(source: &dyn Source, owner: Sender<Event<R>>) -> Self {
        Self {
            types: source.types().to_vec(),
            len: source.len(),
            recipe: source.recipe(),
            owner,
        }
    }

    fn ask<A>(&self, question: impl FnOnce(Sender<A>) -> Event<R>) -> A {
        let (back, answer) = mpsc::channel();
        let asked = self.owner.send(question(back));
        let answer = asked.ok().and_then(|()| answer.recv().ok());
        answer.unwrap_or_else(|| panic!("{LEFT}"))
    }
}

impl<R: Send> Source for Remote<R> {
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
