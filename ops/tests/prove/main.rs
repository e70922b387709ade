//! Laws of the library proved for every input.
//!
//! What needs CaDiCaL or Z3 is ignored where that is missing; `VYRE_REQUIRE_CADICAL=1` and `VYRE_REQUIRE_Z3=1`, as
//! continuous integration sets them, make that a failure. The long test is run by
//! `cargo test --workspace --test prove -- --ignored`.

use vyre_ops as _;

#[allow(unreachable_pub, reason = "it holds an op, and ops are public")]
mod laws;
use laws::{SatSolver, WordSolver};
use std::process::ExitCode;
use vyre_conform_tests::tool::{self, Tool, trial};

fn main() -> ExitCode {
    let trials = vec![
        trial(laws::laws_of_every_engine_are_proved),
        trial(laws::kept_proofs_are_of_their_formulas),
        trial(laws::a_law_that_one_pair_breaks_is_refuted),
        trial(laws::every_integer_law_is_decided).with_ignored_flag(true),
    ];
    tool::main(
        trials,
        vec![SatSolver::REQUIRED_BY, WordSolver::REQUIRED_BY],
    )
}
