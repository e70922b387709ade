//! V104: only a parameter, a declared local or a mutable `Let` is assigned.

use super::{Check, Rule};
use crate::Node;
use crate::valid::scope::BindingKind;

pub(super) const RULE: Rule = Rule {
    id: "V104",
    remedy: "make its `Let` mutable, or copy it into a mutable local",
    checks: &[Check::Node(|node, at, report| {
        if let Node::Assign { local, .. } = node
            && at.scope.bound(*local) == Some(BindingKind::Once)
            && at.scope.is_visible(*local)
        {
            report(format!(
                "{} is not mutable and is assigned",
                at.name(*local)
            ));
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks, done, function};
    use crate::{Expr, Node, Type};

    /// Oracle: V104.
    #[test]
    fn only_mutable_locals_are_assigned() {
        let (mut f, a, _) = function();
        let x = f.local("x", Type::U32);
        let assign = |local| Node::Assign {
            local,
            value: Expr::u32(2),
        };
        let bind = |mutable| Node::Let {
            local: x,
            value: Expr::u32(1),
            mutable,
        };
        assert_valid(f.clone().module(vec![assign(a), done()]));
        breaks(
            "V104",
            1,
            f.clone().module(vec![bind(false), assign(x), done()]),
        );
        assert_valid(f.module(vec![bind(true), assign(x), done()]));
    }
}
