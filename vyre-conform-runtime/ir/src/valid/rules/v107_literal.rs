//! V107: the bits of a literal are a value of its type.

use super::{Check, Rule};
use crate::ExprKind;

pub(super) const RULE: Rule = Rule {
    id: "V107",
    remedy: "keep within the type: zero-extended bits, and 0 or 1 for a Bool; cast a U64 to a U128, and \
             compose a vector of its lanes",
    checks: &[Check::Expr(|expr, _, report| {
        if let ExprKind::Literal(bits) = expr.kind {
            let ty = expr.ty.name();
            if !expr.ty.is_literal() {
                report(format!("there are no literals of type {ty}"));
            } else if bits > expr.ty.mask() {
                report(format!("{bits:#x} is not a {ty}"));
            }
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks};
    use crate::{Expr, FunctionBuilder, Module, Node, Type};

    fn module_returning(ty: Type, bits: u64) -> Module {
        let value = Expr::literal(ty, bits);
        FunctionBuilder::new("f", vec![ty]).module(vec![Node::Return(vec![value])])
    }

    /// Oracle: V107.
    #[test]
    fn literals_fit_their_type() {
        breaks("V107", 1, module_returning(Type::Bool, 2));
        assert_valid(module_returning(Type::Bool, 1));
        breaks("V107", 1, module_returning(Type::I32, u64::MAX));
        assert_valid(module_returning(Type::I32, u32::MAX.into()));
        assert_valid(module_returning(Type::U64, u64::MAX));
        for ty in [Type::U128, Type::Vec2, Type::Vec4] {
            breaks("V107", 1, module_returning(ty, 1));
        }
    }
}
