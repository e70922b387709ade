//! An engine's cases in ranges: the sum is independent of the cuts, and memory does not grow with the number of cases.

use super::mutants::{ALL, CopyFault, column, copy};
use super::support::{INPUTS, Programs, engine, inputs};
use std::ops::Range;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::{Cases, Check, EngineDef, Input, Plan, SIZES};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Type};
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_suite::failing::Tally;
use vyre_conform_suite::invariants::{
    CheckInterruption, CheckRequest, ClaimOutcome, EngineSession, Runner, check_claim, check_range,
};
use vyre_conform_tests::changed;

/// Some cases on separate benches, as in another process.
fn run_range(
    def: &EngineDef,
    runner: Runner<'_>,
    check: Check,
    range: Range<u64>,
) -> Result<Tally, CheckInterruption> {
    check_range(
        &CheckRequest {
            check,
            session: &EngineSession::new(def, runner),
            interpreted: &EngineSession::new(def, Runner::Interpreter),
            library: &(),
            inputs: INPUTS,
            single_case: None,
        },
        range,
    )
}

/// Joined result of the ranges between these cases.
fn cut(def: &EngineDef, runner: Runner<'_>, check: Check, at: &[u64]) -> Tally {
    let mut total = Tally::default();
    for pair in at.windows(2) {
        let part = run_range(def, runner, check, pair[0]..pair[1]);
        total.add(part.expect("an engine that is run"));
    }
    total
}

/// Oracle: addition: for any cuts, the sum is the whole; and counting: eight inputs of 1 to 8 words, at five sizes of
/// which the device supports three; lengths above 3 are wrong.
#[test]
fn ranges_add_up_to_the_whole_for_any_cuts() {
    let wrong = |input: &Input, size: u32| match input.columns[0].len() {
        0..=3 => copy(input, size, CopyFault::Nothing),
        _ => copy(input, size, CopyFault::LosesLast),
    };
    let def = engine(ALL, wrong, column);
    let device = Programs::leak("small-groups", Some(|_, _| {}), 64);
    for (runner, sizes) in [(Runner::Interpreter, 5), (Runner::Backend(device), 3)] {
        for check in [
            Check::Reference,
            Check::Invariant(Invariant::NoOutputLost),
            Check::Invariant(Invariant::Deterministic),
        ] {
            let len = Cases::of(&def, check, INPUTS).len();
            assert_eq!(len, INPUTS * SIZES.len() as u64);
            let whole = cut(&def, runner, check, &[0, len]);
            for index in [
                &[0, 1, 2, 17, len][..],
                &[0, 0, 20, len, len + 9],
                &[0, 38, len],
            ] {
                assert_eq!(cut(&def, runner, check, index), whole, "{index:?}");
            }
            let fails = check != Check::Invariant(Invariant::Deterministic);
            assert_eq!(whole.cases, INPUTS * sizes);
            assert_eq!(whole.failures, if fails { 5 * sizes } else { 0 });
            assert_eq!(whole.skipped.values().sum::<u64>(), INPUTS * (5 - sizes));
            let first = whole.first.map(|first| first.case);
            assert_eq!(first, fails.then_some(3 * SIZES.len() as u64));
        }
    }
}

/// Oracle: the rule against checks that cannot fail: the range with the first case reports it, whatever its length, and
/// no other range does.
#[test]
fn first_range_reports_the_whole_check() {
    let unread = |input: &Input, size: u32| Plan {
        decode: |input, _| column(input),
        ..copy(input, size, CopyFault::Nothing)
    };
    let def = engine(ALL, unread, column);
    let check = Check::Reference;
    for end in [0, 1, 7, INPUTS * 5] {
        match run_range(&def, Runner::Interpreter, check, 0..end) {
            Err(CheckInterruption::Silent(violation)) => {
                let because = &violation.difference.causes;
                assert!(
                    because[0].contains("`decode` gives the same"),
                    "{because:?}"
                );
            }
            other => panic!("{end}: {other:?}"),
        }
    }
    let rest = run_range(&def, Runner::Interpreter, check, 1..9).expect("it runs");
    assert_eq!((rest.cases, rest.failures), (8, 0));
    // A device that supports no size runs nothing, and the first range reports it.
    let none = Runner::Backend(Programs::leak("no-groups", Some(|_, _| {}), 0));
    assert!(matches!(
        run_range(&def, none, check, 0..1),
        Err(CheckInterruption::Silent(_))
    ));
    let rest = run_range(&def, none, check, 1..9).expect("nothing is wrong");
    assert_eq!((rest.cases, rest.skipped.values().sum()), (0, 8));
}

/// Words of each input of the engine below.
const WIDE: usize = 1 << 13;

/// Doubles the first eight words of a long column.
fn doubled(input: &Input, size: u32) -> Plan {
    let words = input.columns[0].clone();
    let mut k = Kernel::new("double", [size, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.less(8u32), |k| k.store(data, i, data.at(i) * 2));
    let workgroups = 8u32.div_ceil(size);
    let launch = Launch {
        buffers: vec![Contents::Words(words)],
        steps: vec![Step {
            program: 0,
            workgroups: [workgroups, 1, 1],
            buffers: vec![0],
        }],
        read_back: vec![0],
    };
    let max = 16 * u64::from(workgroups * size);
    Plan::new(vec![k.finish()], launch, max, |_, words| {
        words[0][..8].iter().map(|w| vec![*w]).collect()
    })
}

/// Peak resident memory of this process, in kilobytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB"));
    number.and_then(|n| n.parse().ok()).expect("a size")
}

/// Oracle: the difference of two peaks of one process; the second run has a hundred times the cases.
#[test]
#[ignore = "another test runs it in a process of its own"]
fn a_hundred_times_the_inputs() {
    let def = changed!(engine(
        &[Invariant::Deterministic, Invariant::WorkgroupInvariant],
        doubled,
        |input| input.columns[0][..8].iter().map(|w| vec![w * 2]).collect(),
    ), inputs: |n| Input {
        columns: vec![(0..WIDE as u32).map(|k| k ^ n as u32).collect()],
    });
    let checks = [
        Check::Gates,
        Check::Invariant(Invariant::WorkgroupInvariant),
        Check::Reference,
    ];
    let run = |inputs| {
        let bench = EngineSession::new(&def, Runner::Interpreter);
        for check in checks {
            let requested = CheckRequest {
                check,
                session: &bench,
                interpreted: &bench,
                library: &(),
                inputs,
                single_case: None,
            };
            match check_claim(&requested) {
                ClaimOutcome::Holds { cases, .. } => assert_eq!(cases, 5 * inputs),
                other => panic!("{other:?}"),
            }
        }
        peak()
    };
    let (few, many) = (run(20), run(2000));
    // Ten thousand cases of 32 KiB each, held in eight places, would be gigabytes.
    println!("{few} kB for 20 inputs, {many} kB for 2000");
    assert!(many < few + (64 << 10), "{few} kB, then {many} kB");
}

/// Oracle: the test above, in a separate process.
#[test]
#[ignore = "a long run: seconds"]
#[cfg_attr(
    not(target_os = "linux"),
    ignore = "only Linux tells the memory of a process"
)]
fn a_hundred_times_the_inputs_take_no_more_memory() {
    let binary = std::env::current_exe().expect("this test binary");
    let output = Command::new(binary)
        .args([
            "--ignored",
            "--exact",
            "engines::ranges::a_hundred_times_the_inputs",
        ])
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}"
    );
}

/// Oracle: the inputs of the support module, which are numbered by their length.
#[test]
fn numbers_lead_to_their_cases() {
    let def = engine(ALL, |i, s| copy(i, s, CopyFault::Nothing), column);
    let cases = Cases::of(&def, Check::Parity, 3);
    let (source, size) = cases.at(11).expect("a case");
    let bench = EngineSession::new(&def, Runner::Interpreter);
    let case = bench.case(&(), source, size).expect("it runs");
    assert_eq!((case.input.clone(), case.size), (inputs(2), 32));
    assert_eq!(cases.number((case.source, case.size)), Some(11));
}

/// Oracle: the documentation of `EngineSession`: checks that walk its cases concurrently run each case once; a check
/// that would wait for another runs the next case instead; and inputs share common programs.
#[test]
fn checks_side_by_side_share_the_runs_of_the_interpreter() {
    static PLANNED: AtomicU64 = AtomicU64::new(0);
    static NOW: AtomicU64 = AtomicU64::new(0);
    static MAX_RUNNING: AtomicU64 = AtomicU64::new(0);
    let slow = |input: &Input, size| {
        PLANNED.fetch_add(1, Ordering::Relaxed);
        MAX_RUNNING.fetch_max(NOW.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
        // Long enough for all checks to request the case.
        std::thread::sleep(Duration::from_millis(5));
        NOW.fetch_sub(1, Ordering::Relaxed);
        copy(input, size, CopyFault::Nothing)
    };
    // Inputs of equal length, so that all have the same programs.
    let def = changed!(engine(ALL, slow, column), inputs: |n| Input {
        columns: vec![(0..9).map(|k| k * 10 + n as u32 + 1).collect()],
    });
    let bench = EngineSession::new(&def, Runner::Interpreter);
    let walk = |check| {
        let requested = CheckRequest {
            check,
            session: &bench,
            interpreted: &bench,
            library: &(),
            inputs: INPUTS,
            single_case: None,
        };
        match check_claim(&requested) {
            ClaimOutcome::Holds { cases, .. } => cases,
            other => panic!("{other:?}"),
        }
    };
    let checks = [
        Check::Reference,
        Check::Invariant(Invariant::Termination),
        Check::Invariant(Invariant::WorkgroupInvariant),
    ];
    let numbered = Cases::of(&def, Check::Reference, INPUTS);
    std::thread::scope(|scope| {
        let threads = checks.map(|check| scope.spawn(move || walk(check)));
        for thread in threads {
            assert_eq!(thread.join().expect("no panic"), numbered.len());
        }
    });
    assert_eq!(PLANNED.load(Ordering::Relaxed), numbered.len());
    assert!(
        MAX_RUNNING.load(Ordering::Relaxed) > 1,
        "one case after another"
    );
    let programs = |number| {
        let (source, size) = numbered.at(number).expect("a case");
        let case = bench.case(&(), source, size).expect("it runs");
        case.programs.clone()
    };
    let sizes = SIZES.len() as u64;
    assert!(Arc::ptr_eq(&programs(0), &programs(sizes)));
}
