//! Degrees of contention: numbers of invocations and cells, operands and initial values.

use vyre_conform_runtime::engine::Input;
use vyre_conform_runtime::generate::witness;
use vyre_conform_runtime::ir::AtomicOp;
use vyre_conform_runtime::spec::ValueType;

/// Invocations and cells: one cell and many, each invocation with its own cell, one workgroup or less, ragged, many
/// workgroups. Both shapes of 65,536 invocations have the operands of [`telling`].
const SHAPES: [(u32, u32); 16] = [
    (1, 1),
    (2, 1),
    (3, 1),
    (64, 7),
    (31, 1),
    (257, 1),
    (1000, 1),
    (65, 65),
    (1000, 7),
    (65_536, 1),
    (4096, 1),
    (33, 4),
    (65_536, 63),
    (257, 7),
    (4096, 64),
    (4096, 4096),
];

/// Cells, the initial value of each (a compare-exchange expects it), and steps of an invocation.
pub(super) fn settings(input: &Input) -> (u32, u32, u32) {
    (
        input.columns[1][0],
        input.columns[1][1],
        input.columns[1][2],
    )
}

/// Contention number `n` for an operation. Shapes, steps and operands vary with separate periods. Operands are the most
/// revealing ones of the operation, random ones, and all the same.
fn contention(op: AtomicOp, n: u64) -> Input {
    let (size, cells) = SHAPES[n as usize % SHAPES.len()];
    let steps = if size > 4096 { 1 } else { 1 + n as u32 % 3 };
    let random = |i: u32| witness::word(1, n << 20 | u64::from(i), 0, 0, ValueType::U32);
    let operand = |i: u32| match n % 3 {
        0 => telling(op, i, size),
        1 => random(i),
        _ => 1,
    };
    let initial = match n % 3 {
        1 => random(u32::MAX),
        _ => neutral(op),
    };
    Input {
        columns: vec![
            (0..size).map(operand).collect(),
            vec![cells, initial, steps],
        ],
    }
}

/// An initial value that almost every operand changes.
fn neutral(op: AtomicOp) -> u32 {
    match op {
        AtomicOp::And | AtomicOp::Min => u32::MAX,
        _ => 0,
    }
}

/// The operand of invocation `i` of `count` that shows a lost update best. From a neutral value on, additions of 1
/// return consecutive values; each bit is set or cleared by one invocation and left alone by all others; every minimum
/// is lower and every maximum higher than the one before; and no value is exchanged twice.
fn telling(op: AtomicOp, i: u32, count: u32) -> u32 {
    // An odd distance, so that a fault of every second step affects some of them.
    let every = count.div_ceil(u32::BITS) | 1;
    let bit = if i.is_multiple_of(every) {
        1 << (i / every)
    } else {
        0
    };
    match op {
        AtomicOp::Add => 1,
        AtomicOp::Or => bit,
        AtomicOp::And => !bit,
        AtomicOp::Xor => 1 << (i % u32::BITS),
        AtomicOp::Min => count - i,
        _ => i + 1,
    }
}

/// As [`contention`], with operands that differ from the initial value.
pub(super) fn compare_exchange(n: u64) -> Input {
    let mut input = contention(AtomicOp::CompareExchange, n);
    let initial = input.columns[1][1];
    for value in &mut input.columns[0] {
        if *value == initial {
            *value = initial.wrapping_add(1);
        }
    }
    input
}

macro_rules! inputs {
    ($($name:ident $op:ident;)*) => {
        $(
            pub(super) fn $name(n: u64) -> Input {
                contention(AtomicOp::$op, n)
            }
        )*
    };
}

inputs! {
    add Add;
    or Or;
    and And;
    xor Xor;
    min Min;
    max Max;
    exchange Exchange;
}
