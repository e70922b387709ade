//! Random programs on the backend and on the interpreter.

use super::lowered::programs::compare;
use vyre_conform_harness::backends;

/// Oracle: the interpreter.
#[test]
fn random_programs_agree() {
    compare(&super::c11().unoptimised(), 600);
}

/// Oracle: the interpreter. `--ignored`: it takes minutes.
#[test]
#[ignore = "takes minutes"]
fn twenty_thousand_random_programs_agree() {
    compare(&super::c11(), 20_000);
}

/// Oracle: the interpreter. `--ignored`: it takes hours.
#[test]
#[ignore = "takes hours"]
fn twenty_thousand_random_programs_agree_on_every_adapter() {
    let found = backends::selected("").expect("adapters");
    for adapter in found.list {
        compare(adapter, 20_000);
    }
}
