//! Results that do not depend on the order of the steps.

use super::super::numbered;
use super::contention::settings;
use vyre_conform_runtime::engine::{AtomicEvent, History, Input, Output};
use vyre_conform_runtime::ir::AtomicOp;

pub(super) fn histories(op: AtomicOp, input: &Input, words: &[Vec<u32>]) -> Vec<History> {
    let (cells, initial, steps) = settings(input);
    let empty = |last: &u32| History {
        initial,
        events: vec![],
        last: *last,
    };
    let mut histories: Vec<History> = words[0].iter().take(cells as usize).map(empty).collect();
    for (invocation, value) in (0..).zip(&input.columns[0]) {
        let events = &mut histories[(invocation % cells) as usize].events;
        events.extend((0..steps).map(|round| AtomicEvent {
            invocation,
            op,
            value: *value,
            expected: initial,
            before: words[1][(invocation * steps + round) as usize],
        }));
    }
    histories
}

/// The cells after all steps: for a commutative operation the same in every order.
pub(super) fn final_cells(input: &Input, words: &[Vec<u32>]) -> Output {
    let cells = settings(input).0 as usize;
    numbered(words[0].iter().take(cells).copied())
}

/// Every value that a cell ever held: an exchange neither loses nor duplicates one.
pub(super) fn went_through(input: &Input, words: &[Vec<u32>]) -> Output {
    let (cells, _, steps) = settings(input);
    let mut records: Output = (0..cells).map(|c| vec![c, words[0][c as usize]]).collect();
    let kept = words[1]
        .iter()
        .take(input.columns[0].len() * steps as usize);
    records.extend(
        (0..)
            .zip(kept)
            .map(|(k, word)| vec![k / steps % cells, *word]),
    );
    records
}

/// Number of steps that found the expected value, cell by cell.
pub(super) fn winners(input: &Input, words: &[Vec<u32>]) -> Output {
    let found = histories(AtomicOp::CompareExchange, input, words);
    let wins = |h: &History| h.events.iter().filter(|e| e.before == e.expected).count();
    numbered(found.iter().map(|h| wins(h) as u32))
}

/// The cells after every step in the order of the invocations.
fn in_order(op: AtomicOp, input: &Input) -> Output {
    let (cells, initial, steps) = settings(input);
    let mut all = vec![initial; cells as usize];
    for (i, value) in (0..).zip(&input.columns[0]) {
        let cell = &mut all[(i % cells) as usize];
        for _ in 0..steps {
            *cell = match op {
                AtomicOp::Add => cell.wrapping_add(*value),
                AtomicOp::Or => *cell | value,
                AtomicOp::And => *cell & value,
                AtomicOp::Xor => *cell ^ value,
                AtomicOp::Min => (*cell).min(*value),
                _ => (*cell).max(*value),
            };
        }
    }
    numbered(all)
}

/// Initial values and operands, each as often as it was written.
pub(super) fn exchanged(input: &Input) -> Output {
    let (cells, initial, steps) = settings(input);
    let mut records: Output = (0..cells).map(|c| vec![c, initial]).collect();
    for (i, value) in (0..).zip(&input.columns[0]) {
        records.extend((0..steps).map(|_| vec![i % cells, *value]));
    }
    records
}

/// Until an operand that differs from the initial value is written, every step finds its expected value. The number of
/// such steps depends on the order only if some operand equals the initial value, and
/// [`super::contention::compare_exchange`] generates no such operand.
pub(super) fn one_winner(input: &Input) -> Output {
    numbered(vec![1; settings(input).0 as usize])
}

macro_rules! references {
    ($($name:ident $op:ident;)*) => {
        $(
            pub(super) fn $name(input: &Input) -> Output {
                in_order(AtomicOp::$op, input)
            }
        )*
    };
}

references! {
    added Add;
    united Or;
    intersected And;
    toggled Xor;
    lowered Min;
    raised Max;
}
