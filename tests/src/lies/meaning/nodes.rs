//! Wrong nodes.

use crate::lies::{Kind, Lie};
use vyre_conform_runtime::ir::{
    Access, AtomicOp, Axis, BinaryOp, BufferId, Callee, Expr, ExprKind, Function, Local, LocalId,
    Node, Program, Type,
};

const fn nodes(name: &'static str, lie: fn(&mut Program)) -> Lie {
    let kind = Kind::Meaning(lie);
    Lie { name, kind }
}

pub(in crate::lies) const LIES: &[Lie] = &[
    nodes("has no barriers", |program| {
        each_block(program, &mut |block| {
            block.retain(|node| *node != Node::Barrier)
        });
    }),
    nodes(
        "loses the atomic steps of every second invocation",
        |program| {
            each_block(program, &mut |block| block.iter_mut().for_each(lose));
        },
    ),
    nodes("gives what is there after an atomic addition", |program| {
        each_function(program, &mut give_new);
    }),
    nodes("exchanges whether or not it compares", |program| {
        each_block(program, &mut |block| block.iter_mut().for_each(exchange));
    }),
    nodes("swaps the atomic minimum and maximum", |program| {
        each_block(program, &mut |block| {
            for node in block {
                if let Node::Atomic { op, .. } = node {
                    *op = match *op {
                        AtomicOp::Min => AtomicOp::Max,
                        AtomicOp::Max => AtomicOp::Min,
                        other => other,
                    };
                }
            }
        });
    }),
    nodes("stores to the last element what is beyond it", |program| {
        each_block(program, &mut |block| block.iter_mut().for_each(clamp));
    }),
    nodes("begins a workgroup with what was in its memory", dirty),
    nodes("clears an array once", |program| {
        each_function(program, &mut declare_once)
    }),
    nodes("takes `continue` for `break`", |program| {
        each_block(program, &mut |block| {
            swap(block, &Node::Continue, &Node::Break)
        });
    }),
    nodes("takes `break` for `continue`", |program| {
        each_block(program, &mut |block| {
            swap(block, &Node::Break, &Node::Continue)
        });
    }),
    nodes("runs no step after `continue`", |program| {
        each_block(program, &mut |block| {
            for node in block {
                if let Node::While { body, step, .. } = node {
                    body.append(step);
                }
            }
        });
    }),
    nodes("ends loops after five turns", |program| {
        each_block(program, &mut |block| {
            for node in block {
                if let Node::Loop { from, to, .. } = node {
                    let fifth = Expr::binary(BinaryOp::Add, from.clone(), Expr::from(5_u32));
                    *to = Expr::binary(BinaryOp::Min, to.clone(), fifth);
                }
            }
        });
    }),
    nodes("continues after a return of the kernel", |program| {
        let body = &mut program.entry.body;
        within(body, &mut |block| {
            block.retain(|node| !matches!(node, Node::Return(_)));
        });
    }),
    nodes("runs both branches", |program| {
        each_block(program, &mut |block| {
            for node in block {
                if let Node::If {
                    then, otherwise, ..
                } = node
                    && otherwise.is_empty()
                    && !then.iter().any(leaves)
                {
                    *node = Node::Block(std::mem::take(then));
                }
            }
        });
    }),
];

fn leaves(node: &Node) -> bool {
    matches!(
        node,
        Node::Return(_) | Node::Break | Node::Continue | Node::Atomic { .. }
    )
}

pub(super) fn each_function(program: &mut Program, change: &mut dyn FnMut(&mut Function)) {
    change(&mut program.entry);
    for callee in &mut program.callees {
        if let Callee::Function(function) = callee {
            change(function);
        }
    }
}

/// Calls `change` for every block, inner ones first.
pub(super) fn each_block(program: &mut Program, change: &mut dyn FnMut(&mut Vec<Node>)) {
    each_function(program, &mut |function| within(&mut function.body, change));
}

fn within(block: &mut Vec<Node>, change: &mut dyn FnMut(&mut Vec<Node>)) {
    for node in &mut *block {
        node.for_each_block_mut(|inner| within(inner, change));
    }
    change(block);
}

fn swap(block: &mut [Node], from: &Node, to: &Node) {
    for node in block.iter_mut().filter(|node| *node == from) {
        *node = to.clone();
    }
}

fn local_x() -> Expr {
    let kind = ExprKind::LocalInvocationId(Axis::X);
    let ty = Type::U32;
    Expr { ty, kind }
}

/// Makes odd invocations add nothing.
fn lose(node: &mut Node) {
    if let Node::Atomic {
        op: AtomicOp::Add,
        value,
        ..
    } = node
    {
        let odd = Expr::binary(BinaryOp::And, local_x(), Expr::from(1_u32));
        *value = Expr::select(odd, Expr::from(0_u32), value.clone());
    }
}

fn give_new(function: &mut Function) {
    let Function { locals, body, .. } = function;
    within(body, &mut |block| {
        let nodes = std::mem::take(block);
        for mut node in nodes {
            let mut input = None;
            if let Node::Atomic {
                op: AtomicOp::Add,
                value,
                result,
                ..
            } = &mut node
            {
                let old = LocalId(locals.len() as u32);
                locals.push(Local {
                    name: "old".to_owned(),
                    ty: Type::U32,
                    len: None,
                });
                let kind = ExprKind::Local(old);
                let ty = Type::U32;
                input = Some(Node::Let {
                    local: *result,
                    value: Expr::binary(BinaryOp::Add, Expr { ty, kind }, value.clone()),
                    mutable: false,
                });
                *result = old;
            }
            block.push(node);
            block.extend(input);
        }
    });
}

fn exchange(node: &mut Node) {
    if let Node::Atomic { op, expected, .. } = node
        && *op == AtomicOp::CompareExchange
    {
        *op = AtomicOp::Exchange;
        *expected = None;
    }
}

/// The index, clamped to the last one of its buffer.
pub(super) fn clamped(buffer: BufferId, index: &Expr) -> Expr {
    let (ty, kind) = (Type::U32, ExprKind::BufferLength(buffer));
    let last = Expr::binary(BinaryOp::Sub, Expr { ty, kind }, Expr::from(1_u32));
    Expr::binary(BinaryOp::Min, index.clone(), last)
}

fn clamp(node: &mut Node) {
    if let Node::Store { buffer, index, .. } = node {
        *index = clamped(*buffer, index);
    }
}

/// Makes every invocation fill the workgroup memory, followed by a barrier.
fn dirty(program: &mut Program) {
    let buffers = program.buffers.iter().zip(0..);
    let of_workgroup =
        buffers.filter(|(b, _)| b.access == Access::Workgroup && b.element == Type::U32);
    let mut first = vec![];
    for (buffer, k) in of_workgroup {
        // Larger ones test limits.
        for index in (0..buffer.count.unwrap_or(0)).take(64) {
            first.push(Node::Store {
                buffer: BufferId(k),
                index: Expr::from(index),
                value: Expr::from(0xdead_u32),
            });
        }
    }
    if !first.is_empty() {
        first.push(Node::Barrier);
    }
    first.append(&mut program.entry.body);
    program.entry.body = first;
}

/// Moves declarations of arrays to the start of the function.
fn declare_once(function: &mut Function) {
    let mut first = vec![];
    within(&mut function.body, &mut |block| {
        let is_array = |node: &Node| match node {
            Node::Declare { local } => function.locals[local.0 as usize].len.is_some(),
            _ => false,
        };
        first.extend(block.iter().filter(|node| is_array(node)).cloned());
        block.retain(|node| !is_array(node));
    });
    first.append(&mut function.body);
    function.body = first;
}
