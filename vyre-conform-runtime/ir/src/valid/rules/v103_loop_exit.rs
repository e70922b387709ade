//! V103: a break or continue stands in the body of a loop, and nothing returns from the head or the step of one.

use super::{Check, Rule};
use crate::Node;

pub(super) const RULE: Rule = Rule {
    id: "V103",
    remedy: "move it into the body of a loop",
    checks: &[Check::Node(|node, at, report| {
        if let Node::Break | Node::Continue = node
            && at.loops == 0
        {
            report("there is no loop to leave or to go on with".to_owned());
        }
        // Nodes after a return would not run, and the condition may need them; WGSL has no return in a
        // step.
        if let Node::Return(_) = node
            && at.beside_body
        {
            report("the head and the step of a loop end with the loop's own test".to_owned());
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks, done, function};
    use crate::{Expr, Node};

    /// Oracle: V103: the head and the step of a loop are not its body.
    #[test]
    fn break_is_inside_a_loop() {
        let (f, _, _) = function();
        let build = |node| f.clone().module(vec![node, done()]);
        let only = |node: &Node| {
            let (condition, then) = (Expr::bool(true), vec![node.clone()]);
            vec![Node::If {
                condition,
                then,
                otherwise: vec![],
            }]
        };
        let repeat = |head, body, step| Node::While {
            bound: 1,
            head,
            condition: Expr::bool(false),
            body,
            step,
        };
        for node in [Node::Break, Node::Continue] {
            breaks("V103", 1, build(Node::Block(only(&node))));
            breaks("V103", 1, build(repeat(only(&node), vec![], vec![])));
            breaks("V103", 1, build(repeat(vec![], vec![], only(&node))));
            assert_valid(build(repeat(vec![], only(&node), vec![])));
        }
        let give = done();
        for wrong in [
            vec![give.clone()],
            only(&give),
            vec![Node::Block(only(&give))],
        ] {
            breaks("V103", 1, build(repeat(wrong.clone(), vec![], vec![])));
            breaks("V103", 1, build(repeat(vec![], vec![], wrong.clone())));
            // A loop inside a step belongs to the step.
            let inner = vec![repeat(vec![], wrong.clone(), vec![])];
            breaks("V103", 1, build(repeat(vec![], vec![], inner.clone())));
            assert_valid(build(repeat(vec![], inner, vec![])));
        }
    }
}
