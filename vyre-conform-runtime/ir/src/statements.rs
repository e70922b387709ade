//! How deep statements nest, as front ends of WGSL count them: the body of a function is one level, and a statement
//! with a block is two, itself and the block.

use super::Node;

/// Levels that a node needs where it stands, its blocks left aside: a checked access is an `if`, a compare-exchange is
/// tried again in a loop, and a `While` leaves by an `if` in its loop.
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

/// How much deeper than a node the statements of each of its blocks are, in the order of the node's fields. The step of
/// a `While` is the `continuing` block of its loop, and a block of its own is none in WGSL.
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

/// How deep the statements of nodes nest.
#[doc(hidden)]
pub fn statement_depth(nodes: &[Node]) -> usize {
    let mut most = 0;
    for node in nodes {
        most = most.max(own_levels(node));
        let mut levels = block_levels(node).iter();
        node.for_each_part(
            |_| {},
            |block| {
                let deeper = levels.next().copied().unwrap_or(0);
                most = most.max(deeper + statement_depth(block));
            },
        );
    }
    most
}
