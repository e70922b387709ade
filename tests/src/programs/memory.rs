//! Buffers of every kind and element, in and out of bounds.

use super::{Sample, words};
use vyre_conform_runtime::dispatch::Contents;
use vyre_conform_runtime::ir::{Access, AtomicOp, Axis, Expr, Kernel, Operand, TensorView, Type};

pub(super) fn samples() -> Vec<Sample> {
    vec![
        increment(),
        moving_sum(),
        out_of_bounds(),
        uniforms(),
        bytes(),
        bools(),
        transpose(),
        counted(),
        names(),
    ]
}

/// A guard that the author wrote is the only check.
fn increment() -> Sample {
    let mut k = Kernel::new("increment", [64, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.less(data.len()), |k| k.store(data, i, data.at(i) + 1_u32));
    Sample {
        program: k.finish(),
        workgroups: [2, 1, 1],
        buffers: vec![words(0..100)],
        expected: vec![(1..101).collect()],
    }
}

/// Sums of each element and its neighbours: more loads of a buffer than are inlined, one of them before its start and
/// one past its end.
fn moving_sum() -> Sample {
    let mut k = Kernel::new("moving_sum", [8, 1, 1]);
    let from = k.read_only("source", Type::U32);
    let to = k.read_write("to", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.less(to.len()), |k| {
        k.store(to, i, from.at(i - 1_u32) + from.at(i) + from.at(i + 1_u32));
    });
    Sample {
        program: k.finish(),
        workgroups: [1, 1, 1],
        buffers: vec![words([1, 2, 4, 8, 16]), Contents::Zeros(5)],
        expected: vec![vec![3, 7, 14, 28, 24]],
    }
}

/// Loads, stores and atomic steps at indices far outside and one past the end.
fn out_of_bounds() -> Sample {
    let mut k = Kernel::new("out_of_bounds", [1, 1, 1]);
    let indices = k.read_only("indices", Type::U32);
    let from = k.read_only("source", Type::I32);
    let to = k.read_write("to", Type::I32);
    let cells = k.read_write("cells", Type::U32);
    let observed = k.read_write("seen", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let at = k.bind("at", indices.at(i));
    k.store(to, at, from.at(at) + Expr::i32(100));
    let before = k.atomic(AtomicOp::Add, cells, at, 5_u32);
    k.store(observed, i, before);
    let before = k.compare_exchange(cells, at, 5_u32, 9_u32);
    k.store(observed, i + 6_u32, before);
    Sample {
        program: k.finish(),
        workgroups: [6, 1, 1],
        buffers: vec![
            words([0, 1, 2, 3, 0x4000_0000, u32::MAX]),
            words([7, (-7_i32) as u32]),
            Contents::Zeros(3),
            words([0, 20]),
            Contents::Words(vec![77; 12]),
        ],
        expected: vec![
            vec![107, 93, 100],
            vec![9, 25],
            vec![0, 20, 0, 0, 0, 0, 5, 25, 0, 0, 0, 0],
        ],
    }
}

/// Uniform buffers of every width, with constant and other indices.
fn uniforms() -> Sample {
    let mut k = Kernel::new("uniforms", [1, 1, 1]);
    let params = k.uniform("params", Type::U32, 6);
    let signed = k.uniform("signed", Type::I32, 2);
    let pairs = k.uniform("pairs", Type::U64, 3);
    let lanes = k.uniform("lanes", Type::Vec4, 2);
    let flags = k.uniform("flags", Type::Bool, 5);
    let out = k.read_write("out", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let wide = k.bind("wide", pairs.at(i) + pairs.at(2_u32));
    let flag = flags.at(i).select(1_u32, 0_u32);
    let sum = params.at(i) + params.at(5_u32) + signed.at(1_u32).cast(Type::U32);
    let high = Expr::cast(Type::U32, Expr::from(wide) >> 32_u32);
    k.store(out, i * 4_u32, sum);
    k.store(out, i * 4_u32 + 1_u32, high);
    k.store(out, i * 4_u32 + 2_u32, lanes.at(i).lane(2));
    k.store(out, i * 4_u32 + 3_u32, flag);
    let row = |params: u32, high: u32, lane: u32, flag: u32| [params + 15 - 2, high, lane, flag];
    let rows = [
        row(10, 0x31, 3, 1),
        row(11, 0x51, 7, 0),
        row(12, 0x61, 0, 1),
        row(13, 0x30, 0, 0),
        row(14, 0x30, 0, 1),
        row(15, 0x30, 0, 0),
        row(0, 0x30, 0, 0),
    ];
    Sample {
        program: k.finish(),
        workgroups: [7, 1, 1],
        buffers: vec![
            words(10..16),
            words([1, (-2_i32) as u32]),
            // The low words of the first three sums carry.
            words([1, 0, 1, 0x20, u32::MAX, 0x30]),
            words(1..9),
            words([1, 0, 1, 0, 1]),
            Contents::Zeros(28),
        ],
        expected: vec![rows.concat()],
    }
}

/// The number of occurrences of each byte value below 4, by words.
fn bytes() -> Sample {
    let mut k = Kernel::new("bytes", [32, 1, 1]);
    let text = k.read_only("text", Type::Bytes);
    let counts = k.read_write("counts", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.at_least(text.len()), |k| k.finish_invocation());
    let word = k.bind("word", text.at(i));
    k.count("lane", 0_u32, 4_u32, |k, lane| {
        let byte = k.bind("byte", (word >> (lane * 8_u32)) & 0xff_u32);
        k.when(byte.less(4_u32), |k| {
            k.atomic(AtomicOp::Add, counts, byte, 1_u32);
        });
    });
    let input = [0x0001_0203, 0xff00_0401, 0x0303_0303];
    Sample {
        program: k.finish(),
        workgroups: [1, 1, 1],
        buffers: vec![words(input), Contents::Zeros(4)],
        expected: vec![vec![2, 2, 1, 5]],
    }
}

/// Bools are words of 0 and 1 in every memory.
fn bools() -> Sample {
    let mut k = Kernel::new("bools", [4, 1, 1]);
    let given = k.read_only("given", Type::Bool);
    let flipped = k.read_write("flipped", Type::Bool);
    let shared = k.workgroup("shared", Type::Bool, 4);
    let lane = k.bind("lane", Expr::local_id(Axis::X));
    k.store(shared, lane, given.at(lane));
    k.barrier();
    k.store(flipped, lane, !shared.at(Expr::u32(3) - lane));
    Sample {
        program: k.finish(),
        workgroups: [1, 1, 1],
        buffers: vec![words([1, 1, 0, 1]), Contents::Zeros(4)],
        expected: vec![vec![0, 1, 0, 0]],
    }
}

/// A transposition of a matrix of 5 by 3 in tiles of 4 by 4.
fn transpose() -> Sample {
    let mut k = Kernel::new("transpose", [4, 4, 1]);
    let from = k.read_only("from", Type::U64);
    let to = k.read_write("to", Type::U64);
    let tile = k.workgroup("tile", Type::U64, 16);
    let from = TensorView::row_major(&mut k, from, &[3.into(), 5.into()]).expect("a view");
    let to = TensorView::row_major(&mut k, to, &[5.into(), 3.into()]).expect("a view");
    let x = k.bind("x", Expr::local_id(Axis::X));
    let y = k.bind("y", Expr::local_id(Axis::Y));
    let here = vec![Expr::invocation_id(Axis::Y), Expr::invocation_id(Axis::X)];
    let value = from.at(&mut k, here).expect("two indices");
    k.store(tile, y * 4_u32 + x, value);
    k.barrier();
    let row = Expr::workgroup_id(Axis::X) * 4_u32 + y;
    let column = Expr::workgroup_id(Axis::Y) * 4_u32 + x;
    to.store(&mut k, vec![row, column], tile.at(x * 4_u32 + y))
        .expect("each element has one index");
    let pair = |n: u32| [n, n + 1000];
    Sample {
        program: k.finish(),
        workgroups: [2, 1, 1],
        buffers: vec![words((0..15).flat_map(pair)), Contents::Zeros(30)],
        expected: vec![
            (0..5)
                .flat_map(|r| (0..3).flat_map(move |c| pair(c * 5 + r)))
                .collect(),
        ],
    }
}

/// Storage of a stated count: its length is a number.
fn counted() -> Sample {
    let mut k = Kernel::new("counted", [8, 1, 1]);
    let data = k.buffer("data", Access::ReadWrite, Type::Vec2, Some(5));
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let next = k.bind("next", (i + 1_u32) % data.len());
    let value = k.bind("value", data.at(next));
    let sum = value.lane(0) + value.lane(1) + data.len();
    k.barrier();
    k.store(data, i, Expr::compose(vec![sum, i.into()]));
    Sample {
        program: k.finish(),
        workgroups: [1, 1, 1],
        buffers: vec![words(0..10)],
        expected: vec![vec![10, 0, 14, 1, 18, 2, 22, 3, 6, 4]],
    }
}

/// Names that WGSL or the lowering reserves.
fn names() -> Sample {
    let mut k = Kernel::new("vyre_main", [1, 1, 1]);
    let array = k.read_only("array", Type::U32);
    let vyre = k.read_write("vyre_main", Type::U32);
    let helper = k.read_only("u64_add", Type::U64);
    let odd = k.uniform("größe 1", Type::U32, 1);
    let invocation = k.bind("invocation_id", Expr::invocation_id(Axis::X));
    let shadow = k.bind("array", array.at(invocation) + odd.at(0_u32));
    let wide = k.bind("let", helper.at(0_u32) + Expr::u64(1));
    k.store(vyre, invocation, shadow + wide.cast(Type::U32));
    Sample {
        program: k.finish(),
        workgroups: [2, 1, 1],
        buffers: vec![
            words([1, 2]),
            Contents::Zeros(2),
            words([9, 0]),
            words([100]),
        ],
        expected: vec![vec![111, 112]],
    }
}
