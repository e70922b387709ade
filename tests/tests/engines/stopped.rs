//! Engines that do not end, and engines whose own functions panic.

use super::support::{Lie, Programs, check_on, engine, holds, inputs, violation};
use std::sync::atomic::{AtomicU64, Ordering};
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::{Check, Input, Output, Plan};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Type};
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_suite::invariants::{ClaimOutcome, RunError, Runner};
use vyre_conform_tests::changed;

const INVARIANTS: &[Invariant] = &[Invariant::Deterministic, Invariant::Termination];

/// Runs of the device of these tests.
static RUNS: AtomicU64 = AtomicU64::new(0);

/// A device that counts its runs and ends loops anywhere, like a driver that resets itself.
fn counting() -> Runner<'static> {
    let count: Lie = |_, _| _ = RUNS.fetch_add(1, Ordering::Relaxed);
    Runner::Backend(Programs::leak("counting", Some(count), 256))
}

/// Copies a column; every invocation takes `turns` more steps than needed, of the 64 that the plan declares.
fn copying(input: &Input, size: u32, turns: u32) -> Plan {
    let words = &input.columns[0];
    let n = words.len() as u32;
    let mut k = Kernel::new("copy", [size, 1, 1]);
    let from = k.read_only("from", Type::U32);
    let to = k.read_write("to", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.less(n), |k| k.store(to, i, from.at(i)));
    match turns {
        u32::MAX => k.repeat_while(u64::MAX, Expr::bool(true), |_| {}),
        turns => k.count("again", 0, turns, |k, again| _ = k.bind("x", again)),
    }
    let groups = n.div_ceil(size);
    let launch = Launch {
        buffers: vec![Contents::Words(words.clone()), Contents::Zeros(words.len())],
        steps: vec![Step {
            program: 0,
            workgroups: [groups, 1, 1],
            buffers: vec![0, 1],
        }],
        read_back: vec![1],
    };
    let invocations = u64::from(groups) * u64::from(size);
    let max_steps = 64 * invocations;
    Plan::new(vec![k.finish()], launch, max_steps, |_, words| {
        words[0].iter().map(|word| vec![*word]).collect()
    })
}

fn reference(input: &Input) -> Output {
    input.columns[0].iter().map(|word| vec![*word]).collect()
}

/// Oracle: the steps of each loop, compared with the 64 that the plan declares.
#[test]
fn endless_engine_is_never_dispatched() {
    let right = engine(INVARIANTS, |i, size| copying(i, size, 0), reference);
    let longer = engine(INVARIANTS, |i, size| copying(i, size, 64), reference);
    let endless = engine(INVARIANTS, |i, size| copying(i, size, u32::MAX), reference);
    let checks = [
        Check::Invariant(Invariant::Termination),
        Check::Invariant(Invariant::Deterministic),
        Check::Reference,
        Check::Parity,
    ];
    for (def, reason) in [
        (&longer, "the plan declares at most 64"),
        (&endless, "was still running after"),
    ] {
        for check in checks {
            match check_on(def, counting(), check) {
                ClaimOutcome::Stopped {
                    error: RunError::Withheld(message),
                    ..
                } => assert!(message.contains(reason), "{message}"),
                other => panic!("{}: {other:?}", check.slug()),
            }
        }
    }
    assert_eq!(RUNS.load(Ordering::Relaxed), 0);
    for check in checks {
        holds(check_on(&right, counting(), check));
    }
    assert!(RUNS.load(Ordering::Relaxed) > 0);
}

/// Oracle: the messages and line numbers of the panics below.
#[test]
fn panic_of_an_engine_names_function_input_and_line() {
    let panics_in_plan = |input: &Input, size: u32| {
        assert!(input.columns[0].len() < 4 || size < 64, "no plan for that");
        copying(input, size, 0)
    };
    let in_plan = engine(INVARIANTS, panics_in_plan, reference);
    let in_inputs = changed!(engine(INVARIANTS, |i, size| copying(i, size, 0), reference), inputs: |n| match n {
        2 => panic!("two is not a number"),
        n => inputs(n),
    });
    let place = concat!(file!(), ":");
    for check in [Check::Gates, Check::Invariant(Invariant::Termination)] {
        let message = violation(check_on(&in_plan, Runner::Interpreter, check));
        for part in [
            "function `plan` panicked",
            "input 3, workgroup size 64",
            "no plan for that",
            place,
        ] {
            assert!(message.contains(part), "no `{part}` in {message}");
        }
        let message = violation(check_on(&in_inputs, Runner::Interpreter, check));
        for part in [
            "function `inputs` panicked",
            "input 2",
            "two is not a number",
            place,
        ] {
            assert!(message.contains(part), "no `{part}` in {message}");
        }
    }
}
