//! Messages of the gates about an op, with the place in the author's source, and the trials that they prevent.

use super::support::{InterpreterBackend, context, folder, report, run};
use vyre_conform_runtime::vyre_op;
use vyre_conform_suite::record::Outcome;

/// The text of this file.
const SOURCE: &str = include_str!("gates.rs");

/// The exclusive or; one of its alternates does not parse, one has another type, and one is right.
#[vyre_op(
    id = "toy::misread",
    laws(Commutative),
    table((1, 3) => 2, "one bit differs"),
    alternates(
        broken: wgsl = "fn misread(a: u32, b: u32) -> u32 {
    return a ^ ;
}",
        misfit: wgsl = "fn misread(a: u32) -> u32 { return a; }",
        right: wgsl = "fn misread(a: u32, b: u32) -> u32 { return a ^ b; }",
    ),
)]
pub(super) const fn misread(a: u32, b: u32) -> u32 {
    a ^ b
}

/// The bitwise and; two of its classes contradict themselves.
#[vyre_op(
    id = "toy::unhit_classes",
    laws(Commutative),
    classes(
        some = a == 1,
        never = a > b && b > a,
        nowhere = (a & b) > a,
    ),
)]
pub(super) const fn unhit_classes(a: u32, b: u32) -> u32 {
    a & b
}

/// The bitwise and, for a misspelt feature.
#[vyre_op(
    id = "toy::misspelt",
    category = C {
        hardware = "shader-int64",
        available = |backend| backend.has("shader-int64") && backend.has("shader_f16"),
    },
    lower = wgsl("fn misspelt(a: u32, b: u32) -> u32 { return a & b; }"),
    laws(Commutative),
)]
pub(super) const fn misspelt(a: u32, b: u32) -> u32 {
    a & b
}

/// Line and column of the first occurrence of a text in this file.
fn place(text: &str) -> (usize, usize) {
    let actual = SOURCE.lines().enumerate();
    let mut actual = actual.filter_map(|(line, item)| Some((line + 1, item.find(text)? + 1)));
    actual.next().expect("it stands here")
}

/// Oracle: the declarations above: two texts at these places are wrong, and no other trial depends on them.
#[test]
fn wrong_texts_are_reported_once_with_their_line() {
    let root = folder();
    let context = context(
        &["toy::misread"],
        vec![InterpreterBackend::right()],
        root.path(),
    );
    let outcomes = run(&context, "");
    let text = report(&outcomes);
    let (line, column) = place("return a ^ ;");
    let broken = format!(
        "tests/tests/harness/gates.rs:{line}:{}: the alternate `broken` of `toy::misread`: ",
        column + "return a ^ ".len()
    );
    assert!(text.contains(&broken), "no `{broken}` in {text}");
    let (line, column) = place("misread(a: u32) ->");
    let misfit = format!(
        "tests/tests/harness/gates.rs:{line}:{column}: the alternate `misfit` of `toy::misread`: `misread` has the \
         signature `(u32) -> u32`, the op has `(u32, u32) -> u32`"
    );
    assert!(text.contains(&misfit), "no `{misfit}` in {text}");
    let mut refused = 0;
    for (id, outcome) in &outcomes {
        let depends = id.contains("::broken::") || id.contains("::misfit::");
        match outcome {
            Outcome::NotRun(reason) if depends => {
                let reason = reason.to_string();
                let expected = "not run, because the gates refuse the alternate `";
                assert!(reason.starts_with(expected), "{id}: {reason}");
                assert!(
                    reason.ends_with("see `toy::misread::gates`"),
                    "{id}: {reason}"
                );
                refused += 1;
            }
            Outcome::NotRun(reason) => panic!("{id}: {reason}"),
            Outcome::Failed(_) => assert!(
                id == "toy::misread::gates" || id.contains("::alternate::right::"),
                "{id}"
            ),
            _ => {}
        }
    }
    assert!(refused > 10, "{refused}");
}

/// Oracle: the predicates above, two of them contradictory, and their lines.
#[test]
fn every_unreachable_class_is_named_with_its_line() {
    let root = folder();
    let context = context(&["toy::unhit_classes"], vec![], root.path());
    let text = report(&run(&context, "coverage"));
    for class in ["never", "nowhere"] {
        let (line, _) = place(&format!("{class} = "));
        let message = format!("tests/tests/harness/gates.rs:{line}: class `{class}` of ");
        assert!(text.contains(&message), "no `{message}` in {text}");
    }
    assert!(!text.contains("class `some`"), "{text}");
}

/// Oracle: the name in WebGPU: `shader-f16`.
#[test]
fn misspelt_feature_is_reported_with_a_suggestion() {
    let root = folder();
    let context = context(&["toy::misspelt"], vec![], root.path());
    let text = report(&run(&context, "gates"));
    let expected = "no backend lists the hardware feature `shader_f16`: did you mean `shader-f16`?";
    assert!(text.contains(expected), "{text}");
    assert!(!text.contains("`shader-int64`:"), "{text}");
}
