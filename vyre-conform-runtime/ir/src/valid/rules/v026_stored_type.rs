//! V026: a stored value has the type of the elements of the array or buffer.

use super::{Check, Rule};
use crate::Node;

pub(super) const RULE: Rule = Rule {
    id: "V026",
    remedy: "cast the value to the element's type",
    checks: &[Check::Node(|node, at, report| match node {
        Node::Store { buffer, value, .. } => {
            // Rule V013 covers stores to a buffer of bytes.
            if let Some(known) = at.buffer(*buffer)
                && !known.element.is_packed()
                && known.element != value.ty
            {
                let (name, own, found) = (&known.name, known.element.name(), value.ty.name());
                report(format!("`{name}` holds {own}, a {found} is stored"));
            }
        }
        Node::StoreElement { array, value, .. } => {
            if let Some(known) = at.array(*array)
                && known.ty != value.ty
            {
                let (name, own, found) = (at.name(*array), known.ty.name(), value.ty.name());
                report(format!("{name} holds {own}, a {found} is stored"));
            }
        }
        _ => {}
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, assert_valid, breaks, done, function, kernel, refused};
    use crate::{Expr, Node, Type};

    /// Oracle: V026.
    #[test]
    fn a_stored_value_fits() {
        let store = |value: Expr| {
            let (mut f, _, _) = function();
            let array = f.array("t", Type::U64, 2);
            let index = Expr::u32(0);
            let nodes = vec![
                Node::Declare { local: array },
                Node::StoreElement {
                    array,
                    index,
                    value,
                },
                done(),
            ];
            f.module(nodes)
        };
        breaks("V026", 1, store(Expr::u32(1)));
        assert_valid(store(Expr::u64(1)));
    }

    /// Oracle: V026, and V013 for buffers of bytes.
    #[test]
    fn stored_values_have_the_element_type() {
        for element in Type::ALL {
            for violations in Type::ALL.iter().filter(|ty| !ty.is_packed()) {
                let mut k = kernel();
                let from = k.read_only("from", *violations);
                let to = k.read_write("to", *element);
                k.store(to, 0, from.at(0));
                match (element, violations) {
                    (packed, Type::U32) if packed.is_packed() => accepted(k.finish()),
                    (packed, _) if packed.is_packed() => _ = refused("V013", 1, k.finish()),
                    _ if element == violations => accepted(k.finish()),
                    _ => _ = refused("V026", 1, k.finish()),
                }
            }
        }
    }
}
