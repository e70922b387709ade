//! Every atomic operation under contention.
//!
//! Each invocation makes one to three steps on one of the cells and keeps the values they returned.
//! Whatever the order was, the steps on a cell must fit one sequential order (`AtomicLinearizable`)
//! and what does not depend on the order must come out: the final cell of a commutative operation,
//! all values that went through an exchange, one winner of a compare-exchange.
//!
//! Input columns: the operands, one an invocation; `[cells, initial value, steps an invocation]`.

use super::dispatches::Dispatches;
use super::numbered;
use vyre_conform_runtime::engine::{AtomicEvent, History, Input, Output, Plan};
use vyre_conform_runtime::generate::witness;
use vyre_conform_runtime::ir::{AtomicOp, Axis, Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::spec::ValueType;
use vyre_conform_runtime::vyre_engine;

/// Numbers of invocations, smallest first: one, a group or less, ragged, many groups.
const INVOCATIONS: [u32; 10] = [1, 2, 3, 31, 64, 65, 257, 1000, 4096, 65_536];

/// What a compare-exchange expects: the cell as it was before any step.
fn settings(input: &Input) -> (u32, u32, u32) {
    (
        input.columns[1][0],
        input.columns[1][1],
        input.columns[1][2],
    )
}

/// Contention number `n`. Sizes, cells (one, a few, one an invocation), initial values, operands and
/// steps vary with periods of their own, so that the first sixteen inputs have each of them.
fn contention(n: u64) -> Input {
    let pick = |period: u64, count: u64| (n / period % count) as usize;
    let size = INVOCATIONS[pick(1, 10)];
    let cells = [1, 7, size][pick(1, 3)];
    let initial = [0x5555_aaaa, u32::MAX, 0, 0x8000_0000][pick(1, 4)];
    let steps = 1 + pick(3, 3) as u32;
    let operand = |i: u32| match pick(4, 2) {
        // Consecutive values before are the plainest sign of a lost update.
        0 => 1,
        _ => witness::word(1, n << 20 | u64::from(i), 0, 0, ValueType::U32),
    };
    Input {
        columns: vec![
            (0..size).map(operand).collect(),
            vec![cells.min(size), initial, steps],
        ],
    }
}

fn plan(op: AtomicOp, input: &Input, workgroup_size: u32) -> Plan {
    let (cells, initial, steps) = settings(input);
    let count = input.columns[0].len() as u32;
    // Two axes: 65,536 workgroups are one more than every adapter takes along one.
    let groups = count.div_ceil(workgroup_size);
    let across = groups.min(256);
    let down = groups.div_ceil(across);
    let mut d = Dispatches::new(match op {
        AtomicOp::Exchange => went_through,
        AtomicOp::CompareExchange => winners,
        _ => final_cells,
    });
    let shape = d.given(&[count, cells, initial, steps, across * workgroup_size]);
    let operands = d.given(&input.columns[0]);
    let cell = d.output_of(vec![initial; cells as usize]);
    if matches!(op, AtomicOp::Exchange | AtomicOp::CompareExchange) {
        d.order_dependent();
    }
    let before = d.output(count * steps);
    d.order_dependent();
    d.observed(match op {
        AtomicOp::Add => |i, words| histories(AtomicOp::Add, i, words),
        AtomicOp::Or => |i, words| histories(AtomicOp::Or, i, words),
        AtomicOp::And => |i, words| histories(AtomicOp::And, i, words),
        AtomicOp::Xor => |i, words| histories(AtomicOp::Xor, i, words),
        AtomicOp::Min => |i, words| histories(AtomicOp::Min, i, words),
        AtomicOp::Max => |i, words| histories(AtomicOp::Max, i, words),
        AtomicOp::Exchange => |i, words| histories(AtomicOp::Exchange, i, words),
        _ => |i, words| histories(AtomicOp::CompareExchange, i, words),
    });
    let program = d.program(kernel(op, workgroup_size));
    let buffers = [shape, operands, cell, before];
    d.step(program, across * down, &buffers, &[steps.into()]);
    let mut plan = d.finish();
    plan.launch.steps[0].workgroups = [across, down, 1];
    plan
}

fn kernel(op: AtomicOp, workgroup_size: u32) -> Program {
    let mut k = Kernel::new(&format!("atomic_{}", op.name()), [workgroup_size, 1, 1]);
    let shape = k.uniform("shape", Type::U32, 5);
    let operands = k.read_only("operands", Type::U32);
    let cells = k.read_write("cells", Type::U32);
    let before = k.read_write("before", Type::U32);
    let line = Expr::invocation_id(Axis::Y) * shape.at(4);
    let i = k.bind("i", line + Expr::invocation_id(Axis::X));
    k.when(i.less(shape.at(0)), |k| {
        let own = k.bind("own", i % shape.at(1));
        k.count("round", 0, shape.at(3), |k, round| {
            let value = operands.at(i);
            let old = match op {
                AtomicOp::CompareExchange => k.compare_exchange(cells, own, shape.at(2), value),
                _ => k.atomic(op, cells, own, value),
            };
            k.store(before, i * shape.at(3) + round, old);
        });
    });
    k.finish()
}

fn histories(op: AtomicOp, input: &Input, words: &[Vec<u32>]) -> Vec<History> {
    let (cells, initial, steps) = settings(input);
    let cell = |c: u32| History {
        initial,
        events: (0..)
            .zip(&input.columns[0])
            .filter(|(i, _)| i % cells == c)
            .flat_map(|(invocation, value)| {
                (0..steps).map(move |round| AtomicEvent {
                    invocation,
                    op,
                    value: *value,
                    expected: initial,
                    before: words[1][(invocation * steps + round) as usize],
                })
            })
            .collect(),
        last: words[0][c as usize],
    };
    (0..cells).map(cell).collect()
}

/// The cells after all steps: of a commutative operation the same in every order.
fn final_cells(input: &Input, words: &[Vec<u32>]) -> Output {
    let cells = settings(input).0 as usize;
    numbered(words[0].iter().take(cells).copied())
}

/// Every value that a cell ever held, cell by cell, ascending: an exchange loses and doubles none.
fn went_through(input: &Input, words: &[Vec<u32>]) -> Output {
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
    records.sort_unstable();
    records
}

/// How many steps found the expected value, cell by cell.
fn winners(input: &Input, words: &[Vec<u32>]) -> Output {
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
fn exchanged(input: &Input) -> Output {
    let (cells, initial, steps) = settings(input);
    let mut records: Output = (0..cells).map(|c| vec![c, initial]).collect();
    for (i, value) in (0..).zip(&input.columns[0]) {
        records.extend((0..steps).map(|_| vec![i % cells, *value]));
    }
    records.sort_unstable();
    records
}

/// Until an operand that differs from the initial value is written, every step finds what it
/// expects; how many do depends on the order only where some operand equals the initial value, and
/// [`unequal`] makes none such.
fn one_winner(input: &Input) -> Output {
    numbered(vec![1; settings(input).0 as usize])
}

/// As [`contention`], with operands that differ from the initial value.
fn unequal(n: u64) -> Input {
    let mut input = contention(n);
    let initial = input.columns[1][1];
    for value in &mut input.columns[0] {
        if *value == initial {
            *value = initial.wrapping_add(1);
        }
    }
    input
}

macro_rules! commutative {
    ($($op:ident $reference:ident;)*) => {
        $(
            fn $reference(input: &Input) -> Output {
                in_order(AtomicOp::$op, input)
            }
        )*
    };
}

commutative! {
    Add added;
    Or united;
    And intersected;
    Xor toggled;
    Min lowered;
    Max raised;
}

macro_rules! contended {
    ($($(#[$doc:meta])* $id:literal $name:ident: $op:ident, $inputs:ident, $reference:ident;)*) => {
        $(
            $(#[$doc])*
            #[vyre_engine(
                id = $id,
                invariants(
                    AtomicLinearizable,
                    NoOutputLost,
                    NoDuplicateOutput,
                    BoundedResources,
                    Termination,
                    WorkgroupInvariant,
                ),
                reference = $reference,
                inputs = $inputs,
            )]
            pub fn $name(input: &Input, workgroup_size: u32) -> Plan {
                plan(AtomicOp::$op, input, workgroup_size)
            }
        )*
    };
}

contended! {
    /// Wrapping sums: with operand 1 the values before are consecutive.
    "engine::atomic_add" add: Add, contention, added;
    /// Bits are only ever set.
    "engine::atomic_or" or: Or, contention, united;
    /// Bits are only ever cleared.
    "engine::atomic_and" and: And, contention, intersected;
    /// Bits are toggled.
    "engine::atomic_xor" xor: Xor, contention, toggled;
    /// Unsigned minimum: the cell never rises.
    "engine::atomic_min" min: Min, contention, lowered;
    /// Unsigned maximum: the cell never falls.
    "engine::atomic_max" max: Max, contention, raised;
    /// The values before form one chain that ends in the stored value.
    "engine::atomic_exchange" exchange: Exchange, contention, exchanged;
    /// Of all steps that expect the initial value exactly one finds it.
    "engine::atomic_compare_exchange" compare_exchange: CompareExchange, unequal, one_winner;
}
