//! Checks that no fault could fail are refused: an invariant that the engine's own functions keep by themselves,
//! whatever the programs do, is none.

use super::mutants::{ALL, Wrong, column, copy};
use super::support::{Programs, engine, holds, interpreted, on, violation};
use vyre_conform_runtime::engine::{Check, EngineDef, Input, Output, Plan};
use vyre_conform_runtime::invariants::{Runner, Verdict};
use vyre_conform_runtime::spec::Invariant;

/// Oracle: the rule that a check which cannot fail is none.
#[test]
fn invariants_that_say_nothing_are_refused() {
    let silent = |plan: fn(&Input, u32) -> Plan, check, says: &str| {
        let found = violation(on(&engine(ALL, plan, column), Runner::Interpreter, check));
        assert!(found.contains(says), "{check:?}: {found}");
    };
    use Check::Invariant as Of;
    let unguarded = |i: &Input, s| Plan {
        guards: vec![],
        queues: vec![],
        ..copy(i, s, Wrong::Nothing)
    };
    let bounds = "a guarded word or a queue with a bound";
    silent(unguarded, Of(Invariant::BoundedResources), bounds);
    silent(
        unguarded,
        Of(Invariant::AtomicLinearizable),
        "no atomic step that changed something",
    );
    // A guard that begins where its buffer ends, and a queue that may count whatever a word holds.
    let unbounded = |i: &Input, s| {
        let mut plan = copy(i, s, Wrong::Nothing);
        plan.guards[0].from += 1;
        plan.queues[0].bound = u32::MAX;
        plan
    };
    silent(unbounded, Of(Invariant::BoundedResources), bounds);
    let empty = engine(ALL, unguarded, |_| vec![]);
    let found = violation(interpreted(&empty, Invariant::NoOutputLost));
    assert!(found.contains("no input has one"), "{found}");
}

/// A right copy whose logical output is found in another way.
fn decoded(input: &Input, size: u32, decode: fn(&Input, &[Vec<u32>]) -> Output) -> Plan {
    Plan {
        decode,
        ..copy(input, size, Wrong::Nothing)
    }
}

/// Oracle: reasoning: numbers in front of the records make them different, sorting puts them in order, and a
/// decoder that answers from the input answers right, whatever an engine does.
#[test]
fn invariants_that_decode_keeps_by_itself_are_refused() {
    use Check::Invariant as Of;
    use Invariant as I;
    type PlanOf = fn(&Input, u32) -> Plan;
    let numbers: PlanOf = |i, s| {
        decoded(i, s, |input, words| {
            let due = words[0][..input.columns[0].len()].iter();
            (0..).zip(due).map(|(k, word)| vec![k, *word]).collect()
        })
    };
    let sorts: PlanOf = |i, s| {
        decoded(i, s, |input, words| {
            let mut due = words[0][..input.columns[0].len()].to_vec();
            due.sort_unstable();
            due.into_iter().map(|word| vec![word]).collect()
        })
    };
    let answers: PlanOf = |i, s| decoded(i, s, |input, _| column(input));
    let numbered: fn(&Input) -> Output = |input| {
        let words = (0..).zip(&input.columns[0]);
        words.map(|(k, word)| vec![k, *word]).collect()
    };
    let ordered = |mut def: EngineDef| {
        def.order = Some(Ord::cmp);
        def
    };
    for (def, silent) in [
        (
            ordered(engine(ALL, numbers, numbered)),
            vec![Of(I::NoDuplicateOutput), Of(I::OutputOrdered)],
        ),
        (
            ordered(engine(ALL, sorts, column)),
            vec![Of(I::OutputOrdered)],
        ),
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
            match on(&def, Runner::Interpreter, check) {
                Verdict::Holds { .. } => assert!(!silent.contains(&check), "{check:?}"),
                verdict => {
                    let found = violation(verdict);
                    assert!(silent.contains(&check), "{check:?}: {found}");
                    assert!(found.contains("`decode`"), "{check:?}: {found}");
                }
            }
        }
    }
}

/// Oracle: reasoning: words that the order of invocations decides are not compared, so with all of them
/// excepted and no output parity compares nothing.
#[test]
fn parity_of_nothing_is_refused() {
    let unread: fn(&Input, u32) -> Plan = |i, s| Plan {
        order_dependent: vec![0, 1],
        ..decoded(i, s, |input, _| column(input))
    };
    let backend = Programs::leak("right", Some(|_, _| {}), 256);
    let def = engine(ALL, unread, column);
    let found = violation(on(&def, Runner::Backend(backend), Check::Parity));
    assert!(
        found.contains("no word that is read back is compared"),
        "{found}"
    );
    let def = engine(ALL, |i, s| copy(i, s, Wrong::Nothing), column);
    holds(on(&def, Runner::Backend(backend), Check::Parity));
}
