//! Statements.

use super::calls::Breakable;
use super::exits::{self, Exits};
use super::{Remedy, Translator, Value};
use crate::ConstructSupport;
use crate::coverage::ConstructRow;
use naga::{Barrier, Expression, Handle, Span, Statement};
use vyre_conform_ir::{BinaryOp, Expr, Node, Type, UnaryOp};

/// A statement with its place.
pub(super) type SpannedStatement<'a> = (&'a Statement, &'a Span);

/// Exits that need no flag in some statements, because no later statement would have to be skipped.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tail {
    pub(super) returns: bool,
    pub(super) breaks: bool,
}

impl<'a> Translator<'a> {
    /// Translates statements in sequence.
    pub(super) fn statements(&mut self, list: &[SpannedStatement<'a>], tail: Tail) {
        for (k, (statement, span)) in list.iter().enumerate() {
            if self.is_too_long() {
                return;
            }
            self.at(**span);
            let around = self.frame().surroundings();
            let exits = exits::of_statement(statement, around);
            if exits.is_soft() {
                return self.softly(statement, exits, &list[k + 1..], tail);
            }
            self.statement(statement);
            if exits.always {
                return;
            }
        }
    }

    /// Translates a statement with a soft exit, and the following ones.
    fn softly(
        &mut self,
        statement: &'a Statement,
        exits: Exits,
        rest: &[SpannedStatement<'a>],
        tail: Tail,
    ) {
        let inside = if rest.is_empty() {
            tail
        } else {
            Tail::default()
        };
        match statement {
            Statement::Return { value } => return self.return_softly(*value, tail),
            Statement::Break => return self.break_softly(tail),
            Statement::Block(block) => {
                let list: Vec<_> = block.span_iter().chain(rest.iter().copied()).collect();
                return self.statements(&list, tail);
            }
            Statement::If {
                condition,
                accept,
                reject,
            } => {
                let around = self.frame().surroundings();
                let accepting = exits::of_block(accept, around).always;
                let rejecting = exits::of_block(reject, around).always;
                let [mut accept, mut reject]: [Vec<SpannedStatement<'a>>; 2] =
                    [accept, reject].map(|block| block.span_iter().collect());
                if accepting == rejecting {
                    self.branches(*condition, &accept, &reject, inside)
                } else {
                    let other = if accepting { &mut reject } else { &mut accept };
                    other.extend(rest);
                    return self.branches(*condition, &accept, &reject, tail);
                }
                if accepting {
                    return;
                }
            }
            Statement::Switch { selector, cases } => self.switch(*selector, cases, inside),
            // A loop: no other remaining statement has blocks.
            _ => self.statement(statement),
        }
        self.guarded(exits, rest, tail);
    }

    /// Translates statements that run only if no exit was taken.
    fn guarded(&mut self, exits: Exits, rest: &[SpannedStatement<'a>], tail: Tail) {
        if rest.is_empty() || exits.always {
            return;
        }
        let frame = self.frame();
        let mut flags = vec![];
        if exits.returns
            && let Some(flag) = &mut frame.returned
        {
            flag.is_used = true;
            flags.push(flag.local);
        }
        if exits.breaks
            && let Some(Breakable::Switch(flag)) = frame.breakables.last_mut()
        {
            flag.is_used = true;
            flags.push(flag.local);
        }
        let flags = flags.into_iter().map(|flag| Expr::local(flag, Type::Bool));
        let taken = flags.reduce(|a, b| Expr::binary(BinaryOp::Or, a, b));
        self.draft.open();
        self.statements(rest, tail);
        let then = self.draft.close();
        let condition = Expr::unary(UnaryOp::Not, taken.unwrap_or_else(|| Expr::bool(false)));
        self.draft.condition(condition, then, vec![]);
    }

    fn branches(
        &mut self,
        condition: Handle<Expression>,
        accept: &[SpannedStatement<'a>],
        reject: &[SpannedStatement<'a>],
        tail: Tail,
    ) {
        let condition = self.data(condition).leaf();
        let span = self.draft.span;
        let [then, otherwise] = [accept, reject].map(|list| {
            self.draft.open();
            self.statements(list, tail);
            self.draft.close()
        });
        self.draft.span = span;
        self.draft.condition(condition, then, otherwise);
    }

    fn return_softly(&mut self, value: Option<Handle<Expression>>, tail: Tail) {
        self.assign_result(value);
        if !tail.returns
            && let Some(flag) = &mut self.frame().returned
        {
            flag.is_used = true;
            let local = flag.local;
            self.draft.assign(local, Expr::bool(true));
        }
    }

    fn assign_result(&mut self, value: Option<Handle<Expression>>) {
        let Some(value) = value else { return };
        let data = self.data(value);
        let results = self.frame().results.clone();
        for (local, leaf) in results.into_iter().zip(data.leaves) {
            self.draft.assign(local, leaf);
        }
    }

    fn break_softly(&mut self, tail: Tail) {
        if !tail.breaks
            && let Some(Breakable::Switch(flag)) = self.frame().breakables.last_mut()
        {
            flag.is_used = true;
            let local = flag.local;
            self.draft.assign(local, Expr::bool(true));
        }
    }

    /// A statement without soft exits.
    fn statement(&mut self, statement: &'a Statement) {
        match statement {
            Statement::Emit(range) => range.clone().for_each(|handle| self.emit(handle)),
            Statement::Block(block) => {
                let list: Vec<_> = block.span_iter().collect();
                self.statements(&list, Tail::default());
            }
            Statement::If {
                condition,
                accept,
                reject,
            } => {
                let [accept, reject]: [Vec<SpannedStatement<'a>>; 2] =
                    [accept, reject].map(|block| block.span_iter().collect());
                self.branches(*condition, &accept, &reject, Tail::default());
            }
            Statement::Switch { selector, cases } => self.switch(*selector, cases, Tail::default()),
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => self.repeat(body, continuing, *break_if),
            Statement::Break => self.draft.push(Node::Break),
            Statement::Continue => self.draft.push(Node::Continue),
            Statement::Return { value } => self.return_hard(*value),
            other => self.effect(other),
        }
        debug_assert!(self.agrees(statement), "the table of constructs");
    }

    /// A statement about memory, barriers or calls.
    fn effect(&mut self, statement: &'a Statement) {
        match statement {
            Statement::ControlBarrier(barrier) => self.barrier(*barrier),
            Statement::Store { pointer, value } => self.store_statement(*pointer, *value),
            Statement::Atomic {
                pointer,
                fun,
                value,
                result,
            } => self.atomic(*pointer, fun, *value, *result),
            Statement::WorkGroupUniformLoad { pointer, result } => {
                self.draft.push(Node::Barrier);
                let pointer = self.pointer(*pointer);
                let data = if pointer.shape.has_atomic() {
                    self.atomic_load(&pointer)
                } else {
                    self.load(&pointer)
                };
                self.draft.push(Node::Barrier);
                self.keep(*result, Value::Data(data));
            }
            Statement::Call {
                function,
                arguments,
                result,
            } => {
                let data = self.call(*function, arguments);
                if let (Some(result), Some(data)) = (result, data) {
                    self.keep(*result, Value::Data(data));
                }
            }
            Statement::SubgroupBallot { .. }
            | Statement::SubgroupGather { .. }
            | Statement::SubgroupCollectiveOperation { .. } => self.subgroup_statement(statement),
            other => self.refused_statement(other),
        }
    }

    /// Refuses a statement that programs cannot express.
    fn refused_statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Kill => self.refuse("`discard`", Remedy::Stage),
            Statement::MemoryBarrier(_) => {
                self.refuse(
                    "a memory barrier without a control barrier",
                    Remedy::BlackBox,
                );
            }
            Statement::ImageStore { .. } => self.refuse("`textureStore`", Remedy::Texture),
            Statement::ImageAtomic { .. } => {
                self.refuse("an atomic operation on a texture", Remedy::Texture)
            }
            Statement::RayQuery { .. } => self.refuse("a ray query", Remedy::Rays),
            Statement::RayPipelineFunction(_) => {
                self.refuse("a call of a ray pipeline", Remedy::Rays)
            }
            Statement::CooperativeStore { .. } => {
                self.refuse("a store of a cooperative matrix", Remedy::Cooperative);
            }
            // The callers handle all others.
            _ => self.refuse("a statement", Remedy::BlackBox),
        }
    }

    /// True if a construct that the table lists as refused was indeed refused.
    pub(super) fn agrees(&self, construct: &impl ConstructRow) -> bool {
        construct.row().support == ConstructSupport::Imported || !self.refusals.is_empty()
    }

    /// A `return` of the entry point, or one inside a loop of an inlined function.
    fn return_hard(&mut self, value: Option<Handle<Expression>>) {
        let Some(flag) = &mut self.frame().returned else {
            return self.draft.push(Node::Return(vec![]));
        };
        flag.is_used = true;
        let flag = flag.local;
        self.assign_result(value);
        self.draft.assign(flag, Expr::bool(true));
        self.draft.push(Node::Break);
    }

    fn barrier(&mut self, barrier: Barrier) {
        if barrier.contains(Barrier::TEXTURE) {
            return self.refuse("`textureBarrier`", Remedy::Texture);
        }
        if !barrier.intersects(Barrier::STORAGE | Barrier::WORK_GROUP) {
            return self.subgroup_barrier();
        }
        self.draft.push(Node::Barrier);
    }

    fn store_statement(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) {
        let pointer = self.pointer(pointer);
        let data = self.data(value);
        match *pointer.shape {
            super::Shape::Atomic(_) => self.atomic_store(&pointer, &data),
            _ => self.store(&pointer, &data),
        }
    }
}
