//! Floats: every operation is a strict op of the library, by its id.

use super::Translator;
use super::pointer::literal;
use naga::BinaryOperator;
use vyre_conform_ir::{BinaryOp, Expr, Type};

impl Translator<'_> {
    /// An op on operands of one format, with a result of that format, or a Bool for a predicate.
    pub(super) fn float(&mut self, op: &str, operands: Vec<Expr>) -> Expr {
        let ty = operands.first().map_or(Type::F32, |operand| operand.ty);
        let result = match op {
            "lt" | "le" | "gt" | "ge" | "eq" | "is_nan" | "is_infinite" => Type::Bool,
            _ => ty,
        };
        self.draft
            .call(&format!("{}::{op}", ty.name()), operands, result)
    }

    /// A binary float operator.
    pub(super) fn float_operator(&mut self, op: BinaryOperator, a: Expr, b: Expr) -> Expr {
        let op = match op {
            BinaryOperator::Add => "add",
            BinaryOperator::Subtract => "sub",
            BinaryOperator::Multiply => "mul",
            BinaryOperator::Divide => "div",
            BinaryOperator::Modulo => return self.float_remainder(a, b),
            BinaryOperator::Equal => "eq",
            BinaryOperator::NotEqual => {
                return Self::not(self.float("eq", vec![a, b]));
            }
            BinaryOperator::Less => "lt",
            BinaryOperator::LessEqual => "le",
            BinaryOperator::Greater => "gt",
            BinaryOperator::GreaterEqual => "ge",
            // Front ends do not accept these for floats.
            BinaryOperator::And
            | BinaryOperator::ExclusiveOr
            | BinaryOperator::InclusiveOr
            | BinaryOperator::LogicalAnd
            | BinaryOperator::LogicalOr
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight => {
                self.refuse("an operator of bits on floats", super::Remedy::BlackBox);
                "add"
            }
        };
        self.float(op, vec![a, b])
    }

    /// `a - b * trunc(a / b)`, as <https://www.w3.org/TR/WGSL/#arithmetic-expr> defines it.
    fn float_remainder(&mut self, a: Expr, b: Expr) -> Expr {
        let [a, b] = [a, b].map(|operand| self.named_leaf("operand", operand));
        let quotient = self.float("div", vec![a.clone(), b.clone()]);
        let whole = self.float("trunc", vec![quotient]);
        let product = self.float("mul", vec![b, whole]);
        self.float("sub", vec![a, product])
    }

    /// A number in the format of another value.
    pub(super) fn number(&self, ty: Type, value: f32) -> Expr {
        match ty {
            Type::F16 => Expr::literal(ty, half::f16::from_f32(value).to_bits().into()),
            _ => Expr::literal(Type::F32, value.to_bits().into()),
        }
    }

    /// A float converted to an integer: towards zero, saturating at the integers that the format can
    /// express, NaN to 0 (<https://www.w3.org/TR/WGSL/#floating-point-conversion>).
    pub(super) fn truncated(&mut self, value: Expr, to: Type) -> Expr {
        let from = value.ty;
        let (id, most) = match to {
            Type::I32 => ("to_i32_truncate", Expr::i32(0x7fff_ff80)),
            _ => ("to_u32_truncate", Expr::u32(0xffff_ff00)),
        };
        let value = self.named_leaf("value", value);
        self.out_of_range(&value, to);
        let whole = self
            .draft
            .call(&format!("{}::{id}", from.name()), vec![value], to);
        match from {
            Type::F32 => Expr::binary(BinaryOp::Min, whole, most),
            // No f16 is that great.
            _ => whole,
        }
    }

    fn out_of_range(&mut self, value: &Expr, to: Type) {
        if self.probe_buffer.is_none() || value.ty != Type::F32 || literal(value).is_some() {
            return;
        }
        let (least, most) = match to {
            Type::I32 => (-2_147_483_648.0, 2_147_483_648.0),
            _ => (-1.0, 4_294_967_296.0),
        };
        let above = match to {
            Type::I32 => "ge",
            _ => "gt",
        };
        let least = self.number(Type::F32, least);
        let most = self.number(Type::F32, most);
        let above = self.float(above, vec![value.clone(), least]);
        let below = self.float("lt", vec![value.clone(), most]);
        let inside = Expr::binary(BinaryOp::And, above, below);
        self.probe(crate::ProbeKind::ConversionOutOfRange, || Self::not(inside));
    }
}
