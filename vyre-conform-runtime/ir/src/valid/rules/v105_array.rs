//! V105: an array is used element by element, a single value as a whole.

use super::{Check, Rule};
use crate::valid::place::Location;
use crate::{ExprKind, LocalId, Node};

pub(super) const RULE: Rule = Rule {
    id: "V105",
    remedy: "read and write arrays by `Element` and `StoreElement`, single values by their local",
    checks: &[
        Check::Expr(|expr, at, report| match &expr.kind {
            ExprKind::Local(local) => is_single(*local, at, report),
            ExprKind::Element(local, _) => is_array(*local, at, report),
            _ => {}
        }),
        Check::Node(|node, at, report| match node {
            Node::Let { local, .. } | Node::Assign { local, .. } => is_single(*local, at, report),
            Node::Loop { counter, .. } => is_single(*counter, at, report),
            Node::Atomic { result, .. } => is_single(*result, at, report),
            Node::Call { results, .. } => results.iter().for_each(|r| is_single(*r, at, report)),
            Node::StoreElement { array, .. } => is_array(*array, at, report),
            _ => {}
        }),
    ],
};

fn is_single(local: LocalId, location: &Location<'_>, report: &mut dyn FnMut(String)) {
    if location.array(local).is_some() {
        report(format!(
            "{} is an array and used as a single value",
            location.name(local)
        ));
    }
}

fn is_array(local: LocalId, location: &Location<'_>, report: &mut dyn FnMut(String)) {
    if location.single(local).is_some() {
        report(format!(
            "{} is a single value and used as an array",
            location.name(local)
        ));
    }
}

#[cfg(test)]
mod tests {
    use crate::valid::testing::{
        accepted, assert_valid, atomic, bind, breaks, done, function, refused,
    };
    use crate::{Expr, LocalId, Node, Type};

    /// Oracle: V105.
    #[test]
    fn arrays_and_single_values() {
        let (mut f, a, _) = function();
        let array = f.array("t", Type::U32, 2);
        let declare = Node::Declare { local: array };
        let give = |value| vec![declare.clone(), Node::Return(vec![value])];
        breaks("V105", 1, f.clone().module(give(f.read(array))));
        let element = |local| Expr::element(local, Type::U32, Expr::u32(0));
        breaks("V105", 1, f.clone().module(give(element(a))));
        assert_valid(f.clone().module(give(element(array))));
        breaks(
            "V105",
            1,
            f.clone().module(vec![bind(array, Expr::u32(1)), done()]),
        );
        let store = Node::StoreElement {
            array: a,
            index: Expr::u32(0),
            value: Expr::u32(0),
        };
        breaks("V105", 1, f.module(vec![store, done()]));
    }

    /// Oracle: V105: an atomic gives a single value.
    #[test]
    fn the_result_of_an_atomic_is_no_array() {
        refused("V105", 1, atomic(Type::U32, Some(4), LocalId(1)));
        accepted(atomic(Type::U32, None, LocalId(1)));
    }
}
