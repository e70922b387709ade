//! Upper bounds of expressions, where evident. They show that a shift amount is below the width.

use super::Emit;
use vyre_conform_ir::{BinaryOp, Expr, ExprKind, Type};

impl Emit<'_> {
    /// A bound on the bits of a value, read as an unsigned number. A negative number counts as the
    /// large number its bits are, so nothing with a bound below the sign bit is negative.
    pub(super) fn bound(&self, expr: &Expr) -> u64 {
        let whole = expr.ty.mask();
        let bound = match &expr.kind {
            ExprKind::Literal(bits) => *bits,
            ExprKind::Local(local) => *self.bounds.get(local).unwrap_or(&whole),
            ExprKind::TableElement(table, _) => {
                let table = &self.typed.tables[*table as usize];
                *table.data.iter().max().unwrap_or(&0)
            }
            ExprKind::Unary(op, operand) if op.is_count() => u64::from(operand.ty.bits()),
            ExprKind::Binary(op, a, b) if !op.is_comparison() => {
                self.bound_of_binary(*op, expr.ty, a, b)
            }
            ExprKind::Select {
                then, otherwise, ..
            } => self.bound(then).max(self.bound(otherwise)),
            ExprKind::Cast(inner) if expr.ty != Type::Bool => {
                let bound = self.bound(inner);
                let extended = inner.ty == Type::I32 && bound > i32::MAX as u64;
                if extended { whole } else { bound }
            }
            _ => whole,
        };
        // A bound beyond the type means that the value may have wrapped, so nothing is known.
        if bound > whole { whole } else { bound }
    }

    fn bound_of_binary(&self, op: BinaryOp, ty: Type, a: &Expr, b: &Expr) -> u64 {
        let whole = ty.mask();
        let literal = match b.kind {
            ExprKind::Literal(n) => Some(n),
            _ => None,
        };
        let (a, b) = (self.bound(a), self.bound(b));
        match (op, literal) {
            (BinaryOp::And, _) => a.min(b),
            (BinaryOp::Or | BinaryOp::Xor, _) => match (a | b).leading_zeros() {
                u64::BITS => 0,
                zeros => u64::MAX >> zeros,
            },
            (BinaryOp::Add, _) => a.checked_add(b).unwrap_or(whole),
            // The remaining cases read the value as a number, so it must not be negative.
            _ if ty == Type::I32 => whole,
            (BinaryOp::Rem, Some(n)) if n > 0 => a.min(n - 1),
            (BinaryOp::Div, Some(n)) if n > 0 => a / n,
            (BinaryOp::Shr, Some(n)) if n < u64::from(ty.bits()) => a >> n,
            (BinaryOp::Min, _) => a.min(b),
            (BinaryOp::Max, _) => a.max(b),
            _ => whole,
        }
    }
}
