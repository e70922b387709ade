//! Kernels with subgroup operations: the stated size, and devices of another one.

use crate::{checked, contract, rules};
use vyre_conform_contract::{
    ContractOptions, KernelCertificateProblem, certify_kernel, check, mutate, skeleton,
    verify_kernel,
};
use vyre_conform_import::KernelSource;
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_wgpu::{WgpuBackend, required};

/// A sum for each workgroup of 64, right at every subgroup size.
const REDUCTION: &str = "
enable subgroups;
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
var<workgroup> partials: array<u32, 16>;
@compute @workgroup_size(64)
fn reduce(@builtin(local_invocation_index) i: u32, @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_id) subgroup: u32, @builtin(num_subgroups) count: u32) {
    var value = 0u;
    if (i < arrayLength(&values)) { value = values[i]; }
    let partial = subgroupAdd(value);
    if (lane == 0u) { partials[subgroup] = partial; }
    workgroupBarrier();
    if (i == 0u) {
        var sum = 0u;
        for (var k = 0u; k < count; k++) { sum += partials[k]; }
        output[0] = sum;
    }
}
";

/// The contract of a sum, with these lines in front.
fn sum(head: &str) -> String {
    format!(
        "kernel = \"kernel.wgsl\"\nsizes = [1, 33, 64]\n{head}\n[buffers.values]\nlength = \"n\"\ninput = \"words\"\n\
         [buffers.output]\nlength = 1\noutput = \"exact\"\n[[dispatch]]\nworkgroups = [1]\n[reference]\n\
         engine = \"engine::reduce\"\ncolumns = [\"values\"]\n"
    )
}

/// The adapters with subgroups of this size, or of others.
fn adapters(is_wanted: impl Fn(u64) -> bool) -> Vec<&'static WgpuBackend> {
    let all = required().into_iter();
    all.filter(|adapter| {
        let identity = adapter.identity();
        let has = |name: &str| {
            let mut limits = identity.limits.iter();
            limits.any(|(known, size)| known == name && is_wanted(*size))
        };
        let has_subgroups = identity.features.iter().any(|f| f == "subgroup");
        has_subgroups && has("subgroup_min_size") && has("subgroup_max_size")
    })
    .collect()
}

/// Oracle: the engine's reference; the sum does not depend on the size.
#[test]
fn a_reduction_keeps_its_contract_at_every_size() {
    for size in [4, 16, 32, 128] {
        let report = checked(REDUCTION, &sum(&format!("subgroup_size = {size}")), &[]);
        assert_eq!(rules(&report), Vec::<&str>::new(), "{report:#?}");
        assert!(report.has_run());
        let caveat = |o: &String| o.contains("reports races between subgroups");
        assert!(
            report.omissions.iter().any(caveat),
            "{:?}",
            report.omissions
        );
    }
    let contract = contract(REDUCTION, &sum("subgroup_size = 8"), &[]).expect("a contract");
    let mutants = mutate(&contract, &[], &ContractOptions::default()).expect("a report");
    assert!(
        mutants.refuted.is_none() && mutants.killed() > 3,
        "{mutants:#?}"
    );
}

/// Oracle: a scan that takes 32 lanes for granted is wrong where subgroups have 16.
#[test]
fn a_kernel_that_assumes_32_lanes() {
    let wrong = REDUCTION.replace("k < count", "k < 2u");
    let right = checked(&wrong, &sum("subgroup_size = 32"), &[]);
    assert_eq!(rules(&right), Vec::<&str>::new(), "{right:#?}");
    let report = checked(&wrong, &sum("subgroup_size = 16"), &[]);
    assert!(rules(&report).contains(&"differs"), "{report:#?}");
}

/// Oracle: lines and columns counted by hand.
#[test]
fn wrong_sizes_are_reported_at_their_line() {
    for size in ["3", "2", "48", "256"] {
        let error = contract(REDUCTION, &sum(&format!("subgroup_size = {size}")), &[]);
        let error = error.expect_err("a wrong size");
        assert!(
            error.message.contains("a power of two from 4 to 128"),
            "{error}"
        );
        assert_eq!((error.line, error.column), (Some(3), Some(17)));
    }
    let error = contract(
        crate::SCAN_KERNEL,
        &format!("\nsubgroup_size = 32{}", crate::SCAN),
        &[],
    );
    let error = error.expect_err("a size without use");
    assert!(
        error.message.contains("leave `subgroup_size` out"),
        "{error}"
    );
    assert_eq!((error.line, error.column), (Some(2), Some(17)));
}

/// Oracle: the line of the operation; without a size the remedy names the key.
#[test]
fn unimported_operations_are_named() {
    let report = checked(REDUCTION, &sum(""), &[]);
    assert!(!report.has_run());
    let named = |words: &str| report.omissions.iter().any(|o| o.contains(words));
    assert!(
        named("11:19: a reduction") && named("`subgroup_size`"),
        "{:?}",
        report.omissions
    );
    let early = "if (i >= arrayLength(&values)) { return; }\n    let partial";
    let divergent = REDUCTION.replace("let partial", early);
    let report = checked(&divergent, &sum("subgroup_size = 32"), &[]);
    let words = "12:19: a subgroup operation in divergent control flow";
    let is_named = report.omissions.iter().any(|o| o.contains(words));
    assert!(is_named && !report.has_run(), "{:?}", report.omissions);
}

/// Oracle: the accuracy table has no row for sums of subgroups.
#[test]
fn float_sums_of_subgroups_have_no_bound() {
    let kernel = "@group(0) @binding(0) var<storage, read> values: array<f32>;
        @group(0) @binding(1) var<storage, read_write> output: array<f32>;
        @compute @workgroup_size(4) fn total(@builtin(local_invocation_index) i: u32) {
            let sum = subgroupAdd(values[i]); if (i == 0u) { output[0] = sum; } }";
    let manifest = |equality: &str| {
        format!(
            "kernel = \"kernel.wgsl\"\nsizes = [4]\nsubgroup_size = 4\n[buffers.values]\nlength = \"n\"\n\
             input = \"floats(unit)\"\n[buffers.output]\nlength = 1\noutput = \"{equality}\"\n[[dispatch]]\n\
             workgroups = [1]\n[reference]\nsum = \"values\"\n"
        )
    };
    let report = checked(kernel, &manifest("order_free"), &[]);
    assert_eq!(rules(&report), Vec::<&str>::new(), "{report:#?}");
    let text = manifest("bound");
    match contract(kernel, &text, &[]) {
        Err(error) => assert!(error.message.contains("order_free"), "{error}"),
        Ok(contract) => {
            let report = check(&contract, &[], &ContractOptions::default()).expect("a report");
            assert!(rules(&report).contains(&"unbounded"), "{report:#?}");
        }
    }
}

/// Every lane stores its place in its subgroup, which no reference states.
const PLACES: &str = "@group(0) @binding(0) var<storage, read_write> output: array<u32>;
@group(0) @binding(1) var<storage, read> values: array<u32>;
@compute @workgroup_size(64) fn place(@builtin(local_invocation_index) i: u32, @builtin(subgroup_size) size: u32) {
    output[i] = subgroupExclusiveAdd(1u) + 1000u * size + (values[i] & 1u);
}";

fn places(size: u64) -> String {
    format!(
        "kernel = \"kernel.wgsl\"\nsizes = [64]\nsubgroup_size = {size}\n[buffers.output]\nlength = \"n\"\n\
         output = \"same_every_run\"\n[buffers.values]\nlength = \"n\"\ninput = \"words\"\n[[dispatch]]\n\
         workgroups = [1]\n"
    )
}

/// Oracle: the sizes that drivers report. A device of the stated size is compared with the interpreter.
#[test]
fn devices_of_another_size_are_not_compared_with_the_interpreter() {
    let own = |size: u64| adapters(move |of| of == size);
    for size in [4, 8, 16, 32, 64, 128] {
        let report = checked(PLACES, &places(size), &own(size));
        assert_eq!(rules(&report), Vec::<&str>::new(), "{report:#?}");
        assert_eq!(report.subgroup_mismatches, [], "{report:#?}");
        let wrong = PLACES.replace(
            "1000u * size",
            "1000u * size + select(0u, 1u, size != subgroupAdd(1u))",
        );
        let others = adapters(move |of| of != size);
        let report = checked(&wrong, &places(size), &others);
        assert_eq!(rules(&report), Vec::<&str>::new(), "{report:#?}");
        assert_eq!(
            report.subgroup_mismatches.len(),
            others.len(),
            "{report:#?}"
        );
        for mismatch in &report.subgroup_mismatches {
            assert_eq!(mismatch.stated, size);
            let words = mismatch.to_string();
            assert!(
                words.contains(&format!("{} lanes", mismatch.greatest)),
                "{words}"
            );
            assert!(report.omissions.contains(&words), "{:?}", report.omissions);
        }
    }
}

/// Oracle: the reference judges a device of any size.
#[test]
fn devices_of_another_size_are_judged_by_the_reference() {
    for adapter in adapters(|size| size != 64) {
        let report = checked(REDUCTION, &sum("subgroup_size = 64"), &[adapter]);
        assert_eq!(rules(&report), Vec::<&str>::new(), "{report:#?}");
        assert_eq!(report.parties.len(), 2, "{report:#?}");
        let wrong = REDUCTION.replace("k < count", "k < 1u");
        let report = checked(&wrong, &sum("subgroup_size = 64"), &[adapter]);
        let slug = format!("`{}`", adapter.identity().slug);
        let of_device =
            |f: &vyre_conform_contract::ContractFault| f.party == slug && f.rule.id() == "differs";
        assert!(report.faults.iter().any(of_device), "{report:#?}");
    }
}

/// Oracle: a certificate states the mismatch; an invented one is refused.
#[test]
fn certificates_state_other_sizes() {
    let options = ContractOptions::default();
    for adapter in adapters(|size| size != 64) {
        let contract = contract(PLACES, &places(64), &[]).expect("a contract");
        let certificate = certify_kernel(&contract, &[adapter], &options);
        let mut certificate = certificate.unwrap_or_else(|error| panic!("{error}"));
        assert!(certificate.adapters[0].subgroup_mismatch.is_some());
        let verified = verify_kernel(&certificate.text(), &contract, &options);
        assert_eq!(verified.as_ref(), Ok(&certificate));
        let mismatch = certificate.adapters[0].subgroup_mismatch.take();
        certificate.digest = certificate.own_digest();
        let found = verify_kernel(&certificate.text(), &contract, &options);
        let problems: Vec<KernelCertificateProblem> = found.expect_err("other words");
        assert!(
            problems[0].to_string().contains("not the output"),
            "{problems:?}"
        );
        let mut invented = mismatch.expect("a mismatch");
        (invented.least, invented.greatest) = (64, 64);
        certificate.adapters[0].subgroup_mismatch = Some(invented);
        certificate.digest = certificate.own_digest();
        let found = verify_kernel(&certificate.text(), &contract, &options);
        let problems = found.expect_err("no mismatch");
        assert!(
            problems[0].to_string().contains("no other subgroup size"),
            "{problems:?}"
        );
    }
}

/// Oracle: the operations of the text.
#[test]
fn first_manifests_state_a_size() {
    let of = |kernel: &str| {
        let source = KernelSource::parse("kernel.wgsl", kernel.as_bytes()).expect("a kernel");
        skeleton(&source, "kernel.wgsl").expect("a manifest")
    };
    let text = of(REDUCTION);
    assert!(text.contains("\nsubgroup_size = 32\n"), "{text}");
    let small = text.replace("# sizes = [1, 64, 1000]", "sizes = [1, 64]");
    let report = checked(REDUCTION, &small, &[]);
    // Of one sum for each workgroup, the other words stay unwritten.
    assert_eq!(rules(&report), ["unwritten"], "{report:#?}");
    assert!(!of(crate::SCAN_KERNEL).contains("subgroup_size"));
}
