//! Mutants of `break`, `continue` and `return`.

use super::tree::{NodeContext, fresh, leaves_by, own_leaves, rewrite};
use super::{SemanticMutant, program};
use crate::expr::constant;
use vyre_conform_ir::{Expr, LocalId, Node, Program, Type};

pub(super) const MUTANTS: &[SemanticMutant] = &[
    program("continue-breaks", "`continue` leaves the loop.", |p| {
        replace(p, |node, _| match node {
            Node::Continue => vec![Node::Break],
            other => vec![other],
        });
    }),
    program("break-continues", "`break` begins the next turn.", |p| {
        replace(p, |node, _| match node {
            Node::Break => vec![Node::Continue],
            other => vec![other],
        });
    }),
    program("continue-dropped", "`continue` does nothing.", |p| {
        replace(p, |node, _| match node {
            Node::Continue => vec![],
            other => vec![other],
        });
    }),
    program("break-dropped", "`break` does nothing.", |p| {
        replace(p, |node, _| match node {
            Node::Break => vec![],
            other => vec![other],
        });
    }),
    program(
        "continue-skips-step",
        "`continue` skips the step of a `while`.",
        |p| skipping_step(p, false),
    ),
    program("continue-twice", "`continue` runs the step twice.", |p| {
        before_leaving(p, &Node::Continue);
    }),
    program("break-steps", "`break` runs the step first.", |p| {
        before_leaving(p, &Node::Break);
    }),
    program(
        "continue-keeps-counter",
        "`continue` leaves the counter of a loop as it is.",
        |p| {
            super::loops::counted_by_step(p);
            skipping_step(p, true);
        },
    ),
    program("break-outer", "`break` leaves the outer loop, too.", |p| {
        outer(p, &Node::Break, &Node::Break);
    }),
    program(
        "continue-outer",
        "`continue` goes on with the outer loop.",
        |p| outer(p, &Node::Continue, &Node::Continue),
    ),
    program(
        "return-in-loop-dropped",
        "`return` in a loop does nothing.",
        |p| {
            replace(p, |node, at| {
                without_return(node, at.loops > 0 && !at.is_last)
            })
        },
    ),
    program(
        "return-in-loop-breaks",
        "`return` in a loop of a kernel leaves the loop.",
        |p| {
            replace(p, |node, at| match node {
                Node::Return(_) if at.loops > 0 && at.in_kernel => vec![Node::Break],
                other => vec![other],
            });
        },
    ),
    program(
        "return-in-branch-dropped",
        "`return` in a branch outside of loops does nothing.",
        |p| {
            replace(p, |node, at| {
                without_return(node, at.loops == 0 && at.branches > 0)
            });
        },
    ),
    program(
        "return-of-callee-dropped",
        "`return` in the middle of a callee does nothing.",
        |p| {
            replace(p, |node, at| {
                without_return(node, !at.in_kernel && !at.is_last)
            })
        },
    ),
    program(
        "return-of-callee-zero",
        "`return` in the middle of a callee gives zeros.",
        |p| {
            replace(p, |node, at| match node {
                Node::Return(values) if !at.in_kernel && !at.is_last => {
                    let zeros = values.iter().map(|value| constant(value.ty, [0; 2]));
                    vec![Node::Return(zeros.collect())]
                }
                other => vec![other],
            });
        },
    ),
];

fn replace(program: &mut Program, change: fn(Node, NodeContext) -> Vec<Node>) {
    rewrite(program, &mut |node, at, _| change(node, at));
}

fn without_return(node: Node, drops: bool) -> Vec<Node> {
    match node {
        Node::Return(_) if drops => vec![],
        other => vec![other],
    }
}

/// A `while` whose step does not run after a `continue`. If an iteration repeats forever, the loop ends
/// at once.
fn skipping_step(program: &mut Program, bounded: bool) {
    rewrite(program, &mut |mut node, _, locals| {
        let Node::While {
            bound, body, step, ..
        } = &mut node
        else {
            return vec![node];
        };
        if !leaves_by(body, &Node::Continue) {
            return vec![node];
        }
        if bounded {
            *bound = 64;
        }
        let skips = fresh(locals, Type::Bool);
        own_leaves(body, &|leave| match leave {
            Node::Continue => vec![assign(skips, true), Node::Continue],
            other => vec![other],
        });
        let otherwise = std::mem::take(step);
        step.push(Node::If {
            condition: Expr::local(skips, Type::Bool),
            then: vec![assign(skips, false)],
            otherwise,
        });
        vec![flag(skips), node]
    });
}

/// Runs the step of a `while` before each exit of this kind from its body.
fn before_leaving(program: &mut Program, exit: &Node) {
    rewrite(program, &mut |mut node, _, _| {
        if let Node::While { body, step, .. } = &mut node {
            // No local is bound twice, so nodes with bindings are not repeated.
            let repeats = |node: &&Node| matches!(node, Node::Assign { .. } | Node::Store { .. });
            let again: Vec<Node> = step.iter().filter(repeats).cloned().collect();
            own_leaves(body, &|leave| {
                if leave == *exit {
                    [again.clone(), vec![leave]].concat()
                } else {
                    vec![leave]
                }
            });
        }
        vec![node]
    });
}

/// An exit from an inner loop also exits the outer one, in the same or another way.
fn outer(program: &mut Program, exit: &Node, then: &Node) {
    rewrite(program, &mut |mut node, index, locals| {
        let (Node::Loop { body, .. } | Node::While { body, .. }) = &mut node else {
            return vec![node];
        };
        if index.loops == 0 || index.beside_body || !leaves_by(body, exit) {
            return vec![node];
        }
        let left = fresh(locals, Type::Bool);
        own_leaves(body, &|leave| {
            if leave == *exit {
                vec![assign(left, true), Node::Break]
            } else {
                vec![leave]
            }
        });
        let leaves = Node::If {
            condition: Expr::local(left, Type::Bool),
            then: vec![then.clone()],
            otherwise: vec![],
        };
        vec![flag(left), node, leaves]
    });
}

fn flag(local: LocalId) -> Node {
    Node::Let {
        local,
        value: Expr::bool(false),
        mutable: true,
    }
}

fn assign(local: LocalId, value: bool) -> Node {
    Node::Assign {
        local,
        value: Expr::bool(value),
    }
}
