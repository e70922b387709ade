//! V030: the operand of a unary operator has a type the operator takes.

use super::{Check, Rule};
use crate::ir::{ExprKind, Type, UnaryOp};

pub(super) const RULE: Rule = Rule {
    id: "V030",
    remedy: "cast the operand to a u32, i32 or u64",
    checks: &[Check::Expr(|expr, _, report| {
        if let ExprKind::Unary(op, operand) = &expr.kind
            && *op != UnaryOp::Not
            && matches!(
                operand.ty,
                Type::Bool | Type::U128 | Type::Vec2 | Type::Vec4
            )
        {
            report(format!("{op:?} does not take a {}", operand.ty.name()));
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::ir::{Expr, FunctionBuilder, Module, Node, UnaryOp};
    use crate::valid::testing::{breaks, holds};

    fn gives(op: UnaryOp, operand: Expr) -> Module {
        let value = Expr::unary(op, operand);
        FunctionBuilder::new("f", vec![value.ty]).module(vec![Node::Return(vec![value])])
    }

    /// Oracle: V030 and the documentation of every operator.
    #[test]
    fn operand_types() {
        breaks("V030", 1, gives(UnaryOp::Negate, Expr::bool(true)));
        breaks("V030", 1, gives(UnaryOp::CountOnes, Expr::bool(true)));
        holds(gives(UnaryOp::Not, Expr::bool(true)));
        holds(gives(UnaryOp::CountOnes, Expr::u64(1)));
    }
}
