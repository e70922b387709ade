//! The equality `bound`: the accuracy table of WGSL decides how far a result may be off.

use crate::{checked, contract, manifest, rules};
use vyre_conform_contract::{ContractOptions, ContractReport, accuracy_table, check};
use vyre_conform_wgpu::{WgpuBackend, required};

/// A kernel of one element for each of `values`, by this expression in `x` and `k`.
fn elementwise(body: &str) -> String {
    format!(
        "@group(0) @binding(0) var<storage, read> values: array<f32>;
         @group(0) @binding(1) var<storage, read_write> output: array<f32>;
         @compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3u) {{
             let k = id.x;
             if (k >= arrayLength(&values)) {{ return; }}
             let x = values[k];
             {body}
         }}"
    )
}

/// The report of a kernel beside a reference kernel of the same bindings.
fn beside(body: &str, reference: &str, input: &str, adapters: &[&WgpuBackend]) -> ContractReport {
    let text = manifest(
        &format!("length = \"n\"\ninput = \"{input}\""),
        "length = \"n\"\noutput = \"bound\"",
        "sizes = [2, 40]\n[[dispatch]]\nworkgroups = [\"ceil(n / 32)\"]\n[reference]\nkernel = \"reference.wgsl\"\n\
         [[reference.dispatch]]\nworkgroups = [\"ceil(n / 32)\"]",
    );
    let reference = elementwise(reference);
    let files: &[(&str, &[u8])] = &[("reference.wgsl", reference.as_bytes())];
    let contract = contract(&elementwise(body), &text, files);
    let contract = contract.unwrap_or_else(|error| panic!("{error}"));
    check(&contract, adapters, &ContractOptions::default()).expect("a report")
}

/// Oracle: the devices, which keep the table.
#[test]
fn devices_keep_the_bounds_of_the_table() {
    let adapters = required();
    for expression in [
        "x * 3.1 + 0.7",
        "(x + 2.0) / (x + 3.0)",
        "sqrt(x + 2.0)",
        "inverseSqrt(x + 2.0)",
        "exp(x * 5.0)",
        "exp2(x * 9.0)",
        "log(x + 1.5)",
        "log2(x + 9.0)",
        "sin(x * 3.0)",
        "cos(x * 3.0)",
        "tan(x)",
        "atan(x)",
        "tanh(x)",
        "pow(x + 1.5, 2.5)",
        "fma(x, x, -0.5)",
        "clamp(x, -0.5, 0.5) + abs(x) - floor(x * 4.0) * 0.25",
        "length(vec3f(x, 1.0, 2.0)) + dot(vec2f(x, x), vec2f(0.3, 0.7))",
        "mix(x, 2.0, 0.3) + smoothstep(-1.0, 1.0, x)",
    ] {
        let body = format!("output[k] = {expression};");
        let report = beside(&body, &body, "floats(signed)", &adapters);
        let found = rules(&report);
        let floor_is_open = expression.contains("floor") && found == ["unbounded"];
        assert!(
            found.is_empty() || floor_is_open,
            "{expression}: {:?}",
            report.faults
        );
        assert_eq!(report.parties.len(), 1 + adapters.len(), "{expression}");
        let used = &report.tolerances[0];
        assert!(
            used.largest <= 1.0 && used.elements > 0,
            "{expression}: {used:?}"
        );
    }
}

/// Oracle: equal formulas by algebra, whose rounding differs.
#[test]
fn equal_formulas_may_round_differently() {
    let pairs = [
        (
            "output[k] = (x + 1.0) * (x - 1.0);",
            "output[k] = x * x - 1.0;",
        ),
        (
            "output[k] = exp(x) * exp(2.0);",
            "output[k] = exp(x + 2.0);",
        ),
        ("output[k] = x / 3.0;", "output[k] = x * (1.0 / 3.0);"),
    ];
    for (body, reference) in pairs {
        let report = beside(body, reference, "floats(signed)", &[]);
        assert_eq!(
            rules(&report),
            Vec::<&str>::new(),
            "{body}: {:?}",
            report.faults
        );
        assert!(
            report.tolerances[0].largest > 0.0,
            "{body} never rounds otherwise"
        );
    }
    for (body, reference) in [
        ("output[k] = x * x - 1.00001;", "output[k] = x * x - 1.0;"),
        ("output[k] = x * 0.3333;", "output[k] = x / 3.0;"),
        ("output[k] = exp(x + 2.0001);", "output[k] = exp(x + 2.0);"),
    ] {
        let report = beside(body, reference, "floats(signed)", &[]);
        assert_eq!(rules(&report), ["differs"], "{body}: {:?}", report.faults);
    }
}

/// Oracle: the accuracy table of WGSL, which has no bound there.
#[test]
fn undefined_bounds_are_reported() {
    for (body, input, words) in [
        (
            "if (x * 0.1 < 0.1 * x) { output[k] = 1.0; } else { output[k] = 2.0; }",
            "floats(signed)",
            "decides a branch",
        ),
        (
            "output[k] = 1.0 / (x * 0.0);",
            "floats(signed)",
            "a divisor near 0",
        ),
        ("output[k] = sin(x);", "floats(large)", "a sine outside"),
        (
            "output[k] = x * x * x * x * x;",
            "floats(wide)",
            "an infinity",
        ),
        (
            "output[k + 0u * u32(x * 0.1 * 10.0)] = x;",
            "floats(unit)",
            "decides an index",
        ),
    ] {
        let report = beside(body, body, input, &[]);
        let open = report
            .faults
            .iter()
            .find(|fault| fault.rule.id() == "unbounded");
        let open = open.unwrap_or_else(|| panic!("{body}: {:?}", report.faults));
        assert!(open.values.contains(words), "{body}: {open}");
    }
}

/// Oracle: an engine states no error of its own.
#[test]
fn references_without_a_bound_of_their_own_are_refused() {
    let text = manifest(
        "length = \"n\"\ninput = \"floats(unit)\"",
        "length = 1\noutput = \"bound\"",
        "sizes = [9]\n[[dispatch]]\nworkgroups = [1]\n[reference]\nengine = \"engine::reduce\"\ncolumns = [\"values\"]",
    );
    let kernel = elementwise("output[0] = x;");
    let error = contract(&kernel, &text, &[]).expect_err("an engine");
    assert!(
        error
            .message
            .contains("the error of an engine is not known"),
        "{error}"
    );
}

/// Oracle: integers are exact, and a bound is for floats.
#[test]
fn a_bound_of_integers_is_refused() {
    let text = crate::SCAN.replace("\"exact\"", "\"bound\"");
    let error = contract(crate::SCAN_KERNEL, &text, &[]).expect_err("integers");
    assert!(error.message.contains("write `exact`"), "{error}");
}

/// Oracle: a sum in 32 lanes of a thousand numbers, and the exact sum.
#[test]
fn a_sum_keeps_its_running_bound_and_a_lost_term_does_not() {
    let kernel = |last: &str| {
        format!(
            "@group(0) @binding(0) var<storage, read> values: array<f32>;
             @group(0) @binding(1) var<storage, read_write> output: array<f32>;
             var<workgroup> parts: array<f32, 32>;
             @compute @workgroup_size(32) fn total(@builtin(local_invocation_index) lane: u32) {{
                 var sum = 0.0;
                 for (var k = lane; k < arrayLength(&values) {last}; k += 32u) {{ sum += values[k]; }}
                 parts[lane] = sum;
                 workgroupBarrier();
                 if (lane == 0u) {{
                     var all = 0.0;
                     for (var k = 0u; k < 32u; k++) {{ all += parts[k]; }}
                     output[0] = all;
                 }}
             }}"
        )
    };
    let text = manifest(
        "length = \"n\"\ninput = \"floats(unit)\"",
        "length = 1\noutput = \"bound\"",
        "sizes = [1000]\n[[dispatch]]\nworkgroups = [1]\n[reference]\nsum = \"values\"",
    );
    let report = checked(&kernel(""), &text, &required());
    assert_eq!(rules(&report), Vec::<&str>::new(), "{:?}", report.faults);
    assert_eq!(rules(&checked(&kernel("- 1u"), &text, &[])), ["differs"]);
}

/// Oracle: the rows of the accuracy table of WGSL.
#[test]
fn the_table_covers_the_operations_of_imports() {
    let ops: Vec<&str> = accuracy_table().map(|(op, _)| op).collect();
    for op in [
        "add", "sub", "mul", "div", "sqrt", "exp", "log", "sin", "pow", "mul_add",
    ] {
        assert!(ops.contains(&&format!("f32::{op}")[..]), "{op}");
    }
}
