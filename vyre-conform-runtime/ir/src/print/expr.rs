//! Expressions.

use super::Names;
use super::literal::write_literal;
use super::words::{Notation, binary, unary};
use crate::{BinaryOp, Expr, ExprKind, Type, UnaryOp};
use std::fmt::Write as _;

/// The context of an expression, which decides about parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExprContext {
    /// Between delimiters.
    Alone,
    /// Operand of an infix operator.
    Operand,
    /// Receiver of a method.
    Receiver,
}

impl Names<'_> {
    /// The text of an expression.
    pub fn expr(&self, expr: &Expr) -> String {
        let mut out = String::new();
        self.write(expr, ExprContext::Alone, &mut out);
        out
    }

    /// The type that the parser infers for an expression of this kind.
    fn implied(&self, kind: &ExprKind, stated: Type) -> Type {
        match kind {
            ExprKind::Literal(_) | ExprKind::Cast(_) => match kind {
                ExprKind::Cast(a) if a.ty.is_float() && !stated.is_float() => Type::U32,
                _ => stated,
            },
            ExprKind::Local(local) | ExprKind::Element(local, _) => self.type_of_local(*local),
            ExprKind::TableElement(table, _) => self.type_of_table(*table),
            ExprKind::Unary(op, a) => op.result(a.ty),
            ExprKind::Binary(op, a, _) => op.result(a.ty),
            ExprKind::Select { then, .. } => then.ty,
            ExprKind::Compose(_) if stated == Type::Vec2 => stated,
            ExprKind::Compose(_) => Type::Vec4,
            ExprKind::Load(buffer, _) => self.type_of_buffer(*buffer),
            ExprKind::Lane(..)
            | ExprKind::BufferLength(_)
            | ExprKind::InvocationId(_)
            | ExprKind::WorkgroupId(_)
            | ExprKind::LocalInvocationId(_) => Type::U32,
        }
    }

    /// Writes an expression in a context.
    pub(super) fn write(&self, expr: &Expr, place: ExprContext, out: &mut String) {
        let ascribed = self.implied(&expr.kind, expr.ty) != expr.ty;
        let wrapped = ascribed || needs_parentheses(expr, place);
        if wrapped {
            out.push('(');
        }
        self.write_kind(expr, out);
        if ascribed {
            push(out, [": ", expr.ty.name()]);
        }
        if wrapped {
            out.push(')');
        }
    }

    fn write_kind(&self, expr: &Expr, out: &mut String) {
        use ExprContext::{Alone, Operand, Receiver};
        match &expr.kind {
            ExprKind::Literal(bits) => write_literal(expr.ty, *bits, out),
            ExprKind::Local(local) => out.push_str(&self.of_local(*local)),
            ExprKind::Element(array, index) => self.element(&self.of_local(*array), index, out),
            ExprKind::TableElement(table, index) => {
                self.element(&self.of_table(*table), index, out);
            }
            ExprKind::Unary(UnaryOp::Not, a) => {
                out.push('!');
                self.write(a, Operand, out);
            }
            ExprKind::Unary(op, a) => {
                self.write(a, Receiver, out);
                push(out, [".", unary(*op), "()"]);
            }
            ExprKind::Binary(op, a, b) => self.write_binary(*op, a, b, out),
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => {
                out.push_str("if ");
                self.write(condition, Alone, out);
                out.push_str(" { ");
                self.write(then, Alone, out);
                out.push_str(" } else { ");
                self.write(otherwise, Alone, out);
                out.push_str(" }");
            }
            // Between a float and anything else a cast keeps the bits.
            ExprKind::Cast(a) if expr.ty.is_float() => {
                push(out, [expr.ty.name(), "::from_bits("]);
                self.write(a, Alone, out);
                out.push(')');
            }
            ExprKind::Cast(a) if a.ty.is_float() => {
                self.write(a, Receiver, out);
                out.push_str(".to_bits()");
            }
            ExprKind::Cast(a) => {
                self.write(a, Operand, out);
                push(out, [" as ", expr.ty.name()]);
            }
            ExprKind::Compose(lanes) => {
                push(out, [self.implied(&expr.kind, expr.ty).name(), "("]);
                self.write_list(lanes, out);
                out.push(')');
            }
            ExprKind::Lane(a, lane) => {
                self.write(a, Receiver, out);
                let _ = write!(out, ".lane({lane})");
            }
            ExprKind::Load(buffer, index) => self.element(&self.of_buffer(*buffer), index, out),
            ExprKind::BufferLength(buffer) => push(out, [&*self.of_buffer(*buffer), ".len()"]),
            ExprKind::InvocationId(axis) => _ = write!(out, "invocation_id({})", axis.0),
            ExprKind::WorkgroupId(axis) => _ = write!(out, "workgroup_id({})", axis.0),
            ExprKind::LocalInvocationId(axis) => _ = write!(out, "local_id({})", axis.0),
        }
    }

    fn write_binary(&self, op: BinaryOp, a: &Expr, b: &Expr, out: &mut String) {
        match binary(op) {
            Notation::Infix(sign) => {
                self.write(a, ExprContext::Operand, out);
                push(out, [" ", sign, " "]);
                self.write(b, ExprContext::Operand, out);
            }
            Notation::Method(name) => {
                self.write(a, ExprContext::Receiver, out);
                push(out, [".", name, "("]);
                self.write(b, ExprContext::Alone, out);
                out.push(')');
            }
        }
    }

    pub(super) fn write_list(&self, exprs: &[Expr], out: &mut String) {
        for (k, expr) in exprs.iter().enumerate() {
            out.push_str(if k == 0 { "" } else { ", " });
            self.write(expr, ExprContext::Alone, out);
        }
    }

    pub(super) fn element(&self, name: &str, index: &Expr, out: &mut String) {
        push(out, [name, "["]);
        self.write(index, ExprContext::Alone, out);
        out.push(']');
    }
}

fn needs_parentheses(expr: &Expr, place: ExprContext) -> bool {
    let compound = match &expr.kind {
        ExprKind::Binary(op, ..) => matches!(binary(*op), Notation::Infix(_)),
        ExprKind::Select { .. } => true,
        ExprKind::Cast(a) => !expr.ty.is_float() && !a.ty.is_float(),
        _ => false,
    };
    // A prefix operator binds less than a method.
    let prefixed = match &expr.kind {
        ExprKind::Unary(UnaryOp::Not, _) => true,
        ExprKind::Literal(bits) => {
            expr.ty == Type::I32 && bits & !expr.ty.mask() == 0 && (*bits as u32 as i32) < 0
        }
        _ => false,
    };
    compound && place != ExprContext::Alone || prefixed && place == ExprContext::Receiver
}

fn push<const N: usize>(out: &mut String, texts: [&str; N]) {
    texts.iter().for_each(|text| out.push_str(text));
}
