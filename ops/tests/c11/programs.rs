//! Random programs on the backend and on the interpreter.

use super::lowered::programs::compare;

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
