//! Random statements on buffers: stores, atomic steps, barriers.

use super::expr::castable;
use super::memory::{BufferSlot, Use};
use super::statement::{FunctionContext, ReadableLocal};
use vyre_conform_ir::{AtomicOp, Expr, ExprKind, LocalId, Node, Type};

impl FunctionContext<'_> {
    pub(super) fn store(&mut self, nodes: &mut Vec<Node>) {
        let held = self.loadable_buffers(None, |now| now == Use::Own);
        if held.is_empty() {
            return self.bind(nodes);
        }
        let held = self.draw.of(&held);
        let ty = held.element.loaded();
        let index = self.own(held, 1);
        let value = if self.draw.percent(50) {
            self.sampled_operand(ty)
        } else {
            self.expr(ty, 1)
        };
        let kind = ExprKind::Load(held.id, Box::new(index.clone()));
        nodes.push(Node::Store {
            buffer: held.id,
            index,
            value,
        });
        if self.draw.percent(15) {
            self.store_again(nodes);
        }
        if self.draw.percent(40) {
            self.mix(nodes, Expr { ty, kind });
        }
    }

    /// Stores again to the element of the last store.
    fn store_again(&mut self, nodes: &mut Vec<Node>) {
        if let Some(Node::Store {
            buffer,
            index,
            value,
        }) = nodes.last()
        {
            let (buffer, index, ty) = (*buffer, index.clone(), value.ty);
            let value = self.sampled_operand(ty);
            nodes.push(Node::Store {
                buffer,
                index,
                value,
            });
        }
    }

    pub(super) fn atomic(&mut self, nodes: &mut Vec<Node>) {
        let storage = |slot: &BufferSlot| !slot.workgroup && slot.element == Type::U32;
        let mut own = self.loadable_buffers(None, |now| now == Use::Own);
        own.retain(storage);
        let contended = self.loadable_buffers(None, |now| matches!(now, Use::Contended(_)));
        if !contended.is_empty() && (own.is_empty() || self.draw.percent(45)) {
            let slot = self.draw.of(&contended);
            let Use::Contended(op) = slot.current_use else {
                return;
            };
            let index = self.any_index(slot.id, 1);
            self.atomic_node(nodes, op, slot, index);
        } else if !own.is_empty() {
            let slot = self.draw.of(&own);
            let op = match self.draw.below(10) {
                0..=3 => self.draw.of(&AtomicOp::ALL[6..]),
                4 => self.draw.of(&[AtomicOp::Xor, AtomicOp::Min]),
                _ => self.draw.of(AtomicOp::ALL),
            };
            let index = self.own(slot, 1);
            let result = self.atomic_node(nodes, op, slot, index.clone());
            self.know(result, Type::U32, false);
            if self.draw.percent(85) {
                self.mix_local(nodes, result, Type::U32);
            }
        } else {
            self.bind(nodes);
        }
    }

    fn atomic_node(
        &mut self,
        nodes: &mut Vec<Node>,
        op: AtomicOp,
        slot: BufferSlot,
        index: Expr,
    ) -> LocalId {
        let value = match self.draw.below(4) {
            0 | 1 => self.traced_word(),
            2 => self.edge(Type::U32),
            _ => self.expr(Type::U32, 1),
        };
        let expected = (op == AtomicOp::CompareExchange).then(|| match self.draw.below(4) {
            0 => Expr::u32(0),
            1 => self.expr(Type::U32, 1),
            // The stored element.
            _ => Expr {
                ty: Type::U32,
                kind: ExprKind::Load(slot.id, Box::new(index.clone())),
            },
        });
        let result = self.builder.local("before", Type::U32);
        nodes.push(Node::Atomic {
            op,
            buffer: slot.id,
            index,
            value,
            expected,
            result,
        });
        result
    }

    /// A barrier, after which buffers may have another use. Usually something is stored before it, and
    /// another invocation's store is read after it, so that a missing barrier shows.
    pub(super) fn barrier(&mut self, nodes: &mut Vec<Node>) {
        if self.draw.percent(80) {
            self.store(nodes);
        }
        if self.arrays.is_empty() && self.draw.percent(30) {
            self.array(nodes);
        }
        nodes.push(Node::Barrier);
        let mut uses = self.uses();
        for now in &mut uses {
            *now = match *now {
                Use::Own if self.draw.percent(70) => Use::Group,
                Use::Group if self.draw.percent(60) => Use::Own,
                other => other,
            };
        }
        self.set_uses(&uses);
        for _ in 0..2 {
            if self.draw.percent(75) {
                self.pass_on(nodes);
            }
        }
        self.keep(nodes);
    }

    /// Adds an invocation's own values from before a barrier to the trace.
    fn keep(&mut self, nodes: &mut Vec<Node>) {
        let is_name =
            |known: &&ReadableLocal| !known.mutable && !self.counters.contains(&known.local);
        let names: Vec<ReadableLocal> = self
            .scope
            .iter()
            .rev()
            .filter(is_name)
            .take(2)
            .copied()
            .collect();
        if !names.is_empty() && self.draw.percent(80) {
            let ReadableLocal { local, ty, .. } = self.draw.of(&names);
            self.mix_local(nodes, local, ty);
        }
        if let Some(array) = self.arrays.last().copied()
            && self.draw.percent(75)
        {
            let index = self.array_index(array.len);
            self.mix(nodes, Expr::element(array.local, array.ty, index));
        }
        if self.draw.percent(40) {
            self.mix_any(nodes);
        }
    }

    /// Reads a value that another invocation of the workgroup stored.
    fn pass_on(&mut self, nodes: &mut Vec<Node>) {
        let from = self.loadable_buffers(None, |now| now == Use::Group);
        let to = self.loadable_buffers(None, |now| now == Use::Own);
        if from.is_empty() {
            return;
        }
        if to.is_empty() || self.draw.percent(60) {
            let from = self.draw.of(&from);
            let index = Box::new(self.of_group(from, 1));
            let (ty, kind) = (from.element.loaded(), ExprKind::Load(from.id, index));
            return self.mix(nodes, Expr { ty, kind });
        }
        let (from, to) = (self.draw.of(&from), self.draw.of(&to));
        let index = Box::new(self.of_group(from, 1));
        let (ty, into) = (from.element.loaded(), to.element.loaded());
        let load = Expr {
            ty,
            kind: ExprKind::Load(from.id, index),
        };
        let value = match ty == into {
            true => load,
            false if castable(into).contains(&ty) => Expr::cast(into, load),
            false => return,
        };
        let index = self.own(to, 1);
        nodes.push(Node::Store {
            buffer: to.id,
            index,
            value,
        });
    }
}
