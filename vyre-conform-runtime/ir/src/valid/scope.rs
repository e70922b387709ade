//! Tracks the locals that are bound and visible at a place.

use crate::LocalId;
use std::collections::HashMap;

/// The kind of a local's binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BindingKind {
    /// A result of a call or of an atomic, or an immutable `Let`.
    Once,
    /// A parameter, a declaration, or a mutable `Let`.
    Mutable,
    /// The counter of the enclosing loop.
    Counter,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    bound: Option<BindingKind>,
    /// Number of bindings in enclosing blocks; more than one is a violation of rule V008.
    visible: u32,
}

/// The locals of a function during the walk. All operations take constant time.
#[derive(Debug)]
pub(super) struct Scope {
    /// State of the existing locals, by index.
    known: Vec<State>,
    /// State of the other locals, which rule V006 reports once.
    unknown: HashMap<LocalId, State>,
    /// The visible locals, latest last.
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
        let cached = self.known.get(local.0 as usize).copied();
        cached
            .or_else(|| self.unknown.get(&local).copied())
            .unwrap_or_default()
    }

    fn state_mut(&mut self, local: LocalId) -> &mut State {
        match self.known.get_mut(local.0 as usize) {
            Some(state) => state,
            None => self.unknown.entry(local).or_default(),
        }
    }

    /// The kind of a local's earlier binding, visible or not, if it has one.
    pub(super) fn bound(&self, local: LocalId) -> Option<BindingKind> {
        self.state(local).bound
    }

    /// True if a local is bound in an enclosing block.
    pub(super) fn is_visible(&self, local: LocalId) -> bool {
        self.state(local).visible > 0
    }

    pub(super) fn bind(&mut self, local: LocalId, bound: BindingKind) {
        let state = self.state_mut(local);
        state.bound = Some(bound);
        state.visible += 1;
        self.visible.push(local);
    }

    /// A mark for [`Scope::leave`].
    pub(super) fn enter(&self) -> usize {
        self.visible.len()
    }

    /// Hides all bindings since the mark.
    pub(super) fn leave(&mut self, mark: usize) {
        for local in self.visible.split_off(mark) {
            self.state_mut(local).visible -= 1;
        }
    }
}
