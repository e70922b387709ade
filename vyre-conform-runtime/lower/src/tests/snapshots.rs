//! Snapshots of the text. A changed snapshot must be reviewed:
//! `VYRE_BLESS=1 cargo test --workspace --lib -- snapshot` regenerates the files.

use super::super::testing::*;
use super::super::{OperandSource, functions, op_shader};
use vyre_conform_ir::Signature;
use vyre_conform_ir::valid::validate;
use vyre_conform_ir::{BinaryOp::*, Expr, Module, Node, Type, UnaryOp};
use vyre_conform_spec::ValueType;

const U: Type = Type::U32;
const I: Type = Type::I32;
const W: Type = Type::U64;
const B: Type = Type::Bool;

const UU: Signature = Signature {
    operands: &[ValueType::U32, ValueType::U32],
    result: ValueType::U32,
};
const II: Signature = Signature {
    operands: &[ValueType::I32, ValueType::I32],
    result: ValueType::I32,
};
const WW: Signature = Signature {
    operands: &[ValueType::U64, ValueType::U64],
    result: ValueType::U64,
};

/// Lowers, checks with naga in a shader, and compares with the file of that name.
#[track_caller]
fn snapshot(name: &str, module: Module, signature: &Signature) {
    let valid = validate(module).expect("a valid module");
    let text = functions(&valid, signature, name);
    let sources = vec![OperandSource::Storage; signature.operands.len()];
    accept(&op_shader(&text, name, signature, &sources, 64, 16));
    let path = format!("{}/src/snapshots/{name}.wgsl", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("VYRE_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the snapshot is written");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        text, stored,
        "the text of `{name}` changed:\n{text}\nwhere it is right, write it with VYRE_BLESS=1 and commit it"
    );
}

fn binary(op: vyre_conform_ir::BinaryOp, name: &str, ty: Type) -> Module {
    let (f, p) = function(name, &[("a", ty), ("b", ty)], &[ty]);
    let value = Expr::binary(op, f.read(p[0]), f.read(p[1]));
    module(vec![f.finish(vec![give(value)])])
}

/// Oracle: idiomatic hand-written text.
#[test]
fn snapshot_one_operator() {
    snapshot("add", binary(Add, "add", U), &UU);
    snapshot("div", binary(Div, "div", U), &UU);
    snapshot("sdiv", binary(Div, "sdiv", I), &II);
    snapshot("srem", binary(Rem, "srem", I), &II);
    snapshot("shl", binary(Shl, "shl", U), &UU);
    snapshot("rotate_left", binary(RotateLeft, "rotate_left", U), &UU);
    snapshot("wide_mul", binary(Mul, "wide_mul", W), &WW);
}

/// Oracle: idiomatic hand-written text: one plain function.
#[test]
fn snapshot_composed() {
    let sub = binary(Sub, "sub", U).functions.remove(0);
    let (f, p) = function("lt", &[("a", U), ("b", U)], &[B]);
    let value = Expr::binary(Lt, f.read(p[0]), f.read(p[1]));
    let lt = f.finish(vec![give(value)]);
    let (mut f, p) = function("abs_diff", &[("a", U), ("b", U)], &[U]);
    let [x, y] = ["t", "t"].map(|name| f.local(name, U));
    let c = f.local("t", B);
    let (a, b) = (f.read(p[0]), f.read(p[1]));
    let nodes = vec![
        call(1, vec![a.clone(), b.clone()], &[c]),
        call(0, vec![b.clone(), a.clone()], &[x]),
        call(0, vec![a, b], &[y]),
        give(Expr::select(f.read(c), f.read(x), f.read(y))),
    ];
    snapshot("abs_diff", module(vec![sub, lt, f.finish(nodes)]), &UU);
}

/// Oracle: idiomatic hand-written text, with the trip counter of an uncounted loop.
#[test]
fn snapshot_loops() {
    let (mut f, p) = function("gcd", &[("a", U), ("b", U)], &[U]);
    let [x, y, t] = ["x", "y", "t"].map(|name| f.local(name, U));
    let nodes = vec![
        variable(x, f.read(p[0])),
        variable(y, f.read(p[1])),
        Node::While {
            bound: 48,
            head: vec![],
            condition: Expr::binary(Ne, f.read(y), Expr::u32(0)),
            body: vec![
                bind(t, Expr::binary(Rem, f.read(x), f.read(y))),
                assign(x, f.read(y)),
                assign(y, f.read(t)),
            ],
            step: vec![],
        },
        give(f.read(x)),
    ];
    snapshot("gcd", module(vec![f.finish(nodes)]), &UU);

    let (mut f, p) = function("crc32_byte", &[("crc", U), ("byte", U)], &[U]);
    let [state, i] = ["state", "i"].map(|name| f.local(name, U));
    let masked = Expr::binary(And, f.read(state), Expr::u32(1));
    let poly = Expr::binary(
        And,
        Expr::u32(0xedb8_8320),
        Expr::unary(UnaryOp::Negate, masked),
    );
    let nodes = vec![
        variable(state, Expr::binary(Xor, f.read(p[0]), f.read(p[1]))),
        variable(i, Expr::u32(0)),
        Node::While {
            bound: 8,
            head: vec![],
            condition: Expr::binary(Lt, f.read(i), Expr::u32(8)),
            body: vec![assign(
                state,
                Expr::binary(Xor, Expr::binary(Shr, f.read(state), Expr::u32(1)), poly),
            )],
            step: vec![assign(i, Expr::binary(Add, f.read(i), Expr::u32(1)))],
        },
        give(f.read(state)),
    ];
    snapshot("crc32_byte", module(vec![f.finish(nodes)]), &UU);
}

/// Oracle: idiomatic hand-written text, with every index in bounds.
#[test]
fn snapshot_arrays_and_tables() {
    let (mut f, p) = function("nibbles", &[("x", U), ("k", U)], &[U]);
    let digits = f.table("DIGITS", U, (0..16).map(|d| d * d).collect());
    let parts = f.array("parts", U, 4);
    let i = f.local("i", U);
    let nodes = vec![
        Node::Declare { local: parts },
        Node::Loop {
            counter: i,
            from: Expr::u32(0),
            to: Expr::u32(4),
            body: vec![Node::StoreElement {
                array: parts,
                index: f.read(i),
                value: Expr::table_element(
                    digits,
                    U,
                    Expr::binary(
                        And,
                        Expr::binary(
                            Shr,
                            f.read(p[0]),
                            Expr::binary(Mul, f.read(i), Expr::u32(4)),
                        ),
                        Expr::u32(15),
                    ),
                ),
            }],
        },
        Node::StoreElement {
            array: parts,
            index: Expr::binary(Add, f.read(p[1]), Expr::u32(1)),
            value: f.read(p[0]),
        },
        give(Expr::binary(
            Add,
            Expr::element(parts, U, f.read(p[1])),
            Expr::table_element(digits, U, f.read(p[1])),
        )),
    ];
    snapshot("nibbles", module(vec![f.finish(nodes)]), &UU);
}

/// Oracle: idiomatic hand-written text: a callee with a loop stays a function, lanes are components, an
/// assigned parameter becomes a variable.
#[test]
fn snapshot_functions_and_lanes() {
    let (mut f, p) = function("norm", &[("m", U)], &[U, U]);
    let shift = f.local("shift", U);
    let m = f.read(p[0]);
    let top = Expr::binary(And, m.clone(), Expr::u32(0x8000_0000));
    let nodes = vec![
        variable(shift, Expr::u32(0)),
        Node::While {
            bound: 32,
            head: vec![],
            condition: Expr::binary(
                And,
                Expr::binary(Ne, m.clone(), Expr::u32(0)),
                Expr::binary(Eq, top, Expr::u32(0)),
            ),
            body: vec![
                assign(p[0], Expr::binary(Shl, m.clone(), Expr::u32(1))),
                assign(shift, Expr::binary(Add, f.read(shift), Expr::u32(1))),
            ],
            step: vec![],
        },
        Node::Return(vec![m, f.read(shift)]),
    ];
    let norm = f.finish(nodes);
    let (mut f, p) = function("normalise", &[("v_0", U), ("v_1", U), ("up", B)], &[U, U]);
    let [a, b] = ["e", "f"].map(|name| f.local(name, U));
    let nodes = vec![
        call(
            0,
            vec![Expr::binary(Or, f.read(p[0]), f.read(p[1]))],
            &[a, b],
        ),
        Node::If {
            condition: Expr::unary(UnaryOp::Not, f.read(p[2])),
            then: vec![Node::Return(vec![f.read(p[0]), f.read(p[1])])],
            otherwise: vec![],
        },
        Node::Return(vec![f.read(a), f.read(b)]),
    ];
    let signature = Signature {
        operands: &[ValueType::Vec2U32, ValueType::Bool],
        result: ValueType::Vec2U32,
    };
    snapshot("normalise", module(vec![norm, f.finish(nodes)]), &signature);
}
