//! V008: a local is bound at one place only.

use super::{Check, Rule};
use crate::ir::{LocalId, Node};
use crate::valid::at::At;
use std::collections::HashSet;

pub(super) const RULE: Rule = Rule {
    id: "V008",
    remedy: "use a local of its own for every binding, or `Assign` a mutable one",
    checks: &[Check::Node(|node, at, report| match node {
        Node::Let { local, .. } | Node::Declare { local } => again(&[*local], at, report),
        Node::Loop { counter, .. } => again(&[*counter], at, report),
        Node::Call { results, .. } => again(results, at, report),
        Node::Atomic { result, .. } => again(&[*result], at, report),
        _ => {}
    })],
};

fn again(locals: &[LocalId], at: &At<'_>, report: &mut dyn FnMut(String)) {
    let mut here = HashSet::new();
    for local in locals {
        let twice = locals.len() > 1 && !here.insert(local);
        if twice || at.scope.bound(*local).is_some() {
            report(format!("{} is bound a second time", at.name(*local)));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::{Expr, LocalId, Node, Type};
    use crate::valid::testing::{accepted, atomic, bind, breaks, done, function, holds, refused};

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
        holds(f.module(vec![one(x), one(y), done()]));
    }

    /// Oracle: V008: an atomic binds a local of its own.
    #[test]
    fn the_result_of_an_atomic_is_bound_once() {
        refused("V008", 1, atomic(Type::U32, None, LocalId(0)));
        accepted(atomic(Type::U32, None, LocalId(1)));
    }
}
