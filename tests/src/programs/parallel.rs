//! Cooperating workgroups: barriers, workgroup memory, atomics.

use super::{Sample, words};
use vyre_conform_runtime::dispatch::Contents;
use vyre_conform_runtime::ir::{AtomicOp, Axis, Expr, Kernel, Operand, Type};

pub(super) fn samples() -> Vec<Sample> {
    vec![reduce(), scan(), insert(), atomics(), storage_exchange()]
}

/// The sum of everything, a tree in each workgroup and an atomic sum over them.
fn reduce() -> Sample {
    let mut k = Kernel::new("reduce", [64, 1, 1]);
    let input = k.read_only("input", Type::U32);
    let total = k.read_write("total", Type::U32);
    let partial = k.workgroup("partial", Type::U32, 64);
    let lane = k.bind("lane", Expr::local_id(Axis::X));
    k.store(partial, lane, input.at(Expr::invocation_id(Axis::X)));
    let stride = k.variable("stride", 32_u32);
    k.repeat_while(6, stride.greater(0_u32), |k| {
        k.barrier();
        k.when(lane.less(stride), |k| {
            k.store(partial, lane, partial.at(lane) + partial.at(lane + stride));
        });
        k.assign(stride, stride >> 1_u32);
    });
    k.when(lane.equals(0_u32), |k| {
        k.atomic(AtomicOp::Add, total, 0_u32, partial.at(0_u32));
    });
    Sample {
        program: k.finish(),
        workgroups: [4, 1, 1],
        buffers: vec![words(0..250), Contents::Zeros(1)],
        expected: vec![vec![250 * 249 / 2]],
    }
}

/// The inclusive scan of a workgroup by doubling distances. The workgroup is larger than a processor's step, because a
/// missing barrier would otherwise be invisible.
fn scan() -> Sample {
    let mut k = Kernel::new("scan", [128, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let sums = k.workgroup("sums", Type::U32, 128);
    let lane = k.bind("lane", Expr::local_id(Axis::X));
    let sum = k.variable("sum", data.at(lane));
    k.store(sums, lane, sum);
    k.count("step", 0_u32, 7_u32, |k, step| {
        let distance = k.bind("distance", Expr::u32(1) << step);
        k.barrier();
        k.when(lane.at_least(distance), |k| {
            k.assign(sum, sum + sums.at(lane - distance));
        });
        k.barrier();
        k.store(sums, lane, sum);
    });
    k.when(lane.less(data.len()), |k| k.store(data, lane, sum));
    Sample {
        program: k.finish(),
        workgroups: [1, 1, 1],
        buffers: vec![words(1..125)],
        expected: vec![(1..125).map(|n| n * (n + 1) / 2).collect()],
    }
}

/// Every key claims a slot of an open-addressed table; equal keys share one.
fn insert() -> Sample {
    let mut k = Kernel::new("insert", [16, 1, 1]);
    let keys = k.read_only("keys", Type::U32);
    let table = k.read_write("table", Type::U32);
    let missing = k.read_write("missing", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.at_least(keys.len()), |k| k.finish_invocation());
    let key = k.bind("key", keys.at(i));
    let slot = k.variable("slot", key % table.len());
    let found = k.variable("found", false);
    k.count("probe", 0_u32, table.len(), |k, _| {
        let before = k.compare_exchange(table, slot, 0_u32, key);
        k.when(before.equals(0_u32) | before.equals(key), |k| {
            k.assign(found, true);
            k.leave_loop();
        });
        k.assign(slot, (slot + 1_u32) % table.len());
    });
    k.when(!found, |k| {
        k.atomic(AtomicOp::Add, missing, 0_u32, 1_u32);
    });
    Sample {
        program: k.finish(),
        workgroups: [2, 1, 1],
        // Every key has a slot of its own in every order.
        buffers: vec![
            words([1, 2, 2, 11, 4, 5, 5, 5, 14, 7, 8, 8, 1, 1, 4, 4, 2, 11]),
            Contents::Zeros(8),
            Contents::Zeros(1),
        ],
        expected: vec![vec![8, 1, 2, 11, 4, 5, 14, 7], vec![0]],
    }
}

/// Every atomic step once, in isolation, with the values before.
fn atomics() -> Sample {
    let mut k = Kernel::new("atomics", [1, 1, 1]);
    let cells = k.read_write("cells", Type::U32);
    let before = k.read_write("before", Type::U32);
    let plain = [
        AtomicOp::Add,
        AtomicOp::Or,
        AtomicOp::And,
        AtomicOp::Xor,
        AtomicOp::Min,
        AtomicOp::Max,
        AtomicOp::Exchange,
    ];
    for (n, op) in (0_u32..).zip(plain) {
        let old = k.atomic(op, cells, n, 0x8000_0006_u32);
        k.store(before, n, old);
    }
    let hit = k.compare_exchange(cells, 7_u32, 12_u32, 40_u32);
    let miss = k.compare_exchange(cells, 8_u32, 12_u32, 40_u32);
    k.store(before, 7_u32, hit);
    k.store(before, 8_u32, miss + cells.at(7_u32));
    k.store(cells, 9_u32, cells.at(0_u32));
    Sample {
        program: k.finish(),
        workgroups: [1, 1, 1],
        buffers: vec![
            words([0x8000_0003, 3, 3, 3, 3, 3, 3, 12, 13, 0]),
            Contents::Zeros(9),
        ],
        expected: vec![
            vec![
                9,
                0x8000_0007,
                2,
                0x8000_0005,
                3,
                0x8000_0006,
                0x8000_0006,
                40,
                13,
                9,
            ],
            vec![0x8000_0003, 3, 3, 3, 3, 3, 3, 12, 13 + 40],
        ],
    }
}

/// A barrier makes one invocation's writes to storage visible to another of its workgroup.
fn storage_exchange() -> Sample {
    let mut k = Kernel::new("storage_exchange", [32, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let out = k.read_write("out", Type::U32);
    let lane = k.bind("lane", Expr::local_id(Axis::X));
    let first = k.bind("first", Expr::workgroup_id(Axis::X) * 32_u32);
    k.store(data, first + lane, lane * 3_u32);
    k.barrier();
    let other = k.bind("other", data.at(first + (lane ^ 31_u32)));
    k.barrier();
    k.store(data, first + lane, 1_u32);
    k.store(out, first + lane, other);
    Sample {
        program: k.finish(),
        workgroups: [8, 1, 1],
        buffers: vec![Contents::Zeros(256), Contents::Zeros(256)],
        expected: vec![
            vec![1; 256],
            (0..256).map(|i: u32| ((i % 32) ^ 31) * 3).collect(),
        ],
    }
}
