//! Pairs of kernels that differ in one value: uniform in one, and divergent by one source in the other.

mod loops;

use crate::valid::testing::{accepted, kernel, refused};
use crate::{AtomicOp, Axis, Buffer, Expr, FunctionBuilder, Kernel, Node, Operand, Type, Var};

/// The buffers of every kernel in these tests.
struct Buffers {
    input: Buffer,
    params: Buffer,
    data: Buffer,
    scratch: Buffer,
}

/// A kernel with a buffer of each kind.
fn of(write: impl FnOnce(&mut Kernel, &Buffers)) -> crate::Program {
    let mut k = kernel();
    let buffers = Buffers {
        input: k.read_only("input", Type::U32),
        params: k.uniform("params", Type::U32, 4),
        data: k.read_write("data", Type::U32),
        scratch: k.workgroup("scratch", Type::U32, 64),
    };
    write(&mut k, &buffers);
    k.finish()
}

fn local() -> Expr {
    Expr::local_id(Axis::X)
}

fn group() -> Expr {
    Expr::workgroup_id(Axis::X)
}

/// Asserts that a kernel with this condition is rejected if the condition diverges, and accepted if
/// not.
#[track_caller]
fn by_condition(write: fn(&mut Kernel, &Buffers, Expr)) {
    refused("V010", 1, of(|k, b| write(k, b, local().less(3))));
    accepted(of(|k, b| write(k, b, group().less(3))));
}

/// Oracle: the list of sources in docs/spec/ir.md#v010 and in WGSL, "Uniformity analysis".
#[test]
fn sources_of_difference() {
    type Value = fn(&mut Kernel, &Buffers) -> Expr;
    let differ: [Value; 10] = [
        |_, _| Expr::invocation_id(Axis::Y),
        |_, _| Expr::local_id(Axis::Z),
        |_, b| b.data.at(0),
        |_, b| b.scratch.at(0),
        |_, b| b.input.at(local()),
        |_, b| b.params.at(b.data.at(0)),
        |k, b| k.atomic(AtomicOp::Add, b.data, 0, 1).into(),
        |k, b| k.compare_exchange(b.data, 0, 1, 2).into(),
        |k, _| {
            let table = k.table("T", Type::U32, vec![1, 2]);
            Expr::table_element(table, Type::U32, local())
        },
        |k, b| call(k, b.data.at(1)).into(),
    ];
    for value in differ {
        refused(
            "V010",
            1,
            of(|k, b| {
                let value = value(k, b);
                k.when(value.less(3), |k| k.barrier());
            }),
        );
    }
    let equal: [Value; 8] = [
        |_, _| Expr::workgroup_id(Axis::Z),
        |_, _| Expr::u32(1),
        |_, b| b.input.at(0),
        |_, b| b.input.at(Expr::workgroup_id(Axis::X)),
        |_, b| b.params.at(b.input.at(0)),
        |_, b| b.data.len(),
        |_, b| b.scratch.len(),
        |k, b| call(k, b.input.at(1)).into(),
    ];
    for value in equal {
        accepted(of(|k, b| {
            let value = value(k, b);
            k.when(value.less(3), |k| k.barrier());
        }));
    }
}

/// The result of a function for an argument.
fn call(k: &mut Kernel, argument: Expr) -> Var {
    let mut f = FunctionBuilder::new("f", vec![Type::U32]);
    let x = f.param("x", Type::U32);
    let read = f.read(x);
    let function = k.function(f.finish(vec![Node::Return(vec![read])]));
    k.call_function(function, vec![argument])[0]
}

/// Oracle: V010: a barrier in either branch, in a loop, in the head, body or step of a `While`.
#[test]
fn barriers_under_control() {
    by_condition(|k, _, c| k.when(c, |k| k.barrier()));
    by_condition(|k, _, c| k.when_else(c, |_| {}, |k| k.barrier()));
    by_condition(|k, _, c| k.when(c, |k| k.count("i", 0, 4, |k, _| k.barrier())));
    by_condition(|k, _, c| k.count("i", 0, c.cast(Type::U32), |k, _| k.barrier()));
    by_condition(|k, _, c| k.count("i", c.cast(Type::U32), 9, |k, _| k.barrier()));
    by_condition(|k, _, c| k.repeat_while(9, c, |k| k.barrier()));
    let part = |part: usize, condition: Expr| {
        let mut blocks = [vec![], vec![], vec![]];
        blocks[part].push(Node::Barrier);
        let [head, body, step] = blocks;
        Node::While {
            bound: 9,
            head,
            condition,
            body,
            step,
        }
    };
    for k in 0..3 {
        refused("V010", 1, of(|w, _| w.push(part(k, local().less(3)))));
        accepted(of(|w, _| w.push(part(k, group().less(3)))));
    }
    // Both are reported, but none after them, where all invocations are together again.
    refused(
        "V010",
        2,
        of(|k, _| {
            k.when_else(local().less(3), |k| k.barrier(), |k| k.barrier());
            k.barrier();
            k.count("i", 0, local(), |_, _| {});
            k.barrier();
        }),
    );
}

/// Oracle: V010: an invocation that returned is absent; one that executed a break or continue is back
/// after the loop.
#[test]
fn barriers_after_exits() {
    by_condition(|k, _, c| {
        k.when(c, |k| k.finish_invocation());
        k.barrier();
    });
    by_condition(|k, _, c| {
        k.count("i", 0, 4, |k, _| k.when(c, |k| k.finish_invocation()));
        k.barrier();
    });
    by_condition(|k, _, c| {
        k.count("i", 0, 4, |k, _| {
            k.when(c, |k| k.leave_loop());
            k.barrier();
        });
    });
    // The next iteration runs without the invocations that left.
    by_condition(|k, _, c| {
        k.count("i", 0, 4, |k, _| {
            k.barrier();
            k.when(c, |k| k.leave_loop());
        });
    });
    by_condition(|k, _, c| {
        k.count("i", 0, 4, |k, _| {
            k.when(c, |k| k.push(Node::Continue));
            k.barrier();
        });
    });
    // A break leaves only the inner loop.
    accepted(of(|k, _| {
        k.count("i", 0, 4, |k, _| {
            k.count("j", 0, 4, |k, _| {
                k.when(local().less(3), |k| k.leave_loop());
            });
            k.barrier();
        });
        k.barrier();
    }));
    // A return after the barrier is harmless, except in a loop, where it precedes the next one.
    accepted(of(|k, _| {
        k.barrier();
        k.when(local().less(3), |k| k.finish_invocation());
    }));
    by_condition(|k, _, c| {
        k.count("i", 0, 4, |k, _| {
            k.barrier();
            k.when(c, |k| k.finish_invocation());
        });
    });
    // All return, or none.
    accepted(of(|k, b| {
        k.when(b.params.at(0).less(3), |k| k.finish_invocation());
        k.barrier();
    }));
}

/// Oracle: V010: a variable has its last assigned value, and diverges if it was assigned under
/// divergent control.
#[test]
fn variables() {
    by_condition(|k, _, c| {
        let x = k.variable("x", 0);
        k.when(c, |k| k.assign(x, 1));
        k.when(x.less(1), |k| k.barrier());
    });
    by_condition(|k, _, c| {
        let x = k.variable("x", c.cast(Type::U32));
        k.when(x.less(1), |k| k.barrier());
    });
    accepted(of(|k, _| {
        let x = k.variable("x", local());
        k.assign(x, group());
        k.when(x.less(1), |k| k.barrier());
    }));
    // An assignment in a branch matters only if control leaves the branch at its end.
    accepted(of(|k, _| {
        let x = k.variable("x", 0);
        k.when(group().less(1), |k| {
            k.assign(x, local());
            k.finish_invocation();
        });
        k.when(x.less(1), |k| k.barrier());
    }));
    refused(
        "V010",
        1,
        of(|k, _| {
            let x = k.variable("x", 0);
            k.when_else(
                group().less(1),
                |k| k.assign(x, local()),
                |k| k.assign(x, 2),
            );
            k.when(x.less(1), |k| k.barrier());
        }),
    );
    by_condition(|k, _, c| {
        let t = k.array("t", Type::U32, 4);
        k.store_element(t, c.cast(Type::U32), 1);
        k.when(Expr::element(t, Type::U32, Expr::u32(0)).less(1), |k| {
            k.barrier()
        });
    });
    by_condition(|k, _, c| {
        let t = k.array("t", Type::U32, 4);
        k.store_element(t, 0, c.cast(Type::U32));
        k.store_element(t, 1, 0);
        k.when(Expr::element(t, Type::U32, Expr::u32(1)).less(1), |k| {
            k.barrier()
        });
    });
}

/// Oracle: the message names the cause of the divergence.
#[test]
fn the_message_names_the_cause() {
    let message = |value: fn(&mut Kernel, &Buffers) -> Expr| {
        let program = of(|k, b| {
            let value = value(k, b);
            let y = k.bind("y", value + 1);
            k.when(y.less(3), |k| k.barrier());
        });
        refused("V010", 1, program)[0].message.clone()
    };
    assert!(message(|_, _| local()).contains("number of the invocation"));
    assert!(message(|_, b| b.data.at(0)).contains("a load of `data`"));
    let atomic = message(|k, b| k.atomic(AtomicOp::Add, b.data, 0, 1).into());
    assert!(atomic.contains("the result of an atomic"), "{atomic}");
}
