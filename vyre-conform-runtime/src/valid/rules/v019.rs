//! V019: a module has at most [`MAX_NODES`] nodes.

use super::{Check, Rule};
use crate::ir::Node;
use crate::ir::{MAX_NESTING, MAX_NODES};

pub(super) const RULE: Rule = Rule {
    id: "V019",
    remedy: "write repetition as a loop or a function",
    checks: &[Check::Module(|module, report| {
        let count: usize = module.functions.iter().map(|f| count(&f.body, 0)).sum();
        if count > MAX_NODES {
            let entry = module.entry.0 as usize;
            report(
                entry,
                format!("the module has {count} nodes, at most {MAX_NODES} are taken"),
            );
        }
    })],
};

fn count(nodes: &[Node], depth: usize) -> usize {
    if depth > MAX_NESTING {
        return 0;
    }
    let inner = nodes.iter().map(|node| match node {
        Node::If {
            then, otherwise, ..
        } => count(then, depth + 1) + count(otherwise, depth + 1),
        Node::Loop { body, .. } | Node::Block(body) => count(body, depth + 1),
        Node::While {
            head, body, step, ..
        } => count(head, depth + 1) + count(body, depth + 1) + count(step, depth + 1),
        _ => 0,
    });
    nodes.len() + inner.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use crate::ir::MAX_NODES;
    use crate::ir::Node;
    use crate::valid::testing::{breaks, done, function, holds};

    /// Oracle: V019: 100,000 nodes are the most.
    #[test]
    fn nodes_are_counted() {
        let (f, _, _) = function();
        let nodes = |count: usize| {
            let mut nodes = vec![Node::Block(vec![Node::Block(vec![]); count - 2])];
            nodes.push(done());
            nodes
        };
        breaks("V019", 1, f.clone().module(nodes(MAX_NODES + 1)));
        holds(f.module(nodes(MAX_NODES)));
    }
}
