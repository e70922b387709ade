//! V005: only a read-write or workgroup buffer is stored to.

use super::{Check, Rule};
use crate::{Access, Node};

pub(super) const RULE: Rule = Rule {
    id: "V005",
    remedy: "declare the buffer read-write",
    checks: &[Check::Node(|node, at, report| {
        if let Node::Store { buffer, .. } = node
            && let Some(decl) = at.buffer(*buffer)
            && matches!(decl.access, Access::ReadOnly | Access::Uniform)
        {
            let (name, access) = (&decl.name, decl.access.name());
            report(format!("`{name}` is {access} and is stored to"));
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::{Access, Type};

    /// Oracle: V005.
    #[test]
    fn stores_go_to_writable_buffers() {
        let store = |access| {
            let mut k = kernel();
            let data = k.buffer("data", access, Type::U32, Some(4));
            k.store(data, 0, 1);
            k.finish()
        };
        refused("V005", 1, store(Access::ReadOnly));
        refused("V005", 1, store(Access::Uniform));
        accepted(store(Access::ReadWrite));
        accepted(store(Access::Workgroup));
    }
}
