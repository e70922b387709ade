//! Float ops of the library, compared with IEEE 754.

use super::laws::{SatSolver, settings};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use vyre_conform_prove::ieee::table::TABLE;
use vyre_conform_prove::ieee::{Ieee, Specification};
use vyre_conform_prove::method::{LawOutcome, ProverSettings};
use vyre_conform_prove::solver::Solvers;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::half::f16;
use vyre_conform_runtime::{vyre_fn, vyre_op};
use vyre_conform_spec::Track;
use vyre_conform_tests::sandbox::Sandbox;
use vyre_ops::float::soft::{binary16, binary32};

/// Ops of floats without a row in the table: they have no exact specification yet.
const UNSPECIFIED: [&str; 18] = [
    "f32::acos",
    "f32::asin",
    "f32::atan",
    "f32::atan2",
    "f32::cos",
    "f32::exp",
    "f32::exp10",
    "f32::exp2",
    "f32::exp_approx",
    "f32::log",
    "f32::log10",
    "f32::log2",
    "f32::pow",
    "f32::rcp_approx",
    "f32::rsqrt_approx",
    "f32::sin",
    "f32::sin_approx",
    "f32::tan",
];

/// Oracle: the library: every op of floats has a row that matches its types, or is in the list above.
pub(crate) fn every_float_op_is_specified_or_listed_as_unspecified() {
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

/// Flips the sign, by a body that fails for a single number.
#[vyre_op(lower = nearly_opposite, nan = exact, boundaries(1.0))]
pub fn neg_nearly(a: f32) -> f32 {
    -a
}

/// Oracle: the body, which is wrong for a single number: a solver finds it.
pub(crate) fn one_wrong_number_is_found(solver: SatSolver) {
    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find("f32::neg_nearly").expect("an op");
    let claim = Ieee::specified(op, Specification::Negate).expect("it fits");
    let outcome = claim.decide(&settings(&solver.0));
    let LawOutcome::Refuted { inputs, message } = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(inputs[0].words()[0], 0x1357_9bdf, "{message}");
    assert!(
        message.contains("the compiled reference what IEEE 754 has"),
        "{message}"
    );
}

/// The sum, except for a single pair: a number and one that is too small to change it.
#[vyre_fn]
const fn nearly_sum(a: u32, b: u32) -> u32 {
    if a == 0x3c5a && b == 0x0137 {
        0x3c5b
    } else {
        binary16::add(a, b)
    }
}

/// With the body that has one wrong sum.
#[vyre_op(lower = nearly_sum, boundaries((f16::ONE, f16::ZERO)))]
pub fn add_nearly(a: f16, b: f16) -> f16 {
    a + b
}

/// The sum, except for some pairs.
#[vyre_fn]
const fn sum_of_most(a: u32, b: u32) -> u32 {
    if a == 0x2b7d && (b == 0xb123 || b == 0x4321) || a == 0x6d5e && b == 0x1111 {
        a
    } else {
        binary16::add(a, b)
    }
}

/// With the body that has three wrong sums.
#[vyre_op(lower = sum_of_most, boundaries((f16::ONE, f16::ZERO)))]
pub fn add_of_most(a: f16, b: f16) -> f16 {
    a + b
}

/// The counterexample to the claim that an op is the sum, without a solver, and its message.
fn refuted_sum(op: &str) -> (Vec<u32>, String) {
    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find(op).expect("an op");
    let claim = Ieee::specified(op, Specification::Sum).expect("it fits");
    let none = Solvers::default();
    match claim.decide(&ProverSettings::with(&none, Duration::from_secs(600))) {
        LawOutcome::Refuted { inputs, message } => {
            let words = inputs.iter().map(|value| value.words()[0]);
            (words.collect(), message)
        }
        other => panic!("{other:?}"),
    }
}

/// Oracle: the bodies, one wrong for one pair of 2^32, the other for three; the report names the pair with the least
/// exponents, compared bit by bit in turns from the highest.
pub(crate) fn one_wrong_sum_is_found_without_a_solver() {
    let (words, message) = refuted_sum("f16::add_nearly");
    assert_eq!(words, [0x3c5a, 0x0137], "{message}");
    assert!(
        message.contains("the compiled reference what IEEE 754 has"),
        "{message}"
    );
    let (words, message) = refuted_sum("f16::add_of_most");
    assert_eq!(words, [0x2b7d, 0x4321], "{message}");
}

/// Outcome for an op, and its duration.
fn decided(op: &str, settings: &ProverSettings<'_>) -> (LawOutcome, Duration) {
    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find(op).expect("an op");
    let claim = Ieee::new(op).expect("a row").expect("it fits");
    let begin = Instant::now();
    (claim.decide(settings), begin.elapsed())
}

/// Oracle: the library, whose results every other test confirms.
pub(crate) fn float_ops_follow_the_standard(solver: SatSolver) {
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
        // By cases, with free variables for products and for the digits of a division.
        "f32::mul",
        "f32::div",
    ] {
        let (outcome, _) = decided(op, &settings(&solver.0));
        assert!(
            matches!(outcome, LawOutcome::Proved(_)),
            "{op}: {outcome:?}"
        );
    }
}

/// Oracle: the same, about an hour of processor time.
pub(crate) fn every_specified_float_op_is_proved(solver: SatSolver) {
    let settings = ProverSettings::with(&solver.0, Duration::from_secs(7200));
    for (op, _) in TABLE {
        let (outcome, elapsed) = decided(op, &settings);
        let LawOutcome::Proved(proof) = outcome else {
            panic!("{op}: {outcome:?}");
        };
        let by = proof.method.name();
        println!("{op:<24} {:>8.2} s {by}", elapsed.as_secs_f64());
    }
}

/// The product, except for one pair of significands where the first number is in [1, 2).
#[vyre_fn]
const fn nearly_product(a: u32, b: u32) -> u32 {
    let product = binary32::mul(a, b);
    if a & 0x007f_ffff == 0x0012_3457 && b & 0x007f_ffff == 0x0065_4321 && a >> 23 == 0x7f {
        product ^ 1
    } else {
        product
    }
}

/// With the body that has some wrong products.
#[vyre_op(lower = nearly_product, boundaries((1.0, 1.0)))]
pub fn mul_nearly(a: f32, b: f32) -> f32 {
    a * b
}

/// Oracle: the body, wrong for 2^9 pairs of 2^64 with one pair of significands, which is not among the inputs tried
/// first: it is not proved, whatever replaces the product.
pub(crate) fn rarely_wrong_product_is_not_proved(solver: SatSolver) {
    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find("f32::mul_nearly").expect("an op");
    let claim = Ieee::specified(op, Specification::Product).expect("it fits");
    let settings = ProverSettings::with(&solver.0, Duration::from_secs(240));
    match claim.decide(&settings) {
        LawOutcome::Undecided(reason) => {
            let message = reason.to_string();
            assert!(message.contains("words that stand for"), "{message}");
        }
        other => panic!("{other:?}"),
    }
}

/// Oracle: the documentation of the command.
pub(crate) fn the_command_proves_floats_by_name(_: SatSolver) {
    let sandbox = Sandbox::bare(crate::BINARY);
    let output = sandbox.run(&["prove", "f32::lt::ieee", "f16::is_nan::ieee", "-v"]);
    let text = output.stdout + &output.stderr;
    assert_eq!(output.code, Some(0), "{text}");
    for part in [
        "f32::lt::ieee: proved (SAT) by cadical ",
        "f16::is_nan::ieee: proved (",
        "2 float ops: 2 proved to give what IEEE 754 says",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let output = sandbox.run(&["prove", "f32::exp::ieee"]);
    assert_eq!(output.code, Some(3), "{}", output.stderr);
}

/// Oracle: an empty PATH, and the number of bits of two operands.
pub(crate) fn the_command_simulates_without_a_solver() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let arguments = ["prove", "f16::lt::ieee", "-v", "--time", "5m"];
    let output = sandbox.command(&arguments).env("PATH", "").output();
    let output = vyre_conform_tests::sandbox::command_output(output);
    let text = output.stdout + &output.stderr;
    assert_eq!(output.code, Some(0), "{text}");
    assert!(
        text.contains("f16::lt::ieee: proved (simulation)"),
        "{text}"
    );
}
