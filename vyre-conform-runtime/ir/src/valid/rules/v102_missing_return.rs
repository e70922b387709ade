//! V102: every path through a function ends in a return.

use super::{Check, Rule};
use crate::{ExprKind, Node};

pub(super) const RULE: Rule = Rule {
    id: "V102",
    remedy: "return at the end of every path",
    checks: &[Check::Function(|at, report| {
        // Control may reach the end of a kernel, which has no results.
        if at.program.is_none() && !leaves(&at.function.body, 0) {
            report("a path through the function ends without a return".to_owned());
        }
    })],
};

/// True if control never reaches the end of a block.
fn leaves(nodes: &[Node], depth: usize) -> bool {
    // V018 reports deeper nesting.
    if depth > crate::MAX_NESTING {
        return true;
    }
    nodes.iter().any(|node| match node {
        Node::Return(_) | Node::Break | Node::Continue => true,
        Node::If {
            then, otherwise, ..
        } => leaves(then, depth + 1) && leaves(otherwise, depth + 1),
        Node::Block(nodes) => leaves(nodes, depth + 1),
        Node::While {
            condition, body, ..
        } => condition.kind == ExprKind::Literal(1) && !breaks_out(body, depth + 1),
        _ => false,
    })
}

/// True if a loop body exits its loop by a break.
fn breaks_out(nodes: &[Node], depth: usize) -> bool {
    if depth > crate::MAX_NESTING {
        return false;
    }
    nodes.iter().any(|node| match node {
        Node::Break => true,
        Node::If {
            then, otherwise, ..
        } => breaks_out(then, depth + 1) || breaks_out(otherwise, depth + 1),
        Node::Block(nodes) => breaks_out(nodes, depth + 1),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks, done, function};
    use crate::{Expr, Node};

    fn when(then: Vec<Node>, otherwise: Vec<Node>) -> Node {
        let condition = Expr::bool(true);
        Node::If {
            condition,
            then,
            otherwise,
        }
    }

    fn forever(body: Vec<Node>) -> Node {
        Node::While {
            bound: 9,
            head: vec![],
            condition: Expr::bool(true),
            body,
            step: vec![],
        }
    }

    /// Oracle: V102.
    #[test]
    fn every_path_returns() {
        let (f, _, _) = function();
        let build = |nodes| f.clone().module(nodes);
        breaks("V102", 1, build(vec![]));
        breaks("V102", 1, build(vec![when(vec![done()], vec![])]));
        assert_valid(build(vec![when(vec![done()], vec![done()])]));
        assert_valid(build(vec![Node::Block(vec![done()])]));
        breaks(
            "V102",
            1,
            build(vec![forever(vec![when(vec![Node::Break], vec![])])]),
        );
        assert_valid(build(vec![forever(vec![when(vec![done()], vec![])])]));
        let inner = forever(vec![Node::Break]);
        assert_valid(build(vec![forever(vec![
            inner,
            when(vec![done()], vec![]),
        ])]));
    }
}
