//! Rules of control, calls and sizes.

use super::super::programs::{Buffers, Numbers, PlantedChange};
use super::Breakage::{self, Nodes, Program as Declared};
use super::memory::declare;
use super::wrong_value;
use vyre_conform_runtime::ir::{
    Access, Axis, Expr, FunctionBuilder, FunctionId, Kernel, Local, MAX_NODES, Node, Operand,
    Program, Table, Type, UnaryOp,
};

/// A value that may differ between invocations of a workgroup.
fn not_uniform(n: &mut Numbers, b: &Buffers) -> Expr {
    match n.below(4) {
        0 => Expr::local_id(Axis::X),
        1 => Expr::invocation_id(Axis::X),
        2 => b.data.at(0),
        _ => b.scratch.at(0),
    }
}

/// Adds functions 0 to `count - 1`; function `k` calls `callee(k)`.
fn chain(k: &mut Kernel, count: u32, callee: impl Fn(u32) -> Option<u32>) {
    for number in 0..count {
        let mut f = FunctionBuilder::new("f", vec![Type::U32]);
        let x = f.local("x", Type::U32);
        let node = match callee(number) {
            Some(callee) => Node::Call {
                function: FunctionId(callee),
                args: vec![],
                results: vec![x],
            },
            None => Node::Declare { local: x },
        };
        let give = Node::Return(vec![f.read(x)]);
        k.function(f.finish(vec![node, give]));
    }
}

/// Programs that barely obey these rules, planted like those that break them.
pub(super) const BARELY_VALID: &[(&str, PlantedChange)] = &[
    ("V010, a uniform return", |k, n, b| {
        let x = n.of(&[b.params.at(0), Expr::workgroup_id(Axis::X), b.input.len()]);
        k.when(x.less(3), |k| k.finish_invocation());
        k.barrier();
    }),
    ("V010, a break that is not uniform", |k, n, b| {
        let x = not_uniform(n, b);
        k.count("i", 0, 4, |k, _| k.when(x, |k| k.leave_loop()));
        k.barrier();
    }),
    ("V017, 32 functions with the kernel", |k, _, _| {
        chain(k, 31, |k| (k < 30).then_some(k + 1));
        k.call_function(FunctionId(0), vec![]);
    }),
    ("V017, 32 functions without the kernel", |k, _, _| {
        chain(k, 32, |k| (k < 31).then_some(k + 1));
    }),
    ("V017, one function called twice", |k, _, _| {
        chain(k, 3, |k| (k < 2).then_some(2));
        k.call_function(FunctionId(0), vec![]);
        k.call_function(FunctionId(1), vec![]);
    }),
];

/// A non-uniform return that no barrier follows.
pub(super) fn returning_last(program: &mut Program, n: &mut Numbers) {
    let x = n.of(&[Expr::local_id(Axis::X), Expr::invocation_id(Axis::Y)]);
    program.entry.body.push(Node::If {
        condition: x.less(1 + n.word()),
        then: vec![Node::Return(vec![])],
        otherwise: vec![],
    });
}

/// A way to break each of these rules.
pub(super) const FAMILIES: &[(&str, Breakage)] = &[
    (
        "V003",
        Declared(|p, n| p.workgroup_size[n.below(3) as usize] = 0),
    ),
    (
        "V010",
        Nodes(|k, n, b| {
            let x = not_uniform(n, b);
            match n.below(4) {
                0 => k.when(x.less(3), |k| k.barrier()),
                1 => k.count("i", 0, x, |k, _| k.barrier()),
                2 => k.repeat_while(9, x.less(3), |k| k.barrier()),
                _ => k.count("i", 0, 4, |k, _| {
                    k.when(x, |k| k.leave_loop());
                    k.barrier();
                }),
            }
        }),
    ),
    (
        "V010",
        Nodes(|k, n, b| {
            // A part of the workgroup may have returned before the barrier.
            let x = not_uniform(n, b).less(3);
            match n.below(4) {
                0 => k.when(x, |k| k.finish_invocation()),
                1 => k.when_else(x, |k| k.store(b.data, 0, 1), |k| k.finish_invocation()),
                2 => k.count("i", 0, 4, |k, _| k.when(x, |k| k.finish_invocation())),
                _ => k.when(x, |k| k.when(true, |k| k.finish_invocation())),
            }
            match n.below(3) {
                0 => k.barrier(),
                1 => k.count("i", 0, 4, |k, _| k.barrier()),
                _ => k.when(b.params.at(0), |k| k.barrier()),
            }
        }),
    ),
    (
        "V015",
        Nodes(|k, n, _| match n.below(2) {
            0 => k.count("i", wrong_value(n), 4, |_, _| {}),
            _ => k.count("i", 0, wrong_value(n), |_, _| {}),
        }),
    ),
    (
        "V016",
        Nodes(|k, n, _| match n.below(2) {
            0 => _ = k.call("no.such.op", vec![], Type::U32),
            _ => k.push(Node::Call {
                function: FunctionId(7 + n.word()),
                args: vec![],
                results: vec![],
            }),
        }),
    ),
    (
        "V017",
        Nodes(|k, n, _| {
            let mut f = FunctionBuilder::new("f", vec![Type::U32]);
            let x = f.local("x", Type::U32);
            let give = Node::Return(vec![f.read(x)]);
            // The first added function calls itself.
            let call = Node::Call {
                function: FunctionId(0),
                args: vec![],
                results: vec![x],
            };
            let function = k.function(f.finish(vec![call, give]));
            if n.below(2) == 0 {
                k.call_function(function, vec![]);
            }
        }),
    ),
    (
        "V017",
        Nodes(|k, n, _| {
            // Each function calls the next, and the last one the first.
            let count = 2 + n.below(4) as u32;
            chain(k, count, |k| Some((k + 1) % count));
            if n.below(2) == 0 {
                k.call_function(FunctionId(0), vec![]);
            }
        }),
    ),
    (
        "V017",
        Nodes(|k, n, _| {
            // The kernel counts where it calls the first one.
            let called = n.below(2) as u32;
            let count = 33 - called + n.word();
            chain(k, count, |k| (k + 1 < count).then_some(k + 1));
            if called == 1 {
                k.call_function(FunctionId(0), vec![]);
            }
        }),
    ),
    (
        "V018",
        Nodes(|k, n, b| match n.below(3) {
            0 => {
                k.push((0..64 + n.below(9)).fold(Node::Block(vec![]), |x, _| Node::Block(vec![x])))
            }
            1 => {
                // 63 conditions reach the limit of 127 levels, and the checked store needs two more.
                let index = Expr::u32(n.word());
                let store = vec![Node::Store {
                    buffer: b.data.id,
                    index,
                    value: Expr::u32(1),
                }];
                let nest = |then: Vec<Node>, _| {
                    let condition = Expr::bool(true);
                    vec![Node::If {
                        condition,
                        then,
                        otherwise: vec![],
                    }]
                };
                (0..63)
                    .fold(store, nest)
                    .into_iter()
                    .for_each(|node| k.push(node));
            }
            _ => {
                let deep = (0..64 + n.below(9)).fold(Expr::u32(1), |x, _| x.unary(UnaryOp::Not));
                _ = k.bind("x", deep);
            }
        }),
    ),
    (
        "V019",
        Nodes(|k, _, _| k.push(Node::Block(vec![Node::Block(vec![]); MAX_NODES]))),
    ),
    (
        "V020",
        Nodes(|k, n, _| {
            for _ in 0..=n.below(3) {
                k.call("opaque", vec![], Type::U32);
            }
        }),
    ),
    (
        "V032",
        Nodes(|k, n, _| {
            let mut f = FunctionBuilder::new("f", vec![Type::U32]);
            let x = f.param("x", Type::U32);
            let give = Node::Return(vec![f.read(x)]);
            let function = k.function(f.finish(vec![give]));
            let unlike = vec![wrong_value(n)];
            let args = n.of(&[vec![], unlike, vec![Expr::u32(1), Expr::u32(1)]]);
            k.call_function(function, args);
        }),
    ),
    (
        "V035",
        Declared(|p, n| match n.below(6) {
            4 => p.entry.locals.push(Local {
                name: "array".to_owned(),
                ty: Type::U32,
                len: Some(2_049 + n.word()),
            }),
            5 => p.entry.tables.push(Table {
                name: "table".to_owned(),
                ty: Type::U32,
                data: vec![1; 2_049 + n.below(100) as usize],
            }),
            0 => p.workgroup_size[n.below(2) as usize] = 257 + n.word(),
            1 => declare(p, Access::Workgroup, Type::U32, Some(4_097 + n.word())),
            2 => p.buffers[0].binding = 1000 + n.word(),
            _ => p.workgroup_size = [64, 4, 2 + n.word()],
        }),
    ),
];
