//! Refusals: kernels without a size, sizes that no device has, and divergent control flow.

use super::{sized, text};
use crate::common::{imported, validated};
use vyre_conform_import::{ImportOptions, KernelSource, Refusal, import};
use vyre_conform_ir::valid::{Limits, validate_program};
use vyre_conform_runtime::catalog::Catalog;

fn refusals(text: &str, options: &ImportOptions) -> Vec<Refusal> {
    let source = KernelSource::parse_wgsl(text).expect("it is valid");
    import(&source, options).expect_err("it is refused")
}

/// Oracle: the remedy names the option, at the line of each construct.
#[test]
fn an_unstated_size_is_refused() {
    let text = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(subgroup_size) size: u32) {
    data[0] = size;
    data[1] = subgroupAdd(data[2]);
    data[2] = subgroupBallot(true).x;
    data[3] = quadSwapX(data[4]);
    subgroupBarrier();
}";
    let found = refusals(text, &ImportOptions::default());
    assert!(
        found.iter().all(|r| r.remedy.contains("`subgroup_size`")),
        "{found:?}"
    );
    let lines = found.iter().filter_map(|r| r.place).map(|place| place.line);
    let lines: Vec<u32> = lines.collect();
    assert!(
        [4, 5, 6, 7].iter().all(|line| lines.contains(line)),
        "{found:?}"
    );
    assert_eq!(found.len(), 5, "{found:?}");
    validated(&imported(text, &sized(4)));
}

/// Oracle: WGSL's sizes, powers of two from 4 to 128.
#[test]
fn a_size_is_a_power_of_two_from_4_to_128() {
    let text = text(4, "", "subgroupAdd(x)");
    for size in [0, 1, 2, 3, 12, 33, 127, 129, 256, u32::MAX] {
        let found = refusals(&text, &sized(size));
        assert_eq!(found.len(), 1);
        let message = found[0].to_string();
        assert!(
            message.contains(&format!("the subgroup size {size}"))
                && message.contains("from 4 to 128")
        );
    }
    for size in [4, 8, 16, 32, 64, 128] {
        validated(&imported(&text, &sized(size)));
    }
}

/// The refusal of the first rule that a program breaks.
fn divergent(text: &str) -> Refusal {
    let kernel = imported(text, &sized(4));
    let catalog = Catalog::linked().expect("the library has a catalog");
    let invalid = validate_program(kernel.program.clone(), &catalog, &Limits::INTERPRETER);
    let invalid = invalid.expect_err("it is invalid");
    kernel.refusal(&invalid[0])
}

/// Oracle: the line of the operation, counted by hand.
#[test]
fn divergent_operations_are_refused_at_their_line() {
    let head = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {\n";
    for (body, line) in [
        (
            "    if id.x >= 60u { return; }\n    data[id.x] = subgroupAdd(data[id.x]);\n}",
            4,
        ),
        (
            "    if id.x < 4u {\n        data[id.x] = quadSwapX(1u);\n    }\n}",
            4,
        ),
        (
            "    for (var k = 0u; k < id.x; k++) {\n        subgroupBarrier();\n    }\n}",
            4,
        ),
    ] {
        let refusal = divergent(&format!("{head}{body}"));
        assert_eq!(refusal.place.expect("a place").line, line, "{refusal}");
        let words = refusal.to_string();
        assert!(
            words.contains("a subgroup operation in divergent control flow"),
            "{words}"
        );
        assert!(
            words.contains("number of the invocation") && words.contains("neutral operand"),
            "{words}"
        );
    }
    let barrier = divergent(&format!(
        "{head}    if id.x < 4u {{\n        workgroupBarrier();\n    }}\n}}"
    ));
    assert!(!barrier.to_string().contains("subgroup"), "{barrier}");
    assert_eq!(barrier.place.expect("a place").line, 4);
}

/// Oracle: the operations of each text.
#[test]
fn sources_tell_if_they_use_subgroups() {
    let uses = |text: &str| {
        KernelSource::parse_wgsl(text)
            .expect("it is valid")
            .uses_subgroups()
    };
    assert!(uses(
        "@compute @workgroup_size(4) fn main(@builtin(subgroup_size) n: u32) { _ = n; }"
    ));
    assert!(uses(
        "fn f() { _ = subgroupAdd(1u); } @compute @workgroup_size(4) fn main() { f(); }"
    ));
    assert!(uses(
        "@compute @workgroup_size(4) fn main() { if true { subgroupBarrier(); } }"
    ));
    assert!(uses(
        "struct A { @builtin(subgroup_id) k: u32 } @compute @workgroup_size(4) fn main(a: A) { _ = a.k; }"
    ));
    assert!(!uses(
        "@compute @workgroup_size(4) fn main() { workgroupBarrier(); }"
    ));
}

/// Oracle: the number of lanes, which exceeds 32 bits three times over: limits are checked after the import.
#[test]
fn a_workgroup_beyond_every_limit_does_not_overflow() {
    let text = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(16384, 16384, 8) fn main() {
    data[0] = subgroupAdd(vec3<u32>(1u)).z;
}";
    let source = KernelSource::parse_wgsl(text).expect("it is valid");
    let kernel = import(&source, &sized(32)).expect("limits are checked later");
    assert_eq!(kernel.program.workgroup_size, [16384, 16384, 8]);
}
