//! Atomic operations. Each is an atomic step on a word of a storage buffer; those on workgroup memory
//! use a buffer with the memory of every workgroup.

use super::convert::bits_as;
use super::memory::behind;
use super::pointer::{Pointer, Root};
use super::{Data, Remedy, Shape, Translator, Value};
use naga::{AtomicFunction, Expression, Handle};
use vyre_conform_ir::{AtomicOp, BinaryOp, BufferId, Expr, ExprKind, Node, Type, UnaryOp};

impl Translator<'_> {
    /// The statement of an atomic operation.
    pub(super) fn atomic(
        &mut self,
        pointer: Handle<Expression>,
        fun: &AtomicFunction,
        value: Handle<Expression>,
        result: Option<Handle<Expression>>,
    ) {
        let pointer = self.pointer(pointer);
        let value = self.data(value).leaf();
        let Some((buffer, index, ty)) = self.cell(&pointer) else {
            return;
        };
        let word = bits_as(value.clone(), Type::U32);
        let before = match fun {
            AtomicFunction::Add => self.step(AtomicOp::Add, buffer, index, word, None),
            AtomicFunction::Subtract => {
                let negated = Expr::unary(UnaryOp::Negate, word);
                self.step(AtomicOp::Add, buffer, index, negated, None)
            }
            AtomicFunction::And => self.step(AtomicOp::And, buffer, index, word, None),
            AtomicFunction::InclusiveOr => self.step(AtomicOp::Or, buffer, index, word, None),
            AtomicFunction::ExclusiveOr => self.step(AtomicOp::Xor, buffer, index, word, None),
            AtomicFunction::Min if ty == Type::I32 => {
                self.signed(BinaryOp::Min, buffer, index, value)
            }
            AtomicFunction::Max if ty == Type::I32 => {
                self.signed(BinaryOp::Max, buffer, index, value)
            }
            AtomicFunction::Min => self.step(AtomicOp::Min, buffer, index, word, None),
            AtomicFunction::Max => self.step(AtomicOp::Max, buffer, index, word, None),
            AtomicFunction::Exchange { compare: None } => {
                self.step(AtomicOp::Exchange, buffer, index, word, None)
            }
            AtomicFunction::Exchange {
                compare: Some(compare),
            } => {
                let compare = bits_as(self.data(*compare).leaf(), Type::U32);
                let compare = self.named_leaf("expected", compare);
                let expected = Some(compare.clone());
                let before = self.step(AtomicOp::CompareExchange, buffer, index, word, expected);
                let exchanged = Expr::binary(BinaryOp::Eq, before.clone(), compare);
                if let Some(result) = result {
                    let shape = self.resolved(result);
                    let leaves = vec![bits_as(before, ty), exchanged];
                    self.keep(result, Value::Data(Data::new(shape, leaves)));
                }
                return;
            }
        };
        if let Some(result) = result {
            self.keep(result, Value::Data(Data::scalar(bits_as(before, ty))));
        }
    }

    /// The buffer, the word and the type of an atomic operation's target.
    fn cell(&mut self, pointer: &Pointer) -> Option<(BufferId, Expr, Type)> {
        let ty = match *pointer.shape {
            Shape::Atomic(ty @ (Type::U32 | Type::I32)) => ty,
            Shape::Atomic(_) => {
                self.refuse("an atomic operation on a float", Remedy::AtomicType);
                return None;
            }
            _ => Type::U32,
        };
        match &pointer.root {
            Root::Host(buffer) => Some((*buffer, pointer.word(0), ty)),
            Root::Halves(buffer) => Some((*buffer, super::halves::word_of(pointer.word(0)), ty)),
            Root::Workgroup { buffer, first, .. } => {
                Some((*buffer, behind(first.as_ref(), pointer.word(0)), ty))
            }
            Root::Array(..) | Root::Locals(_) | Root::Nowhere => None,
        }
    }

    /// One atomic step, which returns the previous word.
    pub(super) fn step(
        &mut self,
        op: AtomicOp,
        buffer: BufferId,
        index: Expr,
        value: Expr,
        expected: Option<Expr>,
    ) -> Expr {
        let result = self.draft.local("before", Type::U32, None);
        self.draft.push(Node::Atomic {
            op,
            buffer,
            index,
            value,
            expected,
            result,
        });
        Expr::local(result, Type::U32)
    }

    /// The minimum or maximum of signed numbers, by compare-exchange in a loop.
    fn signed(&mut self, op: BinaryOp, buffer: BufferId, index: Expr, value: Expr) -> Expr {
        let index = self.named_leaf("index", index);
        let value = self.named_leaf("value", value);
        let first = self.step(AtomicOp::Or, buffer, index.clone(), Expr::u32(0), None);
        let known = self.draft.variable("known", first);
        let seen = self.draft.variable("seen", Expr::bool(false));
        self.draft.open();
        let word = Expr::local(known, Type::U32);
        let next = Expr::binary(op, Expr::cast(Type::I32, word.clone()), value);
        let next = Expr::cast(Type::U32, next);
        let before = self.step(
            AtomicOp::CompareExchange,
            buffer,
            index,
            next,
            Some(word.clone()),
        );
        self.draft
            .assign(seen, Expr::binary(BinaryOp::Eq, before.clone(), word));
        self.draft.assign(known, before);
        let body = self.draft.close();
        let node = Node::While {
            bound: self.loop_bound,
            head: vec![],
            condition: Self::not(Expr::local(seen, Type::Bool)),
            body: vec![],
            step: vec![],
        };
        self.draft.push_blocks(node, vec![vec![], body, vec![]]);
        Expr::local(known, Type::U32)
    }

    /// The value of `atomicLoad`.
    pub(super) fn atomic_load(&mut self, pointer: &Pointer) -> Data {
        let Some((buffer, index, ty)) = self.cell(pointer) else {
            return Data::scalar(Expr::u32(0));
        };
        // Read-only data does not change, and an atomic step needs a writable buffer.
        let is_written =
            |b: &vyre_conform_ir::BufferDecl| b.access == vyre_conform_ir::Access::ReadWrite;
        let word = if self.buffers.get(buffer.0 as usize).is_some_and(is_written) {
            self.step(AtomicOp::Or, buffer, index, Expr::u32(0), None)
        } else {
            self.draft.bind(
                "loaded",
                Expr {
                    ty: Type::U32,
                    kind: ExprKind::Load(buffer, Box::new(index)),
                },
            )
        };
        Data::scalar(bits_as(word, ty))
    }

    /// `atomicStore`.
    pub(super) fn atomic_store(&mut self, pointer: &Pointer, value: &Data) {
        if let Some((buffer, index, _)) = self.cell(pointer) {
            let value = bits_as(value.leaf(), Type::U32);
            self.step(AtomicOp::Exchange, buffer, index, value, None);
        }
    }
}
