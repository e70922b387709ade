//! Laws of the library proved for every input, laws that it does not declare, and changes that its declarations detect.
//!
//! Without CaDiCaL or Z3 the tests that need it are ignored; `VYRE_REQUIRE_CADICAL=1` and `VYRE_REQUIRE_Z3=1`, as
//! continuous integration sets them, make that a failure. Run the long test with
//! `cargo test --workspace --test prove -- --ignored`.

use vyre_ops as _;

mod composed;
#[allow(unreachable_pub, reason = "it holds ops, and ops are public")]
mod custom;
mod excused;
#[allow(unreachable_pub, reason = "it holds an op, and ops are public")]
mod ieee;
mod kept;
mod kills;
#[allow(unreachable_pub, reason = "it holds an op, and ops are public")]
mod laws;
#[allow(unreachable_pub, reason = "it holds an op, and ops are public")]
mod library;
mod outside;
mod resume;
mod same;
mod searched;

use laws::{SatSolver, WordSolver};
use std::process::ExitCode;
use vyre_conform_tests::tool::{self, Tool, long, plain, trial};

/// The binary with this library.
const BINARY: &str = env!("CARGO_BIN_EXE_vyre-conform");

fn main() -> ExitCode {
    let trials = vec![
        trial(laws::laws_of_every_engine_are_proved),
        trial(laws::kept_proofs_are_of_their_formulas),
        trial(laws::a_law_that_one_pair_breaks_is_refuted),
        trial(kept::a_kept_proof_is_of_its_law_alone),
        trial(outside::an_outside_checker_accepts_what_is_kept),
        trial(outside::an_outside_checker_agrees_about_edited_proofs),
        long(
            "seconds",
            trial(kept::certificates_have_proofs_that_are_checked),
        ),
        trial(searched::what_a_solver_decided_is_asked_of_a_solver_again),
        long(
            "seconds",
            trial(kills::certificates_have_kill_scores_that_are_checked),
        ),
        long(
            "seconds",
            plain(kept::without_a_solver_a_law_stays_undecided),
        ),
        long("hours", trial(laws::every_integer_law_is_decided)),
        trial(custom::laws_of_an_authors_own_are_checked_and_proved),
        plain(custom::a_claim_is_part_of_what_a_certificate_is_about),
        trial(same::functions_are_the_same_or_refuted),
        trial(same::the_command_proves_them_by_name),
        plain(ieee::every_float_op_has_a_specification_or_none_is_written),
        trial(ieee::one_wrong_number_is_found),
        long(
            "seconds",
            plain(ieee::one_wrong_sum_is_found_without_a_solver),
        ),
        long(
            "seconds",
            trial(ieee::float_ops_give_what_the_standard_says),
        ),
        trial(ieee::a_product_that_is_wrong_for_few_is_not_proved),
        trial(ieee::the_command_proves_floats_by_name),
        long(
            "seconds",
            plain(ieee::the_command_simulates_without_a_solver),
        ),
        long("hours", trial(ieee::every_specified_float_op_is_proved)),
        long("seconds", trial(resume::a_killed_run_goes_on)),
        long(
            "seconds",
            trial(resume::a_run_that_is_interrupted_keeps_what_is_decided),
        ),
        long("seconds", trial(resume::a_budget_cuts_short_and_says_so)),
        trial(resume::proofs_that_were_kept_have_to_be_there),
        trial(resume::what_another_program_wrote_is_refused),
        long("seconds", plain(composed::ops_have_laws_by_composition)),
        long(
            "seconds",
            plain(composed::certificates_have_theorems_that_are_checked),
        ),
        long("seconds", plain(library::every_law)),
        plain(library::a_law_that_is_missing_is_noticed),
        plain(library::collisions),
        long("seconds", plain(library::mutants_are_refused)),
        long("hours", trial(library::mutants_are_refused_or_equal)),
    ];
    tool::main(
        trials,
        vec![SatSolver::REQUIRED_BY, WordSolver::REQUIRED_BY],
    )
}
