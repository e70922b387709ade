//! Engines of the library in their original and in broken versions: the check of the violated invariant catches each
//! mutant, and no other check does.

mod arithmetic;
mod attention;
mod axis;
mod carried;
mod decoders;
mod edit;
mod folds;
mod gates;
mod interleavings;
mod kinds;
mod mutants;
mod network;
mod products;
mod reductions;
mod rows;
mod tiled;

use super::support::catalog;
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_runtime::engine::{Check, EngineDef, Input, InputSource, Output, Plan};
use vyre_conform_runtime::ir::Program;
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_suite::invariants::{
    CheckRequest, ClaimOutcome, EngineSession, Runner, check_claim,
};
use vyre_conform_tests::changed;
use vyre_conform_tests::part::is_taken;
use vyre_ops as _;

const STRICT: &str = "engine::freduce_strict";
const TREE: &str = "engine::freduce_tree_binary";

/// The number of generated inputs for each mutant.
const INPUTS: u64 = 12;

fn original(id: &str) -> &'static EngineDef {
    let def = catalog().find_engine(id);
    def.expect("an engine of the library")
}

/// The plan of an engine of the library.
fn plan_of(id: &str, input: &Input, size: u32) -> Plan {
    (original(id).plan)(input, size)
}

/// Outcome of a check on the engine with this plan.
fn check_plan(id: &str, plan: fn(&Input, u32) -> Plan, check: Check) -> ClaimOutcome {
    check_all_plans(id, plan, &[check]).remove(0)
}

/// Outcomes of these checks, which share their runs.
fn check_all_plans(id: &str, plan: fn(&Input, u32) -> Plan, checks: &[Check]) -> Vec<ClaimOutcome> {
    check_plan_on(INPUTS, id, plan, checks)
}

/// Outcomes of these checks on this many generated inputs.
fn check_plan_on(
    inputs: u64,
    id: &str,
    plan: fn(&Input, u32) -> Plan,
    checks: &[Check],
) -> Vec<ClaimOutcome> {
    verdicts((inputs, None), id, plan, checks)
}

/// Outcomes of these checks on one input at one workgroup size.
fn check_plan_at(
    case: (InputSource, u32),
    id: &str,
    plan: fn(&Input, u32) -> Plan,
    checks: &[Check],
) -> Vec<ClaimOutcome> {
    verdicts((INPUTS, Some(case)), id, plan, checks)
}

fn verdicts(
    (inputs, single_case): (u64, Option<(InputSource, u32)>),
    id: &str,
    plan: fn(&Input, u32) -> Plan,
    checks: &[Check],
) -> Vec<ClaimOutcome> {
    let def = original(id);
    // A bench and its checks borrow from one another, so they live as long as the tests.
    let mutant: &'static EngineDef = Box::leak(Box::new(changed!(*def, plan: plan)));
    let session: &'static EngineSession<'static> =
        Box::leak(Box::new(EngineSession::new(mutant, Runner::Interpreter)));
    let requested = checks.iter().map(|check| {
        check_claim(&CheckRequest {
            check: *check,
            session,
            interpreted: session,
            library: catalog(),
            inputs,
            single_case,
        })
    });
    requested.collect()
}

/// The output of a plan, even a wrong one, on the interpreter.
fn run(plan: &Plan, input: &Input) -> Output {
    let library = catalog();
    let valid = |program: &Program| {
        validate_program(program.clone(), library, &Limits::INTERPRETER).expect("a valid program")
    };
    let programs: Vec<ValidProgram> = plan.programs.iter().map(valid).collect();
    let words = run_launch(&programs, &plan.launch, &Options::default()).expect("words");
    (plan.decode)(input, &words)
}

/// The invariants whose checks fail for the engine with this plan.
fn broken(id: &str, plan: fn(&Input, u32) -> Plan) -> Vec<Invariant> {
    let declared = original(id).invariants;
    let checks: Vec<Check> = declared.iter().copied().map(Check::Invariant).collect();
    let verdicts = declared.iter().zip(check_all_plans(id, plan, &checks));
    let broken = verdicts.filter(|(_, verdict)| matches!(verdict, ClaimOutcome::Broken(_)));
    broken.map(|(invariant, _)| *invariant).collect()
}

/// Oracle: the originals: no check fails for a right engine.
#[test]
#[ignore = "a long run: seconds"]
fn no_engine_of_the_library_is_found_wrong() {
    let own = |def: &&&EngineDef| def.place.module.starts_with("vyre_ops");
    let engines = catalog().engines().iter().filter(own).count();
    assert_eq!(engines, vyre_conform_tests::published_engines());
    let all = catalog().engines();
    for (_, def) in (all.iter().enumerate()).filter(|(k, _)| is_taken(*k)) {
        assert_eq!(broken(def.id, def.plan), [], "{}", def.id);
    }
}
