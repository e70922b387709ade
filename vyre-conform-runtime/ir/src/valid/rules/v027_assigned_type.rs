//! V027: a value bound or assigned to a local has the local's type.

use super::{Check, Rule};
use crate::{Node, Type};

pub(super) const RULE: Rule = Rule {
    id: "V027",
    remedy: "cast the value to the local's type, or give the result of an atomic a u32",
    checks: &[Check::Node(|node, at, report| {
        let (local, found) = match node {
            Node::Let { local, value, .. } | Node::Assign { local, value } => (local, value.ty),
            Node::Atomic { result, .. } => (result, Type::U32),
            _ => return,
        };
        if let Some(known) = at.single(*local)
            && known.ty != found
        {
            let (name, own, found) = (at.name(*local), known.ty.name(), found.name());
            report(format!("{name} is a {own} and gets a {found}"));
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{
        accepted, assert_valid, atomic, bind, breaks, done, function, refused,
    };
    use crate::{Expr, LocalId, Node, Type};

    /// Oracle: V027.
    #[test]
    fn an_assigned_value_fits() {
        let (mut f, _, _) = function();
        let x = f.local("x", Type::I32);
        breaks(
            "V027",
            1,
            f.clone().module(vec![bind(x, Expr::u32(1)), done()]),
        );
        assert_valid(f.clone().module(vec![bind(x, Expr::i32(1)), done()]));
        let assign = |value| {
            let declare = Node::Declare { local: x };
            f.clone()
                .module(vec![declare, Node::Assign { local: x, value }, done()])
        };
        breaks("V027", 1, assign(Expr::bool(true)));
        assert_valid(assign(Expr::i32(1)));
    }

    /// Oracle: V027: an atomic gives a u32.
    #[test]
    fn the_result_of_an_atomic_is_a_u32() {
        for ty in Type::ALL.iter().filter(|ty| !ty.is_packed()) {
            let program = atomic(*ty, None, LocalId(1));
            match ty {
                Type::U32 => accepted(program),
                _ => _ = refused("V027", 1, program),
            }
        }
    }
}
