//! Places of nodes in a program, and coordinates of invocations.

use vyre_conform_ir::Node;

/// The blocks of a node with their names, in the order of the node's fields.
pub(super) fn blocks(node: &Node) -> Vec<(&'static str, &[Node])> {
    match node {
        Node::If {
            then, otherwise, ..
        } => vec![("then", then), ("otherwise", otherwise)],
        Node::Loop { body, .. } => vec![("body", body)],
        Node::While {
            head, body, step, ..
        } => vec![("head", head), ("body", body), ("step", step)],
        Node::Block(nodes) => vec![("block", nodes)],
        _ => vec![],
    }
}

/// Visits every node, including nested ones; they nest at most 64 levels deep (rule V018).
pub(super) fn visit_nodes(nodes: &[Node], visit: &mut dyn FnMut(&Node)) {
    for node in nodes {
        visit(node);
        for (_, block) in blocks(node) {
            visit_nodes(block, visit);
        }
    }
}

/// The address of a node, which identifies it in its program.
pub(super) fn address(node: &Node) -> usize {
    std::ptr::from_ref(node).addr()
}

/// The path to the node with this address, such as `body[2].then[0]`.
pub(super) fn place(part: &str, nodes: &[Node], target: usize) -> Option<String> {
    nodes.iter().enumerate().find_map(|(k, node)| {
        let here = format!("{part}[{k}]");
        if address(node) == target {
            return Some(here);
        }
        let inner = blocks(node);
        let mut paths = inner.iter().filter_map(|(p, b)| place(p, b, target));
        paths.next().map(|inside| format!("{here}.{inside}"))
    })
}

/// The coordinates of a linear index on three axes, x first.
pub(super) fn unfold(number: u64, size: [u32; 3]) -> [u32; 3] {
    let [x, y] = [u64::from(size[0]), u64::from(size[1])];
    let place = [number % x, number / x % y, number / x / y];
    place.map(|k| k as u32)
}
