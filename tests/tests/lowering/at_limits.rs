//! Programs at the limits: wire format, validator, printer, parser, lowering and interpreter process every program that
//! the validator accepts, on a small stack and in time proportional to its size.

use super::by_naga::{accepted_by_naga, naga};
use std::time::Instant;
use vyre_conform_fuzz::Large;
use vyre_conform_interp::{Options, report_launch};
use vyre_conform_lower as lower;
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::ir::{FunctionBuilder, Kernel, Node, Program, Type, parse, print};
use vyre_conform_runtime::valid::{Limits, validate_program};
use vyre_conform_runtime::wire;
use vyre_conform_tests::limits;
use vyre_conform_tests::shaders::end_of_long_run;

/// The stack size that must suffice.
const STACK: usize = 512 << 10;

/// Result of `work` on the small stack; an overflow ends the process.
fn on_a_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, work).expect("a thread");
        thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Runs a program through every stage on the small stack; returns its text.
fn through_everything(program: &Program) -> String {
    on_a_small_stack(|| {
        let bytes = wire::encode(program).expect("within the limits");
        let program = wire::decode(&bytes).expect("its own encoding");
        let text = print::program(&program);
        assert_eq!(parse::program(&text).as_ref(), Ok(&program));
        let valid = validate_program(program, &(), &Limits::WEBGPU);
        let valid = valid.unwrap_or_else(|actual| panic!("{}", actual[0]));
        let launch = Launch::single(&valid, [1, 1, 1], vec![Contents::Zeros(8)]);
        let valid = [valid];
        let run = report_launch(&valid, &launch, &Options::default());
        assert!(run.is_ok(), "{:?}", run.err());
        lower::program(&valid[0])
    })
}

/// Runs the programs of these seeds through every stage and through naga; a test in `tools` runs them through Tint.
fn check(seeds: std::ops::Range<u64>) {
    let texts: Vec<_> = seeds
        .map(|seed| {
            let text = through_everything(&limits::program(seed));
            (format!("seed {seed}"), text)
        })
        .collect();
    accepted_by_naga(&texts);
}

/// Oracle: naga; a stack of 512 KiB, whose overflow ends the process.
#[test]
#[ignore = "a long run: seconds"]
fn programs_at_the_limits_fit() {
    check(0..60);
}

/// Oracle: as above, for thirty minutes or for `LONG_RUN_MINUTES`:
/// `cargo test -p vyre-conform-tests --test main -- --ignored limits_fit_for_long --nocapture`.
#[test]
#[ignore = "a long run: half an hour"]
fn programs_at_the_limits_fit_for_long() {
    let (end, mut next) = (end_of_long_run(), 1000);
    while Instant::now() < end {
        check(next..next + 100);
        next += 100;
        println!("{} programs at the limits", next - 1000);
    }
}

/// Oracle: naga; the stack. Chains of calls: a hundred of a function with sixty operators, two hundred of one with
/// three, and seven of one with fifteen.
#[test]
fn chains_of_calls_fit() {
    for (operators, calls) in [(60, 100), (3, 200), (15, 7)] {
        let mut f = FunctionBuilder::new("step", vec![Type::U32]);
        let x = f.param("x", Type::U32);
        let value = (0..operators).fold(f.read(x), |value, n| (value >> 1) ^ n);
        let value = match operators {
            // Half as many levels: each step has two operators.
            60 => (0..30).fold(f.read(x), |value, n| (value + n) ^ 5),
            _ => value,
        };
        let f = f.finish(vec![Node::Return(vec![value])]);
        let mut k = Kernel::new("chain", [1, 1, 1]);
        let data = k.read_write("data", Type::U32);
        let f = k.function(f);
        let mut last = data.at(0);
        for _ in 0..calls {
            last = k.call_function(f, vec![last])[0].into();
        }
        k.store(data, 0, last);
        let text = through_everything(&k.finish());
        assert_eq!(naga(&text), Ok(()), "{text}");
    }
}

/// Nanoseconds of processor time of this thread, independent of other processes.
fn spent() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = text.split(' ').next().and_then(|n| n.parse().ok());
    first.expect("Linux tells")
}

/// Cost of lowering a program of this many nodes of a kind.
fn cost(kind: Large, nodes: u32) -> u64 {
    let limits = Limits {
        function_bytes: u32::MAX,
        ..Limits::WEBGPU
    };
    let valid = validate_program(kind.program(nodes), &(), &limits);
    let valid = valid.unwrap_or_else(|actual| panic!("{kind:?}: {}", actual[0]));
    let runs = (0..2).map(|_| {
        let begin = spent();
        std::hint::black_box(lower::program(&valid));
        spent() - begin
    });
    runs.min().expect("two runs")
}

/// Oracle: linear time takes four times as long for four times the nodes; quadratic time sixteen times as long.
#[test]
#[ignore = "a long run: seconds"]
fn lowering_takes_time_in_proportion() {
    for kind in Large::ALL {
        let (few, many) = (cost(*kind, 4000), cost(*kind, 16_000));
        let max = 9 * few + 10_000_000;
        assert!(
            many <= max,
            "{kind:?}: {few} ns, four times as many {many} ns"
        );
    }
}

/// Oracle: the promise: at most a second for the largest number of nodes under rule V019, on one core of a few years
/// ago. `cargo bench -p vyre-conform-fuzz --bench programs` measures the same with optimised code.
#[test]
#[ignore = "measures: run it alone, with --nocapture"]
fn a_hundred_thousand_nodes_take_a_second() {
    let slow = Large::ALL.iter().filter(|kind| {
        let cost = cost(**kind, 99_000);
        println!("{kind:?}: {} ms", cost / 1_000_000);
        cost > 1_000_000_000
    });
    let slow: Vec<_> = slow.collect();
    assert!(slow.is_empty(), "{slow:?}");
}

/// Oracle: naga, on each kind of large program.
#[test]
#[ignore = "a long run: seconds"]
fn large_programs_are_accepted() {
    let limits = Limits {
        function_bytes: u32::MAX,
        ..Limits::WEBGPU
    };
    for kind in Large::ALL {
        let valid = validate_program(kind.program(500), &(), &limits).expect("a valid program");
        let text = lower::program(&valid);
        assert_eq!(naga(&text), Ok(()), "{kind:?}:\n{text}");
    }
}
