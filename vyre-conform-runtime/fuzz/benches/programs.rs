//! Throughput of program handling on the CPU: `cargo bench -p vyre-conform-fuzz --bench programs`.
//!
//! Every figure is for one core. A row is a function; it prints one line and returns true if the rate
//! that the project promises was reached.

use std::process::ExitCode;
use std::time::Instant;
use vyre_conform_fuzz::Large;
use vyre_conform_interp::{Interpreter, Options, report_launch};
use vyre_conform_lower as lower;
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::ir::{
    AtomicOp, Axis, BinaryOp, Expr, FunctionBuilder, Kernel, Node, Operand, Program, Type,
};
use vyre_conform_runtime::spec::ValueType;
use vyre_conform_runtime::valid::{Limits, Valid, validate, validate_program};
use vyre_conform_runtime::value::Value;
use vyre_conform_runtime::wire;

/// The allocator of the command `vyre-conform`. Decoding mostly allocates, and the system's allocator
/// returns the memory of every freed program, so that each page is cleared again for the next one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Prints a line of the table, and returns true if the rate is reached.
fn row(description: &str, unit: &str, count: f64, seconds: f64, promised: f64) -> bool {
    let rate = count / seconds;
    let verdict = if rate >= promised { "" } else { "  TOO SLOW" };
    println!("{description:<52} {rate:>14.0} {unit}/s{verdict}");
    rate >= promised
}

/// Seconds of the fastest of 200 runs, which nothing else on the machine disturbed. The drop of the
/// result is not timed.
fn fastest<T>(run: impl Fn() -> T) -> f64 {
    fastest_of(200, || (), |()| run())
}

/// Seconds of the fastest of `runs` runs, each with an input created before its time begins.
fn fastest_of<I, T>(runs: u32, make: impl Fn() -> I, run: impl Fn(I) -> T) -> f64 {
    let times = (0..runs).map(|_| {
        let input = make();
        let begin = Instant::now();
        let result = run(input);
        let seconds = begin.elapsed().as_secs_f64();
        drop(result);
        seconds
    });
    times.fold(f64::INFINITY, f64::min)
}

/// A kernel of 4,000 statements with some ten expressions each.
fn statements() -> Program {
    let mut k = Kernel::new("statements", [64, 1, 1]);
    let (from, to) = (
        k.read_only("from", Type::U32),
        k.read_write("to", Type::U32),
    );
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    for n in 0..1000_u32 {
        let x = k.bind(
            "x",
            (from.at(i + n) * 0x9e37_79b9_u32) ^ (from.at(i) >> (n % 32)),
        );
        k.when(x.less(to.len()), |k| {
            let y = k.bind("y", (x & 0xffff_u32).max(i + 1_u32).differs(n).select(x, i));
            k.store(to, x, y + from.at(y % 1000_u32));
        });
    }
    k.finish()
}

/// The wire format, in bytes of the encoded program.
fn wire_format() -> bool {
    let program = statements();
    let bytes = wire::encode(&program).expect("within the limits");
    assert_eq!(wire::decode(&bytes).as_ref(), Ok(&program));
    let encoding = fastest(|| {
        let actual = wire::encode(std::hint::black_box(&program));
        assert_eq!(actual.as_ref().map(Vec::len), Ok(bytes.len()));
        actual
    });
    let decoding = fastest(|| wire::decode(std::hint::black_box(&bytes)));
    let count = bytes.len() as f64;
    let fast = [
        row("wire format, encoding", "bytes", count, encoding, 100e6),
        row("wire format, decoding", "bytes", count, decoding, 100e6),
    ];
    !fast.contains(&false)
}

/// The largest program that rule V019 permits: 100,000 nodes, 10,000 locals, and two barriers in every
/// ten nodes, the second under a condition that the uniformity analysis must decide.
fn largest() -> Program {
    let mut k = Kernel::new("largest", [64, 1, 1]);
    let from = k.read_only("from", Type::U32);
    let to = k.read_write("to", Type::U32);
    let tile = k.workgroup("tile", Type::U32, 64);
    let total = k.variable("total", Expr::local_id(Axis::X));
    let mut last = total;
    for n in 0..9_999_u32 {
        let x = k.bind("x", from.at(total + n) ^ last);
        k.assign(total, total * x);
        k.store(tile, Expr::local_id(Axis::X), total);
        k.barrier();
        k.when(x.less(n), |k| {
            k.assign(total, tile.at(x));
            k.store(to, x, total);
        });
        k.when(from.at(Expr::workgroup_id(Axis::X)).less(n), |k| {
            k.store(to, n, x);
            k.barrier();
        });
        last = x;
    }
    for n in 0..9 {
        k.store(to, n, last);
    }
    k.finish()
}

/// The validator, in nodes of the largest program.
fn validation() -> bool {
    let program = largest();
    assert_eq!(program.entry.locals.len(), 10_000);
    let count = nodes_of(&program.entry.body);
    assert_eq!(count, 100_000);
    let seconds = fastest_of(
        20,
        || program.clone(),
        |program| {
            let violations = validate_program(program, &(), &Limits::WEBGPU);
            assert!(violations.is_ok());
            violations
        },
    );
    row(
        "validator, 100,000 nodes and 10,000 locals",
        "nodes",
        count as f64,
        seconds,
        1e6,
    )
}

/// The lowering, in nodes of the largest permitted program of each kind.
fn lowering() -> bool {
    let limits = Limits {
        function_bytes: u32::MAX,
        ..Limits::WEBGPU
    };
    let mut fast = true;
    for kind in Large::ALL {
        let program = kind.program(99_000);
        let valid = validate_program(program, &(), &limits).expect("a valid program");
        let seconds = fastest_of(2, || (), |()| lower::program(&valid));
        let what = format!("lowering, 100,000 nodes: {kind:?}");
        fast &= row(&what, "nodes", 100_000.0, seconds, 1e5);
    }
    fast
}

fn nodes_of(nodes: &[Node]) -> usize {
    let mut count = nodes.len();
    for node in nodes {
        node.for_each_part(|_| {}, |block| count += nodes_of(block));
    }
    count
}

/// The finaliser of murmur3: five operators that need a local, and a counted loop around them.
fn finaliser(rounds: u32) -> Valid {
    let mut f = FunctionBuilder::new("finaliser", vec![Type::U32]);
    let h = f.param("h", Type::U32);
    let counter = f.local("n", Type::U32);
    let mixed = |f: &FunctionBuilder, shift: u32| {
        let high = Expr::binary(BinaryOp::Shr, f.read(h), Expr::u32(shift));
        Expr::binary(BinaryOp::Xor, f.read(h), high)
    };
    let times =
        |f: &FunctionBuilder, by: u32| Expr::binary(BinaryOp::Mul, f.read(h), Expr::u32(by));
    let values = [
        mixed(&f, 16),
        times(&f, 0x85eb_ca6b),
        mixed(&f, 13),
        times(&f, 0xc2b2_ae35),
        mixed(&f, 16),
    ];
    let body = values.map(|value| Node::Assign { local: h, value });
    let result = f.read(h);
    let module = f.module(vec![
        Node::Loop {
            counter,
            from: Expr::u32(0),
            to: Expr::u32(rounds),
            body: body.to_vec(),
        },
        Node::Return(vec![result]),
    ]);
    validate(module).expect("a valid function")
}

/// Expressions of one round of [`finaliser`].
const ROUND: f64 = 3.0 * 5.0 + 2.0 * 3.0;

/// The interpreter on an op, case by case, as in the conformance suite.
fn ops() -> bool {
    let (rounds, cases) = (4, 1_000_000);
    let op = finaliser(rounds);
    let mut interpreter = Interpreter::new(&op);
    let begin = Instant::now();
    for n in 0..cases {
        let actual = interpreter.call(&[Value::of(n)], ValueType::U32);
        assert!(actual.is_ok());
    }
    let seconds = begin.elapsed().as_secs_f64();
    let evaluations = f64::from(cases) * (ROUND * f64::from(rounds) + 3.0);
    row(
        "interpreter, an op",
        "expressions",
        evaluations,
        seconds,
        5e6,
    )
}

/// The interpreter on a program: every invocation mixes its element in a loop, adds it to those of the
/// workgroup after a barrier, and counts it with an atomic.
fn program(races: bool) -> bool {
    let (size, groups, rounds) = (64, 512, 32_u32);
    let mut k = Kernel::new("mix", [size, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let bins = k.read_write("bins", Type::U32);
    let tile = k.workgroup("tile", Type::U32, size);
    let (i, me) = (
        k.bind("i", Expr::invocation_id(Axis::X)),
        k.bind("me", Expr::local_id(Axis::X)),
    );
    let x = k.variable("x", data.at(i));
    k.count("round", 0_u32, rounds, |k, round| {
        k.assign(x, (x ^ (x >> 15_u32)) * 0x85eb_ca6b_u32 + round);
    });
    k.store(tile, me, x);
    k.barrier();
    k.store(data, i, x + tile.at((me + 1_u32) % size));
    k.atomic(AtomicOp::Add, bins, x % 256_u32, 1_u32);
    let valid = validate_program(k.finish(), &(), &Limits::WEBGPU).expect("a valid program");
    let buffers = vec![
        Contents::Zeros((size * groups) as usize),
        Contents::Zeros(256),
    ];
    let launch = Launch::single(&valid, [groups, 1, 1], buffers);
    let options = Options {
        races,
        ..Options::default()
    };
    let begin = Instant::now();
    let actual = report_launch(&[valid], &launch, &options).expect("no fault");
    let seconds = begin.elapsed().as_secs_f64();
    assert!(actual.races.is_empty());
    let evaluations = f64::from(size * groups) * (9.0 * f64::from(rounds) + 21.0);
    let what = if races {
        "interpreter, a program watched for races"
    } else {
        "interpreter, a program"
    };
    row(what, "expressions", evaluations, seconds, 5e6)
}

fn main() -> ExitCode {
    let rows = [
        wire_format(),
        validation(),
        lowering(),
        ops(),
        program(false),
        program(true),
    ];
    if rows.contains(&false) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}
