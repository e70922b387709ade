//! Which locals of a kernel must outlive a barrier.
//!
//! An invocation of C11 leaves its function at a barrier and comes back by a `case` behind it. A local whose scope has no
//! barrier behind its binding is an ordinary variable, since no `case` stands in that scope; the others lie in the frame.

use std::collections::BTreeSet;
use vyre_conform_ir::{LocalId, Node};

/// Whether a barrier stands among nodes.
pub(super) fn has_barrier(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| {
        let mut found = matches!(node, Node::Barrier);
        node.for_each_part(|_| {}, |block| found |= has_barrier(block));
        found
    })
}

/// The locals that lie in the frame.
pub(super) fn framed(nodes: &[Node]) -> BTreeSet<LocalId> {
    let mut found = BTreeSet::new();
    scan(nodes, false, &mut found);
    found
}

/// `behind`: whether there is a barrier behind these nodes in the scope of what they bind.
fn scan(nodes: &[Node], mut behind: bool, found: &mut BTreeSet<LocalId>) {
    for node in nodes.iter().rev() {
        if behind {
            found.extend(bound(node));
        }
        match node {
            Node::Loop { counter, body, .. } => {
                if has_barrier(body) {
                    found.insert(*counter);
                }
                scan(body, false, found);
            }
            Node::While {
                head, body, step, ..
            } => {
                // What the head binds is seen by body and step.
                scan(head, has_barrier(body) || has_barrier(step), found);
                scan(body, false, found);
                scan(step, false, found);
            }
            other => other.for_each_part(|_| {}, |block| scan(block, false, found)),
        }
        behind |= has_barrier(std::slice::from_ref(node));
    }
}

/// What a node binds for the rest of its block.
fn bound(node: &Node) -> Vec<LocalId> {
    match node {
        Node::Let { local, .. } | Node::Declare { local } => vec![*local],
        Node::Call { results, .. } => results.clone(),
        Node::Atomic { result, .. } => vec![*result],
        _ => vec![],
    }
}
