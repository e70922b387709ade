//! The library on the backends with kernel compilers, OpenCL and CUDA, and their messages where they are absent.
//!
//! Without OpenCL or an NVIDIA GPU their trials are ignored, with the reason; `VYRE_REQUIRE_OPENCL=1`, as continuous
//! integration sets it, and `VYRE_REQUIRE_CUDA=1` make that a failure.

mod absent;
mod commands;
mod cuda;
mod emitted;
mod opencl;
mod parts;
mod shared;

use cuda::Gpu;
use opencl::Driver;
use std::process::ExitCode;
use vyre_conform_tests::tool::{self, Tool, long, plain, trial};
use vyre_ops as _;

/// The binary with this library.
const BINARY: &str = env!("CARGO_BIN_EXE_vyre-conform");

fn main() -> ExitCode {
    let trials = vec![
        plain(absent::invalid_loader_is_named),
        plain(absent::a_platform_without_devices_is_named),
        plain(absent::invalid_cuda_driver_is_named),
        trial(absent::loader_without_drivers_names_packages_to_install),
        trial(absent::hanging_driver_is_abandoned),
        long(
            "seconds",
            trial(commands::certificates_are_made_cut_merged_and_run_again),
        ),
        long("seconds", trial(opencl::the_backend_keeps_the_contract)),
        trial(opencl::every_name_is_free_for_an_author),
        long("minutes", trial(opencl::every_text_is_compiled)),
        trial(opencl::sampled_ops_and_engines_meet_their_obligations),
        trial(opencl::every_number_of_cases_returns_complete),
        long(
            "seconds",
            trial(opencl::the_device_makes_the_cases_of_the_host),
        ),
        long(
            "seconds",
            trial(opencl::laws_are_checked_where_cases_are_made),
        ),
        trial(opencl::random_programs_agree),
        trial(opencl::random_programs_call_ops_of_one_hardware_feature),
        trial(emitted::emitted_text_agrees_with_the_references),
        long("seconds", trial(opencl::faults_are_caught)),
        trial(opencl::barriers_are_missed),
        long(
            "seconds",
            trial(opencl::native_floats_agree_with_the_interpreter),
        ),
        trial(shared::fault_of_the_wgsl_lowering_is_reported),
        long("minutes", trial(opencl::every_fault_is_caught)),
        long("hours", trial(opencl::every_op_reaches_its_level)),
        long(
            "hours",
            trial(opencl::twenty_thousand_random_programs_agree),
        ),
        long("hours", trial(opencl::many_programs_call_ops_of_a_feature)),
        trial(cuda::the_backend_keeps_the_contract),
        trial(cuda::every_text_is_compiled),
        trial(cuda::sampled_ops_and_engines_meet_their_obligations),
        trial(cuda::every_number_of_cases_returns_complete),
        trial(cuda::the_device_makes_the_cases_of_the_host),
        trial(cuda::laws_are_checked_where_cases_are_made),
        long(
            "minutes",
            trial(cuda::laws_are_checked_as_fast_as_memory_allows),
        ),
        trial(cuda::random_programs_agree),
        trial(cuda::random_programs_call_ops_of_one_hardware_feature),
        trial(cuda::faults_are_caught),
        trial(cuda::barriers_are_missed),
        trial(cuda::native_floats_agree_with_the_interpreter),
    ];
    tool::main(trials, vec![Driver::REQUIRED_BY, Gpu::REQUIRED_BY])
}
