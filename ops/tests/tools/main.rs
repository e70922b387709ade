//! Trials that need more programs than Rust and a driver: reports in Chromium, signatures by ssh-keygen, shards under
//! Slurm, tests of Python's package onnx, networks from PyPI; or certain drivers: two adapters, lavapipe.
//!
//! Without the program or driver these trials are ignored, with the reason; `VYRE_REQUIRE_CHROMIUM=1`,
//! `VYRE_REQUIRE_SSH_KEYGEN=1`, `VYRE_REQUIRE_SLURM=1`, `VYRE_REQUIRE_ONNX=1`, `VYRE_REQUIRE_NETWORKS=1`,
//! `VYRE_REQUIRE_TWO_ADAPTERS=1` and `VYRE_REQUIRE_LAVAPIPE=1`, as continuous integration sets them, make that a
//! failure.

/// The binary with this library.
const BINARY: &str = env!("CARGO_BIN_EXE_vyre-conform");

mod adapters;
mod appearance;
mod browser;
#[cfg(target_os = "linux")]
mod cluster;
mod first_screen;
mod kept;
mod onnx;
mod page;
mod published;
mod signed;
#[cfg(target_os = "linux")]
mod slurm;

use adapters::{Adapters, Lavapipe};
use browser::Browser;
use onnx::OnnxPackage;
use published::PublishedNetworks;
use signed::SshKeygen;
use std::process::ExitCode;
use vyre_conform_tests::sample;
use vyre_conform_tests::tool::{self, Tool, long, trial};
use vyre_ops as _;

fn main() -> ExitCode {
    let mut trials = vec![
        // It measures, and the first trial has the least competition.
        trial(appearance::two_hundred_ops_stay_smooth),
        long(
            "seconds",
            trial(appearance::filters_select_by_level_family_and_outcome),
        ),
        long(
            "seconds",
            trial(appearance::every_link_leads_somewhere_and_opens_it),
        ),
        trial(appearance::page_fits_phones_dark_mode_and_paper),
        trial(first_screen::top_shows_device_levels_refutations_signature_and_date),
        trial(first_screen::refuted_ops_come_first_and_unrun_ops_are_grey),
        trial(first_screen::print_shows_the_summary_and_refuted_parts),
        long(
            "seconds",
            trial(kept::page_of_kept_certificates_is_small_and_fits_every_screen),
        ),
        long(
            "seconds",
            trial(onnx::the_tests_of_onnx_pass_or_are_refused),
        ),
        long(
            "minutes",
            trial(published::voice_detector_has_the_same_bits_everywhere),
        ),
        long(
            "minutes",
            trial(published::sentence_transformer_has_the_same_bits_everywhere),
        ),
        trial(signed::the_documented_signature_of_a_certificate_works),
        long(
            "seconds",
            trial(adapters::two_adapters_in_one_run_equal_two_runs),
        ),
        long(
            "seconds",
            trial(adapters::equal_devices_share_the_work_of_one_certificate),
        ),
    ];
    let mut variables = vec![
        Browser::REQUIRED_BY,
        SshKeygen::REQUIRED_BY,
        Adapters::REQUIRED_BY,
        Lavapipe::REQUIRED_BY,
        OnnxPackage::REQUIRED_BY,
        PublishedNetworks::REQUIRED_BY,
    ];
    #[cfg(target_os = "linux")]
    {
        trials.extend([
            long(
                "seconds",
                trial(slurm::array_job_and_merge_equal_the_undivided_run),
            ),
            tool::plain(slurm::missing_requirements_are_named),
        ]);
        variables.push(cluster::Cluster::REQUIRED_BY);
    }
    tool::main(trials, variables)
}
