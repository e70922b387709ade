//! Atomic steps.

use super::{run, valid, words};
use crate::{Options, Order};
use vyre_conform_ir::{AtomicOp, Axis, Expr, Kernel, Type};

/// Previous and new value of one step on a cell with the value `cell`, and the neighbour cell.
fn step(op: AtomicOp, cell: u32, value: u32, expected: u32, index: u32) -> [u32; 3] {
    let mut k = Kernel::new("step", [1, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let before = match op {
        AtomicOp::CompareExchange => k.compare_exchange(data, index, expected, value),
        _ => k.atomic(op, data, index, value),
    };
    k.store(data, 2_u32, before);
    let buffers = vec![words(&[cell, 77, 99])];
    let actual = run(&valid(k), [1, 1, 1], buffers, &Options::default()).expect("no fault");
    assert_eq!(actual[0][1], 77);
    [actual[0][2], actual[0][0], actual[0][1]]
}

/// Oracle: docs/spec/ops.md#atomics, by hand.
#[test]
fn each_operation() {
    let max = u32::MAX;
    let rows = [
        (AtomicOp::Add, 5, 7, 12),
        (AtomicOp::Add, max, 2, 1),
        (AtomicOp::Or, 0b1100, 0b1010, 0b1110),
        (AtomicOp::And, 0b1100, 0b1010, 0b1000),
        (AtomicOp::Xor, 0b1100, 0b1010, 0b0110),
        (AtomicOp::Min, 5, 0x8000_0000, 5),
        (AtomicOp::Min, 5, 4, 4),
        (AtomicOp::Max, 5, 0x8000_0000, 0x8000_0000),
        (AtomicOp::Max, 5, 4, 5),
        (AtomicOp::Exchange, 5, 9, 9),
    ];
    for (op, cell, value, after) in rows {
        assert_eq!(step(op, cell, value, 0, 0), [cell, after, 77], "{op:?}");
    }
    let exchange = AtomicOp::CompareExchange;
    assert_eq!(step(exchange, 5, 9, 5, 0), [5, 9, 77]);
    assert_eq!(step(exchange, 5, 9, 6, 0), [5, 5, 77]);
}

/// Oracle: docs/spec/ops.md#atomics: out of bounds an atomic step has no effect and returns 0.
#[test]
fn out_of_bounds_nothing_happens() {
    for op in AtomicOp::ALL {
        for index in [3, u32::MAX] {
            assert_eq!(step(*op, 5, 9, 0, index), [0, 5, 77], "{op:?}");
        }
    }
}

/// Oracle: docs/spec/ops.md#atomics: with operand 1 the previous values are consecutive, and every
/// invocation gets one of them.
#[test]
fn counting_loses_nothing_in_any_order() {
    let mut k = Kernel::new("tickets", [8, 1, 1]);
    let counter = k.read_write("counter", Type::U32);
    let tickets = k.read_write("tickets", Type::U32);
    let ticket = k.atomic(AtomicOp::Add, counter, 0_u32, 1_u32);
    k.store(tickets, Expr::invocation_id(Axis::X), ticket);
    let program = valid(k);
    let mut observed = vec![];
    for order in [
        Order::Ascending,
        Order::Seeded(1),
        Order::Seeded(2),
        Order::Interleaved(3),
        Order::Interleaved(4),
        Order::Concurrent(5),
        Order::Concurrent(6),
    ] {
        let options = Options {
            order,
            ..Options::default()
        };
        let buffers = vec![words(&[3]), words(&[0; 32])];
        let actual = run(&program, [4, 1, 1], buffers, &options).expect("no fault");
        assert_eq!(actual[0], [35]);
        let mut tickets = actual[1].clone();
        tickets.sort();
        assert!(tickets.into_iter().eq(3..35), "{order:?}");
        observed.push(actual[1].clone());
    }
    assert!(observed[0].iter().copied().eq(3..35));
    observed.dedup();
    assert_eq!(observed.len(), 7, "the orders differ");
}
