//! Loops: `loop` with `continuing` and `break if`, to which front ends also reduce `for` and `while`.

use super::calls::Breakable;
use super::exits;
use super::statements::{SpannedStatement, Tail};
use super::subgroups::selector;
use super::{Data, Translator, Value};
use naga::{Block, Expression, Handle, Statement, TypeInner};
use std::collections::HashSet;
use vyre_conform_ir::{Expr, LocalId, Node, Type, UnaryOp};

impl<'a> Translator<'a> {
    /// Translates `loop`, with its continuing block, into a loop of the representation.
    pub(super) fn repeat(
        &mut self,
        body: &'a Block,
        continuing: &'a Block,
        break_if: Option<Handle<Expression>>,
    ) {
        let span = self.draft.span;
        let pointers = self.carry(body, continuing, break_if);
        let again = break_if.map(|_| self.draft.variable("again", Expr::bool(true)));
        let list: Vec<SpannedStatement<'a>> = body.span_iter().collect();
        // A loop with a condition at its end has none at its beginning.
        let heading = match break_if {
            Some(_) => None,
            None => heading(&list),
        };
        self.frame().breakables.push(Breakable::Loop);
        self.draft.open();
        let (condition, rest) = match heading {
            Some((length, condition, wanted)) => {
                self.statements(&list[..length], Tail::default());
                let condition = self.data(condition).leaf();
                let condition = if wanted {
                    condition
                } else {
                    Expr::unary(UnaryOp::Not, condition)
                };
                (condition, &list[length + 1..])
            }
            None => match again {
                Some(again) => (Expr::local(again, Type::Bool), &list[..]),
                None => (Expr::bool(true), &list[..]),
            },
        };
        let head = self.draft.close();
        self.draft.open();
        self.statements(rest, Tail::default());
        let inside = self.draft.close();
        for pointer in pointers {
            // The `continuing` block recomputes the pointer from carried values.
            self.frame().values.remove(&pointer);
        }
        self.draft.open();
        let list: Vec<SpannedStatement<'a>> = continuing.span_iter().collect();
        self.statements(&list, Tail::default());
        if let (Some(break_if), Some(again)) = (break_if, again) {
            let ends = self.data(break_if).leaf();
            self.draft.assign(again, Expr::unary(UnaryOp::Not, ends));
        }
        let step = self.draft.close();
        self.frame().breakables.pop();
        self.draft.span = span;
        let node = Node::While {
            bound: self.loop_bound,
            head: vec![],
            condition,
            body: vec![],
            step: vec![],
        };
        self.draft.push_blocks(node, vec![head, inside, step]);
        self.leave(body);
    }

    /// After a nested loop, leaves the outer one too if the inner one returned.
    fn leave(&mut self, body: &Block) {
        let frame = self.frame();
        if !frame.surroundings().in_loop || !exits::returns(body) {
            return;
        }
        let Some(flag) = &mut frame.returned else {
            return;
        };
        flag.is_used = true;
        let condition = Expr::local(flag.local, Type::Bool);
        self.draft.open();
        self.draft.push(Node::Break);
        let then = self.draft.close();
        self.draft.condition(condition, then, vec![]);
    }

    /// Declares locals for values that the body computes and the `continuing` block uses, outside of
    /// the body's scope. Pointers among them have no locals, but their components do.
    fn carry(
        &mut self,
        body: &Block,
        continuing: &Block,
        break_if: Option<Handle<Expression>>,
    ) -> Vec<Handle<Expression>> {
        let (module, frame) = (self.module, self.frame());
        let (function, info) = (frame.function, frame.info);
        let is_pointer = |handle: Handle<Expression>| {
            let inner = info[handle].ty.inner_with(&module.types);
            matches!(
                inner,
                TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. }
            )
        };
        let mut emitted = HashSet::new();
        results(body, &mut emitted);
        let mut used: HashSet<Handle<Expression>> = break_if.into_iter().collect();
        uses(continuing, &mut |handle| {
            used.insert(handle);
        });
        let mut pointers = vec![];
        // Values computed in the `continuing` block itself also use others.
        let mut open: Vec<Handle<Expression>> = used.iter().copied().collect();
        while let Some(handle) = open.pop() {
            match (emitted.contains(&handle), is_pointer(handle)) {
                (true, false) => {
                    self.carry_value(handle);
                    continue;
                }
                (true, true) => pointers.push(handle),
                (false, _) => {}
            }
            operands(&function.expressions[handle], &mut |operand| {
                if used.insert(operand) {
                    open.push(operand);
                }
            });
        }
        pointers
    }

    /// Declares locals for a value.
    fn carry_value(&mut self, handle: Handle<Expression>) {
        let shape = self.resolved(handle);
        let leaves = shape.leaves(super::shape::Packing::Dense).into_iter();
        let locals = leaves.map(|(_, ty)| self.draft.declare("carried", ty, None));
        let locals: Vec<LocalId> = locals.collect();
        self.frame().carried.insert(handle, locals);
    }

    /// Stores the value of an expression for its uses.
    pub(super) fn keep(&mut self, handle: Handle<Expression>, value: Value) {
        let value = match (self.frame().carried.get(&handle).cloned(), value) {
            (Some(locals), Value::Data(data)) => {
                let leaves = locals.into_iter().zip(data.leaves).map(|(local, leaf)| {
                    let ty = leaf.ty;
                    self.draft.assign(local, leaf);
                    Expr::local(local, ty)
                });
                let leaves = leaves.collect();
                Value::Data(Data::new(data.shape, leaves))
            }
            (_, value) => value,
        };
        self.frame().values.insert(handle, value);
    }
}

/// The head of a loop whose first possible exit is a bare condition: the number of statements before
/// it, the condition, and true if the loop continues when the condition is true.
fn heading(list: &[SpannedStatement<'_>]) -> Option<(usize, Handle<Expression>, bool)> {
    let plain = |statement: &Statement| {
        matches!(
            statement,
            Statement::Emit(_) | Statement::Call { .. } | Statement::Atomic { .. }
        )
    };
    let length = list.iter().position(|(statement, _)| !plain(statement))?;
    let Statement::If {
        condition,
        accept,
        reject,
    } = list[length].0
    else {
        return None;
    };
    let breaks = |block: &Block| matches!(block.iter().as_slice(), [Statement::Break]);
    match (accept.is_empty(), reject.is_empty()) {
        (true, _) if breaks(reject) => Some((length, *condition, true)),
        (_, true) if breaks(accept) => Some((length, *condition, false)),
        _ => None,
    }
}

/// The expressions that a block computes.
fn results(block: &Block, found: &mut HashSet<Handle<Expression>>) {
    for statement in block.iter() {
        match statement {
            Statement::Emit(range) => found.extend(range.clone()),
            Statement::Call { result, .. } | Statement::Atomic { result, .. } => {
                found.extend(*result)
            }
            Statement::WorkGroupUniformLoad { result, .. }
            | Statement::SubgroupBallot { result, .. }
            | Statement::SubgroupGather { result, .. }
            | Statement::SubgroupCollectiveOperation { result, .. } => {
                found.insert(*result);
            }
            // Values computed in nested blocks are out of scope.
            Statement::Block(block) => results(block, found),
            _ => {}
        }
    }
}

/// The expressions that the statements of a block use.
fn uses(block: &Block, each: &mut dyn FnMut(Handle<Expression>)) {
    for statement in block.iter() {
        match statement {
            Statement::Emit(range) => range.clone().for_each(&mut *each),
            Statement::Block(block) => uses(block, each),
            Statement::If {
                condition,
                accept,
                reject,
            } => {
                each(*condition);
                uses(accept, each);
                uses(reject, each);
            }
            Statement::Switch { selector, cases } => {
                each(*selector);
                cases.iter().for_each(|case| uses(&case.body, each));
            }
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => {
                uses(body, each);
                uses(continuing, each);
                break_if.iter().for_each(|handle| each(*handle));
            }
            Statement::Store { pointer, value } => {
                each(*pointer);
                each(*value);
            }
            Statement::Atomic { pointer, value, .. } => {
                each(*pointer);
                each(*value);
            }
            Statement::Call { arguments, .. } => arguments.iter().for_each(|handle| each(*handle)),
            Statement::SubgroupBallot { predicate, .. } => {
                predicate.iter().for_each(|handle| each(*handle));
            }
            Statement::SubgroupGather { mode, argument, .. } => {
                each(*argument);
                selector(mode).into_iter().for_each(&mut *each);
            }
            Statement::SubgroupCollectiveOperation { argument, .. } => each(*argument),
            _ => {}
        }
    }
}

/// The operands of an imported expression.
fn operands(expression: &Expression, each: &mut dyn FnMut(Handle<Expression>)) {
    match expression {
        Expression::Compose { components, .. } => components.iter().for_each(|c| each(*c)),
        Expression::Access { base, index } => {
            each(*base);
            each(*index);
        }
        Expression::AccessIndex { base, .. } => each(*base),
        Expression::Splat { value, .. } => each(*value),
        Expression::Swizzle { vector, .. } => each(*vector),
        Expression::Load { pointer } => each(*pointer),
        Expression::Unary { expr, .. } | Expression::As { expr, .. } => each(*expr),
        Expression::Binary { left, right, .. } => {
            each(*left);
            each(*right);
        }
        Expression::Select {
            condition,
            accept,
            reject,
        } => [condition, accept, reject]
            .into_iter()
            .for_each(|handle| each(*handle)),
        Expression::Relational { argument, .. } => each(*argument),
        Expression::Math {
            arg,
            arg1,
            arg2,
            arg3,
            ..
        } => {
            each(*arg);
            [arg1, arg2, arg3]
                .into_iter()
                .flatten()
                .for_each(|handle| each(*handle));
        }
        Expression::ArrayLength(pointer) => each(*pointer),
        _ => {}
    }
}
