//! Expressions over tracked values.

use super::machine::Machine;
use super::value::Tracked;
use vyre_conform_interp::operators;
use vyre_conform_ir::{BinaryOp, Expr, ExprKind, LocalId, Type};

impl Machine<'_, '_> {
    /// The value of an expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Tracked {
        match &expr.kind {
            ExprKind::Literal(bits) => Tracked::exact(*bits),
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Element(array, index) => {
                let index = self.value(index);
                let array = &self.invocation.locals[array.0 as usize];
                read(array.get(index.bits as u32 as usize).copied(), index)
            }
            ExprKind::TableElement(table, index) => {
                let index = self.value(index);
                let data = &self.program.entry.tables[*table as usize].data;
                let found = data.get(index.bits as u32 as usize).copied();
                read(found.map(Tracked::exact), index)
            }
            ExprKind::Unary(op, a) => {
                let operand = self.value(a);
                let bits = operators::unary(*op, a.ty, operand.bits.into()) as u64;
                whole(bits, &[operand])
            }
            ExprKind::Binary(op, a, b) => {
                let (left, right) = (self.value(a), self.value(b));
                let bits = operators::binary(*op, a.ty, left.bits.into(), right.bits.into());
                match decided(*op, expr.ty, left, right) {
                    Some(value) => value,
                    None => whole(bits as u64, &[left, right]),
                }
            }
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.value(condition);
                let (then, otherwise) = (self.value(then), self.value(otherwise));
                selected(condition, then, otherwise)
            }
            ExprKind::Cast(a) => {
                let value = self.value(a);
                cast(a.ty, expr.ty, value)
            }
            ExprKind::Load(buffer, index) => {
                let index = self.value(index);
                let found = self.world.load(*buffer, index.bits as u32 as usize);
                read(found, index)
            }
            ExprKind::BufferLength(buffer) => Tracked::exact(self.world.length(*buffer)),
            ExprKind::InvocationId(axis) => {
                Tracked::exact(self.invocation_id(usize::from(axis.0)).into())
            }
            ExprKind::WorkgroupId(axis) => {
                Tracked::exact(self.invocation.workgroup[usize::from(axis.0)].into())
            }
            ExprKind::LocalInvocationId(axis) => {
                Tracked::exact(self.invocation.local[usize::from(axis.0)].into())
            }
            // Importing makes no vectors.
            ExprKind::Compose(_) | ExprKind::Lane(..) => Tracked::unknown(0),
        }
    }

    fn local(&self, local: LocalId) -> Tracked {
        let first = self.invocation.locals[local.0 as usize].first();
        first.copied().unwrap_or(Tracked::exact(0))
    }

    fn invocation_id(&self, axis: usize) -> u32 {
        let (group, local) = (self.invocation.workgroup[axis], self.invocation.local[axis]);
        group
            .wrapping_mul(self.program.workgroup_size[axis])
            .wrapping_add(local)
    }
}

/// An element, or 0 out of bounds; unknown where rounding decides the index.
fn read(found: Option<Tracked>, index: Tracked) -> Tracked {
    let found = found.unwrap_or(Tracked::exact(0));
    if index.is_exact() {
        found
    } else {
        Tracked::unknown(found.bits)
    }
}

fn selected(condition: Tracked, then: Tracked, otherwise: Tracked) -> Tracked {
    let (taken, other) = if condition.bits != 0 {
        (then, otherwise)
    } else {
        (otherwise, then)
    };
    if condition.is_exact() {
        taken
    } else {
        taken.either(other)
    }
}

/// A cast; between words it keeps the bits.
fn cast(from: Type, to: Type, value: Tracked) -> Tracked {
    let bits = operators::cast(from, to, value.bits.into()) as u64;
    let is_word = |ty: Type| matches!(ty, Type::U32 | Type::I32) || ty == Type::F32;
    if is_word(from) && is_word(to) {
        Tracked { bits, ..value }
    } else {
        whole(bits, &[value])
    }
}

/// The result of an operation on integers.
fn whole(bits: u64, operands: &[Tracked]) -> Tracked {
    if operands.iter().all(|operand| operand.is_exact()) {
        Tracked::exact(bits)
    } else {
        Tracked::unknown(bits)
    }
}

/// A result that one operand decides.
fn decided(op: BinaryOp, ty: Type, a: Tracked, b: Tracked) -> Option<Tracked> {
    let decides = match (op, ty) {
        (BinaryOp::And, Type::Bool) => 0,
        (BinaryOp::Or, Type::Bool) => 1,
        _ => return None,
    };
    let mut both = [a, b].into_iter();
    both.find(|operand| operand.is_exact() && operand.bits == decides)
}
