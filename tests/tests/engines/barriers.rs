//! Results of a backend without a property of barriers, on the interpreter with that property switched off; and the
//! memory after atomics that lose or tear an update.

use super::support::catalog;
use vyre_conform_interp::{BarrierModel, Options, run_launch};
use vyre_conform_runtime::engine::{AtomicEvent, EngineDef, History, Output, linear};
use vyre_conform_runtime::valid::{Limits, validate_program};
use vyre_ops as _;

/// The output and the reference's, for an input that fills two workgroups of 64 and a part of a third.
fn outputs(def: &EngineDef, barriers: BarrierModel) -> (Output, Output) {
    let input = (def.inputs)(7);
    assert!(input.columns[0].len() > 128);
    let plan = (def.plan)(&input, 64);
    let programs: Vec<_> = plan
        .programs
        .into_iter()
        .map(|program| {
            validate_program(program, &(), &Limits::INTERPRETER).expect("a valid program")
        })
        .collect();
    let options = Options {
        barriers,
        ..Options::default()
    };
    let words = run_launch(&programs, &plan.launch, &options).expect("it runs");
    let reference = def.reference.expect("a reference");
    ((plan.decode)(&input, &words), reference(&input))
}

/// Oracle: docs/spec/ir.md#execution, the guarantees of a barrier; and the references of the engines that need each.
#[test]
fn each_promise_is_needed_by_an_engine() {
    use BarrierModel::{Absent, Full, Invisible, Leaky, PartOfWorkgroup, StraightLine, Unscoped};
    let part = PartOfWorkgroup(32);
    let models = [Full, Absent, part, Invisible, Leaky, Unscoped, StraightLine];
    let needs: [(&str, &[BarrierModel]); 4] = [
        ("engine::barrier_visibility", &[Absent, part, Invisible]),
        (
            "engine::barrier_isolation",
            &[Absent, part, Leaky, Unscoped],
        ),
        ("engine::barrier_scope", &[Absent, part, Leaky, Unscoped]),
        (
            "engine::barrier_uniform_flow",
            &[Absent, part, Invisible, StraightLine],
        ),
    ];
    for (id, requested) in needs {
        let def = catalog().find_engine(id).expect(id);
        let fails = |model: &BarrierModel| {
            let (actual, expected) = outputs(def, *model);
            actual != expected
        };
        let failing: Vec<BarrierModel> = models.into_iter().filter(fails).collect();
        assert_eq!(failing, requested, "{id}");
    }
}

/// Observations of an atomic engine on the interpreter, cell by cell, on one input.
fn histories(def: &EngineDef, number: u64) -> Vec<History> {
    let input = (def.inputs)(number);
    let plan = (def.plan)(&input, 32);
    let programs = plan
        .programs
        .into_iter()
        .map(|program| {
            validate_program(program, &(), &Limits::INTERPRETER).expect("a valid program")
        })
        .collect::<Vec<_>>();
    let words = run_launch(&programs, &plan.launch, &Options::default()).expect("it runs");
    (plan.histories)(&input, &words)
}

/// Oracle: docs/spec/ops.md#atomics; each fault changes one observation of an atomic operation.
#[test]
fn faults_of_every_atomic_are_refused() {
    let atomics: Vec<_> = catalog()
        .engines()
        .iter()
        .filter(|def| def.id.starts_with("engine::atomic_"))
        .collect();
    assert_eq!(atomics.len(), 8);
    // Its arguments: the history, and the number of a step that changes something.
    type Fault = fn(&mut History, usize);
    let faults: [(&str, Fault); 4] = [
        ("a lost update", |h, k| {
            // The step took place, but no later step and not the final value observed it.
            let (before, after) = (h.events[k].before, linear::after(&h.events[k]));
            // A step that changes nothing is consistent before as well as after the lost one.
            let reached = |e: &&mut AtomicEvent| e.before == after && linear::after(e) != after;
            match h.events.iter_mut().find(reached) {
                Some(next) => next.before = before,
                None => h.last = before,
            }
        }),
        ("a torn write", |h, _| h.last ^= 0xffff_0000),
        ("a wrong value before", |h, k| {
            h.events[k].before ^= 0x0100_0000
        }),
        ("a step that took place twice", |h, k| {
            let again = h.events[k];
            h.events.push(AtomicEvent {
                invocation: u32::MAX,
                ..again
            });
        }),
    ];
    for def in atomics {
        let mut tried = 0;
        // Up to 65 invocations on one cell, on a few, or on one each; all kinds of operands and steps.
        for history in [0, 1, 2, 3, 4, 7, 11, 19, 20, 23, 27]
            .into_iter()
            .flat_map(|n| histories(def, n))
        {
            linear::check(&history).expect("the interpreter is right");
            let changes = |e: &AtomicEvent| linear::after(e) != e.before;
            let Some(k) = history.events.iter().position(changes) else {
                continue;
            };
            tried += 1;
            for (what, fault) in faults {
                let mut wrong = history.clone();
                fault(&mut wrong, k);
                let verdict = linear::check(&wrong);
                assert!(verdict.is_err(), "{}: {what} passes", def.id);
            }
        }
        assert!(tried > 0, "{}: no step changes anything", def.id);
    }
}
