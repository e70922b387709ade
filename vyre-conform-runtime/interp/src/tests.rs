//! Faults, strict runs, traces.

use super::{Fault, Interpreter, call, trace};
use vyre_conform_ir::valid::{Valid, validate};
use vyre_conform_ir::value::Value;
use vyre_conform_ir::{BinaryOp, Expr, FunctionBuilder, FunctionId, Module, Node, Type};
use vyre_conform_spec::ValueType;

fn valid(module: Module) -> Valid {
    validate(module).unwrap_or_else(|e| panic!("{e:#?}"))
}

fn sub(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Sub, left, right)
}

/// `while n != 0 { n = n - 1 }`, at most three times.
fn countdown() -> Valid {
    let mut f = FunctionBuilder::new("countdown", vec![Type::U32]);
    let n = f.param("n", Type::U32);
    let next = sub(f.read(n), Expr::u32(1));
    let condition = Expr::binary(BinaryOp::Ne, f.read(n), Expr::u32(0));
    let value = f.read(n);
    valid(f.module(vec![
        Node::While {
            bound: 3,
            head: vec![],
            condition,
            body: vec![Node::Assign {
                local: n,
                value: next,
            }],
            step: vec![],
        },
        Node::Return(vec![value]),
    ]))
}

/// Oracle: the documentation of `Node::While`: more than `bound` iterations are a fault, `bound` are
/// not.
#[test]
fn a_bound_is_enforced() {
    let op = countdown();
    assert_eq!(
        call(&op, &[Value::of(3u32)], ValueType::U32),
        Ok(Value::of(0u32))
    );
    let fault = call(&op, &[Value::of(4u32)], ValueType::U32).unwrap_err();
    let text = "a loop of `countdown` ran more than its stated bound of 3 times";
    assert_eq!(fault.to_string(), text);
}

/// Oracle: docs/spec/ir.md#execution: a read out of bounds returns 0, a write does nothing; Rust
/// panics.
#[test]
fn elements_out_of_bounds() {
    let mut f = FunctionBuilder::new("f", vec![Type::U32]);
    let i = f.param("i", Type::U32);
    let array = f.array("t", Type::U32, 2);
    let table = f.table("T", Type::U32, vec![7, 8]);
    let index = f.read(i);
    let read = Expr::element(array, Type::U32, index.clone());
    let known = Expr::table_element(table, Type::U32, index.clone());
    let store = Node::StoreElement {
        array,
        index,
        value: Expr::u32(5),
    };
    let op = valid(f.module(vec![
        Node::Declare { local: array },
        store,
        Node::Return(vec![sub(known, read)]),
    ]));
    let run = |i: u32| Interpreter::new(&op).call(&[Value::of(i)], ValueType::U32);
    assert_eq!(run(1), Ok(Value::of(3u32)));
    assert_eq!(run(2), Ok(Value::of(0u32)));
    assert_eq!(run(u32::MAX), Ok(Value::of(0u32)));
    let strict = |i: u32| {
        Interpreter::new(&op)
            .strict()
            .call(&[Value::of(i)], ValueType::U32)
    };
    assert_eq!(strict(1), Ok(Value::of(3u32)));
    let fault = strict(2).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "`f` accesses element 2 of `t`, which has 2 elements"
    );
}

/// Oracle: the documentation of `Interpreter::call`: mismatched operands are an error.
#[test]
fn signatures_are_compared() {
    let op = countdown();
    for (operands, result) in [
        (&[][..], ValueType::U32),
        (&[Value::of(1u64)][..], ValueType::U32),
        (&[Value::of(1u32)][..], ValueType::U64),
        (&[Value::of([0u32; 4]); 5][..], ValueType::U32),
    ] {
        let actual = call(&op, operands, result);
        assert!(matches!(actual, Err(Fault::Signature { .. })), "{actual:?}");
    }
}

/// Oracle: a trace written by hand.
#[test]
fn a_trace_reads_like_the_source() {
    let mut g = FunctionBuilder::new("half", vec![Type::U32]);
    let x = g.param("x", Type::U32);
    let half = Expr::binary(BinaryOp::Div, g.read(x), Expr::u32(2));
    let g = g.finish(vec![Node::Return(vec![half])]);
    let mut f = FunctionBuilder::new("f", vec![Type::Bool]);
    let (a, b) = (f.param("a", Type::U32), f.param("b", Type::U64));
    let (q, r) = (f.local("q", Type::U32), f.local("r", Type::U32));
    let small = Expr::binary(BinaryOp::Lt, f.read(q), Expr::u32(9));
    let wide = Expr::cast(Type::U64, f.read(q));
    let same = Expr::binary(BinaryOp::Eq, wide, f.read(b));
    let first = f.read(a);
    let body = vec![
        Node::Call {
            function: FunctionId(0),
            args: vec![first],
            results: vec![q],
        },
        Node::Let {
            local: r,
            value: Expr::u32(1),
            mutable: false,
        },
        Node::If {
            condition: small,
            then: vec![Node::Return(vec![same])],
            otherwise: vec![Node::Return(vec![Expr::bool(false)])],
        },
    ];
    let op = valid(Module {
        functions: vec![g, f.finish(body)],
        entry: FunctionId(1),
    });
    let steps = trace(&op, &[Value::of(7u32), Value::of(3u64)]);
    let text: Vec<String> = steps.iter().map(ToString::to_string).collect();
    assert_eq!(
        text,
        [
            "  return x / 2 = 3",
            "q = half(a) = 3",
            "r = 1",
            "if q < 9: true",
            "return (q as u64) == b = true",
        ]
    );
    assert_eq!((steps[1].name.as_str(), steps[1].bits), ("q", 3));
    assert!(trace(&op, &[]).is_empty());
}

/// Oracle: a fresh interpreter: a reused frame yields the same result.
#[test]
fn an_interpreter_is_reusable() {
    let op = countdown();
    let mut reused = Interpreter::new(&op);
    for n in [3u32, 9, 0, 2, 4, 1] {
        let fresh = call(&op, &[Value::of(n)], ValueType::U32);
        assert_eq!(reused.call(&[Value::of(n)], ValueType::U32), fresh);
    }
}
