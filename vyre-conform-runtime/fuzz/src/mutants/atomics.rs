//! Mutants of atomic steps.

use super::tree::{fresh, rewrite};
use super::{SemanticMutant, model, program};
use crate::memory::length;
use vyre_conform_interp::AtomicModel;
use vyre_conform_ir::{AtomicOp as A, BinaryOp, Expr, Node, Operand, Program, Type, UnaryOp};

pub(super) const MUTANTS: &[SemanticMutant] = &[
    program(
        "atomic-add-subtracts",
        "An atomic addition subtracts.",
        |p| {
            operands(p, A::Add, |value| value.unary(UnaryOp::Negate));
        },
    ),
    program("atomic-and-or", "An atomic `and` is `or`.", |p| {
        becomes(p, A::And, A::Or)
    }),
    program("atomic-or-xor", "An atomic `or` is `xor`.", |p| {
        becomes(p, A::Or, A::Xor)
    }),
    program("atomic-xor-or", "An atomic `xor` is `or`.", |p| {
        becomes(p, A::Xor, A::Or)
    }),
    program("atomic-min-max", "An atomic minimum is a maximum.", |p| {
        becomes(p, A::Min, A::Max)
    }),
    program("atomic-max-min", "An atomic maximum is a minimum.", |p| {
        becomes(p, A::Max, A::Min)
    }),
    program(
        "atomic-min-signed",
        "An atomic minimum compares i32.",
        |p| {
            signed(p, A::Min, BinaryOp::Min);
        },
    ),
    program(
        "atomic-max-signed",
        "An atomic maximum compares i32.",
        |p| {
            signed(p, A::Max, BinaryOp::Max);
        },
    ),
    program(
        "exchange-dropped",
        "An atomic exchange changes nothing.",
        |p| {
            rewrite(p, &mut |mut node, _, _| {
                if let Node::Atomic {
                    op: op @ A::Exchange,
                    value,
                    ..
                } = &mut node
                {
                    (*op, *value) = (A::Or, Expr::u32(0));
                }
                vec![node]
            });
        },
    ),
    program(
        "compare-exchange-fails",
        "A compare-exchange never exchanges.",
        |p| {
            rewrite(p, &mut |mut node, _, _| {
                if let Node::Atomic {
                    op: op @ A::CompareExchange,
                    value,
                    expected,
                    ..
                } = &mut node
                {
                    (*op, *value, *expected) = (A::Or, Expr::u32(0), None);
                }
                vec![node]
            });
        },
    ),
    program(
        "compare-exchange-swapped",
        "A compare-exchange stores what it expects and expects what it stores.",
        |p| {
            rewrite(p, &mut |mut node, _, _| {
                if let Node::Atomic {
                    value,
                    expected: Some(expected),
                    ..
                } = &mut node
                {
                    std::mem::swap(value, expected);
                }
                vec![node]
            });
        },
    ),
    program(
        "compare-exchange-new",
        "A compare-exchange gives the value after it.",
        |p| {
            results(
                p,
                |op| op == A::CompareExchange,
                |before, value, expected| match expected {
                    Some(expected) => before.clone().equals(expected).select(value, before),
                    None => before,
                },
            );
        },
    ),
    program(
        "compare-exchange-success",
        "A compare-exchange gives 1 if it exchanges and 0 if not.",
        |p| {
            results(
                p,
                |op| op == A::CompareExchange,
                |before, _, expected| match expected {
                    Some(expected) => before.equals(expected).cast(Type::U32),
                    None => before,
                },
            );
        },
    ),
    program(
        "atomic-add-new",
        "An atomic addition gives the value after it.",
        |p| {
            results(p, |op| op == A::Add, |before, value, _| before + value);
        },
    ),
    program(
        "exchange-new",
        "An atomic exchange gives the value that it stores.",
        |p| {
            results(p, |op| op == A::Exchange, |_, value, _| value);
        },
    ),
    program("atomic-result-zero", "An atomic step gives zero.", |p| {
        results(p, |_| true, |_, _, _| Expr::u32(0));
    }),
    program("atomic-dropped", "An atomic step changes nothing.", |p| {
        rewrite(p, &mut |mut node, _, _| {
            if let Node::Atomic {
                op,
                value,
                expected,
                ..
            } = &mut node
            {
                (*op, *value, *expected) = (A::Or, Expr::u32(0), None);
            }
            vec![node]
        });
    }),
    program(
        "atomic-clamps",
        "An atomic step out of bounds changes the last element.",
        |p| {
            rewrite(p, &mut |mut node, _, _| {
                if let Node::Atomic { buffer, index, .. } = &mut node {
                    *index = index.clone().min(length(*buffer) - 1);
                }
                vec![node]
            });
        },
    ),
    program(
        "atomic-wraps",
        "An atomic step out of bounds begins at the first element again.",
        |p| {
            rewrite(p, &mut |mut node, _, _| {
                if let Node::Atomic { buffer, index, .. } = &mut node {
                    *index = index.clone() % length(*buffer);
                }
                vec![node]
            });
        },
    ),
    program(
        "atomic-beyond-operand",
        "An atomic step out of bounds gives its operand.",
        |p| {
            rewrite(p, &mut |mut node, _, locals| {
                let Node::Atomic {
                    buffer,
                    index,
                    value,
                    result,
                    ..
                } = &mut node
                else {
                    return vec![node];
                };
                let inside = index.clone().less(length(*buffer));
                let (value, before) = (value.clone(), fresh(locals, Type::U32));
                let local = std::mem::replace(result, before);
                let value = inside.select(Expr::local(before, Type::U32), value);
                vec![node, bind(local, value)]
            });
        },
    ),
    program("atomic-twice", "An atomic addition happens twice.", |p| {
        rewrite(p, &mut |node, _, locals| match &node {
            Node::Atomic { op: A::Add, .. } => {
                let mut again = node.clone();
                if let Node::Atomic { result, .. } = &mut again {
                    *result = fresh(locals, Type::U32);
                }
                vec![node, again]
            }
            _ => vec![node],
        });
    }),
    model(
        "exchange-torn",
        "An atomic exchange stores the low half alone.",
        |o| {
            o.atomics = AtomicModel::TornExchange;
        },
    ),
    model("atomic-lost", "Every second atomic step is lost.", |o| {
        o.atomics = AtomicModel::LostUpdate;
    }),
    model(
        "compare-exchange-always",
        "A compare-exchange exchanges whatever it finds, and gives what it expects.",
        |o| {
            o.atomics = AtomicModel::TwiceSuccessful;
        },
    ),
];

fn becomes(program: &mut Program, from: A, to: A) {
    rewrite(program, &mut |mut node, _, _| {
        if let Node::Atomic { op, .. } = &mut node
            && *op == from
        {
            *op = to;
        }
        vec![node]
    });
}

fn operands(program: &mut Program, requested: A, f: fn(Expr) -> Expr) {
    rewrite(program, &mut |mut node, _, _| {
        if let Node::Atomic { op, value, .. } = &mut node
            && *op == requested
        {
            *value = f(value.clone());
        }
        vec![node]
    });
}

/// Changes the results of some steps, given the previous value, the operand and the expected value.
fn results(program: &mut Program, takes: fn(A) -> bool, f: fn(Expr, Expr, Option<Expr>) -> Expr) {
    rewrite(program, &mut |mut node, _, locals| {
        let Node::Atomic {
            op,
            value,
            expected,
            result,
            ..
        } = &mut node
        else {
            return vec![node];
        };
        if !takes(*op) {
            return vec![node];
        }
        // The operands are evaluated before the step.
        let mut name = |expr: &mut Expr| {
            let local = fresh(locals, Type::U32);
            let value = std::mem::replace(expr, Expr::local(local, Type::U32));
            bind(local, value)
        };
        let mut nodes = vec![name(value)];
        nodes.extend(expected.as_mut().map(name));
        let before = fresh(locals, Type::U32);
        let local = std::mem::replace(result, before);
        let value = f(
            Expr::local(before, Type::U32),
            value.clone(),
            expected.clone(),
        );
        nodes.extend([node, bind(local, value)]);
        nodes
    });
}

/// An i32 minimum or maximum as a load and a store, which is not interrupted, because the interpreter
/// runs invocations one after another.
fn signed(program: &mut Program, requested: A, op: BinaryOp) {
    rewrite(program, &mut |node, _, locals| match node {
        Node::Atomic {
            op: found,
            buffer,
            index,
            value,
            expected: None,
            result,
        } if found == requested => {
            let load = Node::Atomic {
                op: A::Or,
                buffer,
                index: index.clone(),
                value: Expr::u32(0),
                expected: None,
                result,
            };
            let sides = [Expr::local(result, Type::U32), value];
            let [a, b] = sides.map(|side| side.cast(Type::I32));
            let store = Node::Atomic {
                op: A::Exchange,
                buffer,
                index,
                value: Expr::binary(op, a, b).cast(Type::U32),
                expected: None,
                result: fresh(locals, Type::U32),
            };
            vec![load, store]
        }
        other => vec![other],
    });
}

fn bind(local: vyre_conform_ir::LocalId, value: Expr) -> Node {
    Node::Let {
        local,
        value,
        mutable: false,
    }
}
