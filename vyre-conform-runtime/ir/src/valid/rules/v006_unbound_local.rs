//! V006: a local is bound before it is used, in the block of the use or in one around it.

use super::{Check, Rule};
use crate::valid::place::Location;
use crate::{ExprKind, LocalId, Node};

pub(super) const RULE: Rule = Rule {
    id: "V006",
    remedy: "bind it with `Let` or `Declare` in the same block or in one around it, before its use",
    checks: &[
        Check::Expr(|expr, at, report| {
            if let ExprKind::Local(local) | ExprKind::Element(local, _) = &expr.kind {
                used(*local, at, report);
            }
        }),
        Check::Node(|node, at, report| match node {
            Node::Assign { local, .. } | Node::StoreElement { array: local, .. } => {
                used(*local, at, report);
            }
            Node::Let { local, .. } | Node::Declare { local } => exists(*local, at, report),
            Node::Loop { counter, .. } => exists(*counter, at, report),
            Node::Call { results, .. } => results.iter().for_each(|r| exists(*r, at, report)),
            Node::Atomic { result, .. } => exists(*result, at, report),
            _ => {}
        }),
    ],
};

fn used(local: LocalId, location: &Location<'_>, report: &mut dyn FnMut(String)) {
    if !location.scope.is_visible(local) {
        report(format!("{} is not bound here", location.name(local)));
    }
}

fn exists(local: LocalId, location: &Location<'_>, report: &mut dyn FnMut(String)) {
    if location.local(local).is_none() {
        report(format!("the function has no {}", location.name(local)));
    }
}

#[cfg(test)]
mod tests {
    use crate::valid::testing::{
        accepted, assert_valid, atomic, bind, breaks, done, function, refused,
    };
    use crate::{Expr, LocalId, Node, Type};

    /// Oracle: V006.
    #[test]
    fn a_binding_ends_with_its_block() {
        let (mut f, _, _) = function();
        let x = f.local("x", Type::U32);
        let read = Node::Return(vec![f.read(x)]);
        let block = Node::Block(vec![bind(x, Expr::u32(1))]);
        breaks("V006", 1, f.clone().module(vec![block, read.clone()]));
        let inside = Node::Block(vec![bind(x, Expr::u32(1)), read]);
        assert_valid(f.module(vec![inside]));
    }

    /// Oracle: V006.
    #[test]
    fn a_local_is_used_after_its_binding() {
        let (mut f, _, _) = function();
        let x = f.local("x", Type::U32);
        let own = bind(x, f.read(x));
        breaks("V006", 1, f.module(vec![own, done()]));
    }

    /// Oracle: V006.
    #[test]
    fn every_use_is_reported() {
        let (f, _, _) = function();
        let missing = LocalId(9);
        let value = Expr::local(missing, Type::U32);
        let assign = Node::Assign {
            local: missing,
            value,
        };
        breaks("V006", 2, f.module(vec![assign, done()]));
    }

    /// Oracle: V006: an atomic binds a local that the function has, visible after it.
    #[test]
    fn an_atomic_binds_its_result() {
        refused("V006", 1, atomic(Type::U32, None, LocalId(2)));
        let read = |before: bool| {
            let mut program = atomic(Type::U32, None, LocalId(1));
            let local = LocalId(0);
            let value = Expr::local(LocalId(1), Type::U32);
            if let Node::Let { mutable, .. } = &mut program.entry.body[0] {
                *mutable = true;
            }
            let index = if before { 1 } else { 2 };
            let assign = Node::Assign { local, value };
            program.entry.body.insert(index, assign);
            program
        };
        refused("V006", 1, read(true));
        accepted(read(false));
    }
}
