//! Length of the generated inputs: a fault that appears only with several workgroups, or with several iterations of an
//! invocation, is caught at every workgroup size.

use super::edit::program;
use super::{INPUTS, original, plan_of, run};
use vyre_conform_runtime::engine::{Plan, SIZES};
use vyre_conform_runtime::ir::{Expr, Node};
use vyre_conform_runtime::spec::Invariant;

/// The workgroup sizes at which an engine with this change gives a wrong output for some input.
pub(super) fn caught_at(id: &str, change: impl Fn(&mut Plan)) -> Vec<u32> {
    let def = original(id);
    let reference = def.reference.expect("every engine has one");
    let is_wrong = |size: u32, n: u64| {
        let input = (def.inputs)(n);
        let mut plan = plan_of(id, &input, size);
        change(&mut plan);
        let [mut expected, mut actual] = [reference(&input), run(&plan, &input)];
        if !def.invariants.contains(&Invariant::OutputOrdered) {
            expected.sort_unstable();
            actual.sort_unstable();
        }
        expected != actual
    };
    let sizes = SIZES.into_iter();
    sizes
        .filter(|size| (0..INPUTS).any(|n| is_wrong(*size, n)))
        .collect()
}

/// Engines whose loop around a whole program runs once at some size for every generated input, and why.
const ONCE: &[(&str, &str)] = &[
    (
        "engine::barrier_uniform_flow",
        "its loop is over the rounds of a reduction, of which one invocation has none",
    ),
    (
        "engine::matmul_fma_chain_tiled",
        "with one invocation a workgroup there is a workgroup for each of its tiles",
    ),
    (
        "engine::matmul_strict_tiled",
        "as of matmul_fma_chain_tiled",
    ),
];

/// The bounds of the loops around whole programs: over items, or over tiles.
fn loops(plan: &mut Plan) -> impl Iterator<Item = &mut Expr> {
    let nodes = plan
        .programs
        .iter_mut()
        .flat_map(|program| &mut program.entry.body);
    nodes.filter_map(|node| match node {
        Node::Loop { to, .. } => Some(to),
        _ => None,
    })
}

/// Oracle: the references; every engine needs a second workgroup for some input at each size.
#[test]
#[ignore = "a long run: seconds"]
fn a_dispatch_of_the_first_workgroup_alone_is_caught_at_every_size() {
    let mut missed = vec![];
    for def in super::catalog().engines() {
        let actual = caught_at(def.id, |plan| {
            for step in &mut plan.launch.steps {
                step.workgroups = [1, 1, 1];
            }
        });
        if actual != SIZES {
            missed.push((def.id, actual));
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

/// Oracle: the references; every loop over items or tiles runs twice for some input at each size.
#[test]
#[ignore = "a long run: seconds"]
fn a_loop_that_turns_once_is_caught_at_every_size() {
    let (mut wrong, mut looped) = (vec![], 0);
    for def in super::catalog().engines() {
        let has_loop = |n: u64| loops(&mut plan_of(def.id, &(def.inputs)(n), SIZES[0])).count() > 0;
        if !(0..INPUTS).any(has_loop) {
            continue;
        }
        looped += 1;
        let actual = caught_at(def.id, |plan| {
            loops(plan).for_each(|to| *to = Expr::u32(1));
        });
        let is_listed = ONCE.iter().any(|(id, _)| *id == def.id);
        if (actual == SIZES) == is_listed {
            wrong.push(format!(
                "{}: caught at {actual:?} of {SIZES:?}, and it is {}in `ONCE`",
                def.id,
                if is_listed { "" } else { "not " }
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(looped > 70, "{looped}");
}

/// Removes the state that a program over tiles carries from one tile to the next: the last nodes of its loop that
/// change something outside of it.
fn lose_carry(plan: &mut Plan, name: &str) {
    let program = program(plan, name).expect("a program over tiles");
    let tiles = program.entry.body.iter_mut().find_map(|node| match node {
        Node::Loop { body, .. } => Some(body),
        _ => None,
    });
    let tiles = tiles.expect("a loop over tiles");
    let carries = |node: &Node| matches!(node, Node::Assign { .. } | Node::StoreElement { .. });
    let last = tiles.iter().rposition(carries).expect("a carry");
    let first = tiles[..last].iter().rposition(|node| !carries(node));
    tiles.drain(first.map_or(0, |k| k + 1)..=last);
}

/// Oracle: the references; the second tile of a workgroup begins with the sum of the first.
#[test]
fn a_lost_carry_is_caught_at_every_size() {
    for (id, name) in [
        ("engine::scan_exclusive", "scan_tiles"),
        ("engine::scan_inclusive", "scan_tiles"),
        ("engine::compact", "scatter_kept"),
        ("engine::radix_sort_pass", "scatter_digits"),
    ] {
        let actual = caught_at(id, |plan| lose_carry(plan, name));
        assert_eq!(actual, SIZES, "{id}");
    }
}

/// Oracle: the references; the second workgroup begins with the sum of the first. The program that
/// scans the sums of the workgroups does not run, so that every workgroup begins with zero.
#[test]
fn a_wrong_offset_is_caught_at_every_size() {
    for (id, name) in [
        ("engine::scan_exclusive", "scan_sums"),
        ("engine::scan_inclusive", "scan_sums"),
        ("engine::compact", "scan_sums"),
        ("engine::radix_sort", "scan_tiles"),
        ("engine::radix_sort_pass", "scan_tiles"),
    ] {
        let actual = caught_at(id, |plan| {
            let mut programs = plan.programs.iter();
            if let Some(scan) = programs.position(|program| program.name == name) {
                plan.launch.steps.retain(|step| step.program != scan);
            }
        });
        assert_eq!(actual, SIZES, "{id}");
    }
}
