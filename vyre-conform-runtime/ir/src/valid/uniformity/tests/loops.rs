//! Values that loops carry.

use super::{by_condition, group, local, of};
use crate::valid::testing::{accepted, refused};
use crate::{Expr, Kernel, Node, Operand, Var};

/// Oracle: V010: values that loops carry, along chains, out of breaks and continues.
#[test]
fn loops_carry_values() {
    // The third iteration is the first in which `c` differs.
    let chain = |first: Expr| {
        of(|k, _| {
            let (a, b, c) = (
                k.variable("a", first),
                k.variable("b", 0),
                k.variable("c", 0),
            );
            k.count("i", 0, 4, |k, _| {
                k.when(c.less(1), |k| k.barrier());
                k.assign(c, b);
                k.assign(b, a);
            });
        })
    };
    refused("V010", 1, chain(local()));
    accepted(chain(group()));
    by_condition(|k, _, c| {
        let x = k.variable("x", 0);
        k.repeat_while(9, x.less(5), |k| {
            k.barrier();
            k.when(c, |k| k.assign(x, x + 1));
        });
    });
    // Leaving a loop at different times yields different values.
    by_condition(|k, _, c| {
        let x = k.variable("x", 0);
        k.count("i", 0, 4, |k, _| {
            k.assign(x, x + 1);
            k.when(c, |k| k.leave_loop());
        });
        k.when(x.less(1), |k| k.barrier());
    });
    by_condition(|k, _, c| {
        let x = k.variable("x", 0);
        k.repeat_while(9, c, |k| k.assign(x, x + 1));
        k.when(x.less(1), |k| k.barrier());
    });
    // The value at a uniform break or continue counts, even if it is overwritten elsewhere.
    for node in [Node::Break, Node::Continue] {
        let taken = |value: Expr| {
            let node = node.clone();
            of(|k, _| {
                let x = k.variable("x", 0);
                k.count("i", 0, 4, |k, i| {
                    k.when(i.less(1), |k| {
                        k.assign(x, value);
                        k.push(node);
                    });
                    k.assign(x, 0);
                });
                k.when(x.less(1), |k| k.barrier());
            })
        };
        refused("V010", 1, taken(local()));
        accepted(taken(group()));
    }
    // Overwritten at the end of every iteration, and at its start.
    accepted(of(|k, _| {
        let x = k.variable("x", 0);
        k.count("i", 0, 4, |k, _| {
            k.when(x.less(1), |k| k.barrier());
            k.assign(x, local());
            k.assign(x, 0);
        });
        k.when(x.less(1), |k| k.barrier());
    }));
    // The counter of a loop inside a divergent loop.
    refused(
        "V010",
        1,
        of(|k, _| {
            let x = k.variable("x", 0);
            k.count("i", 0, 4, |k, i| {
                k.count("j", 0, local(), |k, j| k.assign(x, i + j));
                k.when(x.less(1), |k| k.barrier());
            });
        }),
    );
}

/// Oracle: the step of a `While` runs after a continue, with the values at the continue; the head sees
/// the values of the step, and the value at the condition is the one after the loop.
#[test]
fn parts_of_a_while() {
    let with = |value: Expr| {
        of(|k, _| {
            let (x, y) = (k.variable("x", 0), k.variable("y", 0));
            let assign = |var: Var, value: Expr| Node::Assign {
                local: var.local,
                value,
            };
            let then = vec![assign(x, value), Node::Continue];
            let body = vec![
                Node::If {
                    condition: group().less(1),
                    then,
                    otherwise: vec![],
                },
                assign(x, Expr::u32(0)),
            ];
            k.push(Node::While {
                bound: 9,
                head: vec![],
                condition: y.less(1),
                body,
                step: vec![assign(y, x.into()), assign(x, Expr::u32(0))],
            });
            k.when(y.less(1), |k| k.barrier());
        })
    };
    refused("V010", 1, with(local()));
    accepted(with(group()));
}

/// Oracle: time is linear: 64 nested loops, each with a variable that all carry, take no time.
#[test]
fn nested_loops_take_linear_time() {
    fn nest(k: &mut Kernel, depth: u32, carried: Var) {
        if depth == 0 {
            k.when(carried.less(1), |k| k.barrier());
            return;
        }
        let x = k.variable("x", carried);
        k.count("i", 0, 2, |k, _| {
            nest(k, depth - 1, x);
            k.assign(x, carried);
        });
    }
    let deep = |first: Expr| {
        of(|k, _| {
            let x = k.variable("x", first);
            nest(k, 60, x);
        })
    };
    refused("V010", 1, deep(local()));
    accepted(deep(group()));
}
