//! Values of every width, functions, and conditions.

use super::{Sample, words};
use vyre_conform_runtime::dispatch::Contents;
use vyre_conform_runtime::ir::{
    Axis, BinaryOp, Expr, FunctionBuilder, Kernel, Node, Operand, Type,
};

pub(super) fn samples() -> Vec<Sample> {
    vec![wide(), vectors(), calls()]
}

const WIDE: [u128; 6] = [
    0,
    1,
    u128::MAX,
    0x0123_4567_89ab_cdef_0011_2233_4455_6677,
    1 << 127,
    0xffff_ffff_ffff_ffff,
];

fn four(value: u128) -> [u32; 4] {
    [0, 32, 64, 96].map(|shift| (value >> shift) as u32)
}

/// The operators of u128 on every pair of six values.
fn wide() -> Sample {
    let mut k = Kernel::new("wide", [36, 1, 1]);
    let values = k.read_only("values", Type::U128);
    let out = k.read_write("out", Type::U128);
    let i = k.bind("i", Expr::local_id(Axis::X));
    let a = k.bind("a", values.at(i / 6_u32));
    let b = k.bind("b", values.at(i % 6_u32));
    let n = k.bind("n", b.cast(Type::U32) * 11_u32);
    let choose = |c: Expr| c.select(1_u32, 0_u32).cast(Type::U128);
    let results = [
        a + b,
        a - b,
        a & b,
        a | b,
        a ^ b,
        a << n,
        a >> n,
        a.min(b),
        a.max(b),
        !a,
        choose(a.less(b)),
        choose(a.at_most(b)),
        choose(a.greater(b)),
        choose(a.at_least(b)),
        choose(a.equals(b)),
        choose(a.differs(b)),
        a.cast(Type::U64).cast(Type::U128),
        a.cast(Type::I32).cast(Type::U128),
        choose(a.cast(Type::Bool)),
        a.cast(Type::Vec4).cast(Type::U128),
    ];
    let count = results.len() as u32;
    for (n, result) in (0_u32..).zip(results) {
        k.store(out, i * count + n, result);
    }
    let mut expected = vec![];
    for a in WIDE {
        for b in WIDE {
            let n = (b as u32).wrapping_mul(11) % 128;
            let row = [
                a.wrapping_add(b),
                a.wrapping_sub(b),
                a & b,
                a | b,
                a ^ b,
                a << n,
                a >> n,
                a.min(b),
                a.max(b),
                !a,
                (a < b).into(),
                (a <= b).into(),
                (a > b).into(),
                (a >= b).into(),
                (a == b).into(),
                (a != b).into(),
                u128::from(a as u64),
                i128::from(a as i32) as u128,
                (a != 0).into(),
                a,
            ];
            expected.extend(row.into_iter().flat_map(four));
        }
    }
    Sample {
        program: k.finish(),
        workgroups: [1, 1, 1],
        buffers: vec![
            words(WIDE.into_iter().flat_map(four)),
            Contents::Zeros(4 * 36 * count as usize),
        ],
        expected: vec![expected],
    }
}

/// Vectors lane by lane, and the casts between them and scalars.
fn vectors() -> Sample {
    let mut k = Kernel::new("vectors", [1, 1, 1]);
    let given = k.read_only("given", Type::Vec4);
    let four = k.read_write("four", Type::Vec4);
    let two = k.read_write("two", Type::Vec2);
    let one = k.read_write("one", Type::U32);
    let a = k.bind("a", given.at(0_u32));
    let b = k.variable("b", given.at(1_u32));
    k.assign(b, b + Expr::cast(Type::Vec4, Expr::u32(1)));
    let lanes = [3, 2, 1, 0].map(|n| a.lane(n)).to_vec();
    for (position, value) in (0_u32..).zip([
        a + b,
        a - b,
        a * b,
        a.min(b),
        a.max(b),
        (a & b) | (a ^ b),
        !a,
        Expr::compose(lanes),
        a.equals(b).select(a, b),
        Expr::compose([4, 5, 0, 0].map(Expr::u32).to_vec()),
    ]) {
        k.store(four, position, value);
    }
    k.store(
        two,
        0_u32,
        a.cast(Type::Vec2) * b.cast(Type::U64).cast(Type::Vec2),
    );
    k.store(two, 1_u32, Expr::i32(-1).cast(Type::Vec2));
    k.store(one, 0_u32, b.cast(Type::U32));
    k.store(one, 1_u32, a.differs(b).select(10_u32, 20_u32));
    k.store(one, 2_u32, b.cast(Type::Bool).select(10_u32, 20_u32));
    let (x, y) = ([9_u32, 0, 0xffff_ffff, 5], [7_u32, 0, 3, 0x8000_0000]);
    let y = y.map(|n| n.wrapping_add(1));
    let zip = |f: fn(u32, u32) -> u32| [0, 1, 2, 3].map(|n| f(x[n], y[n]));
    Sample {
        program: k.finish(),
        workgroups: [1, 1, 1],
        buffers: vec![
            words([9, 0, 0xffff_ffff, 5, 7, 0, 3, 0x8000_0000]),
            Contents::Zeros(40),
            Contents::Zeros(4),
            Contents::Zeros(3),
        ],
        expected: vec![
            [
                zip(u32::wrapping_add),
                zip(u32::wrapping_sub),
                zip(u32::wrapping_mul),
                zip(Ord::min),
                zip(Ord::max),
                zip(|a, b| a | b),
                x.map(|n| !n),
                [5, 0xffff_ffff, 0, 9],
                y,
                [4, 5, 0, 0],
            ]
            .concat(),
            vec![72, 0, u32::MAX, u32::MAX],
            vec![8, 10, 10],
        ],
    }
}

/// One function that is inlined, and one with a loop that is not.
fn calls() -> Sample {
    let mut k = Kernel::new("calls", [8, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let mut f = FunctionBuilder::new("difference", vec![Type::U32]);
    let [a, b] = ["a", "b"].map(|name| f.param(name, Type::U32));
    let larger = Expr::binary(BinaryOp::Max, f.read(a), f.read(b));
    let smaller = Expr::binary(BinaryOp::Min, f.read(a), f.read(b));
    let difference = k.function(f.finish(vec![Node::Return(vec![larger - smaller])]));
    let mut f = FunctionBuilder::new("data", vec![Type::U32, Type::Bool]);
    let n = f.param("n", Type::U32);
    let power = f.local("power", Type::U32);
    let round = f.local("round", Type::U32);
    let next = Expr::binary(BinaryOp::Mul, f.read(power), Expr::u32(3));
    let (read_power, read_n) = (f.read(power), f.read(n));
    let body = vec![
        Node::Let {
            local: power,
            value: Expr::u32(1),
            mutable: true,
        },
        Node::Loop {
            counter: round,
            from: Expr::u32(0),
            to: read_n,
            body: vec![Node::Assign {
                local: power,
                value: next,
            }],
        },
        Node::Return(vec![read_power.clone(), read_power.greater(100_u32)]),
    ];
    let powers = k.function(f.finish(body));
    let i = k.bind("i", Expr::local_id(Axis::X));
    let power = k.call_function(powers, vec![i.into()]);
    let distance = k.call_function(difference, vec![data.at(i), power[0].into()]);
    k.store(
        data,
        i,
        power[1].select(distance[0], Expr::from(distance[0]) + 1000_u32),
    );
    let row = |i: u32| {
        let power = 3_u32.pow(i);
        power.abs_diff(50) + if power > 100 { 0 } else { 1000 }
    };
    Sample {
        program: k.finish(),
        workgroups: [1, 1, 1],
        buffers: vec![Contents::Words(vec![50; 8])],
        expected: vec![(0..8).map(row).collect()],
    }
}
