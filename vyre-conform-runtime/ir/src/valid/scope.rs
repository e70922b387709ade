//! Which locals are bound and visible at a place.

use crate::LocalId;
use std::collections::HashMap;

/// How a local was bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BindingKind {
    /// The result of a call or of an atomic, or a `Let` that is not mutable.
    Once,
    /// A parameter, declared, or a mutable `Let`.
    Mutable,
    /// The counter of the loop around this place.
    Counter,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    bound: Option<BindingKind>,
    /// Bindings in blocks around this place; more than one where rule V008 is broken.
    visible: u32,
}

/// The locals of a function while it is walked. Every question and every change takes constant time.
#[derive(Debug)]
pub(super) struct Scope {
    /// By number, of the locals that exist.
    known: Vec<State>,
    /// Of the others, of which rule V006 speaks once.
    unknown: HashMap<LocalId, State>,
    /// What is visible, the latest last.
    visible: Vec<LocalId>,
}

impl Scope {
    pub(super) fn new(locals: usize) -> Self {
        Self {
            known: vec![State::default(); locals],
            unknown: HashMap::new(),
            visible: vec![],
        }
    }

    fn state(&self, local: LocalId) -> State {
        let known = self.known.get(local.0 as usize).copied();
        known
            .or_else(|| self.unknown.get(&local).copied())
            .unwrap_or_default()
    }

    fn state_mut(&mut self, local: LocalId) -> &mut State {
        match self.known.get_mut(local.0 as usize) {
            Some(state) => state,
            None => self.unknown.entry(local).or_default(),
        }
    }

    /// How a local was bound before this place, if it was, visible or not.
    pub(super) fn bound(&self, local: LocalId) -> Option<BindingKind> {
        self.state(local).bound
    }

    /// True if a local is bound in a block around this place.
    pub(super) fn is_visible(&self, local: LocalId) -> bool {
        self.state(local).visible > 0
    }

    pub(super) fn bind(&mut self, local: LocalId, bound: BindingKind) {
        let state = self.state_mut(local);
        state.bound = Some(bound);
        state.visible += 1;
        self.visible.push(local);
    }

    /// A mark to go back to with [`Scope::leave`].
    pub(super) fn enter(&self) -> usize {
        self.visible.len()
    }

    /// What was bound since the mark is visible no more.
    pub(super) fn leave(&mut self, mark: usize) {
        for local in self.visible.split_off(mark) {
            self.state_mut(local).visible -= 1;
        }
    }
}
