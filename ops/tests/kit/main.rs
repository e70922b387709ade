//! Kits of this library on a device that node with Dawn and Chromium have: SwiftShader.
//!
//! Where one is missing its trials are ignored, with the reason; `VYRE_REQUIRE_TINT=1` and `VYRE_REQUIRE_CHROMIUM=1` make
//! that failures.

/// The binary over this library.
const BINARY: &str = env!("CARGO_BIN_EXE_vyre-conform");

mod answered;
mod chromium;
mod faults;
mod mutants;
mod sandbox;

use chromium::Chromium;
use std::process::ExitCode;
use vyre_conform_tests::tint::Tint;
use vyre_conform_tests::tool::{self, Tool, long, trial};
use vyre_ops as _;

fn main() -> ExitCode {
    let trials = vec![
        trial(answered::a_kit_gives_the_levels_of_its_device),
        long(
            "a minute",
            trial(answered::engines_are_planned_without_the_interpreter),
        ),
        trial(answered::gaps_are_completed_by_a_further_kit),
        trial(answered::what_does_not_fit_is_refused),
        trial(answered::a_run_that_ends_continues),
        trial(faults::a_fault_is_named_with_its_case),
        long(
            "minutes",
            trial(faults::thirty_faults_are_named_with_their_cases),
        ),
        long(
            "a minute",
            trial(mutants::fifty_mutants_are_refused_or_completed),
        ),
        long(
            "minutes",
            trial(mutants::two_thousand_mutants_are_refused_or_completed),
        ),
        trial(chromium::the_page_gives_the_answers_of_node),
        trial(chromium::it_fits_a_phone_in_the_dark),
        long(
            "minutes",
            trial(chromium::fifty_closed_pages_give_the_same_answers),
        ),
        long(
            "an hour",
            trial(answered::the_whole_library_gives_the_levels_of_its_device),
        ),
    ];
    tool::main(trials, vec![Tint::REQUIRED_BY, Chromium::REQUIRED_BY])
}
