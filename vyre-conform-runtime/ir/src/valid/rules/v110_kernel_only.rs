//! V110: only a kernel accesses buffers, queries ids, and synchronises; functions are pure.

use super::{Check, Rule};
use crate::{ExprKind, Node};

pub(super) const RULE: Rule = Rule {
    id: "V110",
    remedy: "do it in the kernel and give the function the value as an argument",
    checks: &[
        Check::Node(|node, at, report| {
            if at.program.is_none()
                && matches!(
                    node,
                    Node::Store { .. } | Node::Atomic { .. } | Node::Barrier
                )
            {
                report("a function writes to a buffer or synchronises".to_owned());
            }
        }),
        Check::Expr(|expr, at, report| {
            if at.program.is_none()
                && matches!(
                    expr.kind,
                    ExprKind::Load(..)
                        | ExprKind::BufferLength(_)
                        | ExprKind::InvocationId(_)
                        | ExprKind::WorkgroupId(_)
                        | ExprKind::LocalInvocationId(_)
                )
            {
                report("a function reads a buffer or an id".to_owned());
            }
        }),
    ],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks, done, function};
    use crate::{Axis, Expr, Node};

    /// Oracle: V110: functions next to kernels take no part in a dispatch.
    #[test]
    fn functions_are_pure() {
        let (f, a, _) = function();
        breaks("V110", 1, f.clone().module(vec![Node::Barrier, done()]));
        let give = |value| vec![Node::Return(vec![value])];
        let id = Expr::invocation_id(Axis::X);
        breaks("V110", 1, f.clone().module(give(id)));
        let read = f.read(a);
        assert_valid(f.module(give(read)));
    }
}
