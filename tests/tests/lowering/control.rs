//! Loops, arrays and tables, on every adapter.

use super::devices::{Op, check};
use super::nodes::*;
use super::oracle::{bits, edges, value};
use vyre_conform_runtime::ir::{BinaryOp::*, Expr, FunctionBuilder, Node, Type};
use vyre_conform_runtime::spec::ValueType::U32;
use vyre_conform_runtime::value::Value;

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

/// Oracle: the same loop in Rust. Its step needs more than an assignment, it ends at exactly its bound, and condition,
/// body and step see a binding in its head.
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

/// Oracle: the IR's definition of `Loop`: no iteration if `from >= to`, and both ends are evaluated once.
#[test]
fn loop_bounds_are_evaluated_once() {
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

/// Oracle: the IR's bounds rule: a read out of bounds gives zero, a write does nothing; an array declared in a loop is
/// zero at the start of each iteration.
#[test]
#[ignore = "a long run: seconds"]
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
        let sample = edges(ty).into_iter().rev().take(2).collect();
        check(&op, &[small(), small(), sample], |case| {
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
            let position = case[0].words()[0] as usize;
            value(ty, data.get(position).copied().unwrap_or(0))
        });
    }
}

/// Oracle: the promise that no exceeded bound hangs a device: the run returns.
#[test]
fn endless_loop_returns() {
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
        let actual = super::devices::run(device, &op, &op.text(), &cases, None);
        assert_eq!(actual.len(), cases.len());
    }
}

/// Oracle: the IR's bounds rule. naga checks a name for a literal like the literal, even where a condition prevents its
/// use.
#[test]
fn a_name_for_an_index_out_of_bounds() {
    let mut f = FunctionBuilder::new("beyond", vec![U]);
    let a = f.param("a", U);
    let k = f.local("k", U);
    let cells = f.array("cells", U, 4);
    let table = f.table("TABLE", U, vec![1, 2, 3]);
    let body = vec![
        bind(k, Expr::u32(33)),
        Node::Declare { local: cells },
        store(cells, bin(And, f.read(a), 3), Expr::u32(5)),
        store(cells, f.read(k), f.read(a)),
        Node::Return(vec![bin(
            Add,
            Expr::element(cells, U, bin(And, f.read(a), 3)),
            bin(
                Add,
                Expr::element(cells, U, f.read(k)),
                Expr::table_element(table, U, f.read(k)),
            ),
        )]),
    ];
    let op = Op::new(f.module(body), &[U32], U32);
    check(&op, &[small()], |_| Value::of(5_u32));
}

/// Oracle: the same loop in Rust. The body advances the counter, so that it can leave the array.
#[test]
fn counter_changed_by_the_body() {
    let mut f = FunctionBuilder::new("moved", vec![U]);
    let a = f.param("a", U);
    let [i, sum] = ["i", "sum"].map(|name| f.local(name, U));
    let table = f.table("TABLE", U, vec![10, 20, 30, 40]);
    let body = vec![
        variable(sum, Expr::u32(0)),
        variable(i, Expr::u32(0)),
        Node::While {
            bound: 4,
            head: vec![],
            condition: bin(Lt, f.read(i), 4),
            body: vec![
                assign(i, bin(Add, f.read(i), bin(And, f.read(a), 3))),
                assign(
                    sum,
                    bin(Add, f.read(sum), Expr::table_element(table, U, f.read(i))),
                ),
            ],
            step: vec![assign(i, bin(Add, f.read(i), 1))],
        },
        Node::Return(vec![f.read(sum)]),
    ];
    let op = Op::new(f.module(body), &[U32], U32);
    check(&op, &[small()], |case| {
        let by = (case[0].words()[0] & 3) as usize;
        let read = (by..4 + by).step_by(1 + by);
        let table = [10_u32, 20, 30, 40];
        Value::of(read.filter_map(|i| table.get(i)).sum::<u32>())
    });
}

/// Oracle: the promise that no exceeded bound hangs a device: a count beyond the declared bound is cut there, also
/// where the body continues early.
#[test]
fn a_count_beyond_its_bound_is_cut() {
    let bounds = [(5, 5), (100, 100), (1000, 100)];
    for ((bound, trips), early) in bounds.into_iter().flat_map(|b| [(b, false), (b, true)]) {
        let mut f = FunctionBuilder::new("cut", vec![U]);
        let a = f.param("a", U);
        let [i, sum] = ["i", "sum"].map(|name| f.local(name, U));
        let body = vec![
            variable(sum, f.read(a)),
            variable(i, Expr::u32(0)),
            Node::While {
                bound,
                head: vec![],
                condition: bin(Lt, f.read(i), 100),
                body: if early {
                    vec![
                        assign(sum, bin(Add, f.read(sum), 3)),
                        when(bin(Ne, f.read(i), 1000), vec![Node::Continue]),
                        assign(sum, Expr::u32(0)),
                    ]
                } else {
                    vec![assign(sum, bin(Add, f.read(sum), 3))]
                },
                step: vec![assign(i, bin(Add, f.read(i), 1))],
            },
            Node::Return(vec![f.read(sum)]),
        ];
        let op = Op::new(f.module(body), &[U32], U32);
        check(&op, &[small()], |case| {
            Value::of(case[0].words()[0].wrapping_add(3 * trips))
        });
    }
}
