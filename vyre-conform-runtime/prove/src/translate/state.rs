//! The state of a symbolic execution, and joins of states.

use super::{MAX_TERMS, Untranslatable};
use crate::term::{TermId, Terms};
use vyre_conform_ir::{Function, FunctionId, Module};

/// A symbolic executor.
pub(super) struct Machine<'a> {
    pub(super) terms: &'a mut Terms,
    pub(super) module: &'a Module,
    /// One bit: a loop has exceeded its bound.
    pub(super) fault: TermId,
    /// Number of loop iterations so far.
    pub(super) rounds: u64,
}

/// The state of one path, or of several joined paths.
#[derive(Clone)]
pub(super) struct State {
    /// One bit: execution is here. It is false after a return, a break and a continue.
    pub(super) is_reached: TermId,
    /// The elements of every local, a single one if it is not an array.
    pub(super) locals: Vec<Vec<TermId>>,
}

/// Paths that wait at one place.
pub(super) type WaitingPaths = Vec<State>;

/// A function in execution, with its waiting paths.
pub(super) struct Frame<'f> {
    pub(super) function: &'f Function,
    /// Results of the paths that returned, with their path conditions.
    pub(super) returned: Vec<(TermId, Vec<TermId>)>,
    /// Paths that left each enclosing loop, innermost last.
    pub(super) loop_exits: Vec<WaitingPaths>,
    /// Paths that continue with the next iteration of each enclosing loop.
    pub(super) next: Vec<WaitingPaths>,
}

impl<'a> Machine<'a> {
    /// A fresh executor.
    pub(super) fn new(terms: &'a mut Terms, module: &'a Module) -> Self {
        let fault = terms.bool(false);
        Self {
            terms,
            module,
            fault,
            rounds: 0,
        }
    }

    /// True if a condition is constantly false.
    pub(super) fn never(&self, condition: TermId) -> bool {
        self.terms.constant_value(condition) == Some(0)
    }

    pub(super) fn checked(&self) -> Result<(), Untranslatable> {
        if self.terms.len() > MAX_TERMS {
            Err(Untranslatable::Large)
        } else {
            Ok(())
        }
    }

    /// The results of a function, called under the path condition `here`.
    pub(super) fn call(
        &mut self,
        id: FunctionId,
        arguments: Vec<TermId>,
        here: TermId,
    ) -> Result<Vec<TermId>, Untranslatable> {
        let module: &'a Module = self.module;
        let function = &module.functions[id.0 as usize];
        let mut locals = vec![];
        for local in &function.locals {
            let zero = self.terms.constant(local.ty.bits(), 0);
            locals.push(vec![zero; local.len.unwrap_or(1) as usize]);
        }
        for (param, argument) in function.params.iter().zip(arguments) {
            locals[param.0 as usize] = vec![argument];
        }
        let mut frame = Frame {
            function,
            returned: vec![],
            loop_exits: vec![],
            next: vec![],
        };
        let start = State {
            is_reached: here,
            locals,
        };
        self.run(&mut frame, start, &function.body)?;
        let mut returned = frame.returned.into_iter().rev();
        // Every path returns (rule V102), so the remaining case is the last path's.
        let Some((_, mut results)) = returned.next() else {
            let zeros = function.results.iter();
            return Ok(zeros.map(|ty| self.terms.constant(ty.bits(), 0)).collect());
        };
        for (when, values) in returned {
            for (result, value) in results.iter_mut().zip(values) {
                *result = self.terms.select(when, value, *result);
            }
        }
        Ok(results)
    }

    /// Joins two states, at most one of which is alive for any operands.
    pub(super) fn join(&mut self, one: State, other: State) -> State {
        if self.never(one.is_reached) {
            return other;
        }
        if self.never(other.is_reached) {
            return one;
        }
        let mut locals = vec![];
        for (mine, theirs) in one.locals.iter().zip(&other.locals) {
            let pairs = mine.iter().zip(theirs);
            let joined = pairs.map(|(m, t)| self.terms.select(one.is_reached, *m, *t));
            locals.push(joined.collect());
        }
        State {
            is_reached: self.terms.or(one.is_reached, other.is_reached),
            locals,
        }
    }
}
