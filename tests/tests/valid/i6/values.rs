//! Rules of locals and expressions.

use super::super::programs::PlantedChange;
use super::Breakage::{self, Nodes, Program as Declared};
use super::wrong_value;
use vyre_conform_runtime::ir::{
    AtomicOp, Axis, BinaryOp, BufferId, Expr, Local, LocalId, Node, Operand, Type, UnaryOp,
};

/// The casts that docs/spec/ir.md#casts does not list, between types with values.
const UNLISTED: [(Type, Type); 13] = [
    (Type::U32, Type::U32),
    (Type::I32, Type::I32),
    (Type::U64, Type::U64),
    (Type::U128, Type::U128),
    (Type::Bool, Type::Bool),
    (Type::Vec2, Type::Vec2),
    (Type::Vec4, Type::Vec4),
    (Type::U64, Type::Vec4),
    (Type::U128, Type::Vec2),
    (Type::Bool, Type::Vec2),
    (Type::Bool, Type::Vec4),
    (Type::Vec2, Type::U128),
    (Type::Vec2, Type::Vec4),
];

/// An atomic on the buffer `data` that binds a local.
fn atomic_into(result: LocalId) -> Node {
    Node::Atomic {
        op: AtomicOp::Add,
        buffer: BufferId(2),
        index: Expr::u32(0),
        value: Expr::u32(1),
        expected: None,
        result,
    }
}

/// A loop that counts a local.
fn counter_of(counter: LocalId) -> Node {
    Node::Loop {
        counter,
        from: Expr::u32(0),
        to: Expr::u32(1),
        body: vec![],
    }
}

/// Programs that barely obey these rules, planted like those that break them.
pub(super) const BARELY_VALID: &[(&str, PlantedChange)] = &[
    (
        "V008, locals of one name in blocks side by side",
        |k, n, _| {
            for _ in 0..2 + n.below(2) {
                k.when(true, |k| _ = k.bind("x", 1));
            }
        },
    ),
    (
        "V008, locals of one name in blocks inside one another",
        |k, _, _| {
            k.bind("x", 1);
            k.count("x", 0, 2, |k, _| k.when(true, |k| _ = k.bind("x", 1)));
        },
    ),
];

/// A way to break each of these rules.
pub(super) const FAMILIES: &[(&str, Breakage)] = &[
    (
        "V006",
        Nodes(|k, n, _| {
            let mut x = None;
            k.when(true, |k| x = Some(k.variable("x", 1)));
            match (x, n.below(2)) {
                (Some(x), 0) => k.assign(x, 1),
                (Some(x), _) => _ = k.bind("y", x),
                _ => {}
            }
        }),
    ),
    (
        "V006",
        Nodes(|k, n, _| {
            let local = LocalId(1_000 + n.word());
            match n.below(3) {
                0 => k.push(Node::Declare { local }),
                1 => k.push(counter_of(local)),
                _ => k.push(atomic_into(local)),
            }
        }),
    ),
    (
        "V007",
        Nodes(|k, n, _| {
            let axis = Axis(3 + n.below(253) as u8);
            _ = k.bind(
                "x",
                n.of(&[Expr::invocation_id, Expr::workgroup_id, Expr::local_id])(axis),
            );
        }),
    ),
    (
        "V008",
        Nodes(|k, n, _| {
            let local = k.bind("x", n.word()).local;
            match n.below(3) {
                0 => k.push(Node::Declare { local }),
                1 => k.push(counter_of(local)),
                _ => k.push(atomic_into(local)),
            }
        }),
    ),
    (
        "V008",
        Nodes(|k, n, _| {
            // An inner block binds a local of the block around it.
            let local = k.bind("x", n.word()).local;
            let again = n.of(&[
                Node::Declare { local },
                counter_of(local),
                atomic_into(local),
                Node::Let {
                    local,
                    value: Expr::u32(1),
                    mutable: false,
                },
            ]);
            match n.below(3) {
                0 => k.push(Node::Block(vec![again])),
                1 => k.when(true, |k| k.push(again)),
                _ => k.count("i", 0, 2, |k, _| k.push(again)),
            }
        }),
    ),
    (
        "V011",
        Nodes(|k, n, _| k.count("i", 0, n.word(), |k, i| k.assign(i, i + 1))),
    ),
    (
        "V012",
        Nodes(|k, n, _| {
            let (from, to) = n.of(&UNLISTED);
            let value = match from {
                Type::U32 => Expr::u32(1),
                other => Expr::cast(other, Expr::u32(1)),
            };
            _ = k.bind("x", Expr::cast(to, value));
        }),
    ),
    (
        "V021",
        Nodes(|k, n, _| {
            let op = n.of(&[BinaryOp::Add, BinaryOp::Lt, BinaryOp::Xor, BinaryOp::Shl]);
            let value = Expr::binary(op, Expr::u32(1), wrong_value(n));
            _ = k.bind("x", value);
        }),
    ),
    (
        "V021",
        Nodes(|k, n, _| {
            use BinaryOp::{Add, Div, Ge, Lt, MulHigh, Rem, RotateLeft, Shr, Sub};
            let (ty, op) = match n.below(4) {
                0 => (Type::Bool, n.of(&[Add, Sub, Shr, MulHigh])),
                1 => (Type::I32, MulHigh),
                2 => (Type::U128, n.of(&[Div, Rem, RotateLeft, MulHigh])),
                _ => {
                    let ty = n.of(&[Type::Vec2, Type::Vec4]);
                    (ty, n.of(&[Div, Lt, Ge, Shr, RotateLeft, MulHigh]))
                }
            };
            let value = |n: u32| Expr::cast(ty, Expr::u32(n));
            // The amount of a shift is a u32, so the shifted operand is wrong.
            let right = match op {
                Shr | RotateLeft => Expr::u32(1),
                _ => value(2),
            };
            _ = k.bind("x", Expr::binary(op, value(1), right));
        }),
    ),
    (
        "V022",
        Nodes(|k, n, _| match n.below(2) {
            0 => k.when(wrong_value(n), |_| {}),
            _ => k.repeat_while(1, wrong_value(n), |_| {}),
        }),
    ),
    (
        "V023",
        Nodes(|k, n, _| {
            let bytes = Expr::cast(Type::Bytes, wrong_value(n));
            _ = k.bind("x", Expr::cast(Type::U32, bytes));
        }),
    ),
    (
        "V027",
        Nodes(|k, n, _| {
            let x = k.variable("x", 1);
            k.assign(x, wrong_value(n));
        }),
    ),
    (
        "V027",
        Declared(|p, n| {
            let local = LocalId(p.entry.locals.len() as u32);
            p.entry.locals.push(Local {
                name: "before".to_owned(),
                ty: n.of(&[Type::I32, Type::Bool, Type::U64, Type::Vec4]),
                len: None,
            });
            p.entry.body.push(atomic_into(local));
        }),
    ),
    (
        "V030",
        Nodes(|k, n, _| {
            use UnaryOp::{CountOnes, LeadingZeros, Negate, ReverseBits, SwapBytes, TrailingZeros};
            let op = n.of(&[
                Negate,
                CountOnes,
                LeadingZeros,
                TrailingZeros,
                ReverseBits,
                SwapBytes,
            ]);
            let operand = n.of(&[Type::Bool, Type::U128, Type::Vec2, Type::Vec4]);
            _ = k.bind("x", Expr::unary(op, Expr::cast(operand, Expr::u32(1))));
        }),
    ),
    (
        "V031",
        Nodes(|k, n, _| {
            let value = match n.below(2) {
                0 => wrong_value(n).select(1, 2),
                _ => Expr::bool(true).select(1, wrong_value(n)),
            };
            _ = k.bind("x", value);
        }),
    ),
    (
        "V034",
        Nodes(|k, n, b| {
            let value = match n.below(3) {
                0 => b.input.at(0),
                1 => Expr::u64(1),
                _ => Expr::cast(Type::Vec2, Expr::u32(1)),
            };
            _ = k.bind("x", Expr::lane(value, 2 + n.word()));
        }),
    ),
];
