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
mod independent_checker;
mod kept;
mod kills;
#[allow(unreachable_pub, reason = "it holds an op, and ops are public")]
mod laws;
#[allow(unreachable_pub, reason = "it holds an op, and ops are public")]
mod library;
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
        trial(kept::kept_proof_belongs_to_a_single_law),
        trial(independent_checker::independent_checker_accepts_kept_proofs),
        trial(independent_checker::independent_checker_agrees_about_edited_proofs),
        long(
            "seconds",
            trial(kept::certificates_have_proofs_that_are_checked),
        ),
        trial(searched::verification_decides_solved_laws_by_a_solver_again),
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
        plain(custom::claim_is_part_of_the_digest_of_a_certificate),
        trial(same::functions_are_proved_equal_or_refuted),
        trial(same::command_proves_functions_equal_by_name),
        plain(ieee::every_float_op_is_specified_or_listed_as_unspecified),
        trial(ieee::one_wrong_number_is_found),
        long(
            "seconds",
            plain(ieee::one_wrong_sum_is_found_without_a_solver),
        ),
        long("seconds", trial(ieee::float_ops_follow_the_standard)),
        trial(ieee::rarely_wrong_product_is_not_proved),
        trial(ieee::the_command_proves_floats_by_name),
        long(
            "seconds",
            plain(ieee::the_command_simulates_without_a_solver),
        ),
        long("hours", trial(ieee::every_specified_float_op_is_proved)),
        long("seconds", trial(resume::killed_run_resumes)),
        long("seconds", trial(resume::interrupted_run_keeps_decided_laws)),
        long(
            "seconds",
            trial(resume::exhausted_budget_ends_the_run_and_is_reported),
        ),
        trial(resume::missing_kept_proofs_are_proved_again),
        trial(resume::foreign_resume_files_are_refused),
        long("seconds", plain(composed::ops_have_laws_by_composition)),
        long(
            "seconds",
            plain(composed::certificates_have_theorems_that_are_checked),
        ),
        long("seconds", plain(library::every_law)),
        plain(library::missing_law_is_detected),
        plain(library::collisions),
        long("seconds", plain(library::mutants_are_refused)),
        long("hours", trial(library::mutants_are_refused_or_equal)),
    ];
    tool::main(
        trials,
        vec![SatSolver::REQUIRED_BY, WordSolver::REQUIRED_BY],
    )
}
