//! Mutants of counted loops and `while`.

use super::tree::rewrite;
use super::{SemanticMutant, program};
use vyre_conform_ir::{BinaryOp, Expr, LocalId, Node, Operand, Program, Type};

pub(super) const MUTANTS: &[SemanticMutant] = &[
    program(
        "loop-once-at-least",
        "A loop from a number to one that is not above it runs once.",
        |p| {
            change_ends(p, |from, to| {
                let next = from.clone() + 1;
                from.less(to.clone()).select(to, next)
            });
        },
    ),
    program("loop-inclusive", "A loop runs its end, too.", |p| {
        change_ends(p, |from, to| {
            from.less(to.clone()).select(to.clone() + 1, to)
        });
    }),
    program("loop-first-turn", "A loop skips its first turn.", |p| {
        begins(p, |from, to| {
            from.clone().less(to).select(from.clone() + 1, from)
        });
    }),
    program(
        "loop-once-at-most",
        "A loop runs its first turn alone.",
        |p| {
            change_ends(p, |from, to| (from + 1).min(to));
        },
    ),
    program(
        "loop-signed",
        "It compares the counter and the end of a loop as i32.",
        |p| {
            change_ends(p, |from, to| {
                let runs = from
                    .clone()
                    .cast(Type::I32)
                    .less(to.clone().cast(Type::I32));
                runs.select(to, from)
            });
        },
    ),
    program("counter-from-zero", "A counter begins at zero.", |p| {
        counters(p, |counter, from| counter - from);
    }),
    program("counter-next", "A counter is one ahead of its turn.", |p| {
        counters(p, |counter, _| counter + 1);
    }),
    program(
        "bounds-again",
        "It evaluates the end of a loop before each turn.",
        counted_by_step,
    ),
    program("turns-swapped", "A loop counts down.", |p| {
        rewrite(p, &mut |node, _, locals| match node {
            Node::Loop {
                counter,
                from,
                to,
                mut body,
            } => {
                let up = super::tree::fresh(locals, Type::U32);
                let read = Expr::local(up, Type::U32);
                let value = to.clone() - (read - from.clone()) - 1;
                // The bounds are pure, but their operands may have changed, which is a fault of this
                // kind as well.
                body.insert(0, bind(counter, value, false));
                let counter = up;
                vec![Node::Loop {
                    counter,
                    from,
                    to,
                    body,
                }]
            }
            other => vec![other],
        });
    }),
    program(
        "while-test-after",
        "A `while` runs its body before the first test.",
        |p| {
            rewrite(p, &mut |mut node, _, locals| {
                let Node::While {
                    condition, body, ..
                } = &mut node
                else {
                    return vec![node];
                };
                let again = super::tree::fresh(locals, Type::Bool);
                let test = std::mem::replace(condition, Expr::bool(true));
                let first = !Expr::local(again, Type::Bool);
                *condition = first | test.holds();
                body.insert(
                    0,
                    Node::Assign {
                        local: again,
                        value: Expr::bool(true),
                    },
                );
                vec![bind(again, Expr::bool(false), true), node]
            });
        },
    ),
    program(
        "head-once",
        "The head of a `while` runs once, before the loop.",
        |p| {
            rewrite(p, &mut |mut node, _, _| {
                let Node::While { head, .. } = &mut node else {
                    return vec![node];
                };
                let mut nodes = std::mem::take(head);
                nodes.push(node);
                vec![Node::Block(nodes)]
            });
        },
    ),
    program(
        "head-after-step",
        "The head of a `while` stores and assigns after the step, and not before the first test.",
        |p| {
            rewrite(p, &mut |mut node, _, _| {
                if let Node::While { head, step, .. } = &mut node {
                    let effects = head.extract_if(.., |node| {
                        matches!(node, Node::Assign { .. } | Node::Store { .. })
                    });
                    step.extend(effects);
                }
                vec![node]
            });
        },
    ),
    program(
        "step-first",
        "The step of a `while` runs before the body.",
        |p| {
            rewrite(p, &mut |mut node, _, _| {
                if let Node::While { body, step, .. } = &mut node {
                    let first = std::mem::take(step);
                    body.splice(0..0, first);
                }
                vec![node]
            });
        },
    ),
    program(
        "step-effects-dropped",
        "The step of a `while` counts and does nothing else.",
        |p| {
            rewrite(p, &mut |mut node, _, _| {
                if let Node::While { step, .. } = &mut node
                    && let Some(last) = step.pop()
                {
                    *step = vec![last];
                }
                vec![node]
            });
        },
    ),
];

/// Changes the ends of counted loops.
fn change_ends(program: &mut Program, f: fn(Expr, Expr) -> Expr) {
    bounds(program, |from, to| (from.clone(), f(from, to)));
}

/// Changes the starts of counted loops.
fn begins(program: &mut Program, f: fn(Expr, Expr) -> Expr) {
    bounds(program, |from, to| (f(from, to.clone()), to));
}

fn bounds(program: &mut Program, f: impl Fn(Expr, Expr) -> (Expr, Expr)) {
    rewrite(program, &mut |mut node, _, _| {
        if let Node::Loop { from, to, .. } = &mut node {
            (*from, *to) = f(from.clone(), to.clone());
        }
        vec![node]
    });
}

/// Changes the values of counters in the bodies of their loops.
fn counters(program: &mut Program, f: fn(Expr, Expr) -> Expr) {
    rewrite(program, &mut |node, _, locals| match node {
        Node::Loop {
            counter,
            from,
            to,
            mut body,
        } => {
            let own = super::tree::fresh(locals, Type::U32);
            let start = super::tree::fresh(locals, Type::U32);
            let read = |local| Expr::local(local, Type::U32);
            body.insert(0, bind(counter, f(read(own), read(start)), false));
            let (first, from) = (bind(start, from, false), read(start));
            let counter = own;
            let node = Node::Loop {
                counter,
                from,
                to,
                body,
            };
            vec![first, node]
        }
        other => vec![other],
    });
}

/// A counted loop as a `while` with a step, which evaluates its end before each iteration.
pub(super) fn counted_by_step(program: &mut Program) {
    rewrite(program, &mut |node, _, _| match node {
        Node::Loop {
            counter,
            from,
            to,
            body,
        } => {
            let read = Expr::local(counter, Type::U32);
            let next = Expr::binary(BinaryOp::Add, read.clone(), Expr::u32(1));
            let step = vec![Node::Assign {
                local: counter,
                value: next,
            }];
            let condition = read.less(to);
            let node = Node::While {
                bound: 64,
                head: vec![],
                condition,
                body,
                step,
            };
            vec![Node::Block(vec![bind(counter, from, true), node])]
        }
        other => vec![other],
    });
}

fn bind(local: LocalId, value: Expr, mutable: bool) -> Node {
    Node::Let {
        local,
        value,
        mutable,
    }
}
