//! Puts the results of spliced calls where they are used.
//!
//! Inlining binds a result by a `Let` at the place of the call. Where it is used once, further down
//! the same block, and nothing in between changes what its value reads, the value stands better at
//! its use: `let t = a - b; return t;` becomes `return a - b;`. A value that reads a buffer is not
//! moved past anything that may change the buffer, nor into a loop.

use super::walk::{
    blocks, blocks_mut, each_part, loads, own_exprs, own_exprs_mut, read_local, reads, reads_in,
    rebuild, touches_memory, writes_in, written,
};
use crate::ir::{Expr, ExprKind, LocalId, Node};

/// Forwards those of `temporaries` that can be.
pub(super) fn forward(body: &mut Vec<Node>, temporaries: &[LocalId]) {
    for local in temporaries {
        if reads_in(body, *local) <= 1 && !writes_in(body, *local) {
            forward_one(body, None, *local);
        }
    }
}

/// Forwards the only use of `local` in the block that binds it; `condition` is the condition of a
/// loop of which the block is the head, evaluated right after it.
fn forward_one(block: &mut Vec<Node>, condition: Option<&mut Expr>, local: LocalId) -> bool {
    let binding = block
        .iter()
        .position(|node| matches!(node, Node::Let { local: l, .. } if *l == local));
    let Some(at) = binding else {
        return block.iter_mut().any(|node| match node {
            Node::While {
                head,
                condition,
                body,
                step,
                ..
            } => {
                forward_one(head, Some(condition), local)
                    || forward_one(body, None, local)
                    || forward_one(step, None, local)
            }
            _ => blocks_mut(node)
                .into_iter()
                .any(|inner| forward_one(inner, None, local)),
        });
    };
    let Node::Let { value, .. } = &block[at] else {
        return true;
    };
    let value = value.clone();
    let mut sources = Vec::new();
    each_part(&value, &mut |e| sources.extend(read_local(e)));
    let reads_memory = loads(&value);
    for node in &mut block[at + 1..] {
        let evaluated_once = !matches!(node, Node::While { .. });
        let used_here = own_exprs(node).into_iter().any(|e| reads(e, local) > 0);
        if used_here && evaluated_once {
            for expr in own_exprs_mut(node) {
                substitute(expr, local, &value);
            }
            block.remove(at);
            return true;
        }
        let used_below = blocks(node).into_iter().any(|b| reads_in(b, local) > 0);
        let changes = |source: &LocalId| {
            written(node) == Some(*source)
                || blocks(node).into_iter().any(|b| writes_in(b, *source))
        };
        let overtaken = reads_memory && touches_memory(std::slice::from_ref(node));
        if used_here || used_below || overtaken || sources.iter().any(changes) {
            return true;
        }
    }
    match condition {
        Some(condition) if reads(condition, local) > 0 => {
            substitute(condition, local, &value);
            block.remove(at);
        }
        _ => {}
    }
    true
}

fn substitute(expr: &mut Expr, local: LocalId, value: &Expr) {
    *expr = rebuild(expr.clone(), &mut |e| match e.kind {
        ExprKind::Local(l) if l == local => value.clone(),
        _ => e,
    });
}
