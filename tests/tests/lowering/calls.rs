//! Calls, names and the boundary of an op, on every adapter.

use super::devices::{Op, check};
use super::nodes::*;
use super::oracle::edges;
use vyre_conform_runtime::ir::{BinaryOp::*, Expr, Function, FunctionBuilder, Node, Type, UnaryOp};
use vyre_conform_runtime::spec::ValueType::{self, Bool, U32, U64, Vec2U32, Vec4U32};
use vyre_conform_runtime::value::Value;

/// A function that returns the exponent and the mantissa of a normalised word, with an early return.
fn normalise() -> Function {
    let mut f = FunctionBuilder::new("normalise", vec![U, U]);
    let m = f.param("m", U);
    let e = f.local("e", U);
    let top = bin(And, f.read(m), 0x8000_0000);
    let body = vec![
        when(
            bin(Eq, f.read(m), 0),
            vec![Node::Return(vec![Expr::u32(32), Expr::u32(0)])],
        ),
        variable(e, Expr::u32(0)),
        Node::While {
            bound: 31,
            head: vec![],
            condition: bin(Eq, top, 0),
            body: vec![
                assign(m, bin(Shl, f.read(m), 1)),
                assign(e, bin(Add, f.read(e), 1)),
            ],
            step: vec![],
        },
        Node::Return(vec![f.read(e), f.read(m)]),
    ];
    f.finish(body)
}

/// Oracle: Rust's leading_zeros and shifts. Two calls of a function with two results, one in a loop.
#[test]
fn functions_with_several_results() {
    let mut f = FunctionBuilder::new("twice", vec![U, U]);
    let [v0, v1] = ["v_0", "v_1"].map(|name| f.param(name, U));
    let [e, m, sum, i] = ["e", "m", "sum", "i"].map(|name| f.local(name, U));
    let [e2, m2] = ["e", "m"].map(|name| f.local(name, U));
    let body = vec![
        call(0, vec![f.read(v0)], &[e, m]),
        variable(sum, f.read(e)),
        Node::Loop {
            counter: i,
            from: Expr::u32(0),
            to: Expr::u32(3),
            body: vec![
                call(0, vec![bin(Shr, f.read(v1), f.read(i))], &[e2, m2]),
                assign(sum, bin(Add, bin(Mul, f.read(sum), 33), f.read(e2))),
            ],
        },
        Node::Return(vec![f.read(sum), f.read(m)]),
    ];
    let op = Op::new(
        module(vec![normalise(), f.finish(body)]),
        &[Vec2U32],
        Vec2U32,
    );
    let pairs = [
        [0, 0],
        [1, 7],
        [0x8000_0000, 3],
        [5, u32::MAX],
        [0x1234, 0x100],
    ];
    let pairs = pairs.iter().map(|v| Value::of(*v)).collect();
    check(&op, &[pairs], |case| {
        let v = words(case);
        let sum = (0..3).fold(v[0].leading_zeros(), |sum, i| {
            sum.wrapping_mul(33)
                .wrapping_add((v[1] >> i).leading_zeros())
        });
        Value::of([sum, v[0].checked_shl(v[0].leading_zeros()).unwrap_or(0)])
    });
}

/// Oracle: Rust's order of evaluation: the call reads `x` before its assignment, although it is inlined and used later.
#[test]
fn a_spliced_call_reads_before_later_writes() {
    let mut g = FunctionBuilder::new("next", vec![U]);
    let p = g.param("p", U);
    let next = bin(Add, g.read(p), 1);
    let next = g.finish(vec![Node::Return(vec![next])]);
    let mut f = FunctionBuilder::new("order", vec![U]);
    let [a, b] = ["a", "b"].map(|name| f.param(name, U));
    let [x, t, u] = ["x", "t", "u"].map(|name| f.local(name, U));
    let body = vec![
        variable(x, f.read(a)),
        call(0, vec![f.read(x)], &[t]),
        assign(x, f.read(b)),
        call(0, vec![bin(Mul, f.read(x), f.read(x))], &[u]),
        when(bin(Lt, f.read(a), f.read(b)), vec![assign(x, Expr::u32(9))]),
        Node::Return(vec![bin(Xor, bin(Mul, f.read(t), f.read(u)), f.read(x))]),
    ];
    let op = Op::new(module(vec![next, f.finish(body)]), &[U32, U32], U32);
    check(&op, &[small(), edges(U)], |case| {
        let [a, b] = [0, 1].map(|k| case[k].words()[0]);
        let product = a
            .wrapping_add(1)
            .wrapping_mul(b.wrapping_mul(b).wrapping_add(1));
        Value::of(product ^ if a < b { 9 } else { b })
    });
}

/// Oracle: the layout of the spec: lanes in order, u64 as low and high word, Bool as 0 or 1; an assigned parameter
/// keeps its first value until the assignment.
#[test]
fn every_boundary_type_and_assigned_parameters() {
    let mut f = FunctionBuilder::new("mixed", vec![U, U, U, U]);
    let lanes = ["v_0", "v_1", "v_2", "v_3"].map(|name| f.param(name, U));
    let wide = f.param("wide", Type::U64);
    let flag = f.param("flag", Type::Bool);
    let body = vec![
        assign(lanes[0], bin(Add, f.read(lanes[0]), f.read(lanes[3]))),
        when(
            Expr::unary(UnaryOp::Not, f.read(flag)),
            vec![assign(lanes[1], Expr::u32(5))],
        ),
        assign(flag, bin(Lt, f.read(lanes[2]), f.read(lanes[0]))),
        Node::Return(vec![
            f.read(lanes[0]),
            f.read(lanes[1]),
            Expr::cast(U, f.read(wide)),
            bin(
                Add,
                Expr::cast(U, f.read(flag)),
                Expr::cast(U, bin(Shr, f.read(wide), 32)),
            ),
        ]),
    ];
    let operands: [ValueType; 3] = [Vec4U32, U64, Bool];
    let op = Op::new(f.module(body), &operands, Vec4U32);
    let vectors = [[1, 2, 3, 4], [u32::MAX, 0, 7, 1], [9, 9, 9, 9]];
    let values = [
        vectors.iter().map(|v| Value::of(*v)).collect(),
        edges(Type::U64),
        edges(Type::Bool),
    ];
    check(&op, &values, |case| {
        let w = words(case);
        let first = w[0].wrapping_add(w[3]);
        let second = if w[6] == 0 { 5 } else { w[1] };
        Value::of([
            first,
            second,
            w[4],
            u32::from(w[2] < first).wrapping_add(w[5]),
        ])
    });
}

/// Oracle: `a + b * 2 - 3` in Rust, whatever the names.
#[test]
fn reserved_names_are_usable() {
    for name in [
        "mod",
        "min",
        "select",
        "u64_add",
        "vyre_main",
        "_",
        "r#loop",
        "fn_",
        "__x",
        "日",
    ] {
        for local in [
            "let", "a", "min", "mod", "u32", "trip", "i", "vyre_out", "x_1", "日本",
        ] {
            let mut f = FunctionBuilder::new(name, vec![U]);
            let [a, b] = [local, name].map(|name| f.param(name, U));
            let [x, y] = [local, name].map(|name| f.local(name, U));
            let body = vec![
                bind(x, bin(Add, f.read(a), bin(Mul, f.read(b), 2))),
                variable(y, bin(Min, f.read(x), u32::MAX)),
                assign(y, bin(Sub, f.read(y), 3)),
                Node::Return(vec![f.read(y)]),
            ];
            let op = Op::new(f.module(body), &[U32, U32], U32);
            check_once(&op);
        }
    }
}

fn check_once(op: &Op) {
    let cases = vec![vec![Value::of(7_u32), Value::of(5_u32)]];
    let text = op.text();
    for device in super::devices::devices() {
        let wrong = super::devices::disagreement(device, op, &text, &cases, &[Value::of(14_u32)]);
        assert_eq!(wrong, None, "{text}");
    }
}
