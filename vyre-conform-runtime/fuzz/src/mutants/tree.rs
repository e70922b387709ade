//! Rewriting of nodes.

use crate::edit::functions;
use vyre_conform_ir::{Function, Local, LocalId, Node, Program, Type};

/// The context of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeContext {
    /// Number of enclosing loops in its function.
    pub(super) loops: u32,
    /// Number of enclosing branches and blocks in its function.
    pub(super) branches: u32,
    /// True if it is in the head or the step of a `While`.
    pub(super) beside_body: bool,
    /// True if it is in the kernel itself.
    pub(super) in_kernel: bool,
    /// True if it is the last node of its function.
    pub(super) is_last: bool,
}

/// Returns the replacement of a node.
pub(super) type Rewriting<'a> = &'a mut dyn FnMut(Node, NodeContext, &mut Vec<Local>) -> Vec<Node>;

/// Rewrites every node of a program, inner nodes first.
pub(super) fn rewrite(program: &mut Program, change: Rewriting<'_>) {
    let mut in_kernel = true;
    functions(program, &mut |function| {
        let location = NodeContext {
            in_kernel,
            ..NodeContext::default()
        };
        let Function { body, locals, .. } = function;
        let last = body.len().wrapping_sub(1);
        let nodes = std::mem::take(body);
        for (k, node) in nodes.into_iter().enumerate() {
            let is_last = k == last;
            body.extend(one(
                node,
                NodeContext {
                    is_last,
                    ..location
                },
                locals,
                change,
            ));
        }
        in_kernel = false;
    });
}

fn block(
    nodes: &mut Vec<Node>,
    location: NodeContext,
    locals: &mut Vec<Local>,
    change: Rewriting<'_>,
) {
    let before = std::mem::take(nodes);
    let location = NodeContext {
        is_last: false,
        ..location
    };
    for node in before {
        nodes.extend(one(node, location, locals, change));
    }
}

fn one(
    mut node: Node,
    location: NodeContext,
    locals: &mut Vec<Local>,
    change: Rewriting<'_>,
) -> Vec<Node> {
    let inner = NodeContext {
        branches: location.branches + 1,
        ..location
    };
    let body_at = NodeContext {
        loops: location.loops + 1,
        ..location
    };
    match &mut node {
        Node::If {
            then, otherwise, ..
        } => {
            block(then, inner, locals, change);
            block(otherwise, inner, locals, change);
        }
        Node::Block(nodes) => block(nodes, inner, locals, change),
        Node::Loop { body, .. } => block(body, body_at, locals, change),
        Node::While {
            head, body, step, ..
        } => {
            let beside = NodeContext {
                beside_body: true,
                ..location
            };
            block(head, beside, locals, change);
            block(body, body_at, locals, change);
            block(step, beside, locals, change);
        }
        _ => {}
    }
    change(node, location, locals)
}

/// Adds a single local.
pub(super) fn fresh(locals: &mut Vec<Local>, ty: Type) -> LocalId {
    let name = "mutant".to_owned();
    locals.push(Local {
        name,
        ty,
        len: None,
    });
    LocalId(locals.len() as u32 - 1)
}

/// Replaces the breaks and continues of the loop with this body.
pub(super) fn own_leaves(body: &mut Vec<Node>, change: &dyn Fn(Node) -> Vec<Node>) {
    for mut node in std::mem::take(body) {
        match &mut node {
            Node::Loop { .. } | Node::While { .. } => {}
            other => other.for_each_block_mut(|inner| own_leaves(inner, change)),
        }
        match node {
            Node::Break | Node::Continue => body.extend(change(node)),
            other => body.push(other),
        }
    }
}

/// True if a block contains this node outside of inner loops.
pub(super) fn leaves_by(body: &[Node], requested: &Node) -> bool {
    body.iter().any(|node| {
        let mut is_present = node == requested;
        if !matches!(node, Node::Loop { .. } | Node::While { .. }) {
            node.for_each_part(
                |_| {},
                |inner| is_present = is_present || leaves_by(inner, requested),
            );
        }
        is_present
    })
}
