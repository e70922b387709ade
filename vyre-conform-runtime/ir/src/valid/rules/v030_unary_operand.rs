//! V030: the operand of a unary operator has a type the operator takes.

use super::{Check, Rule};
use crate::print::words;
use crate::{ExprKind, Type, UnaryOp};

pub(super) const RULE: Rule = Rule {
    id: "V030",
    remedy: "cast the operand to a u32, i32 or u64",
    checks: &[Check::Expr(|expr, _, report| {
        if let ExprKind::Unary(op, operand) = &expr.kind
            && !accepts(*op, operand.ty)
        {
            let (op, ty) = (words::unary(*op), operand.ty.name());
            report(format!("`{op}` does not take a {ty}"));
        }
    })],
};

/// True if an operator accepts an operand of this type, by the documentation of [`UnaryOp`].
fn accepts(op: UnaryOp, ty: Type) -> bool {
    match ty {
        Type::Float(_) => false,
        Type::Bool | Type::U128 | Type::Vec2 | Type::Vec4 => op == UnaryOp::Not,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks};
    use crate::{Expr, FunctionBuilder, Module, Node, Type, UnaryOp};

    fn module_returning(op: UnaryOp, operand: Expr) -> Module {
        let value = Expr::unary(op, operand);
        FunctionBuilder::new("f", vec![value.ty]).module(vec![Node::Return(vec![value])])
    }

    /// Oracle: the documentation of [`UnaryOp`]: any type for `Not`, integers for the others.
    #[test]
    fn operand_types() {
        use Type::{Bool, I32, U64, U128, Vec2, Vec4};
        use UnaryOp::*;
        let others = [
            Negate,
            CountOnes,
            LeadingZeros,
            TrailingZeros,
            ReverseBits,
            SwapBytes,
        ];
        let cast = |ty| Expr::cast(ty, Expr::u32(1));
        for ty in [I32, U64, U128, Bool, Vec2, Vec4] {
            assert_valid(module_returning(Not, cast(ty)));
            for op in others {
                match ty {
                    I32 | U64 => assert_valid(module_returning(op, cast(ty))),
                    _ => breaks("V030", 1, module_returning(op, cast(ty))),
                }
            }
        }
        for op in [Not].iter().chain(&others) {
            assert_valid(module_returning(*op, Expr::u32(1)));
        }
    }
}
