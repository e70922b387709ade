//! Mutants: changes of the kernel that its contract notices or does not.

use crate::{SCAN, SCAN_KERNEL, contract};
use vyre_conform_contract::{ContractOptions, MutationKind, MutationReport};

#[track_caller]
fn mutated(kernel: &str, manifest: &str) -> MutationReport {
    let contract = contract(kernel, manifest, &[]).unwrap_or_else(|error| panic!("{error}"));
    let report = vyre_conform_contract::mutate(&contract, &[], &ContractOptions::default());
    report.unwrap_or_else(|error| panic!("{error}"))
}

/// Oracle: the parts of the text, counted by hand.
#[test]
fn every_kind_of_mutant_is_made_and_detected() {
    let report = mutated(SCAN_KERNEL, SCAN);
    assert_eq!(report.refuted, None);
    let of = |kind| {
        report
            .mutants
            .iter()
            .filter(move |mutant| mutant.kind == kind)
    };
    assert_eq!(of(MutationKind::Barrier).count(), 3);
    // Three conditions, each always and never.
    assert_eq!(of(MutationKind::Guard).count(), 6);
    assert_eq!(of(MutationKind::LoopBound).count(), 1);
    assert_eq!(of(MutationKind::Comparison).count(), 3);
    assert!(
        of(MutationKind::Barrier).all(|mutant| mutant.killed.is_some()),
        "{report:#?}"
    );
    assert!(
        of(MutationKind::Guard).all(|mutant| mutant.killed.is_some()),
        "{report:#?}"
    );
    let lines: Vec<u32> = of(MutationKind::Barrier)
        .map(|m| m.place.expect("a place").line)
        .collect();
    assert_eq!(lines, [11, 15, 17]);
    // A loop that runs once more, to a step of 64, adds nothing: the change gives the same kernel.
    let survivors: Vec<_> = report
        .survivors()
        .map(|m| (m.kind, m.place.map(|p| p.line)))
        .collect();
    assert!(
        survivors.contains(&(MutationKind::LoopBound, Some(12))),
        "{survivors:?}"
    );
    assert!(
        report.killed() * 10 >= report.mutants.len() * 8,
        "{survivors:?}"
    );
}

/// Oracle: inputs of one workgroup and one size leave the guards out.
#[test]
fn a_weak_contract_has_survivors_at_their_lines() {
    let weak = SCAN.replace("[1, 63, 64]", "[64]");
    let report = mutated(SCAN_KERNEL, &weak);
    let guards: Vec<u32> = report
        .survivors()
        .filter(|mutant| mutant.kind == MutationKind::Guard)
        .map(|mutant| mutant.place.expect("a place").line)
        .collect();
    assert_eq!(guards, [9, 19], "{report:#?}");
}

/// Oracle: atomicSub in place of atomicAdd counts down.
#[test]
fn atomics_are_changed_and_a_wrong_kernel_is_not() {
    let kernel = "
        @group(0) @binding(0) var<storage, read> values: array<u32>;
        @group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>>;
        @compute @workgroup_size(32) fn count(@builtin(global_invocation_id) id: vec3u) {
            if (id.x < arrayLength(&values)) { atomicAdd(&counts[values[id.x]], 1u); }
        }";
    let manifest = r#"
        kernel = "kernel.wgsl"
        sizes = [1, 33, 70]
        [buffers]
        values = { length = "n", input = "below(8)" }
        counts = { length = 8, input = "zeros", output = "exact" }
        [[dispatch]]
        workgroups = ["ceil(n / 32)"]
        [reference]
        engine = "engine::histogram"
        columns = ["values", [8]]
        outputs = { counts = 1 }
    "#;
    let report = mutated(kernel, manifest);
    let atomics = report
        .mutants
        .iter()
        .filter(|m| m.kind == MutationKind::Atomic);
    let changes: Vec<&str> = atomics.map(|m| &m.change[..]).collect();
    assert_eq!(changes, ["`atomicAdd` becomes `atomicSub`"]);
    assert_eq!(report.survivors().count(), 0, "{report:#?}");
    let wrong = mutated(&kernel.replace("1u)", "2u)"), manifest);
    assert!(
        wrong
            .refuted
            .is_some_and(|fault| fault.starts_with("differs"))
    );
    assert!(wrong.mutants.is_empty());
}
