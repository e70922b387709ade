//! Every atomic operation under contention.
//!
//! Each invocation makes one to three steps on one of the cells and stores the returned values. In any order, the steps
//! on a cell must fit one sequential order (`AtomicLinearizable`), and every result that does not depend on the order
//! must appear: the final cell of a commutative operation, all values that went through an exchange, one winner of a
//! compare-exchange.
//!
//! Input columns: the operands, one per invocation; `[cells, initial value, steps per invocation]`.

mod contention;
mod outputs;

use super::dispatches::Dispatches;
use contention::settings;
use outputs::{final_cells, histories, went_through, winners};
use vyre_conform_runtime::engine::{Input, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Axis, Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

fn plan(op: AtomicOp, input: &Input, workgroup_size: u32) -> Plan {
    let (cells, initial, steps) = settings(input);
    let count = input.columns[0].len() as u32;
    // Two axes: 65,536 workgroups are one more than every adapter allows along one.
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

macro_rules! contended {
    ($($(#[$doc:meta])* $id:literal $name:ident: $op:ident, $inputs:ident, $reference:ident $(, $invariant:ident)?;)*) => {
        $(
            $(#[$doc])*
            #[vyre_engine(
                id = $id,
                invariants(
                    Deterministic,
                    AtomicLinearizable,
                    NoOutputLost,
                    $($invariant,)?
                    BoundedResources,
                    Termination,
                    WorkgroupInvariant,
                ),
                reference = outputs::$reference,
                inputs = contention::$inputs,
            )]
            pub fn $name(input: &Input, workgroup_size: u32) -> Plan {
                plan(AtomicOp::$op, input, workgroup_size)
            }
        )*
    };
}

contended! {
    /// Wrapping sums: with operand 1 the returned values are consecutive.
    "engine::atomic_add" add: Add, add, added;
    /// Bits are only ever set.
    "engine::atomic_or" or: Or, or, united;
    /// Bits are only ever cleared.
    "engine::atomic_and" and: And, and, intersected;
    /// Bits are toggled.
    "engine::atomic_xor" xor: Xor, xor, toggled;
    /// Unsigned minimum: the cell never rises.
    "engine::atomic_min" min: Min, min, lowered;
    /// Unsigned maximum: the cell never falls.
    "engine::atomic_max" max: Max, max, raised;
    /// The returned values form one chain that ends in the stored value.
    "engine::atomic_exchange" exchange: Exchange, exchange, exchanged, NoDuplicateOutput;
    /// Exactly one of all steps that expect the initial value finds it.
    "engine::atomic_compare_exchange" compare_exchange: CompareExchange, compare_exchange, one_winner;
}
