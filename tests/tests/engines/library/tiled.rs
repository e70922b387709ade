//! Programs over tiles that pass elements through workgroup memory: the interpreter alone catches every missing barrier
//! and every wrong place.

use super::edit::{buffer, change, program};
use super::{check_plan_at, original, plan_of};
use std::cell::Cell;
use vyre_conform_runtime::engine::{Check, Input, InputSource, Plan};
use vyre_conform_runtime::ir::{Expr, Node};
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_suite::invariants::ClaimOutcome;

/// 2047 random words at 32 invocations: several workgroups with several tiles, and more words than the engine counts
/// one by one.
const CASE: (InputSource, u32) = (InputSource::Generated(28), 32);

/// Engines, their programs over tiles, and the number of barriers.
const TILED: &[(&str, &str, usize)] = &[
    ("engine::scan_exclusive", "scan_tiles", 6),
    ("engine::scan_inclusive", "scan_tiles", 6),
    ("engine::compact", "scatter_kept", 6),
    ("engine::histogram", "histogram", 2),
    ("engine::radix_sort", "count_tiles", 1),
    ("engine::radix_sort", "scatter_tiles", 23),
];

thread_local! {
    /// The engine, the program, and the number of the removed barrier.
    static LEFT_OUT: Cell<Option<(&'static str, &'static str, usize)>> = const { Cell::new(None) };
}

/// Removes the barrier with this number; otherwise the number of barriers before the end.
fn leave_out(nodes: &mut Vec<Node>, number: usize) -> Result<(), usize> {
    let mut passed = 0;
    for k in 0..nodes.len() {
        if matches!(nodes[k], Node::Barrier) {
            if passed == number {
                nodes.remove(k);
                return Ok(());
            }
            passed += 1;
        }
        let mut is_done = false;
        nodes[k].for_each_block_mut(|inner| {
            if !is_done {
                match leave_out(inner, number - passed) {
                    Ok(()) => is_done = true,
                    Err(others) => passed += others,
                }
            }
        });
        if is_done {
            return Ok(());
        }
    }
    Err(passed)
}

fn without_a_barrier(input: &Input, size: u32) -> Plan {
    let (id, name, number) = LEFT_OUT.get().expect("a mutant");
    let mut plan = plan_of(id, input, size);
    let program = program(&mut plan, name).expect("the program");
    leave_out(&mut program.entry.body, number).expect("the barrier");
    plan
}

fn barriers(id: &str, name: &str) -> usize {
    let (InputSource::Generated(n), size) = CASE else {
        unreachable!("a generated input")
    };
    let mut plan = plan_of(id, &(original(id).inputs)(n), size);
    let program = program(&mut plan, name).expect("the program");
    let all = leave_out(&mut program.entry.body, usize::MAX);
    all.expect_err("fewer barriers than that")
}

/// Oracle: the interpreter's race detector and the reference; each barrier of these programs orders two accesses.
#[test]
#[ignore = "a long run: seconds"]
fn every_barrier_of_the_programs_over_tiles_is_needed() {
    let mut survivors = vec![];
    for (id, name, count) in TILED {
        assert_eq!(barriers(id, name), *count, "{id} {name}");
        for number in 0..*count {
            LEFT_OUT.set(Some((id, name, number)));
            let checks = [Check::Invariant(Invariant::Deterministic), Check::Reference];
            let verdicts = check_plan_at(CASE, id, without_a_barrier, &checks);
            let holds = |verdict: &ClaimOutcome| matches!(verdict, ClaimOutcome::Holds { .. });
            if verdicts.iter().all(holds) {
                survivors.push(format!("{id} {name} {number}"));
            }
        }
    }
    assert!(survivors.is_empty(), "{survivors:?}");
}

/// Every workgroup ranks its words like the first one.
fn ranks_of_the_first(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::histogram", input, size);
    zeros_in(&mut plan, "histogram", "bases");
    plan
}

/// Every workgroup writes its pairs to the places of the first one.
fn places_of_the_first(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::radix_sort", input, size);
    zeros_in(&mut plan, "scatter_tiles", "next");
    plan
}

/// Makes every store to one buffer of a program store zero.
fn zeros_in(plan: &mut Plan, name: &str, memory: &str) {
    let program = program(plan, name).expect("the program");
    let memory = buffer(program, memory);
    change(&mut program.entry.body, &mut |node| {
        if let Node::Store { buffer, value, .. } = node
            && *buffer == memory
        {
            *value = Expr::u32(0);
        }
    });
}

/// Oracle: the mutants' documentation: two words of a bin have one rank, and pairs are missing.
#[test]
fn non_consecutive_places_are_caught() {
    let linearizable = Check::Invariant(Invariant::AtomicLinearizable);
    let actual = check_plan_at(
        CASE,
        "engine::histogram",
        ranks_of_the_first,
        &[linearizable],
    );
    assert!(
        matches!(actual[..], [ClaimOutcome::Broken(_)]),
        "{actual:?}"
    );
    let actual = check_plan_at(
        CASE,
        "engine::radix_sort",
        places_of_the_first,
        &[Check::Reference],
    );
    assert!(
        matches!(actual[..], [ClaimOutcome::Broken(_)]),
        "{actual:?}"
    );
}
