//! Ops whose lowering is another, wrong function: the report blames it and not the translation.

use super::support::{InterpreterBackend, context, folder, report, run};
use vyre_conform_runtime::{vyre_fn, vyre_op};
use vyre_conform_suite::backend::kernel_rust;

/// The square; the function on bits doubles the bits.
#[vyre_op(id = "toy::square", lower = doubled, table((2.0) => 4.0, "two times two"))]
fn square(a: f32) -> f32 {
    a * a
}

#[vyre_fn]
const fn doubled(a: u32) -> u32 {
    a.wrapping_mul(2)
}

/// Adds one; the function looks the result up in a table that is too short.
#[vyre_op(id = "toy::looked_up", lower = in_table, table((1) => 2, "one and one"))]
fn looked_up(a: u32) -> u32 {
    a.wrapping_add(1)
}

const TABLE: [u32; 4] = [1, 2, 3, 4];

#[vyre_fn]
const fn in_table(a: u32) -> u32 {
    TABLE[a as usize]
}

/// Oracle: the table, which has entries for 0 to 3: the least input without an entry is 4.
#[test]
fn a_function_that_panics_on_the_processor_is_refuted_with_an_input() {
    let root = folder();
    let context = context(&["toy::looked_up"], vec![kernel_rust()], root.path());
    let text = report(&run(&context, "toy::looked_up::parity"));
    for part in [
        "panicked",
        "a = 0x0000_0004",
        "the function that `lower` names is wrong",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    let kept = context.store().load("toy::looked_up").expect("a file");
    assert!(!kept.is_empty(), "the input is kept");
}

/// Oracle: arithmetic: doubling the bits of 2 gives those of -0, and doubling the bits of 1 those of 2^127.
#[test]
fn wrong_function_named_by_lower_is_blamed() {
    let root = folder();
    let context = context(
        &["toy::square"],
        vec![InterpreterBackend::right()],
        root.path(),
    );
    for (filter, parts) in [
        ("toy::square::interpreter", &["f32(0x"][..]),
        (
            "toy::square::parity::right::edges",
            &["found     3e-45 (0x0000_0002)"],
        ),
        (
            "toy::square::table::right",
            &["found     -0.0 (0x8000_0000)"],
        ),
    ] {
        let text = report(&run(&context, filter));
        assert!(
            text.contains("the function that `lower` names is wrong"),
            "{filter}: {text}"
        );
        assert!(!text.contains("translation of the reference"), "{text}");
        // The bits of a float are not printed as digits with the suffix `f32`.
        assert!(!text.contains("0x2f32"), "{text}");
        for part in parts {
            assert!(text.contains(part), "{filter}: no `{part}` in {text}");
        }
    }
}

/// Oracle: the declaration, which has no law, and so no weak evidence of one.
#[test]
fn an_op_without_laws_has_no_evidence_of_laws() {
    let root = folder();
    let context = context(
        &["toy::square"],
        vec![InterpreterBackend::right()],
        root.path(),
    );
    run(&context, "toy::square");
    let text = vyre_conform_harness::summary(&context);
    let line = text.lines().find(|line| line.contains("toy::square  "));
    assert!(
        line.is_some_and(|l| l.ends_with("no law declared")),
        "{text}"
    );
}
