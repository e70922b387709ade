//! Faults planted in the text of the lowering: comparison with the oracle catches each on every adapter. A fault is the
//! output of some wrong line in the lowering.

use super::devices::{Op, devices, disagreement};
use super::operators::op;
use super::oracle::{self, bits, edges, value};
use vyre_conform_runtime::ir::{
    BinaryOp::{self, *},
    Expr, FunctionBuilder, Node, Type, UnaryOp,
};
use vyre_conform_runtime::spec::ValueType;
use vyre_conform_runtime::value::Value;

const U: Type = Type::U32;
const I: Type = Type::I32;
const W: Type = Type::U64;

/// Asserts that the correct text passes on every case, and that the text with `from` replaced by `to` does not.
#[track_caller]
fn assert_caught(op: &Op, cases: &[Vec<Value>], expected: &[Value], faults: &[(&str, &str, &str)]) {
    let text = op.text();
    for device in devices() {
        assert_eq!(disagreement(device, op, &text, cases, expected), None);
        for (what, from, to) in faults {
            let wrong = if text.contains(&prefixed(from)) {
                text.replace(&prefixed(from), &prefixed(to))
            } else {
                text.replace(from, to)
            };
            assert_ne!(text, wrong, "{what}: the text has no `{from}`:\n{text}");
            let caught = disagreement(device, op, &wrong, cases, expected);
            assert!(caught.is_some(), "not caught: {what}\n{wrong}");
        }
    }
}

/// A piece of text with the prefixes that the lowering adds to names in these tests.
fn prefixed(piece: &str) -> String {
    let mut prefixed = String::new();
    for word in piece.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_') {
        let name = word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
        prefixed += match name {
            "a" | "b" | "n" | "total" => "v_",
            "TABLE" => "t_",
            _ => "",
        };
        prefixed += word;
    }
    prefixed
}

/// [`assert_caught`] for an operator on all pairs of edge values.
#[track_caller]
fn operator(kind: BinaryOp, ty: Type, faults: &[(&str, &str, &str)]) {
    let right = if kind.is_shift() { U } else { ty };
    let result = kind.result(ty);
    let op = op("op", &[ty, right], result, |v| {
        Expr::binary(kind, v[0].clone(), v[1].clone())
    });
    let mut cases = vec![];
    for a in edges(ty) {
        cases.extend(edges(right).into_iter().map(|b| vec![a, b]));
    }
    let expected: Vec<_> = cases
        .iter()
        .map(|c| value(result, oracle::binary(kind, ty, bits(c[0]), bits(c[1]))))
        .collect();
    assert_caught(&op, &cases, &expected, faults);
}

/// Oracle: Rust's integer methods, which show each fault.
#[test]
fn faults_in_words() {
    operator(
        Add,
        U,
        &[(
            "dropped wrap",
            "a + b",
            "select(a + b, 0xffffffffu, a + b < a)",
        )],
    );
    let guarded = "select(a / select(b, 1u, b == 0u), 0u, b == 0u)";
    operator(
        Div,
        U,
        &[
            (
                "dropped divisor contract",
                guarded,
                "a / select(b, 1u, b == 0u)",
            ),
            (
                "swapped select arms",
                guarded,
                "select(0u, a / select(b, 1u, b == 0u), b == 0u)",
            ),
        ],
    );
    operator(
        Rem,
        U,
        &[("remainder by 0 is by 2", "select(b, 1u", "select(b, 2u")],
    );
    operator(
        Div,
        I,
        &[
            ("sign of the divisor alone", "(a ^ b) < 0i", "b < 0i"),
            ("dropped divisor contract", "0u, b == 0i)", "1u, b == 0i)"),
        ],
    );
    operator(
        Rem,
        I,
        &[
            (
                "sign of the divisor",
                "0u - rest, a < 0i",
                "0u - rest, b < 0i",
            ),
            (
                "unsigned remainder",
                "i32_magnitude(a) % safe",
                "bitcast<u32>(a) % safe",
            ),
        ],
    );
    operator(
        Shl,
        U,
        &[
            ("mask of 15", "b & 31u", "b & 15u"),
            ("amount cut at 31", "(b & 31u)", "min(b, 31u)"),
            ("other direction", "a <<", "a >>"),
        ],
    );
    operator(
        Shr,
        I,
        &[(
            "logical shift",
            "a >> (b & 31u)",
            "i32(u32(a) >> (b & 31u))",
        )],
    );
    operator(
        Lt,
        I,
        &[("unsigned comparison", "a < b", "u32(a) < u32(b)")],
    );
    operator(
        RotateLeft,
        U,
        &[("one place too few", "(32u - b) & 31u", "31u - (b & 31u)")],
    );
    operator(
        MulHigh,
        U,
        &[
            ("wrong limb", "middle >> 16u", "cross >> 16u"),
            ("low word", ".y;", ".x;"),
        ],
    );
}

/// Oracle: Rust's integer methods, which show each fault.
#[test]
fn faults_in_double_words() {
    operator(Add, W, &[("wrong carry", "low < a.x", "low <= a.x")]);
    operator(Add, W, &[("lost carry", "b.y + carry", "b.y")]);
    operator(Sub, W, &[("wrong borrow", "a.x < b.x", "b.x < a.x")]);
    operator(Lt, W, &[("wrong tie", "a.x < b.x", "a.x <= b.x")]);
    operator(Mul, W, &[("lost cross product", " + a.y * b.x", "")]);
    operator(
        Div,
        W,
        &[("high digit of the quotient lost", "(q1 << 16u) + q0", "q0")],
    );
    operator(
        Rem,
        W,
        &[(
            "rest equal to the divisor",
            "let more = !u64_lt(rest, b);",
            "let more = u64_lt(b, rest);",
        )],
    );
    operator(
        Shl,
        W,
        &[
            ("amount not modulo 64", "(n & 32u) != 0u", "n >= 32u"),
            ("bits between the words", "31u - k", "32u - k"),
        ],
    );
    for (kind, faults) in [
        (UnaryOp::LeadingZeros, ("one too few", "32u +", "31u +")),
        (
            UnaryOp::SwapBytes,
            ("words not swapped", "(a.y), ", "(a.x), "),
        ),
    ] {
        let result = kind.result(W);
        let op = op("op", &[W], result, |v| Expr::unary(kind, v[0].clone()));
        let cases: Vec<_> = edges(W).into_iter().map(|a| vec![a]).collect();
        let expected: Vec<_> = cases
            .iter()
            .map(|c| value(result, oracle::unary(kind, W, bits(c[0]))))
            .collect();
        assert_caught(&op, &cases, &expected, &[faults]);
    }
    for (from, to, faults) in [
        (I, W, ("zero for sign", "u32(a >> 31u)", "u32(a) >> 31u")),
        (W, U, ("high word for low", "a.x", "a.y")),
        (
            U,
            Type::Bool,
            ("lowest bit only", "a != 0u", "(a & 1u) != 0u"),
        ),
    ] {
        let op = op("op", &[from], to, |v| Expr::cast(to, v[0].clone()));
        let cases: Vec<_> = edges(from).into_iter().map(|a| vec![a]).collect();
        let expected: Vec<_> = cases
            .iter()
            .map(|c| value(to, oracle::cast(from, to, bits(c[0]))))
            .collect();
        assert_caught(&op, &cases, &expected, &[faults]);
    }
}

/// Oracle: the IR's bounds rule on the elements as listed.
#[test]
fn faults_in_bounds() {
    let data = [11, 22, 33, 44, 55_u64];
    let mut f = FunctionBuilder::new("look_up", vec![U]);
    let a = f.param("a", U);
    let table = f.table("TABLE", U, data.to_vec());
    let element = Expr::table_element(table, U, f.read(a));
    let op = Op::new(
        f.module(vec![Node::Return(vec![element])]),
        &[ValueType::U32],
        ValueType::U32,
    );
    let cases: Vec<_> = (0..8)
        .chain([u64::MAX])
        .map(|k| vec![value(U, k)])
        .collect();
    let expected: Vec<_> = cases
        .iter()
        .map(|c| value(U, data.get(bits(c[0]) as usize).copied().unwrap_or(0)))
        .collect();
    let faults = [
        ("one element too many", "a < 5u", "a < 6u"),
        ("one element too few", "a < 5u", "a < 4u"),
        (
            "no bound",
            "select(0u, TABLE[min(a, 4u)], a < 5u)",
            "TABLE[min(a, 4u)]",
        ),
        ("wrong element", "min(a, 4u)", "min(a + 1u, 4u)"),
        ("wrong table", "33u, 44u", "44u, 33u"),
    ];
    assert_caught(&op, &cases, &expected, &faults);
}

/// Oracle: Rust's count_ones.
#[test]
fn faults_in_loops() {
    let mut f = FunctionBuilder::new("count", vec![U]);
    let a = f.param("a", U);
    let [n, total] = ["n", "total"].map(|name| f.local(name, U));
    let variable = |local, value| Node::Let {
        local,
        value,
        mutable: true,
    };
    let low = Expr::binary(And, f.read(n), Expr::u32(1));
    let body = vec![
        variable(n, f.read(a)),
        variable(total, Expr::u32(0)),
        Node::While {
            bound: 32,
            head: vec![],
            condition: Expr::binary(Ne, f.read(n), Expr::u32(0)),
            body: vec![
                Node::Assign {
                    local: total,
                    value: Expr::binary(Add, f.read(total), low),
                },
                Node::Assign {
                    local: n,
                    value: Expr::binary(Shr, f.read(n), Expr::u32(1)),
                },
            ],
            step: vec![],
        },
        Node::Return(vec![f.read(total)]),
    ];
    let op = Op::new(f.module(body), &[ValueType::U32], ValueType::U32);
    let cases: Vec<_> = edges(U).into_iter().map(|a| vec![a]).collect();
    let expected: Vec<_> = cases
        .iter()
        .map(|c| Value::of(c[0].words()[0].count_ones()))
        .collect();
    let faults = [
        ("one trip too few", "trip < 32u", "trip < 31u"),
        ("wrong condition", "n != 0u", "n > 1u"),
        (
            "assigned before it is read",
            "total += n & 1u;\n        n >>= 1u;",
            "n >>= 1u;\n        total += n & 1u;",
        ),
    ];
    assert_caught(&op, &cases, &expected, &faults);
}
