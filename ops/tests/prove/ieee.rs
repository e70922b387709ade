//! Float ops of the library beside IEEE 754.

use super::laws::{SatSolver, settings};
use super::support::Place;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use vyre_conform_prove::engine::{Outcome, Settings};
use vyre_conform_prove::ieee::table::TABLE;
use vyre_conform_prove::ieee::{Ieee, Specification};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::{vyre_fn, vyre_op};
use vyre_conform_spec::Track;

/// Ops of floats that the table has no row of: no exact specification of them is written yet.
const UNSPECIFIED: [&str; 30] = [
    "bf16::div",
    "bf16::mul_add",
    "bf16::rsqrt",
    "bf16::sqrt",
    "f16::div",
    "f16::mul_add",
    "f16::rsqrt",
    "f16::sqrt",
    "f32::acos",
    "f32::asin",
    "f32::atan",
    "f32::atan2",
    "f32::cos",
    "f32::div",
    "f32::exp",
    "f32::exp10",
    "f32::exp2",
    "f32::exp_approx",
    "f32::log",
    "f32::log10",
    "f32::log2",
    "f32::mul_add",
    "f32::pow",
    "f32::rcp_approx",
    "f32::rsqrt",
    "f32::rsqrt_approx",
    "f32::sin",
    "f32::sin_approx",
    "f32::sqrt",
    "f32::tan",
];

/// Oracle: the library: every op of floats has a row that fits its types, or is named above.
pub(crate) fn every_float_op_has_a_specification_or_none_is_written() {
    let catalog = Catalog::linked().expect("a catalog");
    let ops = catalog.ops().iter();
    let ops = ops.filter(|op| op.def.place.module.starts_with("vyre_ops::float"));
    let (mut with, mut without) = (BTreeSet::new(), vec![]);
    for op in ops.filter(|op| op.def.op.track() != Track::Integer) {
        match Ieee::new(op) {
            Some(claim) => {
                claim.unwrap_or_else(|error| panic!("{}: {error}", op.def.id));
                with.insert(op.def.id);
            }
            None => without.push(op.def.id),
        }
    }
    without.sort_unstable();
    assert_eq!(without, UNSPECIFIED);
    let rows: BTreeSet<&str> = TABLE.iter().map(|(id, _)| *id).collect();
    assert_eq!(with, rows, "every row is of an op");
}

#[vyre_fn]
const fn nearly_opposite(a: u32) -> u32 {
    if a == 0x1357_9bdf { a } else { a ^ 0x8000_0000 }
}

/// The other sign, by a body that has it of all numbers but one.
#[vyre_op(lower = nearly_opposite, nan = exact, boundaries(1.0))]
pub fn neg_nearly(a: f32) -> f32 {
    -a
}

/// Oracle: the body, which is wrong for one number of all: a solver finds it.
pub(crate) fn one_wrong_number_is_found(found: SatSolver) {
    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find("f32::neg_nearly").expect("an op");
    let claim = Ieee::specified(op, Specification::Negate).expect("it fits");
    let outcome = claim.decide(&settings(&found.0));
    let Outcome::Refuted { inputs, message } = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(inputs[0].words()[0], 0x1357_9bdf, "{message}");
    assert!(
        message.contains("the compiled reference what IEEE 754 has"),
        "{message}"
    );
}

/// What becomes of an op, and how long it takes.
fn decided(op: &str, settings: &Settings<'_>) -> (Outcome, Duration) {
    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find(op).expect("an op");
    let claim = Ieee::new(op).expect("a row").expect("it fits");
    let begin = Instant::now();
    (claim.decide(settings), begin.elapsed())
}

/// Oracle: the library, which every other test finds right.
pub(crate) fn float_ops_give_what_the_standard_says(found: SatSolver) {
    for op in [
        "f32::neg",
        "f32::is_nan",
        "f32::lt",
        "f32::min",
        "f32::to_bf16",
        "f16::le",
        "f16::floor",
        "bf16::to_u32_truncate",
        "bf16::to_f32",
    ] {
        let (outcome, _) = decided(op, &settings(&found.0));
        assert!(matches!(outcome, Outcome::Proved(_)), "{op}: {outcome:?}");
    }
}

/// Oracle: the same. Sums, differences and products may be undecided within their time, which is printed; no op is refuted.
pub(crate) fn every_specified_float_op_is_proved(found: SatSolver) {
    let settings = Settings::with(&found.0, Duration::from_secs(600));
    for (op, _) in TABLE {
        let (outcome, took) = decided(op, &settings);
        let is_arithmetic = ["::add", "::sub", "::mul"]
            .iter()
            .any(|of| op.ends_with(of));
        let said = match outcome {
            Outcome::Proved(proof) => proof.engine.name().to_owned(),
            Outcome::Undecided(why) if is_arithmetic => format!("undecided: {why}"),
            other => panic!("{op}: {other:?}"),
        };
        println!("{op:<24} {:>8.2} s {said}", took.as_secs_f64());
    }
}

/// Oracle: the command's documentation.
pub(crate) fn the_command_proves_floats_by_name(_: SatSolver) {
    let place = Place::bare();
    let ran = place.run(&["prove", "f32::lt::ieee", "f16::is_nan::ieee", "-v"]);
    let said = ran.stdout + &ran.stderr;
    assert_eq!(ran.code, Some(0), "{said}");
    for due in [
        "f32::lt::ieee: proved (SAT) by cadical ",
        "f16::is_nan::ieee: proved (",
        "2 float ops: 2 proved to give what IEEE 754 says",
    ] {
        assert!(said.contains(due), "{said}");
    }
    let ran = place.run(&["prove", "f32::div::ieee"]);
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
}
