//! Speed of law checks on the CPU: `cargo bench -p vyre-conform-suite --bench laws`.
//!
//! Figures are for one core unless stated otherwise, and ratios compare rows of the same run. A rate beyond any memory
//! bandwidth means that the optimiser proved the law instead of checking it. This fails the benchmark, and so does a
//! missed target.

use proptest::test_runner::{Config, TestRunner};
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use vyre_conform_runtime::generate::{
    BLOCK, Block, Source, Width, Witnesses, exhaustive, witnessed,
};
use vyre_conform_runtime::registry::calls::Watch;
use vyre_conform_runtime::registry::{lowered_fn, op_ref};
use vyre_conform_runtime::spec::ValueType::{self, U32};
use vyre_conform_runtime::spec::law::find;
use vyre_conform_runtime::value::Value;
use vyre_conform_spec::Category;
use vyre_conform_suite::backend::{Backend, Code, LoadedOp, OpCode, Operand, kernel_rust};
use vyre_conform_suite::strategy::{Argument, CheckOptions, TypedLaw, check};

/// Cases per second that one core cannot reach if it really runs the op.
const TOO_FAST: f64 = 200e9;

fn add(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

fn law(name: &str, op: vyre_conform_runtime::registry::OpRef, args: &[u32]) -> TypedLaw {
    let arguments = args.iter().map(|v| Argument::Value(Value::of(*v)));
    let law = find(name).expect("a law of the vocabulary");
    TypedLaw::declare(law, name, op, arguments.collect()).expect("it fits")
}

/// Cases that are already in the block: the check without a generator.
struct Resident(u64);

impl Source for Resident {
    fn types(&self) -> &[ValueType] {
        &[U32, U32]
    }
    fn len(&self) -> u64 {
        self.0
    }
    fn fill(&self, _: u64, block: &mut Block) {
        black_box(block);
    }
}

/// One line of the table.
struct Row {
    what: &'static str,
    cases: f64,
    seconds: f64,
}

impl Row {
    fn rate(&self) -> f64 {
        self.cases / self.seconds
    }

    fn or_faster(self, other: Self) -> Self {
        if other.seconds < self.seconds {
            other
        } else {
            self
        }
    }
}

/// Processor time of this thread in seconds, if the system provides it: it is independent of other load.
fn processor_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// The fastest of several runs, in processor time of this thread, or wall-clock time for `threaded` work.
fn measure(
    what: &'static str,
    cases: u64,
    runs: usize,
    threaded: bool,
    mut work: impl FnMut(),
) -> Row {
    let mut seconds = f64::INFINITY;
    for _ in 0..runs {
        // Short work repeats, because the system counts processor time in coarse steps.
        let (clock, processor) = (Instant::now(), processor_time());
        let mut times = 0.0;
        while times == 0.0 || clock.elapsed().as_secs_f64() < 0.2 {
            work();
            times += 1.0;
        }
        let clock = clock.elapsed().as_secs_f64();
        let here = processor
            .zip(processor_time())
            .map(|(start, end)| end - start);
        let spent = here.filter(|_| !threaded).unwrap_or(clock);
        seconds = seconds.min(spent / times);
    }
    Row {
        what,
        cases: cases as f64,
        seconds,
    }
}

fn run(what: &'static str, law: &TypedLaw, source: &dyn Source) -> Row {
    let options = CheckOptions {
        threads: 1,
        stop_early: false,
    };
    measure(what, source.len(), 3, false, || {
        let found = check(&[law], source, options).expect("a check");
        assert!(found[0].passed(), "{law}: {:?}", found[0]);
    })
}

/// Wall-clock seconds, the best of three.
fn clock(law: &TypedLaw, source: &dyn Source, threads: usize) -> f64 {
    let options = CheckOptions {
        threads,
        stop_early: false,
    };
    let row = measure("", source.len(), 3, true, || {
        let found = check(&[law], source, options).expect("a check");
        assert!(found[0].passed());
    });
    row.seconds
}

/// Peak memory of the process in MiB; `None` if the system does not report it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024)
}

fn pointer_loop(n: u32) -> Row {
    let f: fn(u32, u32) -> u32 = black_box(add);
    measure(
        "add commutative, loop over fn(u32, u32) -> u32",
        u64::from(n),
        3,
        false,
        || {
            let mut bad = 0u32;
            for i in 0..n {
                let (a, b) = (i >> 16, i & 0xffff);
                bad |= f(a, b) ^ f(b, a);
            }
            assert_eq!(black_box(bad), 0);
        },
    )
}

fn with_proptest(cases: u32) -> Row {
    measure(
        "add commutative, proptest",
        u64::from(cases),
        1,
        false,
        || {
            let config = Config {
                cases,
                failure_persistence: None,
                ..Config::default()
            };
            let pairs = (proptest::num::u32::ANY, proptest::num::u32::ANY);
            TestRunner::new(config)
                .run(&pairs, |(a, b)| {
                    proptest::prop_assert_eq!(black_box(add(a, b)), black_box(add(b, a)));
                    Ok(())
                })
                .expect("addition commutes");
        },
    )
}

/// A function on the processor, called case by case as by the backend `cpu+kernel-rust`.
fn on_processor(what: &'static str, loaded: &dyn LoadedOp, inputs: &[u32]) -> Row {
    measure(what, inputs.len() as u64, 3, false, || {
        let operands = [Operand::Storage(inputs), Operand::Storage(inputs)];
        let found = loaded.run(&operands, inputs.len());
        assert_eq!(black_box(found).expect("results").len(), inputs.len());
    })
}

/// The same without a watcher, and with one that must learn which case does not return.
fn watched() -> [Row; 2] {
    let op = OpCode {
        id: "add",
        name: "add",
        signature: op_ref(add).signature,
        category: Category::A,
        code: Code::wgsl(""),
        native: None,
        host: Some(lowered_fn(add)),
    };
    let loaded = kernel_rust().load(&op).expect("a function");
    let inputs: Vec<u32> = (0..1 << 18).collect();
    let watch = Arc::new(Watch::default());
    let alone = || on_processor("add on the processor", &*loaded, &inputs);
    let limited = || on_processor("add on the processor, with a limit", &*loaded, &inputs);
    let mut rows = [alone(), watch.over(limited)];
    for _ in 0..3 {
        let [first, second] = rows;
        rows = [
            first.or_faster(alone()),
            second.or_faster(watch.over(limited)),
        ];
    }
    rows
}

fn generation(cases: u64) -> Row {
    let source = Witnesses::new(&[U32, U32], 1, cases);
    let mut block = Block::new(source.types(), BLOCK);
    measure(
        "witness words, generation alone",
        2 * cases,
        3,
        false,
        || {
            for start in (0..cases - BLOCK as u64).step_by(BLOCK) {
                source.fill(start, &mut block);
            }
            black_box(&block);
        },
    )
}

fn main() -> ExitCode {
    let commutative = law("Commutative", op_ref(add), &[]);
    let associative = law("Associative", op_ref(add), &[]);
    let popcount = law("Bounded", op_ref(u32::count_ones), &[0, 32]);
    let bytes = exhaustive(&[U32; 3], Width::U8).expect("a domain");
    let pairs = exhaustive(&[U32; 2], Width::U16).expect("a domain");
    let words = exhaustive(&[U32], Width::Full).expect("a domain");
    let stream = Witnesses::new(&[U32; 2], 1, 100_000_000);
    let default = witnessed(&[U32; 2], 1, 1_000_000);

    // Other load slows memory more than calls: both get the best of alternating rounds.
    let mut pointer = pointer_loop(1 << 26);
    let all_pairs = || run("add commutative, all u16 pairs", &commutative, &*pairs);
    let mut square = all_pairs();
    for _ in 0..3 {
        pointer = pointer.or_faster(pointer_loop(1 << 26));
        square = square.or_faster(all_pairs());
    }
    let proptest = with_proptest(200_000);
    let resident = run(
        "add commutative, blocks in cache",
        &commutative,
        &Resident(1 << 32),
    );
    let cube = run("add associative, all u8 triples", &associative, &*bytes);
    let full = run("popcount bounded, all 2^32", &popcount, &*words);
    let before = peak_memory();
    let wide = run("add commutative, 10^8 witnesses", &commutative, &stream);
    let after = peak_memory();
    let speedup = clock(&commutative, &stream, 1) / clock(&commutative, &stream, 2);
    let usual = run("add commutative, default evidence", &commutative, &default);
    let generated = generation(100_000_000);
    let [alone, limited] = watched();
    let rows = [
        &pointer, &proptest, &resident, &square, &cube, &full, &wide, &usual, &generated, &alone,
        &limited,
    ];
    print_rows(&rows);
    let best = resident.rate().max(square.rate());
    let [loops, tests] = [&pointer, &proptest].map(|row| best / row.rate());
    let targets = [
        at_least("blocks against the pointer loop, times", loops, 20.0),
        at_least("blocks against proptest, times", tests, 1000.0),
        at_most("associative over u8 triples, ms", cube.seconds * 1e3, 10.0),
        at_most("popcount over all 2^32, s", full.seconds, 2.0),
        at_most("10^8 witnesses, s", wide.seconds, 0.15),
        at_least("two threads against one, times", speedup, 1.8),
        at_most(
            "a function with a limit against without, times",
            limited.seconds / alone.seconds,
            1.2,
        ),
    ];
    let missed = print_targets(&targets);
    if let (Some(before), Some(after)) = (before, after) {
        println!("peak memory before and after 10^8 witnesses: {before} and {after} MiB");
    }
    verdict(&rows, missed)
}

fn print_rows(rows: &[&Row]) {
    println!(
        "{:<50} {:>14} {:>11} {:>10}",
        "work, one core", "cases", "seconds", "M/s"
    );
    for row in rows {
        let Row {
            what,
            cases,
            seconds,
        } = row;
        println!(
            "{what:<50} {cases:>14} {seconds:>11.4} {:>10.0}",
            row.rate() / 1e6
        );
    }
    println!();
}

/// A target with its result.
struct Target {
    what: &'static str,
    value: f64,
    bound: f64,
    /// True if the bound is the least value.
    is_least: bool,
}

const fn at_least(what: &'static str, value: f64, bound: f64) -> Target {
    Target {
        what,
        value,
        bound,
        is_least: true,
    }
}

const fn at_most(what: &'static str, value: f64, bound: f64) -> Target {
    Target {
        is_least: false,
        ..at_least(what, value, bound)
    }
}

/// Prints targets with their results, and returns true if one is missed.
fn print_targets(targets: &[Target]) -> bool {
    println!("{:<50} {:>11} {:>11}", "target", "found", "asked");
    let mut missed = false;
    for target in targets {
        let Target {
            what,
            value,
            bound,
            is_least,
        } = target;
        let met = if *is_least {
            value >= bound
        } else {
            value <= bound
        };
        missed |= !met;
        let (sign, verdict) = (
            if *is_least { ">=" } else { "<=" },
            if met { "met" } else { "missed" },
        );
        println!("{what:<50} {value:>11.3} {sign:>4} {bound:>6} {verdict:>8}");
    }
    missed
}

fn verdict(rows: &[&Row], missed: bool) -> ExitCode {
    match rows.iter().find(|row| row.rate() > TOO_FAST) {
        Some(row) => {
            println!(
                "`{}` is faster than memory: the law was folded away, not checked",
                row.what
            );
            ExitCode::FAILURE
        }
        None if missed => ExitCode::FAILURE,
        None => ExitCode::SUCCESS,
    }
}
