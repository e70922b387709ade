//! Control flow, calls, and their depth limits.

use super::{linked, results, run, valid, words};
use crate::Options;
use vyre_conform_ir::dispatch::Contents;
use vyre_conform_ir::{
    Axis, Expr, FunctionBuilder, FunctionId, Kernel, Library, MAX_CALL_DEPTH, Module, Node, OpBody,
    Operand, Type,
};

/// Oracle: by hand: 0, 1 and 3 of the numbers below 5 are kept, 2 is skipped, and the loop exits at 4.
#[test]
fn loops_break_and_continue() {
    let mut k = Kernel::new("loops", [1, 1, 1]);
    let to = k.read_write("to", Type::U32);
    let end = k.variable("end", 9_u32);
    k.count("n", 0_u32, end, |k, n| {
        // The bounds were evaluated earlier.
        k.assign(end, 1_u32);
        k.when(n.equals(2_u32), |k| k.push(Node::Continue));
        k.when(n.equals(4_u32), |k| k.leave_loop());
        k.store(to, n, n + 10_u32);
    });
    k.count("none", 7_u32, 7_u32, |k, _| k.store(to, 5_u32, 1_u32));
    k.count("less", 8_u32, 7_u32, |k, _| k.store(to, 5_u32, 1_u32));
    let x = k.variable("x", 100_u32);
    k.repeat_while(10, x.less(103_u32), |k| {
        k.assign(x, x + 1_u32);
        k.when(x.equals(102_u32), |k| k.push(Node::Continue));
        k.store(to, 6_u32, to.at(6_u32) + x);
    });
    k.when_else(
        x.equals(103_u32),
        |k| k.store(to, 7_u32, 1_u32),
        |k| k.store(to, 7_u32, 2_u32),
    );
    k.when(x.equals(103_u32), |k| k.finish_invocation());
    k.store(to, 0_u32, 99_u32);
    let actual = results(k, [1, 1, 1], vec![Contents::Zeros(8)]);
    assert_eq!(actual, [vec![10, 11, 0, 13, 0, 0, 101 + 103, 1]]);
}

/// Oracle: by hand: arrays are zero at each declaration; tables are zero past their end.
#[test]
fn arrays_and_tables() {
    let mut k = Kernel::new("arrays", [2, 1, 1]);
    let to = k.read_write("to", Type::U32);
    let table = k.table("T", Type::U32, vec![5, 6]);
    let me = k.bind("me", Expr::local_id(Axis::X));
    k.count("n", 0_u32, 2_u32, |k, n| {
        let array = k.array("a", Type::U32, 2);
        let old = k.bind("old", Expr::element(array, Type::U32, n.into()));
        k.store_element(array, 0_u32, 8_u32);
        k.store_element(array, 1_u32, 8_u32);
        k.store_element(array, 2_u32, 8_u32);
        let place = me + n * 2_u32;
        k.store(
            to,
            place,
            old + Expr::table_element(table, Type::U32, me + n),
        );
    });
    let actual = results(k, [1, 1, 1], vec![words(&[9; 4])]);
    assert_eq!(actual, [vec![5, 6, 6, 0]]);
}

/// `d(a) = (a - 1, a + 1)`.
fn neighbours() -> FunctionBuilder {
    FunctionBuilder::new("neighbours", vec![Type::U32, Type::U32])
}

struct Ops(Module);

impl Library for Ops {
    fn find(&self, id: &str) -> Option<OpBody<'_>> {
        (id == "test.twice").then_some(OpBody::Inlinable(&self.0))
    }
}

/// Oracle: by hand; the op calls another function.
#[test]
fn functions_and_ops_are_called() {
    let mut add = FunctionBuilder::new("add", vec![Type::U32]);
    let (a, b) = (add.param("a", Type::U32), add.param("b", Type::U32));
    let sum = add.read(a) + add.read(b);
    let add = add.finish(vec![Node::Return(vec![sum])]);
    let mut twice = FunctionBuilder::new("twice", vec![Type::U32]);
    let x = twice.param("x", Type::U32);
    let y = twice.local("y", Type::U32);
    let (value, result) = (twice.read(x), twice.read(y));
    let twice = twice.finish(vec![
        Node::Call {
            function: FunctionId(0),
            args: vec![value.clone(), value],
            results: vec![y],
        },
        Node::Return(vec![result]),
    ]);
    let library = Ops(Module {
        functions: vec![add, twice],
        entry: FunctionId(1),
    });
    let mut f = neighbours();
    let a = f.param("a", Type::U32);
    let values = vec![f.read(a) - 1_u32, f.read(a) + 1_u32];
    let f = f.finish(vec![Node::Return(values)]);

    let mut k = Kernel::new("calls", [4, 1, 1]);
    let to = k.read_write("to", Type::U32);
    let neighbours = k.function(f);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let near = k.call_function(neighbours, vec![i + 10_u32]);
    let double = k.call("test.twice", vec![near[1].into()], Type::U32);
    k.store(to, i, double * 100_u32 + near[0]);
    let program = linked(k, &library);
    let actual = run(
        &program,
        [1, 1, 1],
        vec![Contents::Zeros(4)],
        &Options::default(),
    );
    assert_eq!(actual, Ok(vec![vec![2209, 2410, 2611, 2812]]));
}

/// Runs a program on a thread with a stack of two MiB, the default of threads.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread
        .spawn(test)
        .expect("a thread")
        .join()
        .expect("no overflow");
}

/// A node inside this many blocks, with an expression of this depth.
fn nested(depth: usize, inside: impl Fn(Expr) -> Node, leaf: Expr) -> Vec<Node> {
    let deep = (2..60).fold(leaf, |value, _| value + 1_u32);
    let nodes = vec![inside(deep)];
    (2..depth).fold(nodes, |nodes, n| match n % 2 {
        0 => vec![Node::Block(nodes)],
        _ => vec![Node::If {
            condition: Expr::bool(true),
            then: nodes,
            otherwise: vec![],
        }],
    })
}

/// Oracle: counted: every function of the chain adds 58 and its caller's value.
#[test]
fn the_deepest_program_runs_on_a_small_stack() {
    on_a_small_stack(|| {
        let mut k = Kernel::new("deep", [1, 1, 1]);
        let to = k.read_write("to", Type::U32);
        let chain = MAX_CALL_DEPTH as u32 - 1;
        for n in 0..chain {
            let mut f = FunctionBuilder::new(&format!("f{n}"), vec![Type::U32]);
            let (a, b) = (f.param("a", Type::U32), f.local("b", Type::U32));
            let value = f.read(a);
            let mut body = match n {
                0 => nested(60, |value| Node::Return(vec![value]), value),
                _ => {
                    let result = f.read(b);
                    let call = move |value| {
                        Node::Block(vec![
                            Node::Call {
                                function: FunctionId(n - 1),
                                args: vec![value],
                                results: vec![b],
                            },
                            Node::Return(vec![result.clone()]),
                        ])
                    };
                    nested(60, call, value)
                }
            };
            body.push(Node::Return(vec![Expr::u32(0)]));
            k.function(f.finish(body));
        }
        let results = k.call_function(FunctionId(chain - 1), vec![Expr::u32(0)]);
        k.store(to, 0_u32, results[0]);
        let program = valid(k);
        let actual = run(
            &program,
            [1, 1, 1],
            vec![Contents::Zeros(1)],
            &Options::default(),
        );
        assert_eq!(actual, Ok(vec![vec![58 * chain]]));
    });
}

/// Oracle: counted.
#[test]
fn the_longest_program_runs_on_a_small_stack() {
    on_a_small_stack(|| {
        let mut k = Kernel::new("long", [1, 1, 1]);
        let to = k.read_write("to", Type::U32);
        let x = k.variable("x", 0_u32);
        for _ in 0..99_000 {
            k.assign(x, x + 1_u32);
        }
        k.store(to, 0_u32, x);
        let actual = results(k, [1, 1, 1], vec![Contents::Zeros(1)]);
        assert_eq!(actual, [[99_000]]);
    });
}
