//! V014: an atomic changes an element that is a u32.

use super::{Check, Rule};
use crate::{Node, Type};

pub(super) const RULE: Rule = Rule {
    id: "V014",
    remedy: "use a buffer of u32",
    checks: &[Check::Node(|node, at, report| {
        if let Node::Atomic { buffer, .. } = node
            && let Some(decl) = at.buffer(*buffer)
            && decl.element != Type::U32
        {
            let (name, own) = (&decl.name, decl.element.name());
            report(format!("`{name}` holds {own} and an atomic changes it"));
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::{AtomicOp, Type};

    /// Oracle: V014.
    #[test]
    fn atomics_change_u32() {
        for element in Type::ALL {
            let mut k = kernel();
            let data = k.read_write("data", *element);
            k.atomic(AtomicOp::Or, data, 0, 1);
            match element {
                Type::U32 => accepted(k.finish()),
                _ => _ = refused("V014", 1, k.finish()),
            }
        }
    }
}
