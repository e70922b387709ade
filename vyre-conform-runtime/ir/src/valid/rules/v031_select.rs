//! V031: a select chooses by a Bool, or by a u32 that is true where it is nonzero, between values of
//! one type.

use super::{Check, Rule};
use crate::{ExprKind, Type};

pub(super) const RULE: Rule = Rule {
    id: "V031",
    remedy: "compare the condition with another value, cast the arms to one type",
    checks: &[Check::Expr(|expr, _, report| {
        if let ExprKind::Select {
            condition,
            then,
            otherwise,
        } = &expr.kind
        {
            if !matches!(condition.ty, Type::Bool | Type::U32) {
                report(format!("the condition is a {}", condition.ty.name()));
            }
            if then.ty != otherwise.ty {
                let (then, otherwise) = (then.ty.name(), otherwise.ty.name());
                report(format!("one arm is a {then}, the other a {otherwise}"));
            }
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks, function};
    use crate::{Expr, Node};

    /// Oracle: V031.
    #[test]
    fn a_select_chooses_between_equals() {
        let (f, a, b) = function();
        let choose = |condition, otherwise| {
            let value = Expr::select(condition, f.read(a), otherwise);
            f.clone().module(vec![Node::Return(vec![value])])
        };
        breaks("V031", 1, choose(Expr::u64(1), Expr::u32(1)));
        assert_valid(choose(f.read(a), Expr::u32(1)));
        breaks("V031", 1, choose(f.read(b), Expr::i32(1)));
        breaks("V031", 2, choose(Expr::i32(1), Expr::i32(1)));
        assert_valid(choose(f.read(b), Expr::u32(1)));
    }
}
