//! Every kind of node, on every adapter.

use super::devices::{Op, check};
use super::oracle::{bits, edges, value};
use vyre_conform_runtime::ir::{
    BinaryOp::*, Expr, Function, FunctionBuilder, FunctionId, LocalId, Module, Node, Type, UnaryOp,
};
use vyre_conform_runtime::spec::ValueType::{self, Bool, U32, U64, Vec2U32, Vec4U32};
use vyre_conform_runtime::value::Value;

const U: Type = Type::U32;

fn small() -> Vec<Value> {
    (0..12)
        .chain([31, 32, u64::from(u32::MAX)])
        .map(|k| value(U, k))
        .collect()
}

fn bin(op: vyre_conform_runtime::ir::BinaryOp, a: Expr, b: impl Into<Num>) -> Expr {
    Expr::binary(op, a, b.into().0)
}

/// A right operand: an expression or a `u32` literal.
struct Num(Expr);

impl From<Expr> for Num {
    fn from(expr: Expr) -> Self {
        Self(expr)
    }
}

impl From<u32> for Num {
    fn from(n: u32) -> Self {
        Self(Expr::u32(n))
    }
}

fn variable(local: LocalId, value: Expr) -> Node {
    Node::Let {
        local,
        value,
        mutable: true,
    }
}

fn bind(local: LocalId, value: Expr) -> Node {
    Node::Let {
        local,
        value,
        mutable: false,
    }
}

fn assign(local: LocalId, value: Expr) -> Node {
    Node::Assign { local, value }
}

fn store(array: LocalId, index: Expr, value: Expr) -> Node {
    Node::StoreElement {
        array,
        index,
        value,
    }
}

fn when(condition: Expr, then: Vec<Node>) -> Node {
    Node::If {
        condition,
        then,
        otherwise: vec![],
    }
}

fn call(function: u32, args: Vec<Expr>, results: &[LocalId]) -> Node {
    Node::Call {
        function: FunctionId(function),
        args,
        results: results.to_vec(),
    }
}

fn module(functions: Vec<Function>) -> Module {
    let entry = FunctionId(functions.len() as u32 - 1);
    Module { functions, entry }
}

fn words(case: &[Value]) -> Vec<u32> {
    case.iter().flat_map(|v| v.words().to_vec()).collect()
}

/// Oracle: the same loop in Rust. `continue` runs the step, `break` leaves the inner loop only.
#[test]
fn a_while_with_continue_and_break() {
    let mut f = FunctionBuilder::new("walk", vec![U]);
    let [a, b] = ["a", "b"].map(|name| f.param(name, U));
    let [i, j, sum] = ["i", "j", "sum"].map(|name| f.local(name, U));
    let inner = Node::While {
        bound: 100,
        head: vec![],
        condition: Expr::bool(true),
        body: vec![
            when(
                bin(Ge, f.read(j), bin(And, f.read(a), 7)),
                vec![Node::Break],
            ),
            assign(j, bin(Add, f.read(j), 1)),
            when(bin(Eq, bin(And, f.read(j), 1), 0), vec![Node::Continue]),
            assign(sum, bin(Add, bin(Mul, f.read(sum), 3), f.read(j))),
        ],
        step: vec![],
    };
    let body = vec![
        variable(sum, f.read(b)),
        variable(i, Expr::u32(0)),
        Node::While {
            bound: 10,
            head: vec![],
            condition: bin(Lt, f.read(i), 10),
            body: vec![
                when(
                    bin(Eq, bin(And, bin(Shr, f.read(a), f.read(i)), 1), 0),
                    vec![Node::Continue],
                ),
                variable(j, Expr::u32(0)),
                inner,
                assign(sum, bin(Xor, f.read(sum), f.read(i))),
            ],
            step: vec![assign(i, bin(Add, f.read(i), 1))],
        },
        Node::Return(vec![f.read(sum)]),
    ];
    let op = Op::new(f.module(body), &[U32, U32], U32);
    check(&op, &[edges(U), small()], |case| {
        let [a, b] = [0, 1].map(|k| case[k].words()[0]);
        let mut sum = b;
        for i in (0..10).filter(|i| a >> i & 1 == 1) {
            for j in (1..=(a & 7)).filter(|j| j % 2 == 1) {
                sum = sum.wrapping_mul(3).wrapping_add(j);
            }
            sum ^= i;
        }
        Value::of(sum)
    });
}

/// Oracle: the same loop in Rust. A loop whose step needs more than an assignment, left at exactly
/// its bound, with a binding in its head that condition, body and step see.
#[test]
fn a_while_with_head_and_step() {
    let mut f = FunctionBuilder::new("bits", vec![U]);
    let a = f.param("a", U);
    let [n, trips, low] = ["n", "trips", "low"].map(|name| f.local(name, U));
    let body = vec![
        variable(n, f.read(a)),
        variable(trips, Expr::u32(0)),
        Node::While {
            bound: 32,
            head: vec![bind(low, bin(And, f.read(n), 1))],
            condition: bin(Ne, bin(Or, f.read(n), f.read(low)), 0),
            body: vec![when(bin(Eq, f.read(low), 0), vec![Node::Continue])],
            step: vec![
                assign(n, bin(Shr, f.read(n), 1)),
                assign(trips, bin(Add, f.read(trips), bin(Add, f.read(low), 0x100))),
            ],
        },
        Node::Return(vec![f.read(trips)]),
    ];
    let op = Op::new(f.module(body), &[U32], U32);
    check(&op, &[edges(U)], |case| {
        let a = case[0].words()[0];
        Value::of(a.count_ones() + 0x100 * (32 - a.leading_zeros()))
    });
}

/// Oracle: the IR's definition of `Loop`: no run where `from >= to`, both ends evaluated once.
#[test]
fn a_loop_with_ends_that_change() {
    let mut f = FunctionBuilder::new("sum", vec![U]);
    let [a, b] = ["from", "to"].map(|name| f.param(name, U));
    let [end, sum, i] = ["end", "sum", "i"].map(|name| f.local(name, U));
    let body = vec![
        variable(end, bin(And, f.read(b), 15)),
        variable(sum, Expr::u32(0)),
        Node::Loop {
            counter: i,
            from: bin(And, f.read(a), 15),
            to: f.read(end),
            body: vec![
                assign(end, bin(Add, f.read(end), 3)),
                assign(sum, bin(Add, bin(Mul, f.read(sum), 16), f.read(i))),
            ],
        },
        Node::Return(vec![bin(Xor, f.read(sum), f.read(end))]),
    ];
    let op = Op::new(f.module(body), &[U32, U32], U32);
    check(&op, &[small(), small()], |case| {
        let [from, to] = [0, 1].map(|k| case[k].words()[0] & 15);
        let sum = (from..to).fold(0, |sum: u32, i| sum.wrapping_mul(16).wrapping_add(i));
        Value::of(sum ^ (to + 3 * to.saturating_sub(from)))
    });
}

/// Oracle: the IR's bounds rule: a read outside is zero, a write outside does nothing; an array
/// declared in a loop starts at zero each time.
#[test]
fn arrays_in_and_out_of_bounds() {
    for ty in [U, Type::I32, Type::U64, Type::Bool] {
        let mut f = FunctionBuilder::new("array", vec![ty]);
        let [a, b] = ["a", "b"].map(|name| f.param(name, U));
        let x = f.param("x", ty);
        let cells = f.array("cells", ty, 5);
        let [i, hits] = ["i", "hits"].map(|name| f.local(name, U));
        let read = Expr::element(cells, ty, f.read(b));
        let body = vec![
            variable(hits, Expr::u32(0)),
            Node::Loop {
                counter: i,
                from: Expr::u32(0),
                to: Expr::u32(2),
                body: vec![
                    Node::Declare { local: cells },
                    when(
                        match ty {
                            Type::Bool => read.clone(),
                            _ => Expr::cast(Type::Bool, read.clone()),
                        },
                        vec![assign(hits, bin(Add, f.read(hits), 1))],
                    ),
                    store(cells, f.read(a), f.read(x)),
                    store(cells, Expr::u32(5), f.read(x)),
                    when(
                        bin(Eq, bin(Add, f.read(i), f.read(hits)), 1),
                        vec![Node::Return(vec![read])],
                    ),
                ],
            },
            Node::Return(vec![Expr::literal(ty, 1)]),
        ];
        let boundary = super::oracle::value_type(ty);
        let op = Op::new(f.module(body), &[U32, U32, boundary], boundary);
        let some = edges(ty).into_iter().rev().take(2).collect();
        check(&op, &[small(), small(), some], |case| {
            let [a, b] = [0, 1].map(|k| case[k].words()[0]);
            let hit = a == b && a < 5;
            value(ty, if hit { bits(case[2]) } else { 0 })
        });
    }
}

/// Oracle: the IR's bounds rule on the elements as listed.
#[test]
fn tables_in_and_out_of_bounds() {
    let data = [3, 0, u64::from(u32::MAX), 0x8000_0000, 77, 0x1_0000, 12];
    for ty in [U, Type::I32, Type::U64, Type::Bool] {
        let data: Vec<u64> = data
            .iter()
            .map(|bits| {
                if ty == Type::U64 {
                    bits << 7
                } else {
                    bits & ty.mask()
                }
            })
            .collect();
        let mut f = FunctionBuilder::new("look_up", vec![ty]);
        let a = f.param("a", U);
        let table = f.table("TABLE", ty, data.clone());
        let body = vec![Node::Return(vec![Expr::table_element(
            table,
            ty,
            f.read(a),
        )])];
        let op = Op::new(f.module(body), &[U32], super::oracle::value_type(ty));
        check(&op, &[small()], |case| {
            let at = case[0].words()[0] as usize;
            value(ty, data.get(at).copied().unwrap_or(0))
        });
    }
}

/// A function that gives the exponent and the mantissa of a normalised word, with an early return.
fn normalise() -> Function {
    let mut f = FunctionBuilder::new("normalise", vec![U, U]);
    let m = f.param("m", U);
    let e = f.local("e", U);
    let top = bin(And, f.read(m), 0x8000_0000);
    let body = vec![
        when(
            bin(Eq, f.read(m), 0),
            vec![Node::Return(vec![Expr::u32(32), Expr::u32(0)])],
        ),
        variable(e, Expr::u32(0)),
        Node::While {
            bound: 31,
            head: vec![],
            condition: bin(Eq, top, 0),
            body: vec![
                assign(m, bin(Shl, f.read(m), 1)),
                assign(e, bin(Add, f.read(e), 1)),
            ],
            step: vec![],
        },
        Node::Return(vec![f.read(e), f.read(m)]),
    ];
    f.finish(body)
}

/// Oracle: Rust's leading_zeros and shifts. Two calls of a function with two results, one of them
/// in a loop.
#[test]
fn functions_with_several_results() {
    let mut f = FunctionBuilder::new("twice", vec![U, U]);
    let [v0, v1] = ["v_0", "v_1"].map(|name| f.param(name, U));
    let [e, m, sum, i] = ["e", "m", "sum", "i"].map(|name| f.local(name, U));
    let [e2, m2] = ["e", "m"].map(|name| f.local(name, U));
    let body = vec![
        call(0, vec![f.read(v0)], &[e, m]),
        variable(sum, f.read(e)),
        Node::Loop {
            counter: i,
            from: Expr::u32(0),
            to: Expr::u32(3),
            body: vec![
                call(0, vec![bin(Shr, f.read(v1), f.read(i))], &[e2, m2]),
                assign(sum, bin(Add, bin(Mul, f.read(sum), 33), f.read(e2))),
            ],
        },
        Node::Return(vec![f.read(sum), f.read(m)]),
    ];
    let op = Op::new(
        module(vec![normalise(), f.finish(body)]),
        &[Vec2U32],
        Vec2U32,
    );
    let pairs = [
        [0, 0],
        [1, 7],
        [0x8000_0000, 3],
        [5, u32::MAX],
        [0x1234, 0x100],
    ];
    let pairs = pairs.iter().map(|v| Value::of(*v)).collect();
    check(&op, &[pairs], |case| {
        let v = words(case);
        let sum = (0..3).fold(v[0].leading_zeros(), |sum, i| {
            sum.wrapping_mul(33)
                .wrapping_add((v[1] >> i).leading_zeros())
        });
        Value::of([sum, v[0].checked_shl(v[0].leading_zeros()).unwrap_or(0)])
    });
}

/// Oracle: order of evaluation as in Rust: the call reads `x` before it is assigned, though it is
/// spliced in and used after.
#[test]
fn a_spliced_call_reads_before_later_writes() {
    let mut g = FunctionBuilder::new("next", vec![U]);
    let p = g.param("p", U);
    let next = bin(Add, g.read(p), 1);
    let next = g.finish(vec![Node::Return(vec![next])]);
    let mut f = FunctionBuilder::new("order", vec![U]);
    let [a, b] = ["a", "b"].map(|name| f.param(name, U));
    let [x, t, u] = ["x", "t", "u"].map(|name| f.local(name, U));
    let body = vec![
        variable(x, f.read(a)),
        call(0, vec![f.read(x)], &[t]),
        assign(x, f.read(b)),
        call(0, vec![bin(Mul, f.read(x), f.read(x))], &[u]),
        when(bin(Lt, f.read(a), f.read(b)), vec![assign(x, Expr::u32(9))]),
        Node::Return(vec![bin(Xor, bin(Mul, f.read(t), f.read(u)), f.read(x))]),
    ];
    let op = Op::new(module(vec![next, f.finish(body)]), &[U32, U32], U32);
    check(&op, &[small(), edges(U)], |case| {
        let [a, b] = [0, 1].map(|k| case[k].words()[0]);
        let product = a
            .wrapping_add(1)
            .wrapping_mul(b.wrapping_mul(b).wrapping_add(1));
        Value::of(product ^ if a < b { 9 } else { b })
    });
}

/// Oracle: the layout of the spec: lanes in order, u64 as low and high word, Bool as 0 or 1;
/// parameters that are assigned keep their first value until then.
#[test]
fn every_boundary_type_and_assigned_parameters() {
    let mut f = FunctionBuilder::new("mixed", vec![U, U, U, U]);
    let lanes = ["v_0", "v_1", "v_2", "v_3"].map(|name| f.param(name, U));
    let wide = f.param("wide", Type::U64);
    let flag = f.param("flag", Type::Bool);
    let body = vec![
        assign(lanes[0], bin(Add, f.read(lanes[0]), f.read(lanes[3]))),
        when(
            Expr::unary(UnaryOp::Not, f.read(flag)),
            vec![assign(lanes[1], Expr::u32(5))],
        ),
        assign(flag, bin(Lt, f.read(lanes[2]), f.read(lanes[0]))),
        Node::Return(vec![
            f.read(lanes[0]),
            f.read(lanes[1]),
            Expr::cast(U, f.read(wide)),
            bin(
                Add,
                Expr::cast(U, f.read(flag)),
                Expr::cast(U, bin(Shr, f.read(wide), 32)),
            ),
        ]),
    ];
    let operands: [ValueType; 3] = [Vec4U32, U64, Bool];
    let op = Op::new(f.module(body), &operands, Vec4U32);
    let vectors = [[1, 2, 3, 4], [u32::MAX, 0, 7, 1], [9, 9, 9, 9]];
    let values = [
        vectors.iter().map(|v| Value::of(*v)).collect(),
        edges(Type::U64),
        edges(Type::Bool),
    ];
    check(&op, &values, |case| {
        let w = words(case);
        let first = w[0].wrapping_add(w[3]);
        let second = if w[6] == 0 { 5 } else { w[1] };
        Value::of([
            first,
            second,
            w[4],
            u32::from(w[2] < first).wrapping_add(w[5]),
        ])
    });
}

/// Oracle: `a + b * 2 - 3` in Rust, whatever the names.
#[test]
fn names_that_wgsl_or_the_lowering_has_taken() {
    for name in [
        "mod",
        "min",
        "select",
        "u64_add",
        "vyre_main",
        "_",
        "r#loop",
        "fn_",
        "__x",
        "日",
    ] {
        for local in [
            "let", "a", "min", "mod", "u32", "trip", "i", "vyre_out", "x_1", "日本",
        ] {
            let mut f = FunctionBuilder::new(name, vec![U]);
            let [a, b] = [local, name].map(|name| f.param(name, U));
            let [x, y] = [local, name].map(|name| f.local(name, U));
            let body = vec![
                bind(x, bin(Add, f.read(a), bin(Mul, f.read(b), 2))),
                variable(y, bin(Min, f.read(x), u32::MAX)),
                assign(y, bin(Sub, f.read(y), 3)),
                Node::Return(vec![f.read(y)]),
            ];
            let op = Op::new(f.module(body), &[U32, U32], U32);
            check_once(&op);
        }
    }
}

fn check_once(op: &Op) {
    let cases = vec![vec![Value::of(7_u32), Value::of(5_u32)]];
    let text = op.text();
    for device in super::devices::devices() {
        let wrong = super::devices::disagreement(device, op, &text, &cases, &[Value::of(14_u32)]);
        assert_eq!(wrong, None, "{text}");
    }
}

/// Oracle: the promise that no bound that is exceeded hangs a device: the run comes back at all.
#[test]
fn a_loop_without_end_comes_back() {
    let mut f = FunctionBuilder::new("forever", vec![U]);
    let a = f.param("a", U);
    let x = f.local("x", U);
    let body = vec![
        variable(x, f.read(a)),
        Node::While {
            bound: 1000,
            head: vec![],
            condition: bin(Ne, f.read(x), 0),
            body: vec![assign(x, bin(Or, f.read(x), 1))],
            step: vec![],
        },
        Node::Return(vec![f.read(x)]),
    ];
    let op = Op::new(f.module(body), &[U32], U32);
    let cases: Vec<_> = edges(U).into_iter().map(|v| vec![v]).collect();
    for device in super::devices::devices() {
        let found = super::devices::run(device, &op, &op.text(), &cases, None);
        assert_eq!(found.len(), cases.len());
    }
}
