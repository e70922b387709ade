//! Evaluation of expressions.

use super::arithmetic;
use super::environment::{Environment, Id};
use super::machine::Machine;
use super::stop::Array;
use vyre_conform_ir::{Expr, ExprKind};

impl<E: Environment> Machine<'_, '_, E> {
    /// The bits of an expression. All operands are evaluated, from left to right.
    #[inline(always)]
    pub(super) fn value(&mut self, expr: &Expr) -> u128 {
        // Half of all expressions are of these kinds, which are cheaper than a call.
        match &expr.kind {
            ExprKind::Literal(bits) => (*bits).into(),
            ExprKind::Local(local) => self.thread.stack[self.place(*local)],
            _ => self.computed(expr),
        }
    }

    fn computed(&mut self, expr: &Expr) -> u128 {
        // Tested first, because it is frequent: a well-predicted branch instead of a badly predicted
        // jump.
        if let ExprKind::Binary(op, a, b) = &expr.kind {
            let (left, right) = (self.value(a), self.value(b));
            return arithmetic::binary(*op, a.ty, left, right);
        }
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Binary(..) => self.value(expr),
            ExprKind::Element(array, index) => {
                let index = self.value(index) as u32;
                match self.element(*array, index) {
                    Some(place) => self.thread.stack[place],
                    None => 0,
                }
            }
            ExprKind::TableElement(table, index) => {
                let index = self.value(index) as u32;
                let function = self.code.function(self.thread.function);
                match function.tables[*table as usize].data.get(index as usize) {
                    Some(bits) => (*bits).into(),
                    None => {
                        self.out_of_bounds(Array::Table(*table), index);
                        0
                    }
                }
            }
            ExprKind::Unary(op, a) => arithmetic::unary(*op, a.ty, self.value(a)),
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.value(condition);
                let (then, otherwise) = (self.value(then), self.value(otherwise));
                if condition != 0 { then } else { otherwise }
            }
            ExprKind::Cast(a) => arithmetic::cast(a.ty, expr.ty, self.value(a)),
            ExprKind::Compose(lanes) => {
                let lanes = (0..).zip(lanes);
                lanes.fold(0, |bits, (k, lane)| bits | self.value(lane) << (32 * k))
            }
            ExprKind::Lane(vector, lane) => {
                let bits = self.value(vector);
                arithmetic::lane(bits, *lane).into()
            }
            ExprKind::Load(buffer, index) => {
                let index = self.value(index) as u32;
                self.environment.load(*buffer, index)
            }
            ExprKind::BufferLength(buffer) => self.environment.length(*buffer).into(),
            ExprKind::InvocationId(axis) => self.environment.id(Id::Invocation, *axis).into(),
            ExprKind::WorkgroupId(axis) => self.environment.id(Id::Workgroup, *axis).into(),
            ExprKind::LocalInvocationId(axis) => self.environment.id(Id::Local, *axis).into(),
        }
    }
}
