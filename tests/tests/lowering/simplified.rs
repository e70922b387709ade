//! Omissions of the lowering preserve results: near misses of each simplification, on every adapter.

use super::devices::{Op, check};
use super::nodes::*;
use super::oracle::{self, edges, value};
use vyre_conform_runtime::ir::{BinaryOp, BinaryOp::*, Expr, FunctionBuilder, Node, Type, UnaryOp};
use vyre_conform_runtime::spec::ValueType::{Bool, U32, U64};
use vyre_conform_runtime::value::Value;

const I: Type = Type::I32;

/// Oracle: the same `if` in Rust: only an alternative of 0 is the contract of a division.
#[test]
#[ignore = "a long run: seconds"]
fn choice_other_than_the_division_contract_is_kept() {
    for (op, otherwise) in [(Div, 0), (Div, 7), (Rem, 7), (Rem, 0)] {
        for swapped in [false, true] {
            let mut f = FunctionBuilder::new("guarded", vec![U]);
            let [a, b] = ["a", "b"].map(|name| f.param(name, U));
            let nonzero = bin(Ne, f.read(if swapped { a } else { b }), 0);
            let quotient = Expr::binary(op, f.read(a), f.read(b));
            let body = vec![Node::Return(vec![Expr::select(
                nonzero,
                quotient,
                Expr::u32(otherwise),
            )])];
            let op_under_test = Op::new(f.module(body), &[U32, U32], U32);
            check(&op_under_test, &[edges(U), small()], |case| {
                let [a, b] = [0, 1].map(|k| case[k].words()[0]);
                let value = match op {
                    Div => a.checked_div(b).unwrap_or(0),
                    _ => a.checked_rem(b).unwrap_or(0),
                };
                let taken = if swapped { a } else { b } != 0;
                Value::of(if taken { value } else { otherwise })
            });
        }
    }
}

/// Oracle: Rust's checked_div, with alternatives that are and are not the contract; for unsigned operands the same
/// condition is never a contract.
#[test]
#[ignore = "a long run: seconds"]
fn a_checked_division_keeps_its_alternative() {
    for ty in [I, U] {
        for (op, fallback) in [(Div, 0), (Div, 1), (Div, 2), (Rem, 0), (Rem, 1)] {
            let op_under_test = checked_division(ty, op, fallback);
            check(&op_under_test, &[edges(ty), edges(ty)], |case| {
                let [a, b] = [0, 1].map(|k| case[k].words()[0]);
                let fits = b != 0 && (a != 0x8000_0000 || b != u32::MAX);
                let bits = match (fits, fallback) {
                    (true, _) => oracle::binary(op, ty, a.into(), b.into()) as u32,
                    (false, 0) if b == 0 => 0,
                    (false, 0) => a,
                    (false, 1) => 0,
                    (false, _) => b,
                };
                value(ty, bits.into())
            });
        }
    }
}

fn checked_division(ty: Type, op: BinaryOp, fallback: u32) -> Op {
    let mut f = FunctionBuilder::new("checked", vec![ty]);
    let [a, b] = ["a", "b"].map(|name| f.param(name, ty));
    let sample = f.local("is_some", Type::Bool);
    let [x, q] = ["value", "q"].map(|name| f.local(name, ty));
    let literal = |bits| Expr::literal(ty, bits);
    let fits = Expr::binary(
        Or,
        Expr::binary(Ne, f.read(a), literal(0x8000_0000)),
        Expr::binary(Ne, f.read(b), literal(0xffff_ffff)),
    );
    let nonzero = Expr::binary(Ne, f.read(b), literal(0));
    // The contract of a quotient, the contract of a remainder, and neither.
    let other = match fallback {
        0 => Expr::select(
            Expr::binary(Eq, f.read(b), literal(0)),
            literal(0),
            f.read(a),
        ),
        1 => literal(0),
        _ => f.read(b),
    };
    let body = vec![
        bind(sample, Expr::binary(And, nonzero, fits)),
        Node::Declare { local: x },
        Node::If {
            condition: f.read(sample),
            then: vec![
                bind(q, Expr::binary(op, f.read(a), f.read(b))),
                assign(x, f.read(q)),
            ],
            otherwise: vec![assign(x, other)],
        },
        Node::Return(vec![f.read(x)]),
    ];
    let boundary = oracle::value_type(ty);
    Op::new(f.module(body), &[boundary, boundary], boundary)
}

/// Oracle: the IR's bounds rule. The lowering may know an upper bound of each index; the check is redundant only if the
/// bound is below the length of the table.
#[test]
#[ignore = "a long run: seconds"]
fn indices_around_their_bound() {
    let data = [11, 22, 33, 44];
    type Index = (fn(Expr, Expr) -> Expr, fn(u32, u32) -> u32);
    let indices: [Index; 14] = [
        (|a, _| bin(Rem, a, 5), |a, _| a % 5),
        (|a, _| bin(Rem, a, 4), |a, _| a % 4),
        (
            |a, b| bin(Rem, a, bin(And, b, 7)),
            |a, b| a.checked_rem(b & 7).unwrap_or(0),
        ),
        (|a, _| bin(And, a, 7), |a, _| a & 7),
        (|a, _| bin(Shr, a, 29), |a, _| a >> 29),
        (|a, _| bin(Shr, a, 30), |a, _| a >> 30),
        (|a, _| bin(Min, a, 4), |a, _| a.min(4)),
        (|a, _| bin(Max, bin(And, a, 3), 4), |a, _| (a & 3).max(4)),
        (|a, _| bin(Div, a, 0x2000_0000), |a, _| a / 0x2000_0000),
        (
            |a, b| Expr::binary(Add, bin(And, a, 3), bin(And, b, 3)),
            |a, b| (a & 3) + (b & 3),
        ),
        (
            |a, b| Expr::binary(Mul, bin(And, a, 3), bin(And, b, 3)),
            |a, b| (a & 3) * (b & 3),
        ),
        (
            |a, b| Expr::binary(Or, bin(And, a, 2), bin(And, b, 4)),
            |a, b| (a & 2) | (b & 4),
        ),
        (
            |a, b| Expr::select(bin(Eq, b.clone(), 0), bin(And, a, 3), b),
            |a, b| if b == 0 { a & 3 } else { b },
        ),
        (
            |a, _| Expr::unary(UnaryOp::LeadingZeros, a),
            |a, _| a.leading_zeros(),
        ),
    ];
    for (body, oracle) in indices {
        let mut f = FunctionBuilder::new("look_up", vec![U]);
        let [a, b] = ["a", "b"].map(|name| f.param(name, U));
        let table = f.table("TABLE", U, data.to_vec());
        let element = Expr::table_element(table, U, body(f.read(a), f.read(b)));
        let op = Op::new(
            f.module(vec![Node::Return(vec![element])]),
            &[U32, U32],
            U32,
        );
        check(&op, &[edges(U), small()], |case| {
            let [a, b] = [0, 1].map(|k| case[k].words()[0]);
            let position = oracle(a, b) as usize;
            value(U, data.get(position).copied().unwrap_or(0))
        });
    }
}

/// Oracle: Rust's shifts and `|` of u64: joined words, each used once and in either order, and near misses.
#[test]
fn words_joined_into_a_double_word() {
    const W: Type = Type::U64;
    type Join = (fn(Expr, Expr) -> Expr, fn(u64, u64) -> u64);
    let joins: [Join; 7] = [
        (|a, _| a, |a, _| a),
        (|_, b| bin(Shl, b, 32), |_, b| b << 32),
        (
            |a, b| Expr::binary(Or, a, bin(Shl, b, 32)),
            |a, b| a | b << 32,
        ),
        (
            |a, b| Expr::binary(Or, bin(Shl, b, 32), a),
            |a, b| b << 32 | a,
        ),
        (
            |a, b| bin(Shl, Expr::binary(Or, a, b), 32),
            |a, b| (a | b) << 32,
        ),
        (
            |a, b| Expr::binary(Or, bin(Shl, a, 31), b),
            |a, b| a << 31 | b,
        ),
        (
            |a, b| Expr::binary(Or, a, bin(Shl, bin(Shl, b, 32), 32)),
            |a, _| a,
        ),
    ];
    for (body, oracle) in joins {
        let mut f = FunctionBuilder::new("join", vec![W]);
        let [a, b] = ["a", "b"].map(|name| f.param(name, U));
        let [low, high] = [a, b].map(|local| Expr::cast(W, f.read(local)));
        let op = Op::new(
            f.module(vec![Node::Return(vec![body(low, high)])]),
            &[U32, U32],
            U64,
        );
        check(&op, &[edges(U), edges(U)], |case| {
            let [a, b] = [0, 1].map(|k| u64::from(case[k].words()[0]));
            value(W, oracle(a, b))
        });
    }
}

/// Oracle: the contract of shifts, amounts modulo 32, in the text: only an amount that is certainly below 32 is
/// unmasked. A front end that masks by itself would hide the difference.
#[test]
fn amounts_around_the_width() {
    type Amount = fn(Expr, Expr) -> Expr;
    let amounts: [(Amount, bool); 6] = [
        (|_, b| b, true),
        (|_, b| bin(Min, b, 31), false),
        (|_, b| bin(Min, b, 32), true),
        (|_, b| bin(Rem, b, 32), false),
        (|_, b| bin(Rem, b, 33), true),
        (|a, _| Expr::unary(UnaryOp::CountOnes, a), true),
    ];
    for (amount, masked) in amounts {
        for kind in [Shl, Shr] {
            let mut f = FunctionBuilder::new("shift", vec![U]);
            let [a, b] = ["a", "b"].map(|name| f.param(name, U));
            let by = amount(f.read(a), f.read(b));
            let body = vec![Node::Return(vec![Expr::binary(kind, f.read(a), by)])];
            let text = Op::new(f.module(body), &[U32, U32], U32).text();
            assert_eq!(text.contains("& 31u"), masked, "{text}");
        }
    }
}

/// Oracle: Rust's order of evaluation: an array, a flag and a chosen value keep their values despite later assignments.
#[test]
fn values_read_early_stay_unchanged() {
    let mut f = FunctionBuilder::new("early", vec![U]);
    let [a, b] = ["a", "b"].map(|name| f.param(name, U));
    let flag = f.local("is_some", Type::Bool);
    let [x, y] = ["x", "y"].map(|name| f.local(name, U));
    let cells = f.array("cells", U, 2);
    let element = |k| Expr::element(cells, U, Expr::u32(k));
    let body = vec![
        variable(x, f.read(a)),
        bind(flag, bin(Lt, f.read(x), f.read(b))),
        Node::Declare { local: cells },
        store(cells, Expr::u32(0), f.read(x)),
        store(cells, Expr::u32(1), f.read(b)),
        Node::Declare { local: y },
        Node::If {
            condition: bin(Eq, bin(And, f.read(a), 1), 0),
            then: vec![assign(y, f.read(x))],
            otherwise: vec![assign(y, bin(Add, f.read(x), 1))],
        },
        assign(x, Expr::u32(1000)),
        when(f.read(flag), vec![assign(x, Expr::u32(2000))]),
        Node::Return(vec![bin(
            Add,
            bin(Mul, element(0), 3),
            bin(Add, bin(Mul, f.read(y), 5), bin(Add, element(1), f.read(x))),
        )]),
    ];
    let op = Op::new(f.module(body), &[U32, U32], U32);
    check(&op, &[edges(U), small()], |case| {
        let [a, b] = [0, 1].map(|k| case[k].words()[0]);
        let y = if a % 2 == 0 { a } else { a.wrapping_add(1) };
        let x = if a < b { 2000_u32 } else { 1000 };
        let sum = a.wrapping_mul(3).wrapping_add(y.wrapping_mul(5));
        Value::of(sum.wrapping_add(b).wrapping_add(x))
    });
}

/// Oracle: Rust's `!`, `as` and subtraction on bools.
#[test]
fn bools_that_pass_through_words() {
    let mut f = FunctionBuilder::new("through", vec![U]);
    let [p, q] = ["p", "q"].map(|name| f.param(name, Type::Bool));
    let [wp, wq] = [p, q].map(|local| Expr::cast(U, f.read(local)));
    let below = Expr::binary(Lt, wp.clone(), wq.clone());
    let parts = [
        Expr::cast(U, bin(Ne, wp.clone(), 0)),
        Expr::cast(U, bin(Eq, wq.clone(), 0)),
        Expr::binary(Sub, Expr::u32(1), wp.clone()),
        Expr::binary(Sub, Expr::u32(1), Expr::cast(U, below)),
        Expr::cast(U, Expr::unary(UnaryOp::Not, bin(Eq, wp, 1))),
        Expr::binary(Sub, Expr::u32(2), wq),
    ];
    let packed = parts
        .into_iter()
        .fold(Expr::u32(0), |all, part| bin(Add, bin(Mul, all, 4), part));
    let op = Op::new(
        f.module(vec![Node::Return(vec![packed])]),
        &[Bool, Bool],
        U32,
    );
    let both = || (0..2).map(|k| value(Type::Bool, k)).collect::<Vec<_>>();
    check(&op, &[both(), both()], |case| {
        let [p, q] = [0, 1].map(|k| case[k].words()[0] != 0);
        let [wp, wq] = [u32::from(p), u32::from(q)];
        let parts = [
            wp,
            1 - wq,
            1 - wp,
            1 - u32::from(wp < wq),
            u32::from(wp != 1),
            2 - wq,
        ];
        Value::of(parts.into_iter().fold(0, |all, part| all * 4 + part))
    });
}
