//! Nesting depth of statements as WGSL front ends count it: the body of a function is one level, and a
//! statement with a block is two, itself and the block.

use super::Node;

/// Levels of the lowered statement of a node, excluding its blocks: a checked access is an `if`, a
/// compare-exchange retries in a loop, and a `While` exits by an `if` in its loop.
#[doc(hidden)]
pub const fn own_levels(node: &Node) -> usize {
    match node {
        Node::If { .. } | Node::Loop { .. } | Node::StoreElement { .. } | Node::Store { .. } => 2,
        Node::While { .. } => 4,
        Node::Atomic { expected: None, .. } => 2,
        Node::Atomic { .. } => 6,
        _ => 0,
    }
}

/// Number of levels that each block of a node is deeper than the node, in the order of the node's
/// fields. The step of a `While` is the `continuing` block of its loop, and WGSL does not count a plain
/// block.
#[doc(hidden)]
pub const fn block_levels(node: &Node) -> &'static [usize] {
    match node {
        Node::If { .. } => &[2, 2],
        Node::Loop { .. } => &[2],
        Node::While { .. } => &[2, 2, 3],
        Node::Block(_) => &[0],
        _ => &[],
    }
}

/// Nesting depth of the statements of nodes.
#[doc(hidden)]
pub fn statement_depth(nodes: &[Node]) -> usize {
    let mut max = 0;
    for node in nodes {
        max = max.max(own_levels(node));
        let mut levels = block_levels(node).iter();
        node.for_each_part(
            |_| {},
            |block| {
                let deeper = levels.next().copied().unwrap_or(0);
                max = max.max(deeper + statement_depth(block));
            },
        );
    }
    max
}
