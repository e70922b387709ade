//! V010: a barrier is reached by all live invocations of a workgroup or by none.

use super::{Check, Rule};
use crate::Node;

pub(super) const RULE: Rule = Rule {
    id: "V010",
    remedy: "move the barrier out of the condition or loop, or before the return, break or continue, or \
             let these depend only on what is equal in the whole workgroup",
    checks: &[Check::Node(|node, at, report| {
        if let Node::Barrier = node
            && let Some(cause) = at.unreached(node)
        {
            report(format!(
                "only a part of the workgroup may reach the barrier: that depends on {cause}"
            ));
        }
    })],
};
