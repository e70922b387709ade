//! The suite refuses checks that no fault can fail: invariants that the engine's own functions ensure, whatever its
//! programs do.

use super::mutants::{ALL, CopyFault, column, copy};
use super::support::{Programs, check_on, check_on_interpreter, engine, holds, violation};
use vyre_conform_runtime::engine::{
    AtomicEvent, Check, EngineDef, Guard, History, Input, Output, Plan,
};
use vyre_conform_runtime::ir::AtomicOp;
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_suite::invariants::{ClaimOutcome, Runner};
use vyre_conform_tests::changed;

/// Oracle: the rule against checks that cannot fail.
#[test]
fn vacuous_invariants_are_refused() {
    let silent = |plan: fn(&Input, u32) -> Plan, check, message: &str| {
        let actual = violation(check_on(
            &engine(ALL, plan, column),
            Runner::Interpreter,
            check,
        ));
        assert!(actual.contains(message), "{check:?}: {actual}");
    };
    use Check::Invariant as Of;
    let unguarded = |i: &Input, s| Plan {
        guards: vec![],
        queues: vec![],
        ..copy(i, s, CopyFault::Nothing)
    };
    let bounds = "no plan has a guarded word";
    silent(unguarded, Of(Invariant::BoundedResources), bounds);
    silent(
        unguarded,
        Of(Invariant::AtomicLinearizable),
        "no atomic step that changed something",
    );
    // A guard over memory that no program may write, and a queue that nothing counts.
    let unwritten = |i: &Input, s| {
        let mut plan = copy(i, s, CopyFault::Nothing);
        plan.launch.read_back.push(0);
        plan.guards[0] = Guard {
            read_back: 2,
            first_word: 0,
        };
        plan.queues[0].read_back = 2;
        plan.queues[0].bound = 1000;
        plan
    };
    silent(unwritten, Of(Invariant::BoundedResources), bounds);
    // A guard that begins at the end of its buffer, and a queue whose limit no word exceeds.
    let unbounded = |i: &Input, s| {
        let mut plan = copy(i, s, CopyFault::Nothing);
        plan.guards[0].first_word += 1;
        plan.queues[0].bound = u32::MAX;
        plan
    };
    silent(unbounded, Of(Invariant::BoundedResources), bounds);
    let empty = engine(ALL, unguarded, |_| vec![]);
    let actual = violation(check_on_interpreter(&empty, Invariant::NoOutputLost));
    assert!(actual.contains("no input has an output"), "{actual}");
    let endless = |i: &Input, s| Plan {
        max_steps: u64::MAX,
        ..copy(i, s, CopyFault::Nothing)
    };
    silent(endless, Check::Gates, "and the limit is");
    let alone: fn(&Input, u32) -> Plan = |i, s| decoded(i, s, |_, words| vec![words[1].clone()]);
    let def = engine(ALL, alone, |i| vec![vec![i.columns[0].len() as u32]]);
    let actual = violation(check_on_interpreter(&def, Invariant::NoDuplicateOutput));
    assert!(
        actual.contains("no input gives two records, whatever"),
        "{actual}"
    );
    holds(check_on_interpreter(&def, Invariant::NoOutputLost));
}

/// A right copy with another decoder.
fn decoded(input: &Input, size: u32, decode: fn(&Input, &[Vec<u32>]) -> Output) -> Plan {
    Plan {
        decode,
        ..copy(input, size, CopyFault::Nothing)
    }
}

/// Oracle: reasoning: numbers in front of the records make them distinct, sorting puts them in order, and a decoder
/// that reads the input gives the right output, whatever an engine does.
#[test]
fn invariants_guaranteed_by_decode_are_refused() {
    use Check::Invariant as Of;
    use Invariant as I;
    type PlanOf = fn(&Input, u32) -> Plan;
    let numbers: PlanOf = |i, s| {
        decoded(i, s, |input, words| {
            let expected = words[0][..input.columns[0].len()].iter();
            (0..)
                .zip(expected)
                .map(|(k, word)| vec![k, *word])
                .collect()
        })
    };
    let sorts: PlanOf = |i, s| {
        decoded(i, s, |input, words| {
            let mut expected = words[0][..input.columns[0].len()].to_vec();
            expected.sort_unstable();
            expected.into_iter().map(|word| vec![word]).collect()
        })
    };
    let answers: PlanOf = |i, s| decoded(i, s, |input, _| column(input));
    let numbered: fn(&Input) -> Output = |input| {
        let words = (0..).zip(&input.columns[0]);
        words.map(|(k, word)| vec![k, *word]).collect()
    };
    let falling: PlanOf = |i, s| {
        decoded(i, s, |input, words| {
            let mut expected = words[0][..input.columns[0].len()].to_vec();
            expected.sort_unstable_by(|a, b| b.cmp(a));
            expected.into_iter().map(|word| vec![word]).collect()
        })
    };
    let reversed: fn(&Input) -> Output = |input| column(input).into_iter().rev().collect();
    let descending = changed!(engine(ALL, falling, reversed), order: Some(|a, b| b.cmp(a)));
    let ordered = |mut def: EngineDef| {
        def.order = Some(Ord::cmp);
        def
    };
    let both = || vec![Of(I::NoDuplicateOutput), Of(I::OutputOrdered)];
    for (def, silent) in [
        (ordered(engine(ALL, numbers, numbered)), both()),
        (engine(ALL, numbers, numbered), both()),
        (
            ordered(engine(ALL, sorts, column)),
            vec![Of(I::OutputOrdered)],
        ),
        (engine(ALL, sorts, column), vec![Of(I::OutputOrdered)]),
        (descending, vec![Of(I::OutputOrdered)]),
        (
            engine(ALL, answers, column),
            vec![
                Of(I::NoOutputLost),
                Of(I::NoDuplicateOutput),
                Of(I::OutputOrdered),
                Of(I::WorkgroupInvariant),
                Check::Reference,
            ],
        ),
    ] {
        let words = [
            I::NoOutputLost,
            I::NoDuplicateOutput,
            I::OutputOrdered,
            I::WorkgroupInvariant,
        ];
        for check in words.map(Of).into_iter().chain([Check::Reference]) {
            match check_on(&def, Runner::Interpreter, check) {
                ClaimOutcome::Holds { .. } => assert!(!silent.contains(&check), "{check:?}"),
                verdict => {
                    let actual = violation(verdict);
                    assert!(silent.contains(&check), "{check:?}: {actual}");
                    assert!(actual.contains("`decode`"), "{check:?}: {actual}");
                }
            }
        }
    }
}

/// Oracle: reasoning: parity ignores words that the order of invocations decides; if it ignores all of them and the
/// output is empty, it compares nothing.
#[test]
fn parity_without_compared_words_is_refused() {
    let unread: fn(&Input, u32) -> Plan = |i, s| Plan {
        order_dependent: vec![0, 1],
        ..decoded(i, s, |input, _| column(input))
    };
    let backend = Programs::leak("right", Some(|_, _| {}), 256);
    let def = engine(ALL, unread, column);
    let outcome = violation(check_on(&def, Runner::Backend(backend), Check::Parity));
    assert!(
        outcome.contains("no word that is read back is compared"),
        "{outcome}"
    );
    let def = engine(ALL, |i, s| copy(i, s, CopyFault::Nothing), column);
    holds(check_on(&def, Runner::Backend(backend), Check::Parity));
}

/// Oracle: reasoning: histories that are independent of the words pass, whatever an engine does.
#[test]
fn histories_independent_of_words_are_refused() {
    let invented: fn(&Input, u32) -> Plan = |i, s| Plan {
        histories: |_, _| {
            let event = AtomicEvent {
                invocation: 0,
                op: AtomicOp::Add,
                value: 1,
                expected: 0,
                before: 0,
            };
            vec![History {
                initial: 0,
                events: vec![event],
                last: 1,
            }]
        },
        ..copy(i, s, CopyFault::Nothing)
    };
    let def = engine(ALL, invented, column);
    let actual = violation(check_on_interpreter(&def, Invariant::AtomicLinearizable));
    assert!(actual.contains("`histories` gives the same"), "{actual}");
}

/// Oracle: reasoning: an output that is always empty equals that of a reference without output, whatever an engine
/// does.
#[test]
fn always_empty_output_is_refused() {
    let nothing: fn(&Input, u32) -> Plan = |i, s| decoded(i, s, |_, _| vec![]);
    let def = engine(ALL, nothing, |_| vec![]);
    let checks = [
        Check::Invariant(Invariant::WorkgroupInvariant),
        Check::Reference,
    ];
    for check in checks {
        let actual = violation(check_on(&def, Runner::Interpreter, check));
        assert!(
            actual.contains("no input has an output"),
            "{check:?}: {actual}"
        );
    }
}

/// Oracle: the documentation of `EngineDef::order`; this order panics for a record without a second word.
#[test]
fn panicking_order_is_reported_with_its_case() {
    let short: fn(&Input, u32) -> Plan = |i, s| copy(i, s, CopyFault::Nothing);
    let def = changed!(engine(ALL, short, column), order: Some(|a, b| a[1].cmp(&b[1])));
    let actual = violation(check_on_interpreter(&def, Invariant::OutputOrdered));
    let expected = "the engine's function `order` panicked on input 1, workgroup size 1";
    assert!(actual.contains(expected), "{actual}");
}
