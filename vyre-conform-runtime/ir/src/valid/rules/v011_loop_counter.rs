//! V011: the counter of a loop is not assigned.

use super::{Check, Rule};
use crate::Node;
use crate::valid::scope::BindingKind;

pub(super) const RULE: Rule = Rule {
    id: "V011",
    remedy: "copy the counter into a mutable local, or use `While`",
    checks: &[Check::Node(|node, at, report| {
        if let Node::Assign { local, .. } = node
            && at.scope.bound(*local) == Some(BindingKind::Counter)
            && at.scope.is_visible(*local)
        {
            report(format!(
                "{} counts the loop and is assigned",
                at.name(*local)
            ));
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks, done, function};
    use crate::{Expr, Node, Type};

    /// Oracle: V011.
    #[test]
    fn a_counter_is_not_assigned() {
        let (mut f, _, _) = function();
        let (i, x) = (f.local("i", Type::U32), f.local("x", Type::U32));
        let count = |local| Node::Loop {
            counter: i,
            from: Expr::u32(0),
            to: Expr::u32(4),
            body: vec![Node::Assign {
                local,
                value: Expr::u32(1),
            }],
        };
        let declare = Node::Declare { local: x };
        breaks(
            "V011",
            1,
            f.clone().module(vec![declare.clone(), count(i), done()]),
        );
        assert_valid(f.module(vec![declare, count(x), done()]));
    }
}
