//! Concurrently active workgroups.

use super::{run, valid, words};
use crate::{Options, Order, Preemption, Schedule, schedules};
use vyre_conform_ir::dispatch::{Contents, Launch};
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_ir::{AtomicOp, Axis, Expr, Kernel, Operand, Type};

/// An update in two halves: an atomic load, and an exchange of the value plus one.
fn halves(size: u32) -> ValidProgram {
    let mut k = Kernel::new("halves", [size, 1, 1]);
    let cell = k.read_write("cell", Type::U32);
    let before = k.atomic(AtomicOp::Or, cell, 0, 0);
    k.atomic(AtomicOp::Exchange, cell, 0, before + 1);
    valid(k)
}

fn left(program: &ValidProgram, workgroups: u32, order: Order) -> u32 {
    let options = Options {
        order,
        ..Options::default()
    };
    let actual = run(program, [workgroups, 1, 1], vec![words(&[0])], &options);
    actual.expect("no fault")[0][0]
}

/// Oracle: by hand: two workgroups of one invocation count to two one after another, and to one if the
/// second begins between the halves of the first.
#[test]
fn an_update_in_two_halves_is_lost_between_workgroups_alone() {
    let program = halves(1);
    for order in [Order::Ascending, Order::Seeded(1), Order::Interleaved(1)] {
        assert_eq!(left(&program, 2, order), 2, "{order}");
    }
    let drawn: Vec<u32> = (0..16)
        .map(|seed| left(&program, 2, Order::Concurrent(seed)))
        .collect();
    assert!(drawn.contains(&1) && drawn.contains(&2), "{drawn:?}");
    let preempted = |after| {
        let schedule = Schedule::new(&[Preemption { after, to: 1 }]);
        left(&program, 2, Order::Preempted(schedule))
    };
    assert_eq!([preempted(1), preempted(2), preempted(9)], [1, 2, 2]);
}

/// Two invocations of a workgroup count in its memory, each in two halves, with this many nodes before
/// and between them that are invisible to other invocations.
fn counts_in_workgroup_memory(own_nodes: u32) -> ValidProgram {
    let mut k = Kernel::new("counts", [2, 1, 1]);
    let cell = k.read_write("cell", Type::U32);
    let shared = k.workgroup("shared", Type::U32, 1);
    let alone = |k: &mut Kernel| {
        for _ in 0..own_nodes {
            k.bind("own", 7_u32);
        }
    };
    alone(&mut k);
    let before = k.bind("before", shared.at(0));
    alone(&mut k);
    k.store(shared, 0, before + 1);
    k.barrier();
    let all = k.bind("all", shared.at(0));
    k.when(Expr::local_id(Axis::X).equals(0_u32), |k| {
        k.store(cell, 0, all)
    });
    valid(k)
}

/// Oracle: by hand: one of two updates is lost in some orders and none in others, whichever memory is
/// shared; nodes between accesses change no order.
#[test]
fn a_turn_ends_at_shared_accesses_alone() {
    let drawn = |own_nodes| -> Vec<u32> {
        let program = counts_in_workgroup_memory(own_nodes);
        (0..32)
            .map(|seed| left(&program, 1, Order::Interleaved(seed)))
            .collect()
    };
    let without = drawn(0);
    assert!(without.contains(&1) && without.contains(&2), "{without:?}");
    assert_eq!(drawn(1), without);
    assert_eq!(drawn(30), without);
}

/// Oracle: by hand: four accesses to one cell, after each of which one other invocation may run: four
/// single preemptions, six pairs, and the run without any.
#[test]
fn every_schedule_of_a_small_launch_is_tried() {
    let program = halves(1);
    let launch = Launch::single(&program, [2, 1, 1], vec![words(&[0])]);
    let of = |max| {
        let programs = std::slice::from_ref(&program);
        schedules(programs, &launch, &Options::default(), max).expect("no fault")
    };
    let all = of(100);
    assert_eq!((all.orders.len(), all.complete), (11, 2));
    let singles = of(7);
    assert_eq!((singles.orders.len(), singles.complete), (7, 1));
    assert_eq!((of(3).orders.len(), of(3).complete), (3, 0));
    assert_eq!(of(0).orders, []);
    let distinct: std::collections::HashSet<_> = all.orders.iter().collect();
    assert_eq!(distinct.len(), 11);
    let lost = all
        .orders
        .iter()
        .filter(|order| left(&program, 2, **order) == 1);
    assert!(lost.count() > 0);
}

/// Oracle: a rotation within each workgroup, by hand: every workgroup has its own memory and its own
/// barriers.
#[test]
fn workgroups_keep_their_memory_and_their_barriers() {
    let mut k = Kernel::new("rotate", [4, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let tile = k.workgroup("tile", Type::U32, 4);
    let me = k.bind("me", Expr::local_id(Axis::X));
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.count("round", 0, 2, |k, _| {
        k.store(tile, me, data.at(i));
        k.barrier();
        k.store(data, i, tile.at((me + 1) % 4));
        k.barrier();
    });
    let program = valid(k);
    let expected: Vec<u32> = (0..48).map(|i| i / 4 * 4 + (i + 2) % 4).collect();
    let seeds = (0..12).map(Order::Concurrent);
    let ahead = |after| Order::Preempted(Schedule::new(&[Preemption { after, to: 47 }]));
    for order in seeds.chain((0..40).map(ahead)) {
        let options = Options {
            order,
            ..Options::default()
        };
        let data = Contents::Words((0..48).collect());
        let actual = run(&program, [12, 1, 1], vec![data], &options).expect("no fault");
        assert_eq!(actual[0], expected, "{order}");
    }
}

/// Oracle: by hand: without mixing, the tickets of a workgroup are consecutive.
#[test]
fn draws_mix_workgroups() {
    let mut k = Kernel::new("tickets", [8, 1, 1]);
    let counter = k.read_write("counter", Type::U32);
    let tickets = k.read_write("tickets", Type::U32);
    let ticket = k.atomic(AtomicOp::Add, counter, 0, 1);
    k.store(tickets, Expr::invocation_id(Axis::X), ticket);
    let program = valid(k);
    for seed in 0..8 {
        let options = Options {
            order: Order::Concurrent(seed),
            ..Options::default()
        };
        let buffers = vec![words(&[0]), words(&[0; 32])];
        let actual = run(&program, [4, 1, 1], buffers, &options).expect("no fault");
        let mut first: Vec<u32> = actual[1][..8].to_vec();
        first.sort_unstable();
        assert!(first[7] - first[0] > 7, "seed {seed}: {first:?}");
    }
}
