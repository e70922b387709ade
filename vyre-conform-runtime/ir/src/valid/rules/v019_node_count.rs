//! V019: a module has at most [`MAX_NODES`] nodes.

use super::{Check, Rule};
use crate::MAX_NODES;

pub(super) const RULE: Rule = Rule {
    id: "V019",
    remedy: "write repetition as a loop or a function",
    checks: &[Check::Module(|linked, report| {
        let count = linked.nodes;
        if count > MAX_NODES {
            report(
                linked.module.entry.0 as usize,
                format!(
                    "there are {count} nodes, bodies of ops included; at most {MAX_NODES} are taken"
                ),
            );
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::MAX_NODES;
    use crate::Node;
    use crate::valid::testing::{assert_valid, breaks, done, function};

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
        assert_valid(f.module(nodes(MAX_NODES)));
    }
}
