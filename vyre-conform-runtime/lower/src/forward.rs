//! Moves the results of spliced calls to their uses.
//!
//! Inlining binds a result by a `Let` at the place of the call. If it is used once, further down the
//! same block, and nothing in between changes the operands of its value, the value moves to its use:
//! `let t = a - b; return t;` becomes `return a - b;`. A value that reads a buffer is not moved past
//! anything that may change the buffer, nor into a loop. A value is not moved if its use would nest
//! deeper than any validated expression, or if it would make the line too long. One walk handles all of
//! them.

use super::walk::{blocks_mut, each_part, loads, own_exprs_mut, read_local, usage, written_local};
use std::collections::HashMap;
use vyre_conform_ir::{Expr, ExprKind, LocalId, MAX_NESTING, Node};

/// Maximum number of parts of a value that is moved.
const MAX_PARTS: usize = 256;

/// Moves those of the `temporaries`, locals of this body's function, that can be moved.
pub(super) fn forward(body: &mut Vec<Node>, temporaries: &[LocalId]) {
    if temporaries.is_empty() {
        return;
    }
    let usage = usage(body);
    let mut requested = vec![false; usage.len()];
    for local in temporaries {
        if let Some(usage) = usage.get(local.0 as usize) {
            requested[local.0 as usize] = usage.reads == 1 && usage.writes == 0;
        }
    }
    let mut walk = Forward {
        written: vec![0; usage.len()],
        is_movable: requested,
        memory_written: 0,
        time: 0,
    };
    walk.block(body, None);
}

/// The state of the walk; times are numbers of nodes.
struct Forward {
    is_movable: Vec<bool>,
    /// The time of the last write to each local.
    written: Vec<usize>,
    /// The time of the last change to shared memory, or of the last synchronisation.
    memory_written: usize,
    time: usize,
}

/// A value that may be moved to a use in its block.
struct PendingValue {
    /// The index of its `Let`.
    at: usize,
    time: usize,
    depth: usize,
    loads: bool,
    sources: Vec<LocalId>,
}

/// The movable values of a block, and its nodes so far; a removed node is `None`.
#[derive(Default)]
struct Block {
    waiting: HashMap<LocalId, PendingValue>,
    nodes: Vec<Option<Node>>,
}

impl Forward {
    /// Moves values within a block; `condition` is the condition of a loop whose head is the block,
    /// evaluated right after it.
    fn block(&mut self, nodes: &mut Vec<Node>, condition: Option<&mut Expr>) {
        let mut block = Block::default();
        block.nodes.reserve(nodes.len());
        for mut node in std::mem::take(nodes) {
            self.time += 1;
            match &mut node {
                Node::While {
                    head,
                    condition,
                    body,
                    step,
                    ..
                } => {
                    self.block(head, Some(condition));
                    self.block(body, None);
                    self.block(step, None);
                }
                _ => {
                    if !block.waiting.is_empty() {
                        for expr in own_exprs_mut(&mut node) {
                            self.substitute(expr, 1, &mut block);
                        }
                    }
                    for inner in blocks_mut(&mut node) {
                        self.block(inner, None);
                    }
                }
            }
            self.note(&node, &mut block);
            block.nodes.push(Some(node));
        }
        if let Some(condition) = condition {
            self.substitute(condition, 1, &mut block);
        }
        nodes.extend(block.nodes.into_iter().flatten());
    }

    /// Records the effects of a node itself.
    fn note(&mut self, node: &Node, block: &mut Block) {
        if let Some(local) = written_local(node) {
            self.written[local.0 as usize] = self.time;
        }
        match node {
            Node::Store { .. } | Node::Atomic { .. } | Node::Barrier => {
                self.memory_written = self.time
            }
            Node::Let { local, value, .. } if self.is_movable[local.0 as usize] => {
                let (mut parts, mut sources) = (0, vec![]);
                each_part(value, &mut |e| {
                    parts += 1;
                    sources.extend(read_local(e));
                });
                if parts <= MAX_PARTS {
                    let waiting = PendingValue {
                        at: block.nodes.len(),
                        time: self.time,
                        depth: depth(value),
                        loads: loads(value),
                        sources,
                    };
                    block.waiting.insert(*local, waiting);
                }
            }
            _ => {}
        }
    }

    /// Substitutes movable values for their names; `level` is the depth of `expr`.
    fn substitute(&self, expr: &mut Expr, level: usize, block: &mut Block) {
        let ExprKind::Local(local) = expr.kind else {
            return expr.for_each_operand_mut(|operand| self.substitute(operand, level + 1, block));
        };
        // If its only use cannot take the value, the value stays.
        let Some(waiting) = block.waiting.remove(&local) else {
            return;
        };
        let lasts = |source: &LocalId| self.written[source.0 as usize] <= waiting.time;
        let overtaken = waiting.loads && self.memory_written > waiting.time;
        let fits = level - 1 + waiting.depth <= MAX_NESTING;
        if fits
            && !overtaken
            && waiting.sources.iter().all(lasts)
            && let Some(Node::Let { value, .. }) = block.nodes[waiting.at].take()
        {
            *expr = value;
        }
    }
}

/// Nesting depth of an expression; a leaf is one level.
pub(super) fn depth(expr: &Expr) -> usize {
    let mut below = 0;
    expr.for_each_operand(|operand| below = below.max(depth(operand)));
    below + 1
}
