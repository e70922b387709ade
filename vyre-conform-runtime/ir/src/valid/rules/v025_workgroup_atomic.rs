//! V025: no atomic changes a workgroup buffer.

use super::{Check, Rule};
use crate::{Access, Node};

pub(super) const RULE: Rule = Rule {
    id: "V025",
    remedy: "use a read-write buffer, or plain stores and a barrier",
    checks: &[Check::Node(|node, at, report| {
        if let Node::Atomic { buffer, .. } = node
            && let Some(decl) = at.buffer(*buffer)
            && decl.access == Access::Workgroup
        {
            let name = &decl.name;
            report(format!("an atomic changes workgroup buffer `{name}`"));
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::{Access, AtomicOp, Type};

    /// Oracle: V025.
    #[test]
    fn workgroup_buffers_have_no_atomics() {
        let change = |access| {
            let mut k = kernel();
            let data = k.buffer("data", access, Type::U32, Some(4));
            k.atomic(AtomicOp::Add, data, 0, 1);
            k.finish()
        };
        refused("V025", 1, change(Access::Workgroup));
        accepted(change(Access::ReadWrite));
    }
}
