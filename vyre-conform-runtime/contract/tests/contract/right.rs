//! Kernels that keep their contracts.

use crate::{SCAN, SCAN_KERNEL, checked, rules};
use vyre_conform_wgpu::required;

/// Oracle: the algorithm as published (Hillis and Steele 1986), and the library's reference.
#[test]
fn a_right_scan_keeps_its_contract_on_every_party() {
    let adapters = required();
    let report = checked(SCAN_KERNEL, SCAN, &adapters);
    assert_eq!(rules(&report), Vec::<&str>::new(), "{report:#?}");
    assert_eq!(report.parties.len(), 1 + adapters.len(), "{report:?}");
    assert!(
        report
            .parties
            .iter()
            .all(|(_, cases)| *cases == report.cases),
        "{report:?}"
    );
    assert_eq!(report.omissions, Vec::<String>::new());
}

/// Oracle: the documentation of the op, over floats by bits.
#[test]
fn an_op_of_the_library_is_a_reference() {
    let kernel = "
        @group(0) @binding(0) var<storage, read> a: array<u32>;
        @group(0) @binding(1) var<storage, read> b: array<u32>;
        @group(0) @binding(2) var<storage, read_write> c: array<u32>;
        @compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            if id.x < arrayLength(&c) { c[id.x] = max(a[id.x], b[id.x]); }
        }";
    let manifest = r#"
        kernel = "kernel.wgsl"
        [buffers]
        a = { length = "n", input = "words" }
        b = { length = "n", input = "words" }
        c = { length = "n", output = "exact" }
        [[dispatch]]
        workgroups = ["ceil(n / 32)"]
        spare = true
        [reference]
        op = "u32::max"
        operands = ["a", "b"]
    "#;
    let report = checked(kernel, manifest, &[]);
    assert_eq!(rules(&report), Vec::<&str>::new(), "{report:#?}");
    let wrong = checked(&kernel.replace("max(a", "min(a"), manifest, &[]);
    assert_eq!(rules(&wrong), ["differs"]);
    // The smallest input: one element, and one operand that is 1.
    let case = wrong.faults[0].case.as_ref().expect("a case");
    assert_eq!(case.n, 1);
    assert_eq!(
        wrong.faults[0].values,
        "`c[0]` is 0, the reference states 1; 1 of 1 elements differ"
    );
    assert!(
        wrong.faults[0]
            .inputs
            .contains(&"a = 0 everywhere".to_owned())
            || wrong.faults[0]
                .inputs
                .contains(&"b = 0 everywhere".to_owned()),
        "{wrong:?}"
    );
}

/// Sums by two passes, and by one.
pub(crate) const SUMS: &str = "
        override GROUP: u32 = 64;
        @group(0) @binding(0) var<storage, read> values: array<f32>;
        @group(0) @binding(1) var<storage, read_write> partial: array<f32>;
        @group(0) @binding(2) var<storage, read_write> total: array<f32>;
        @compute @workgroup_size(1) fn parts(@builtin(workgroup_id) id: vec3<u32>) {
            var sum = 0.0;
            for (var k = 0u; k < GROUP; k++) {
                let at = id.x * GROUP + k;
                if at < arrayLength(&values) { sum += values[at]; }
            }
            partial[id.x] = sum;
        }
        @compute @workgroup_size(1) fn whole() {
            var sum = 0.0;
            for (var k = 0u; k < arrayLength(&partial); k++) { sum += partial[k]; }
            total[0] = sum;
        }
        @compute @workgroup_size(1) fn plain() {
            var sum = 0.0;
            for (var k = 0u; k < arrayLength(&values); k++) { sum += values[k]; }
            total[0] = sum;
        }";

/// The contract of the two passes.
pub(crate) const SUMS_MANIFEST: &str = r#"
        kernel = "kernel.wgsl"
        sizes = [1, 7, 64]
        [overrides]
        GROUP = [4, 16]
        [buffers.values]
        length = "n"
        input = "floats(unit)"
        [buffers.partial]
        length = "ceil(n / GROUP)"
        [buffers.total]
        length = "1"
        output = "relative(1e-5)"
        [[dispatch]]
        entry = "parts"
        workgroups = ["ceil(n / GROUP)"]
        [[dispatch]]
        entry = "whole"
        workgroups = [1]
        [reference]
        kernel = "kernel.wgsl"
        [[reference.dispatch]]
        entry = "plain"
        workgroups = [1]
    "#;

/// Oracle: the same sum by one invocation.
#[test]
fn passes_share_buffers_overrides_vary_and_a_kernel_is_a_reference() {
    let (kernel, manifest) = (SUMS, SUMS_MANIFEST);
    let report = checked(kernel, manifest, &required());
    assert_eq!(rules(&report), Vec::<&str>::new(), "{report:#?}");
    let used = &report.tolerances[0];
    assert!(used.largest < 1.0 && used.elements > 0, "{used:?}");
    // A tolerance on which the order of additions shows.
    let exact = checked(kernel, &manifest.replace("relative(1e-5)", "exact"), &[]);
    assert_eq!(rules(&exact), ["differs"]);
    // A lost last element.
    let lost = kernel.replace(
        "at < arrayLength(&values)",
        "at + 1u < arrayLength(&values)",
    );
    assert_eq!(rules(&checked(&lost, manifest, &[])), ["differs"]);
}

/// Oracle: odd-even transposition sorts n words in n rounds (Knuth 3, section 5.3.4).
#[test]
fn repeated_dispatches_have_values_of_their_own() {
    let kernel = "
        struct Step { parity: u32, n: u32 }
        @group(0) @binding(0) var<storage, read_write> keys: array<u32>;
        @group(0) @binding(1) var<uniform> at: Step;
        @compute @workgroup_size(32) fn odd_even(@builtin(global_invocation_id) id: vec3<u32>) {
            let k = 2u * id.x + at.parity;
            if k + 1u < at.n && keys[k] > keys[k + 1u] {
                let low = keys[k + 1u];
                keys[k + 1u] = keys[k];
                keys[k] = low;
            }
        }";
    let manifest = r#"
        kernel = "kernel.wgsl"
        sizes = [1, 2, 9, 33]
        [buffers.keys]
        length = "n"
        input = "words"
        output = "exact"
        [buffers.at]
        values = { n = "n", parity = 0 }
        [[dispatch]]
        entry = "odd_even"
        workgroups = ["ceil(n / 64)"]
        repeat = "n"
        values = { "at.parity" = "k % 2" }
        [reference]
        engine = "bitonic_sort"
        columns = ["keys", "keys"]
        outputs = { keys = 0 }
    "#;
    let report = checked(kernel, manifest, &required());
    assert_eq!(rules(&report), Vec::<&str>::new(), "{report:#?}");
    let short = checked(
        kernel,
        &manifest.replace("repeat = \"n\"", "repeat = \"max(n, 2) - 2\""),
        &[],
    );
    assert_eq!(rules(&short), ["differs"]);
}
