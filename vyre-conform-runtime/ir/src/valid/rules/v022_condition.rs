//! V022: a condition is a Bool, or a u32 that is true where it is nonzero.

use super::{Check, Rule};
use crate::{Node, Type};

pub(super) const RULE: Rule = Rule {
    id: "V022",
    remedy: "compare it with another value",
    checks: &[Check::Node(|node, _, report| {
        if let Node::If { condition, .. } | Node::While { condition, .. } = node
            && !matches!(condition.ty, Type::Bool | Type::U32)
        {
            report(format!("the condition is a {}", condition.ty.name()));
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks, done, function};
    use crate::{Expr, Node};

    /// Oracle: V022.
    #[test]
    fn a_condition_is_a_bool_or_a_u32() {
        let (f, a, b) = function();
        let when = |condition: Expr| {
            let then = vec![done()];
            let otherwise = vec![];
            let test = Node::If {
                condition,
                then,
                otherwise,
            };
            f.clone().module(vec![test, done()])
        };
        breaks("V022", 1, when(Expr::i32(1)));
        breaks("V022", 1, when(Expr::u64(1)));
        assert_valid(when(f.read(a)));
        assert_valid(when(f.read(b)));
        let repeat = |condition: Expr| {
            let again = Node::While {
                bound: 1,
                head: vec![],
                condition,
                body: vec![],
                step: vec![],
            };
            f.clone().module(vec![again, done()])
        };
        breaks("V022", 1, repeat(Expr::i32(1)));
        assert_valid(repeat(f.read(a)));
        assert_valid(repeat(f.read(b)));
    }
}
