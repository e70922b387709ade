//! V008: a local is bound at one place only.

use super::{Check, Rule};
use crate::valid::place::Location;
use crate::{LocalId, Node};
use std::collections::HashSet;

pub(super) const RULE: Rule = Rule {
    id: "V008",
    remedy: "use a local of its own for every binding, or `Assign` a mutable one",
    checks: &[Check::Node(|node, at, report| match node {
        Node::Let { local, .. } | Node::Declare { local } => check(&[*local], at, report),
        Node::Loop { counter, .. } => check(&[*counter], at, report),
        Node::Call { results, .. } => check(results, at, report),
        Node::Atomic { result, .. } => check(&[*result], at, report),
        _ => {}
    })],
};

fn check(locals: &[LocalId], location: &Location<'_>, report: &mut dyn FnMut(String)) {
    let mut here = HashSet::new();
    for local in locals {
        let twice = locals.len() > 1 && !here.insert(local);
        if twice || location.scope.bound(*local).is_some() {
            report(format!("{} is bound a second time", location.name(*local)));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::valid::testing::{
        accepted, assert_valid, atomic, bind, breaks, done, function, refused,
    };
    use crate::{Expr, LocalId, Node, Type};

    /// Oracle: V008.
    #[test]
    fn a_local_is_bound_once() {
        let (mut f, a, _) = function();
        let (x, y) = (f.local("x", Type::U32), f.local("x", Type::U32));
        let one = |local| bind(local, Expr::u32(1));
        breaks("V008", 1, f.clone().module(vec![one(x), one(x), done()]));
        breaks("V008", 1, f.clone().module(vec![one(a), done()]));
        let apart = vec![Node::Block(vec![one(x)]), Node::Block(vec![one(x)]), done()];
        breaks("V008", 1, f.clone().module(apart));
        assert_valid(f.module(vec![one(x), one(y), done()]));
    }

    /// Oracle: V008: an inner block binds no local of an outer one anew, whatever kind of block it is; locals of one
    /// name are different locals.
    #[test]
    fn an_inner_block_binds_no_local_of_an_outer_one() {
        let (mut f, a, b) = function();
        let [x, y, i] = ["x", "x", "i"].map(|name| f.local(name, Type::U32));
        let one = |local| bind(local, Expr::u32(1));
        let when = |then, otherwise| Node::If {
            condition: Expr::local(b, Type::Bool),
            then,
            otherwise,
        };
        let count = |counter, body| Node::Loop {
            counter,
            from: Expr::u32(0),
            to: Expr::u32(3),
            body,
        };
        let repeat = |head, body, step| Node::While {
            bound: 1,
            head,
            condition: Expr::bool(false),
            body,
            step,
        };
        let inner = |local| {
            [
                Node::Block(vec![one(local)]),
                Node::Block(vec![Node::Block(vec![one(local)])]),
                when(vec![one(local)], vec![]),
                when(vec![], vec![one(local)]),
                count(i, vec![one(local)]),
                count(i, vec![when(vec![one(local)], vec![])]),
                count(local, vec![]),
                repeat(vec![one(local)], vec![], vec![]),
                repeat(vec![], vec![one(local)], vec![]),
                repeat(vec![], vec![], vec![one(local)]),
            ]
        };
        for (node, other) in inner(x).into_iter().zip(inner(y)) {
            let within = |node| f.clone().module(vec![one(x), node, done()]);
            breaks("V008", 1, within(node));
            assert_valid(within(other));
        }
        breaks(
            "V008",
            1,
            f.clone().module(vec![Node::Block(vec![one(a)]), done()]),
        );
        breaks(
            "V008",
            1,
            f.clone().module(vec![count(i, vec![one(i)]), done()]),
        );
        let siblings = vec![Node::Block(vec![one(x)]), Node::Block(vec![one(y)]), done()];
        assert_valid(f.clone().module(siblings));
        let bodies = vec![when(vec![one(x)], vec![one(y)]), done()];
        assert_valid(f.module(bodies));
    }

    /// Oracle: V008: an atomic binds a local of its own.
    #[test]
    fn the_result_of_an_atomic_is_bound_once() {
        refused("V008", 1, atomic(Type::U32, None, LocalId(0)));
        accepted(atomic(Type::U32, None, LocalId(1)));
    }
}
