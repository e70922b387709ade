//! `laws` and `mutate` over a few ops of the library.

use serde_json::Value;
use vyre_conform_tests::sandbox::Sandbox;

fn json(arguments: &[&str]) -> (Option<i32>, Value) {
    let output = Sandbox::bare(crate::BINARY).run(arguments);
    let value = serde_json::from_str(&output.stdout);
    (
        output.code,
        value.unwrap_or_else(|e| panic!("{e}: {}{}", output.stdout, output.stderr)),
    )
}

/// Oracle: the population count: at most 8 bits of a byte are set, and up to 32 of numbers from 256 on.
#[test]
#[ignore = "a long run: seconds"]
fn law_of_bytes_alone_is_reported_with_its_counterexample() {
    let (_, found) = json(&["laws", "u32::min", "--time", "0s", "--json"]);
    let found = found[0]["found"].as_array().expect("laws");
    let of = |law: &str| found.iter().find(|found| found["law"] == law);
    let small = of("RightIdentity(255)").or_else(|| of("Identity(255)"));
    let small = small.expect("a byte is never more than 255");
    let values = small["grade"]["small"].as_array().expect("what breaks it");
    assert_eq!(values.len(), 1, "{small}");
    let follows = of("RightMonotone").expect("a mirror image");
    assert!(follows["follows"].is_string(), "{follows}");
}

/// Oracle: the sum: its mutants differ, and rows and laws refuse each of them; a printed row is one of the sum.
#[test]
fn mutants_of_a_sum_are_refused() {
    let (code, actual) = json(&["mutate", "u32::add", "--json"]);
    assert_eq!(code, Some(0), "{actual}");
    let counts = &actual["whole"];
    assert!(counts["mutants"].as_u64() > Some(8), "{actual}");
    assert_eq!(counts["killed"], counts["mutants"], "{actual}");
    assert_eq!(counts["refused"], counts["mutants"], "{actual}");
    assert_eq!(actual["ops"][0]["op"], "u32::add");
}
