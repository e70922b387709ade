//! Phases, and programs that depend on each property of a barrier.

use super::{run, valid, words};
use crate::{BarrierModel, Options, Order};
use vyre_conform_ir::dispatch::Contents;
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_ir::{Axis, Expr, Kernel, Type};

const SIZE: u32 = 8;

/// Each invocation publishes its word, and reads its right neighbour's after a barrier.
fn neighbour() -> ValidProgram {
    let mut k = Kernel::new("neighbour", [SIZE, 1, 1]);
    let from = k.read_only("from", Type::U32);
    let to = k.read_write("to", Type::U32);
    let tile = k.workgroup("tile", Type::U32, SIZE);
    let me = k.bind("me", Expr::local_id(Axis::X));
    k.store(tile, me, from.at(me));
    k.barrier();
    k.store(to, me, tile.at((me + 1_u32) % SIZE));
    valid(k)
}

/// Each invocation reads its right neighbour's word, and stores it at its own place after a barrier.
fn shift() -> ValidProgram {
    let mut k = Kernel::new("shift", [SIZE, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let me = k.bind("me", Expr::local_id(Axis::X));
    let word = k.bind("word", data.at((me + 1_u32) % SIZE));
    k.barrier();
    k.store(data, me, word);
    valid(k)
}

fn options(barriers: BarrierModel, order: Order) -> Options {
    Options {
        barriers,
        order,
        ..Options::default()
    }
}

const ORDERS: [Order; 9] = [
    Order::Ascending,
    Order::Seeded(0),
    Order::Seeded(1),
    Order::Seeded(2),
    Order::Interleaved(0),
    Order::Interleaved(1),
    Order::Interleaved(2),
    Order::Concurrent(0),
    Order::Concurrent(1),
];

fn neighbours(barriers: BarrierModel, order: Order) -> Vec<u32> {
    let from = words(&[10, 11, 12, 13, 14, 15, 16, 17]);
    let to = Contents::Zeros(SIZE as usize);
    let actual = run(
        &neighbour(),
        [1, 1, 1],
        vec![from, to],
        &options(barriers, order),
    );
    actual.expect("no fault").remove(0)
}

fn shifted(barriers: BarrierModel, order: Order) -> Vec<u32> {
    let data = words(&[10, 11, 12, 13, 14, 15, 16, 17]);
    let actual = run(&shift(), [1, 1, 1], vec![data], &options(barriers, order));
    actual.expect("no fault").remove(0)
}

const ROTATED: [u32; 8] = [11, 12, 13, 14, 15, 16, 17, 10];

/// Oracle: a rotation by one, by hand.
#[test]
fn a_barrier_separates_phases_in_every_order() {
    for order in ORDERS {
        assert_eq!(neighbours(BarrierModel::Full, order), ROTATED, "{order:?}");
        assert_eq!(shifted(BarrierModel::Full, order), ROTATED, "{order:?}");
    }
}

/// Oracle: worked out by hand from the documentation of `BarrierModel`, in ascending order.
#[test]
fn each_property_is_needed_by_a_program() {
    let neighbours = |model| neighbours(model, Order::Ascending);
    let shifted = |model| shifted(model, Order::Ascending);
    // Without waiting, the right neighbour has not written yet, except for that of the last one, which
    // is the first.
    assert_eq!(neighbours(BarrierModel::Absent), [0, 0, 0, 0, 0, 0, 0, 10]);
    assert_eq!(
        shifted(BarrierModel::Absent),
        [11, 12, 13, 14, 15, 16, 17, 11]
    );
    // Groups of four: the fourth reads before the fifth writes.
    let part = BarrierModel::PartOfWorkgroup(4);
    assert_eq!(neighbours(part), [11, 12, 13, 0, 15, 16, 17, 10]);
    assert_eq!(shifted(part), [11, 12, 13, 14, 15, 16, 17, 11]);
    // Visibility: writes of others before the barrier are missing after it, but isolation holds.
    assert_eq!(neighbours(BarrierModel::Invisible), [0; 8]);
    assert_eq!(shifted(BarrierModel::Invisible), ROTATED);
    // Isolation: visibility holds, but the word is read too late. The trial run of the next phase wrote
    // the rotated words, and each invocation reads its neighbour's of those.
    assert_eq!(neighbours(BarrierModel::Leaky), ROTATED);
    assert_eq!(
        shifted(BarrierModel::Leaky),
        [12, 13, 14, 15, 16, 17, 10, 11]
    );
}
