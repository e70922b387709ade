//! Trials that need Tint, which checks all output of the lowering, or that run an example of a backend: Python, node,
//! Chromium.
//!
//! Without the program these trials are ignored, with the reason; `VYRE_REQUIRE_TINT=1`, `VYRE_REQUIRE_PYTHON=1` and
//! `VYRE_REQUIRE_CHROMIUM=1` make that a failure.

mod chromium;
mod dawn;
mod programs;
mod python;
mod tint;
mod whole;

use chromium::Chromium;
use python::Python;
use std::process::ExitCode;
use vyre_conform_tests::tint::Tint;
use vyre_conform_tests::tool::{self, Tool, long, trial};

fn main() -> ExitCode {
    let quick = vec![
        trial(tint::tint_accepts_the_shaders_of_every_op),
        trial(tint::tint_accepts_programs),
        long(
            "seconds",
            trial(tint::tint_accepts_the_programs_of_every_engine),
        ),
        trial(tint::tint_refuses_a_broken_program_of_an_engine),
        trial(tint::tint_refuses_invalid_texts),
        trial(programs::tint_decides_alike_about_barriers),
        trial(programs::tint_accepts_random_programs),
        trial(programs::tint_accepts_constants_from_names),
        trial(programs::tint_accepts_programs_at_the_limits),
        long("seconds", trial(chromium::chromium_passes_serve_check)),
        trial(chromium::chromium_meets_a_sample),
        trial(chromium::chromium_gives_the_words_of_shaders),
        tool::plain(chromium::invalid_browser_is_named),
        trial(dawn::dawn_passes_serve_check),
        trial(dawn::dawn_meets_a_sample),
        trial(dawn::dawn_gives_the_words_of_shaders),
        trial(dawn::dawn_agrees_on_random_programs),
        trial(python::python_passes_serve_check),
        long("seconds", trial(python::python_meets_a_sample)),
        trial(python::python_agrees_on_random_programs),
        tool::plain(python::the_example_is_short),
    ];
    let longest = [
        trial(chromium::chromium_agrees_on_twenty_thousand_random_programs),
        trial(dawn::dawn_agrees_on_twenty_thousand_random_programs),
        trial(python::python_agrees_on_twenty_thousand_random_programs),
        trial(chromium::every_integer_op_reaches_l2_in_chromium),
        trial(dawn::every_integer_op_reaches_l2_on_dawn),
        trial(python::every_integer_op_reaches_l2_in_python),
        trial(programs::tint_accepts_random_programs_for_long),
        trial(programs::tint_accepts_programs_at_the_limits_for_long),
    ];
    let longest = longest.map(|trial| long("hours", trial));
    tool::main(
        quick.into_iter().chain(longest).collect(),
        vec![
            Tint::REQUIRED_BY,
            Python::REQUIRED_BY,
            Chromium::REQUIRED_BY,
        ],
    )
}
