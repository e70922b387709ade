//! Walks over nodes and expressions.

use vyre_conform_ir::{Expr, ExprKind, LocalId, Node};

/// Calls `f` for an expression and everything in it.
pub(super) fn each_part<'a>(expr: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    f(expr);
    match &expr.kind {
        ExprKind::Element(_, a)
        | ExprKind::TableElement(_, a)
        | ExprKind::Unary(_, a)
        | ExprKind::Cast(a)
        | ExprKind::Lane(a, _)
        | ExprKind::Load(_, a) => each_part(a, f),
        ExprKind::Compose(lanes) => lanes.iter().for_each(|lane| each_part(lane, f)),
        ExprKind::Binary(_, a, b) => {
            each_part(a, f);
            each_part(b, f);
        }
        ExprKind::Select {
            condition,
            then,
            otherwise,
        } => {
            each_part(condition, f);
            each_part(then, f);
            each_part(otherwise, f);
        }
        ExprKind::Literal(_)
        | ExprKind::Local(_)
        | ExprKind::BufferLength(_)
        | ExprKind::InvocationId(_)
        | ExprKind::WorkgroupId(_)
        | ExprKind::LocalInvocationId(_) => {}
    }
}

/// Rebuilds an expression from the bottom up.
pub(super) fn rebuild(expr: Expr, f: &mut dyn FnMut(Expr) -> Expr) -> Expr {
    let mut again = |e: Box<Expr>| Box::new(rebuild(*e, f));
    let kind = match expr.kind {
        ExprKind::Element(local, a) => ExprKind::Element(local, again(a)),
        ExprKind::TableElement(table, a) => ExprKind::TableElement(table, again(a)),
        ExprKind::Unary(op, a) => ExprKind::Unary(op, again(a)),
        ExprKind::Cast(a) => ExprKind::Cast(again(a)),
        ExprKind::Lane(a, lane) => ExprKind::Lane(again(a), lane),
        ExprKind::Load(buffer, a) => ExprKind::Load(buffer, again(a)),
        ExprKind::Compose(lanes) => {
            ExprKind::Compose(lanes.into_iter().map(|lane| rebuild(lane, f)).collect())
        }
        ExprKind::Binary(op, a, b) => ExprKind::Binary(op, again(a), again(b)),
        ExprKind::Select {
            condition,
            then,
            otherwise,
        } => ExprKind::Select {
            condition: again(condition),
            then: again(then),
            otherwise: again(otherwise),
        },
        leaf => leaf,
    };
    f(Expr { ty: expr.ty, kind })
}

/// The direct expressions of a node, excluding its blocks.
pub(super) fn own_exprs(node: &Node) -> Vec<&Expr> {
    match node {
        Node::Let { value, .. } | Node::Assign { value, .. } => vec![value],
        Node::StoreElement { index, value, .. } | Node::Store { index, value, .. } => {
            vec![index, value]
        }
        Node::Atomic {
            index,
            value,
            expected,
            ..
        } => [index, value].into_iter().chain(expected).collect(),
        Node::If { condition, .. } | Node::While { condition, .. } => vec![condition],
        Node::Loop { from, to, .. } => vec![from, to],
        Node::Call { args, .. } => args.iter().collect(),
        Node::Return(values) => values.iter().collect(),
        _ => vec![],
    }
}

/// Like [`own_exprs`], mutable.
pub(super) fn own_exprs_mut(node: &mut Node) -> Vec<&mut Expr> {
    match node {
        Node::Let { value, .. } | Node::Assign { value, .. } => vec![value],
        Node::StoreElement { index, value, .. } | Node::Store { index, value, .. } => {
            vec![index, value]
        }
        Node::Atomic {
            index,
            value,
            expected,
            ..
        } => [index, value].into_iter().chain(expected).collect(),
        Node::If { condition, .. } | Node::While { condition, .. } => vec![condition],
        Node::Loop { from, to, .. } => vec![from, to],
        Node::Call { args, .. } => args.iter_mut().collect(),
        Node::Return(values) => values.iter_mut().collect(),
        _ => vec![],
    }
}

/// The direct blocks of a node.
pub(super) fn blocks(node: &Node) -> Vec<&[Node]> {
    match node {
        Node::If {
            then, otherwise, ..
        } => vec![then, otherwise],
        Node::Loop { body, .. } | Node::Block(body) => vec![body],
        Node::While {
            head, body, step, ..
        } => vec![head, body, step],
        _ => vec![],
    }
}

/// Like [`blocks`], mutable.
pub(super) fn blocks_mut(node: &mut Node) -> Vec<&mut Vec<Node>> {
    match node {
        Node::If {
            then, otherwise, ..
        } => vec![then, otherwise],
        Node::Loop { body, .. } | Node::Block(body) => vec![body],
        Node::While {
            head, body, step, ..
        } => vec![head, body, step],
        _ => vec![],
    }
}

/// Calls `f` for every node, outer before inner.
pub(super) fn each_node<'a>(nodes: &'a [Node], f: &mut dyn FnMut(&'a Node)) {
    for node in nodes {
        f(node);
        for block in blocks(node) {
            each_node(block, f);
        }
    }
}

/// Rebuilds every expression in `nodes` from the bottom up.
pub(super) fn rebuild_all(nodes: &mut [Node], f: &mut dyn FnMut(Expr) -> Expr) {
    for node in nodes {
        for expr in own_exprs_mut(node) {
            let ty = expr.ty;
            let used_names = std::mem::replace(
                expr,
                Expr {
                    ty,
                    kind: ExprKind::Literal(0),
                },
            );
            *expr = rebuild(used_names, f);
        }
        for block in blocks_mut(node) {
            rebuild_all(block, f);
        }
    }
}

/// Numbers of uses of a local.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// Reads of the local or of its elements.
    pub(super) reads: usize,
    /// Nodes that write the local or one of its elements.
    pub(super) writes: usize,
    /// Nodes that declare it.
    pub(super) declarations: usize,
}

/// The uses of each local in nodes, at any depth, by index, up to the last one mentioned.
pub(super) fn usage(nodes: &[Node]) -> Vec<Usage> {
    let mut all: Vec<Usage> = vec![];
    let position = |local: LocalId, all: &mut Vec<Usage>| {
        let number = local.0 as usize;
        if number >= all.len() {
            all.resize(number + 1, Usage::default());
        }
        number
    };
    each_node(nodes, &mut |node| {
        each_own(node, &mut |expr| {
            each_part(expr, &mut |e| {
                if let Some(local) = read_local(e) {
                    let number = position(local, &mut all);
                    all[number].reads += 1;
                }
            });
        });
        if let Some(local) = written_local(node) {
            let number = position(local, &mut all);
            all[number].writes += 1;
        }
        match node {
            Node::Declare { local } => {
                let number = position(*local, &mut all);
                all[number].declarations += 1;
            }
            // Ensures that every mentioned local has an entry.
            Node::Let { local, .. } => _ = position(*local, &mut all),
            _ => {}
        }
    });
    all
}

/// Calls `f` for each direct expression of a node.
pub(super) fn each_own<'a>(node: &'a Node, f: &mut dyn FnMut(&'a Expr)) {
    node.for_each_part(f, |_| {});
}

/// Number of reads of a local or its elements in an expression.
pub(super) fn reads(expr: &Expr, local: LocalId) -> usize {
    let mut n = 0;
    each_part(expr, &mut |e| {
        n += usize::from(read_local(e) == Some(local));
    });
    n
}

/// The local that an expression directly reads.
pub(super) fn read_local(expr: &Expr) -> Option<LocalId> {
    match expr.kind {
        ExprKind::Local(local) | ExprKind::Element(local, _) => Some(local),
        _ => None,
    }
}

/// Number of reads of a local in nodes, at any depth.
pub(super) fn reads_in(nodes: &[Node], local: LocalId) -> usize {
    let mut n = 0;
    each_node(nodes, &mut |node| {
        n += own_exprs(node)
            .into_iter()
            .map(|e| reads(e, local))
            .sum::<usize>();
    });
    n
}

/// The local that a node directly writes, by assignment or by storing an element.
pub(super) fn written_local(node: &Node) -> Option<LocalId> {
    match node {
        Node::Assign { local, .. } => Some(*local),
        Node::StoreElement { array, .. } => Some(*array),
        _ => None,
    }
}

/// Number of nodes, at any depth, that write a local.
pub(super) fn writes_of(nodes: &[Node], local: LocalId) -> usize {
    let mut n = 0;
    each_node(nodes, &mut |node| {
        n += usize::from(written_local(node) == Some(local))
    });
    n
}

/// True if nodes write a local, at any depth.
pub(super) fn writes_in(nodes: &[Node], local: LocalId) -> bool {
    writes_of(nodes, local) > 0
}

/// True if an expression reads a buffer.
pub(super) fn loads(expr: &Expr) -> bool {
    let mut is_present = false;
    each_part(expr, &mut |e| {
        is_present |= matches!(e.kind, ExprKind::Load(..))
    });
    is_present
}

/// True if control never reaches the end of the nodes.
pub(super) fn diverges(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Return(_) | Node::Break | Node::Continue => true,
        Node::If {
            then, otherwise, ..
        } => diverges(then) && diverges(otherwise),
        Node::Block(body) => diverges(body),
        _ => false,
    })
}

/// True if the nodes contain a `Continue` of the enclosing loop.
pub(super) fn continues(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Continue => true,
        Node::If { .. } | Node::Block(_) => blocks(node).into_iter().any(continues),
        _ => false,
    })
}

/// True if nodes have effects that later nodes read.
pub(super) fn has_effects(nodes: &[Node]) -> bool {
    let mut is_present = false;
    each_node(nodes, &mut |node| {
        is_present |= matches!(
            node,
            Node::Assign { .. }
                | Node::StoreElement { .. }
                | Node::Store { .. }
                | Node::Atomic { .. }
                | Node::Barrier
        );
    });
    is_present
}
