//! V009: no atomic changes a read-only or uniform buffer.

use super::{Check, Rule};
use crate::{Access, Node};

pub(super) const RULE: Rule = Rule {
    id: "V009",
    remedy: "declare the buffer read-write",
    checks: &[Check::Node(|node, at, report| {
        if let Node::Atomic { buffer, .. } = node
            && let Some(decl) = at.buffer(*buffer)
            && matches!(decl.access, Access::ReadOnly | Access::Uniform)
        {
            let (name, access) = (&decl.name, decl.access.name());
            report(format!("`{name}` is {access} and an atomic changes it"));
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::{Access, AtomicOp, Type};

    /// Oracle: V009.
    #[test]
    fn atomics_change_writable_buffers() {
        let change = |access| {
            let mut k = kernel();
            let data = k.buffer("data", access, Type::U32, Some(4));
            k.atomic(AtomicOp::Max, data, 0, 1);
            k.finish()
        };
        refused("V009", 1, change(Access::ReadOnly));
        refused("V009", 1, change(Access::Uniform));
        accepted(change(Access::ReadWrite));
    }
}
