//! Operators as text, by the documentation of [`UnaryOp`] and [`BinaryOp`].

use super::names::{type_name, word};
use super::text::Text;
use super::unit::Unit;
use vyre_conform_ir::{BinaryOp, Expr, ExprKind, Type, UnaryOp};

/// A unary operation on type `ty`.
pub(super) fn unary(unit: &mut Unit, op: UnaryOp, ty: Type, a: Text) -> Text {
    let several = matches!(ty, Type::U128 | Type::Vec2 | Type::Vec4);
    let stem = match (op, ty) {
        (UnaryOp::Not, Type::Bool) => return a.prefixed("!"),
        (UnaryOp::Not, _) if !several => return a.prefixed("~"),
        (UnaryOp::Negate, Type::I32) => {
            return Text::primary("0u").binary("-", a.cast("u32")).cast("i32");
        }
        (UnaryOp::Negate, _) => return Text::primary("0u").binary("-", a),
        (UnaryOp::Not, _) => "not",
        (UnaryOp::CountOnes, _) => "count_ones",
        (UnaryOp::LeadingZeros, _) => "leading_zeros",
        (UnaryOp::TrailingZeros, _) => "trailing_zeros",
        (UnaryOp::ReverseBits, _) => "reverse_bits",
        (UnaryOp::SwapBytes, _) => "swap_bytes",
    };
    let name = unit.need(&format!("{stem}_{}", type_name(ty)));
    Text::call(&name, [a])
}

/// A binary operation with a left operand of type `ty`; `right` is the program's right operand, for
/// shift amounts.
pub(super) fn binary(
    unit: &mut Unit,
    op: BinaryOp,
    ty: Type,
    a: Text,
    b: Text,
    right: &Expr,
) -> Text {
    match ty {
        Type::Bool => boolean(op, a, b),
        Type::U128 | Type::Vec2 | Type::Vec4 => several(unit, op, ty, a, b),
        _ => scalar(unit, op, ty, a, b, right),
    }
}

/// The C operator of an operation that C defines for unsigned numbers.
fn standard(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        _ => return None,
    })
}

/// Logical operations. C may skip the right operand, which has no effects.
fn boolean(op: BinaryOp, a: Text, b: Text) -> Text {
    match op {
        BinaryOp::And => a.binary("&&", b),
        BinaryOp::Or => a.binary("||", b),
        BinaryOp::Xor => a.binary("!=", b),
        _ => a.binary(standard(op).unwrap_or("=="), b),
    }
}

fn scalar(unit: &mut Unit, op: BinaryOp, ty: Type, a: Text, b: Text, right: &Expr) -> Text {
    let literal = match right.kind {
        ExprKind::Literal(bits) => Some(bits),
        _ => None,
    };
    let name = type_name(ty);
    let signed = ty == Type::I32;
    match op {
        BinaryOp::Shl | BinaryOp::Shr => {
            let mask = ty.bits() - 1;
            let amount = match literal {
                Some(bits) => Text::primary(word(bits as u32 & mask)),
                None => b.binary("&", Text::primary(word(mask))),
            };
            match (op, signed) {
                (BinaryOp::Shl, true) => a.cast("u32").binary("<<", amount).cast("i32"),
                (BinaryOp::Shl, false) => a.binary("<<", amount),
                // For negative numbers it is implementation-defined: gcc, clang, OpenCL and CUDA copy
                // the sign.
                _ => a.binary(">>", amount),
            }
        }
        BinaryOp::Div | BinaryOp::Rem => {
            let operator = if op == BinaryOp::Div { "/" } else { "%" };
            let minus_one = signed && literal == Some(u32::MAX.into());
            match literal {
                Some(1..) if !minus_one => a.binary(operator, b),
                _ => {
                    let stem = if op == BinaryOp::Div { "div" } else { "rem" };
                    Text::call(&unit.need(&format!("{stem}_{name}")), [a, b])
                }
            }
        }
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
            if signed =>
        {
            let [a, b] = [a, b].map(|t| t.cast("u32"));
            a.binary(standard(op).unwrap_or_default(), b).cast("i32")
        }
        _ => match standard(op) {
            Some(operator) => a.binary(operator, b),
            None => {
                let stem = stem(op);
                Text::call(&unit.need(&format!("{stem}_{name}")), [a, b])
            }
        },
    }
}

/// The library's name for an operator.
fn stem(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::Div => "div",
        BinaryOp::Rem => "rem",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Xor => "xor",
        BinaryOp::Shl => "shl",
        BinaryOp::Shr => "shr",
        BinaryOp::RotateLeft => "rotate_left",
        BinaryOp::RotateRight => "rotate_right",
        BinaryOp::Min => "min",
        BinaryOp::Max => "max",
        BinaryOp::MulHigh => "mul_high",
        BinaryOp::Eq | BinaryOp::Ne => "equal",
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => "less",
    }
}

fn several(unit: &mut Unit, op: BinaryOp, ty: Type, a: Text, b: Text) -> Text {
    let name = unit.need(&format!("{}_{}", stem(op), type_name(ty)));
    match op {
        BinaryOp::Ne => Text::call(&name, [a, b]).prefixed("!"),
        BinaryOp::Gt => Text::call(&name, [b, a]),
        BinaryOp::Ge => Text::call(&name, [a, b]).prefixed("!"),
        BinaryOp::Le => Text::call(&name, [b, a]).prefixed("!"),
        _ => Text::call(&name, [a, b]),
    }
}
