//! V026: a stored value has the type of the elements of the array or buffer.

use super::{Check, Rule};
use crate::ir::{Node, Type};

pub(super) const RULE: Rule = Rule {
    id: "V026",
    remedy: "cast the value to the element's type",
    checks: &[Check::Node(|node, at, report| match node {
        Node::Store { buffer, value, .. } => {
            // Of what is stored to a buffer of bytes rule V013 speaks.
            if let Some(known) = at.buffer(*buffer)
                && known.element != Type::Bytes
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
    use crate::ir::{Expr, Node, Type};
    use crate::valid::testing::{breaks, done, function, holds};

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
        holds(store(Expr::u64(1)));
    }
}
