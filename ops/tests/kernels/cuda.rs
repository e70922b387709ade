//! The library on an NVIDIA GPU, through CUDA.

use super::parts;
use vyre_conform_cuda::{CudaBackend, open};
use vyre_conform_tests::lowered::programs::{compare, compare_with_hardware};
use vyre_conform_tests::tool::Tool;

/// An NVIDIA GPU with the driver and NVRTC.
pub(crate) struct Gpu;

impl Tool for Gpu {
    const NAME: &'static str = "CUDA";
    const REQUIRED_BY: &'static str = "VYRE_REQUIRE_CUDA";

    fn find() -> Result<Self, String> {
        open().map(|_| Self).map_err(|error| error.to_string())
    }
}

/// The backend.
fn open_backend() -> CudaBackend {
    open().expect("it was there before")
}

/// Oracle: the contract of a backend.
pub(crate) fn the_backend_keeps_the_contract(_: Gpu) {
    parts::keeps_the_contract(|| open().map_err(|error| error.to_string()));
}

/// Oracle: NVRTC.
pub(crate) fn every_text_is_compiled(_: Gpu) {
    parts::compiles_every_text(&open_backend());
}

/// Oracle: the references.
pub(crate) fn sampled_ops_and_engines_meet_their_obligations(_: Gpu) {
    parts::meets_a_sample(open_backend());
}

/// Oracle: the reference.
pub(crate) fn every_number_of_cases_returns_complete(_: Gpu) {
    parts::gives_any_number_of_cases(&open_backend());
}

/// Oracle: the host's own generators, and the digests of the reference.
pub(crate) fn the_device_makes_the_cases_of_the_host(_: Gpu) {
    parts::makes_the_cases_of_the_host(open_backend);
}

/// Oracle: the interpreter.
pub(crate) fn random_programs_agree(_: Gpu) {
    compare(&open_backend(), 400);
}

/// Oracle: the interpreter, which runs the references of ops of one hardware feature.
pub(crate) fn random_programs_call_ops_of_one_hardware_feature(_: Gpu) {
    compare_with_hardware(
        &open_backend(),
        400,
        &["u32::dot4_i8", "u32::dot4_u8", "u32::double_product"],
        &[],
    );
}

/// Oracle: the edited texts; without a fault the same obligations pass.
pub(crate) fn faults_are_caught(_: Gpu) {
    parts::misses_no_fault(usize::MAX, (400, &[]), open_backend);
}

/// Oracle: the host's own evaluation of the claim, term by term, and the planted fault.
pub(crate) fn laws_are_checked_where_cases_are_made(_: Gpu) {
    parts::checks_laws_where_cases_are_made(
        &open_backend(),
        &open_backend().with_fault("return v_a + v_b", "return v_a | v_b"),
    );
}

/// Oracle: the limit of docs/results/speed.md, on an H200.
pub(crate) fn laws_are_checked_as_fast_as_memory_allows(_: Gpu) {
    let rates = (0..3).map(|_| parts::laws_a_second(&open_backend(), 1 << 36) / 1e9);
    let best = rates.fold(0.0, f64::max);
    println!("commutativity of u32::add: {best:.1} G cases/s");
    assert!(best >= 50.0, "{best}");
}

/// Oracle: the interpreter, the references, and the planted fault.
pub(crate) fn native_floats_agree_with_the_interpreter(_: Gpu) {
    parts::runs_native_floats(open_backend);
}

/// Oracle: the removed barriers.
pub(crate) fn barriers_are_missed(_: Gpu) {
    parts::misses_no_barrier(open_backend);
}
