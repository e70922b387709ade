//! V021: the operands of a binary operator have one type, one the operator takes; an amount is u32.

use super::{Check, Rule};
use crate::print::words;
use crate::{BinaryOp, ExprKind, Type};

pub(super) const RULE: Rule = Rule {
    id: "V021",
    remedy: "cast an operand, or use an operator that takes this type",
    checks: &[Check::Expr(|expr, _, report| {
        if let ExprKind::Binary(op, left, right) = &expr.kind {
            let (l, r) = (left.ty.name(), right.ty.name());
            let name = words::binary(*op);
            if !accepts(*op, left.ty) {
                report(format!("`{name}` does not take a {l}"));
            } else if op.is_shift() && right.ty != Type::U32 {
                report(format!("the amount of `{name}` is a {r}, not a u32"));
            } else if !op.is_shift() && left.ty != right.ty {
                report(format!(
                    "`{name}` has a {l} on the left and a {r} on the right"
                ));
            }
        }
    })],
};

/// True if an operator accepts a left operand of this type, by the documentation of [`BinaryOp`]. Other
/// rules report values of type Bytes.
fn accepts(op: BinaryOp, ty: Type) -> bool {
    use BinaryOp::{Add, And, Eq, Max, Min, Mul, MulHigh, Ne, Or, Shl, Shr, Sub, Xor};
    match ty {
        Type::U32 | Type::U64 => true,
        Type::I32 => op != MulHigh,
        Type::Bool => matches!(op, And | Or | Xor) || op.is_comparison(),
        Type::U128 => {
            matches!(op, Add | Sub | And | Or | Xor | Shl | Shr | Min | Max) || op.is_comparison()
        }
        Type::Vec2 | Type::Vec4 => {
            matches!(op, Add | Sub | Mul | And | Or | Xor | Min | Max | Eq | Ne)
        }
        Type::Bytes => true,
        Type::Float(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks};
    use crate::{BinaryOp, Expr, FunctionBuilder, Module, Node, Type};

    fn module_returning(op: BinaryOp, left: Expr, right: Expr) -> Module {
        let value = Expr::binary(op, left, right);
        FunctionBuilder::new("f", vec![value.ty]).module(vec![Node::Return(vec![value])])
    }

    /// Oracle: V021 and the documentation of every operator.
    #[test]
    fn operand_types() {
        use BinaryOp::*;
        breaks("V021", 1, module_returning(Add, Expr::u32(1), Expr::i32(1)));
        assert_valid(module_returning(Add, Expr::u32(1), Expr::u32(1)));
        breaks(
            "V021",
            1,
            module_returning(Add, Expr::bool(true), Expr::bool(true)),
        );
        assert_valid(module_returning(Xor, Expr::bool(true), Expr::bool(true)));
        breaks("V021", 1, module_returning(Shl, Expr::u64(1), Expr::u64(1)));
        assert_valid(module_returning(Shl, Expr::u64(1), Expr::u32(1)));
        breaks(
            "V021",
            1,
            module_returning(MulHigh, Expr::i32(1), Expr::i32(1)),
        );
        assert_valid(module_returning(MulHigh, Expr::u64(1), Expr::u64(1)));
        breaks(
            "V021",
            1,
            module_returning(Lt, Expr::bool(true), Expr::u32(1)),
        );
        assert_valid(module_returning(Lt, Expr::bool(true), Expr::bool(false)));
    }

    /// Oracle: the documentation of [`BinaryOp`], read as a matrix: a row is an operator, a column the
    /// type of its operands.
    #[test]
    fn every_operator_and_type() {
        use BinaryOp::*;
        use Type::{Bool, I32, U32, U64, U128, Vec2, Vec4};
        let types = [U32, I32, U64, U128, Bool, Vec2, Vec4];
        let rows = [
            (Add, "xxxx.xx"),
            (Sub, "xxxx.xx"),
            (Mul, "xxx..xx"),
            (Div, "xxx...."),
            (Rem, "xxx...."),
            (And, "xxxxxxx"),
            (Or, "xxxxxxx"),
            (Xor, "xxxxxxx"),
            (Shl, "xxxx..."),
            (Shr, "xxxx..."),
            (RotateLeft, "xxx...."),
            (RotateRight, "xxx...."),
            (Min, "xxxx.xx"),
            (Max, "xxxx.xx"),
            (MulHigh, "x.x...."),
            (Eq, "xxxxxxx"),
            (Ne, "xxxxxxx"),
            (Lt, "xxxxx.."),
            (Le, "xxxxx.."),
            (Gt, "xxxxx.."),
            (Ge, "xxxxx.."),
        ];
        for (op, row) in rows {
            for (ty, cell) in types.into_iter().zip(row.chars()) {
                let value = || match ty {
                    U32 => Expr::u32(1),
                    other => Expr::cast(other, Expr::u32(1)),
                };
                let shift = matches!(op, Shl | Shr | RotateLeft | RotateRight);
                let right = if shift { Expr::u32(1) } else { value() };
                let module = module_returning(op, value(), right);
                match cell {
                    'x' => assert_valid(module),
                    _ => breaks("V021", 1, module),
                }
            }
        }
    }
}
