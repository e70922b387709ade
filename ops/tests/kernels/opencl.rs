//! The library on an OpenCL driver.

use super::parts;
use vyre_conform_opencl::{OpenClBackend, open};
use vyre_conform_spec::Track;
use vyre_conform_tests::lowered::names;
use vyre_conform_tests::lowered::programs::{compare_with_hardware, compare_without};
use vyre_conform_tests::lowered::suite::assert_levels;
use vyre_conform_tests::tool::Tool;

/// An OpenCL driver with a device.
pub(crate) struct Driver;

impl Tool for Driver {
    const NAME: &'static str = "OpenCL";
    const REQUIRED_BY: &'static str = "VYRE_REQUIRE_OPENCL";

    fn find() -> Result<Self, String> {
        open().map(|_| Self).map_err(|error| error.to_string())
    }
}

/// The backend.
fn open_backend() -> OpenClBackend {
    open().expect("it was there before")
}

/// Oracle: the contract of a backend.
pub(crate) fn the_backend_keeps_the_contract(_: Driver) {
    parts::keeps_the_contract(|| open().map_err(|error| error.to_string()));
}

/// Oracle: the driver's compiler, and the interpreter.
pub(crate) fn every_name_is_free_for_an_author(_: Driver) {
    names::compare(&open_backend(), &names::programs());
}

/// Oracle: the driver's compiler.
pub(crate) fn every_text_is_compiled(_: Driver) {
    parts::compiles_every_text(&open_backend());
}

/// Oracle: the references.
pub(crate) fn sampled_ops_and_engines_meet_their_obligations(_: Driver) {
    parts::meets_a_sample(open_backend());
}

/// Oracle: the reference.
pub(crate) fn every_number_of_cases_returns_complete(_: Driver) {
    parts::gives_any_number_of_cases(&open_backend());
}

/// Oracle: the host's own generators, and the digests of the reference.
pub(crate) fn the_device_makes_the_cases_of_the_host(_: Driver) {
    parts::makes_the_cases_of_the_host(open_backend);
}

/// Oracle: the host's own evaluation of the claim, term by term, and the planted fault.
pub(crate) fn laws_are_checked_where_cases_are_made(_: Driver) {
    let wrong = open_backend().with_fault("return v_a + v_b", "return v_a | v_b");
    parts::checks_laws_where_cases_are_made(
        &open_backend().making_inputs(),
        &wrong.making_inputs(),
    );
}

/// Programs with barriers or a `return` of the kernel, which pocl 3.1 mistranslates (docs/results/findings.md).
const LEFT_OUT: [&str; 2] = ["return;", "barrier();"];

/// Oracle: the interpreter.
pub(crate) fn random_programs_agree(_: Driver) {
    compare_without(&open_backend(), 40, &LEFT_OUT);
}

/// Oracle: the interpreter, which runs the references of ops of one hardware feature.
pub(crate) fn random_programs_call_ops_of_one_hardware_feature(_: Driver) {
    compare_with_hardware(&open_backend(), 200, &["u32::double_product"], &LEFT_OUT);
}

/// Oracle: the edited texts; without a fault the same obligations pass.
pub(crate) fn faults_are_caught(_: Driver) {
    // Programs without barriers rarely show the other faults.
    parts::misses_no_fault(1, (40, &LEFT_OUT), open_backend);
}

/// Oracle: the same for every fault. `--ignored`: it takes minutes.
pub(crate) fn every_fault_is_caught(_: Driver) {
    parts::misses_no_fault(usize::MAX, (400, &LEFT_OUT), open_backend);
}

/// Oracle: docs/spec/conformance.md#levels. `--ignored`: it takes minutes.
pub(crate) fn every_op_reaches_its_level(_: Driver) {
    assert_levels(open_backend(), |track| track != Track::Approximate);
}

/// Oracle: the interpreter. `--ignored`: it takes an hour.
pub(crate) fn twenty_thousand_random_programs_agree(_: Driver) {
    compare_without(&open_backend(), 20_000, &LEFT_OUT);
}

/// Oracle: the same for programs that call ops of one hardware feature. `--ignored`: it takes an hour.
pub(crate) fn many_programs_call_ops_of_a_feature(_: Driver) {
    compare_with_hardware(&open_backend(), 20_000, &["u32::double_product"], &LEFT_OUT);
}

/// Oracle: the interpreter, the references, and the planted fault.
pub(crate) fn native_floats_agree_with_the_interpreter(_: Driver) {
    parts::runs_native_floats(open_backend);
}

/// Oracle: the removed barriers.
pub(crate) fn barriers_are_missed(_: Driver) {
    parts::misses_no_barrier(open_backend);
}
