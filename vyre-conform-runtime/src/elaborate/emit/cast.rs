//! `a as T`.

use super::Emit;
use super::value::Value;
use crate::body::Primitive;
use crate::elaborate::ir_type;
use crate::elaborate::tree::Tree;
use vyre_conform_ir::{Expr, ExprKind, Type};

impl Emit<'_> {
    pub(super) fn cast(&mut self, tree: &Tree, operand: &Tree) -> Option<Value> {
        let (from, to) = (self.primitive(operand)?, self.primitive(tree)?);
        let value = self.one(operand)?;
        if to == Primitive::Bool && from != Primitive::Bool {
            self.problem(
                tree.line,
                "an integer does not cast to `bool`: write `a != 0`",
            );
        }
        if to == Primitive::Usize {
            let fits = match from {
                Primitive::I32 => self.bound(&value) <= i32::MAX as u64,
                Primitive::U64 => self.bound(&value) <= u64::from(u32::MAX),
                _ => true,
            };
            if !fits {
                self.problem(
                    tree.line,
                    "an index is 32 bits wide in the IR: write `a as u32 as usize`",
                );
            }
        }
        Some(Value::One(convert(value, ir_type(to))))
    }
}

/// The value converted to another type; literals are converted here.
pub(super) fn convert(value: Expr, to: Type) -> Expr {
    if value.ty == to {
        return value;
    }
    if let ExprKind::Literal(bits) = value.kind {
        let wide = match value.ty {
            Type::I32 => i64::from(bits as u32 as i32) as u64,
            _ => bits,
        };
        let bits = match to {
            Type::Bool => u64::from(wide != 0),
            _ => wide & to.mask(),
        };
        return Expr::literal(to, bits);
    }
    Expr::cast(to, value)
}
