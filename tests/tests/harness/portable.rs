//! Portable ops that call an op of a hardware feature: refused if the call would be lowered, and allowed otherwise.

use super::support::{InterpreterBackend, catalog, context, folder, report, run};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::ir::parse;
use vyre_conform_runtime::registry::{self, OpDef};
use vyre_conform_runtime::valid::{Limits, validate_program};
use vyre_conform_runtime::{vyre_fn, vyre_op};
use vyre_conform_suite::record::Outcome;
use vyre_conform_tests::changed;
use vyre_ops as _;

/// The text of this file.
const SOURCE: &str = include_str!("portable.rs");

/// Reverses the bits, by the instruction for it.
#[vyre_op(
    id = "toy::by_feature",
    category = C { hardware = "bit-reverse", available = |backend| backend.has("bit-reverse") },
    lower = wgsl("fn by_feature(a: u32) -> u32 { return reverseBits(a); }"),
    laws(Involution),
)]
pub(super) const fn by_feature(a: u32) -> u32 {
    a.reverse_bits()
}

/// Another op of the feature: its reference is not lowered, so it may call any op.
#[vyre_op(
    id = "toy::also_by_feature",
    category = C { hardware = "bit-reverse", available = |backend| backend.has("bit-reverse") },
    lower = wgsl("fn also_by_feature(a: u32) -> u32 { return ~reverseBits(a); }"),
    table((0) => 0xFFFF_FFFF, "no bit is set"),
)]
pub(super) const fn also_by_feature(a: u32) -> u32 {
    !by_feature(a)
}

/// Calls the op directly.
#[vyre_op(id = "toy::calls_feature", table((0) => 1, "nothing, and one"))]
pub(super) const fn calls_feature(a: u32) -> u32 {
    by_feature(a).wrapping_add(1)
}

/// Calls it through a helper function.
#[vyre_op(id = "toy::calls_a_caller", table((0) => 2, "nothing, and two"))]
pub(super) const fn calls_a_caller(a: u32) -> u32 {
    a.wrapping_add(helper(a))
}

#[vyre_fn]
const fn helper(a: u32) -> u32 {
    by_feature(a).wrapping_add(2)
}

/// Its lowering is the op.
#[vyre_op(id = "toy::lowered_to_feature", lower = by_feature, laws(Involution))]
pub(super) const fn lowered_to_feature(a: u32) -> u32 {
    a.reverse_bits()
}

/// Its lowering is a function that calls the op.
#[vyre_op(id = "toy::lowered_to_a_caller", lower = helper, table((0) => 2, "nothing, and two"))]
pub(super) fn lowered_to_a_caller(a: u32) -> u32 {
    a.reverse_bits().wrapping_add(2)
}

/// Its lowering consists of portable operations; its reference, which is not lowered, is rustc's compilation of the op.
#[vyre_op(id = "toy::lowered_portably", lower = portable, laws(Involution))]
pub(super) fn lowered_portably(a: u32) -> u32 {
    by_feature(a)
}

#[vyre_fn]
const fn portable(a: u32) -> u32 {
    a.reverse_bits()
}

/// A correction that calls the op.
#[vyre_fn]
const fn corrects(a: u32, b: u32, found: u32) -> u32 {
    found ^ by_feature(a) ^ b
}

/// The line of the first occurrence of a text in this file.
fn line(text: &str) -> usize {
    let mut lines = SOURCE.lines();
    lines
        .position(|item| item.contains(text))
        .expect("it stands here")
        + 1
}

/// The message about the op, with the place of the call and the remedy.
const REFUSAL: &str = "is the op `toy::by_feature` of the hardware feature bit-reverse, which has no fallback, but \
                       this op is lowered for every backend. Write the computation with portable ops; or make this op one of \
                   the feature as well, `category = C { hardware = \"bit-reverse\", .. }` with texts of its own; or \
                   call `toy::by_feature` in a program or an engine, which is unsupported where the feature is \
                   absent";

const ALL: [&str; 7] = [
    "toy::by_feature",
    "toy::also_by_feature",
    "toy::calls_feature",
    "toy::calls_a_caller",
    "toy::lowered_to_feature",
    "toy::lowered_to_a_caller",
    "toy::lowered_portably",
];

/// Oracle: docs/spec/conformance.md#categories: an op is a composition or a hardware feature, and a feature has no
/// fallback; the places above.
#[test]
fn portable_op_lowered_to_a_feature_is_refused() {
    let catalog = catalog(&ALL);
    let refused = [
        ("toy::calls_feature", "by_feature(a).wrapping_add(1)"),
        ("toy::calls_a_caller", "by_feature(a).wrapping_add(2)"),
        ("toy::lowered_to_feature", "const fn lowered_to_feature"),
        ("toy::lowered_to_a_caller", "by_feature(a).wrapping_add(2)"),
    ];
    for (id, position) in refused {
        let op = catalog.find(id).expect("an op");
        let problems = op.module().as_ref().expect_err(id);
        let [problem] = &problems[..] else {
            panic!("{id}: {problems:?}")
        };
        assert!(problem.message.ends_with(REFUSAL), "{id}: {problem}");
        assert!(problem.message.contains("by_feature`"), "{id}: {problem}");
        assert_eq!(
            problem.place.line as usize,
            line(position),
            "{id}: {problem}"
        );
    }
    for id in [
        "toy::by_feature",
        "toy::also_by_feature",
        "toy::lowered_portably",
    ] {
        let op = catalog.find(id).expect("an op");
        assert!(op.module().is_ok(), "{id}: {:?}", op.module());
    }
}

/// Oracle: the same; a correction is lowered with the text that it corrects.
#[test]
fn a_correction_that_calls_a_feature_is_refused() {
    let all = registry::ops();
    let find = |id: &str| *all.iter().find(|op| op.id == id).expect("an op");
    let helpers = registry::helpers();
    let correction = helpers.iter().find(|entry| entry.name == "corrects");
    let mul = find("f32::mul");
    let native = mul.native.expect("a native text");
    let native = changed!(native, correct: correction.map(|entry| entry.key));
    let corrected: &'static OpDef = Box::leak(Box::new(changed!(*mul, native: Some(native))));
    let catalog = Catalog::of(vec![corrected, find("toy::by_feature")], helpers).expect("two ops");
    let op = catalog.find("f32::mul").expect("an op");
    assert!(op.module().is_ok(), "{:?}", op.module());
    let correction = op.declared_correction().expect("it declares one");
    let problems = correction.as_ref().expect_err("it is refused");
    assert!(problems[0].message.ends_with(REFUSAL), "{problems:?}");
    assert_eq!(
        problems[0].place.line as usize,
        line("found ^ by_feature(a)")
    );
}

/// Oracle: the gates are the first trial of an op, and nothing runs for an op that they refuse.
#[test]
fn gates_refuse_and_no_trial_runs() {
    let root = folder();
    let ids = ["toy::by_feature", "toy::calls_feature"];
    let context = context(&ids, vec![InterpreterBackend::right()], root.path());
    let outcomes = run(&context, "toy::calls_feature::");
    let report = report(&outcomes);
    let location = format!("portable.rs:{}", line("by_feature(a).wrapping_add(1)"));
    assert!(report.contains(&location), "{report}");
    assert!(
        report.contains("`category = C { hardware = \"bit-reverse\", .. }`"),
        "{report}"
    );
    let passed = outcomes
        .iter()
        .find(|(_, item)| matches!(item, Outcome::Passed));
    assert!(
        passed.is_none_or(|(id, _)| !id.contains("::parity::")),
        "{passed:?}"
    );
    assert!(
        outcomes
            .iter()
            .any(|(_, item)| matches!(item, Outcome::NotRun(_)))
    );
}

/// Oracle: rule V020: a program calls the op of the feature directly, and not through another op.
#[test]
fn program_calls_hardware_ops_directly() {
    let catalog = catalog(&ALL);
    let build = |id: &str| {
        let text = format!(
            "program p workgroup_size(1, 1, 1)
            binding(0) read_write out: [u32]
            use op {id}
            kernel {{
                let x: u32 = call {id}(out[0]);
                out[0] = x;
            }}"
        );
        let program = parse::program(&text).expect("a program");
        validate_program(program, &catalog, &Limits::WEBGPU)
    };
    let valid = build("toy::by_feature").expect("a valid program");
    assert_eq!(valid.hardware().len(), 1);
    for id in ["toy::calls_feature", "toy::lowered_to_feature"] {
        let broken = build(id).expect_err("refused");
        assert_eq!(broken[0].rule, "V020", "{}", broken[0]);
        assert!(
            broken[0].to_string().contains("bit-reverse"),
            "{}",
            broken[0]
        );
    }
    assert!(
        build("toy::lowered_portably")
            .expect("valid")
            .hardware()
            .is_empty()
    );
}
