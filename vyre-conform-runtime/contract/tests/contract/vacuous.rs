//! Kernels that compute nothing, and contracts that would accept them.

use crate::{SCAN, checked, manifest, refused, rules};

/// A kernel of two buffers whose body is given.
fn copy(body: &str) -> String {
    format!(
        "@group(0) @binding(0) var<storage, read> input: array<u32>;
         @group(0) @binding(1) var<storage, read_write> output: array<u32>;
         @compute @workgroup_size(64) fn scan(@builtin(global_invocation_id) id: vec3u) {{
             let i = id.x;
             let n = arrayLength(&input);
             if (i >= n) {{ return; }}
             {body}
         }}"
    )
}

/// Oracle: the reference.
#[test]
fn a_kernel_that_returns_zeros_or_its_input() {
    refused(&copy("output[i] = 0u * input[i];"), SCAN, &["differs"]);
    refused(&copy("output[i] = input[i];"), SCAN, &["differs"]);
    refused(
        &copy("if (i > 0u) { output[i] = input[i]; }"),
        SCAN,
        &["unwritten"],
    );
}

/// Oracle: the reference of the contract itself.
#[test]
fn a_contract_that_accepts_zeros_its_input_or_the_last_output() {
    let zeros = SCAN.replace("\"words\"", "\"zeros\"");
    let report = refused(
        &copy("output[i] = input[i];"),
        &zeros,
        &["vacuous-contract"],
    );
    assert!(report.faults[0].values.contains("all zeros"), "{report:?}");
    let one = SCAN.replace("[1, 63, 64]", "[1]");
    let report = refused(&copy("output[i] = input[i];"), &one, &["vacuous-contract"]);
    assert!(
        report.faults[0].values.contains("a copy of `input`"),
        "{report:?}"
    );
    // A permutation is sorted to the same words whatever it was.
    let same = SCAN
        .replace("\"words\"", "\"permutation\"")
        .replace("scan_inclusive", "bitonic_sort")
        .replace("[\"input\"]", "[\"input\", \"input\"]")
        .replace("output = 1 }", "output = 0 }");
    let report = refused(
        &copy("output[i] = i + 0u * input[i];"),
        &same,
        &["vacuous-contract"],
    );
    assert!(
        report.faults[0].values.contains("the last run"),
        "{report:?}"
    );
}

/// Oracle: an input that holds what is asked for is a copy of the output.
#[test]
fn a_kernel_that_reads_the_expected_output() {
    let bytes: Vec<u8> = [3_u32, 4, 11, 11]
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect();
    let text = r#"
        kernel = "kernel.wgsl"
        sizes = [4]
        [buffers.input]
        length = "n"
        input = "file(expected.bin)"
        [buffers.output]
        length = "n"
        output = "exact"
        [[dispatch]]
        workgroups = [1]
        [reference]
        files = { output = "expected.bin" }
    "#;
    let contract = crate::contract(
        &copy("output[i] = input[i];"),
        text,
        &[("expected.bin", &bytes)],
    );
    let contract = contract.expect("a contract");
    let report =
        vyre_conform_contract::check(&contract, &[], &Default::default()).expect("a report");
    assert_eq!(rules(&report), ["vacuous-contract"]);
    // Memory that nothing gives does not hold it either.
    let kernel = copy("output[i] = output[i] + 0u * input[i];");
    refused(&kernel, SCAN, &["unwritten", "differs"]);
}

/// Oracle: the reference of the second input.
#[test]
fn a_kernel_that_remembers_the_last_run() {
    let kernel = "
        @group(0) @binding(0) var<storage, read> input: array<u32>;
        @group(0) @binding(1) var<storage, read_write> output: array<u32>;
        @group(0) @binding(2) var<storage, read_write> cache: array<u32>;
        @compute @workgroup_size(1) fn scan() {
            let n = arrayLength(&input);
            if (cache[0] == 12345u && cache[1] == n) {
                for (var k = 0u; k < n; k++) { output[k] = cache[2u + k]; }
                return;
            }
            var sum = 0u;
            for (var k = 0u; k < n; k++) { sum += input[k]; output[k] = sum; cache[2u + k] = sum; }
            cache[0] = 12345u;
            cache[1] = n;
        }";
    let text = SCAN.to_owned() + "[buffers.cache]\nlength = \"n + 2\"\n";
    refused(kernel, &text, &["stale-memory"]);
    let honest = kernel.replace("cache[0] == 12345u", "false");
    assert_eq!(rules(&checked(&honest, &text, &[])), Vec::<&str>::new());
}

/// Oracle: the reference of another seed.
#[test]
fn a_kernel_that_is_right_on_one_seed_alone() {
    // The word of the first case, which a run without other seeds would accept.
    let kernel = copy("output[i] = 3183150684u + 0u * input[i];");
    let one = SCAN.replace("[1, 63, 64]", "[1]\nseeds = 8");
    let report = refused(&kernel, &one, &["differs"]);
    let differs = report.faults.iter().find(|f| f.rule.id() == "differs");
    let seed = differs.and_then(|fault| Some(fault.case.as_ref()?.seed));
    assert_eq!(seed, Some(2), "{report:?}");
    // A file states the output of one input, and no other seed would tell.
    let text = SCAN
        .split("[reference]")
        .next()
        .unwrap_or_default()
        .to_owned()
        + "[reference]\nfiles = { output = \"one.bin\" }\n";
    let error =
        crate::contract(&kernel, &text, &[("one.bin", &[0; 4])]).expect_err("a random input");
    assert!(error.message.contains("the output of one input"), "{error}");
}

/// Oracle: 1000 numbers between 0 and 1 have a sum near 500, of which one is less than one part in 500.
#[test]
fn a_sum_whose_tolerance_hides_a_lost_element() {
    let kernel = "
        @group(0) @binding(0) var<storage, read> values: array<f32>;
        @group(0) @binding(1) var<storage, read_write> output: array<f32>;
        @compute @workgroup_size(1) fn total() {
            var sum = 0.0;
            for (var k = 0u; k < arrayLength(&values) LOST; k++) { sum += values[k]; }
            output[0] = sum;
        }";
    let reference = "
        @group(0) @binding(0) var<storage, read> values: array<f32>;
        @group(0) @binding(1) var<storage, read_write> output: array<f32>;
        @compute @workgroup_size(1) fn total() {
            var sum = 0.0;
            for (var k = arrayLength(&values); k > 0u; k--) { sum += values[k - 1u]; }
            output[0] = sum;
        }";
    let text = |tolerance: &str| {
        manifest(
            "length = \"n\"\ninput = \"floats(unit)\"",
            &format!("length = 1\noutput = \"{tolerance}\""),
            "sizes = [1000]\n[[dispatch]]\nworkgroups = [1]\n[reference]\nkernel = \"reference.wgsl\"\n\
         [[reference.dispatch]]\nworkgroups = [1]",
        )
    };
    let check = |lost: &str, tolerance: &str| {
        let files: &[(&str, &[u8])] = &[("reference.wgsl", reference.as_bytes())];
        let contract = crate::contract(&kernel.replace("LOST", lost), &text(tolerance), files)
            .expect("a contract");
        rules(&vyre_conform_contract::check(&contract, &[], &Default::default()).expect("a report"))
    };
    assert_eq!(check("- 1u", "relative(1e-2)"), ["blind-tolerance"]);
    assert_eq!(check("", "relative(1e-2)"), ["blind-tolerance"]);
    assert_eq!(check("", "relative(1e-5)"), Vec::<&str>::new());
    assert_eq!(check("- 1u", "relative(1e-5)"), ["differs"]);
}

/// Oracle: the bound of n additions in any order (Higham, Accuracy and Stability of Numerical Algorithms, 4.2).
#[test]
fn sum_in_any_order_has_a_derived_bound() {
    let kernel = "
        enable f16;
        @group(0) @binding(0) var<storage, read> values: array<TYPE>;
        @group(0) @binding(1) var<storage, read_write> output: array<TYPE>;
        @compute @workgroup_size(1) fn total() {
            var sum = TYPE(0.0);
            for (var k = FIRST; k < arrayLength(&values); k++) { sum += values[k]; }
            output[0] = sum;
        }";
    let text = |n: u32| {
        manifest(
            "length = \"n\"\ninput = \"floats(unit)\"",
            "length = 1\noutput = \"order_free\"",
            &format!(
                "sizes = [{n}]\n[[dispatch]]\nworkgroups = [1]\n[reference]\nsum = \"values\""
            ),
        )
    };
    let check = |ty: &str, first: &str, n: u32| {
        let kernel = kernel.replace("TYPE", ty).replace("FIRST", first);
        let kernel = if ty == "f32" {
            kernel.replace("enable f16;", "")
        } else {
            kernel
        };
        rules(&checked(&kernel, &text(n), &[]))
    };
    assert_eq!(check("f32", "0u", 1000), Vec::<&str>::new());
    assert_eq!(check("f32", "1u", 1000), ["differs"]);
    assert_eq!(check("f16", "0u", 20), Vec::<&str>::new());
    // A thousand halves may lose whole elements, and the contract says so.
    assert_eq!(check("f16", "1u", 1000), ["blind-tolerance"]);
    let error = crate::contract(
        &kernel
            .replace("TYPE", "f32")
            .replace("FIRST", "0u")
            .replace("enable f16;", ""),
        &text(9).replace(
            "sum = ",
            "engine = \"engine::reduce\"\ncolumns = [\"values\"]\n# ",
        ),
        &[],
    );
    assert!(error.is_err_and(|error| error.message.contains("`sum = \"buffer\"`")));
}

/// Oracle: a size of 0 has no element to compare, and the word that stands for it stays.
#[test]
fn a_size_of_zero_is_checked_where_the_manifest_has_it() {
    let zero = SCAN
        .replace("[1, 63, 64]", "[0, 1, 64]")
        .replace("workgroups = [1]", "workgroups = [\"ceil(n / 64)\"]");
    let report = checked(crate::SCAN_KERNEL, &zero, &vyre_conform_wgpu::required());
    assert_eq!(rules(&report), Vec::<&str>::new(), "{report:#?}");
    assert_eq!(report.sizes, [0, 1, 64]);
}

/// Oracle: the importer refuses subgroup operations, so that without an adapter nothing runs the kernel.
#[test]
fn unrun_kernel_keeps_no_contract() {
    let kernel = "
        @group(0) @binding(0) var<storage, read> input: array<f32>;
        @group(0) @binding(1) var<storage, read_write> output: array<f32>;
        @compute @workgroup_size(1) fn copy() { output[0] = subgroupAdd(input[0]); }";
    let text = "kernel = \"kernel.wgsl\"\nsizes = [2]\n[buffers]\ninput = { length = \"n\", input = \"floats(unit)\" }\n\
                output = { length = 1, output = \"same_every_run\" }\n[[dispatch]]\nworkgroups = [1]\n";
    let report = checked(kernel, text, &[]);
    assert!(!report.has_run() && !report.is_refuted(), "{report:?}");
    assert!(
        report
            .omissions
            .iter()
            .any(|o| o.contains("the interpreter does not run the kernel")),
        "{report:?}"
    );
    let contract = crate::contract(kernel, text, &[]).expect("a contract");
    let mutants =
        vyre_conform_contract::mutate(&contract, &[], &Default::default()).expect("a report");
    assert!(
        mutants
            .refuted
            .is_some_and(|why| why.starts_with("nothing runs it"))
    );
}
