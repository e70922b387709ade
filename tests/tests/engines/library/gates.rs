//! Plans that the gates refuse before anything runs.

use super::edit::{change, program};
use super::{catalog, check_plan, plan_of};
use vyre_conform_runtime::engine::{Check, Input, Plan};
use vyre_conform_runtime::ir::Node;
use vyre_conform_suite::invariants::ClaimOutcome;

/// Workgroups sum in rounds, without a barrier between the rounds.
fn impatient_sum(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::barrier_uniform_flow", input, size);
    let program = program(&mut plan, "barrier_uniform_flow").expect("a sum");
    change(&mut program.entry.body, &mut |node| {
        if let Node::Loop { body, .. } = node {
            body.retain(|inner| !matches!(inner, Node::Barrier));
        }
    });
    plan
}

/// Oracle: the mutant's documentation: a round reads a word that another invocation writes in the previous round.
#[test]
fn lost_barrier_is_refused_by_the_gates() {
    let ClaimOutcome::Broken(actual) =
        check_plan("engine::barrier_uniform_flow", impatient_sum, Check::Gates)
    else {
        panic!("it passes");
    };
    let because = &actual.difference.causes[0];
    for part in [
        "a data race in every run: step 0: `shared[",
        " reads it at ",
        " writes it at ",
    ] {
        assert!(because.contains(part), "{because}");
    }
}

/// Oracle: the originals: no gate refuses a right engine or reports a race that does not exist.
#[test]
#[ignore = "a long run: seconds"]
fn every_engine_of_the_library_passes_the_gates() {
    for def in catalog().engines() {
        let verdict = check_plan(def.id, def.plan, Check::Gates);
        assert!(
            matches!(verdict, ClaimOutcome::Holds { .. }),
            "{}: {verdict:?}",
            def.id
        );
    }
}
