//! Loaders, drivers and devices that are missing or wrong: the message names each, with the remedy, and the other
//! backends continue.

use super::opencl::Driver;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use vyre_conform_opencl::open;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::{Backend, BackendError, GuardedBackend, OpCode, Operand};
use vyre_conform_tests::sandbox::{CommandOutput, Sandbox, command_output};

/// Runs `check` on the processor and on a backend, with these variables.
fn check(sandbox: &Sandbox, backend: &str, variables: &[(&str, &str)]) -> CommandOutput {
    let mut command = sandbox.command(&["check", "u32::bit_not::parity", "--json"]);
    command.env("VYRE_ADAPTER", format!("cpu+kernel-rust,{backend}"));
    command.envs(variables.iter().copied());
    command_output(command.output())
}

/// Asserts that the backend is absent for this reason and the other one continues; and that the command fails if the
/// backend is required or alone.
#[track_caller]
fn is_absent(sandbox: &Sandbox, backend: &str, variables: &[(&str, &str)], reasons: &[&str]) {
    let actual = check(sandbox, backend, variables);
    assert_eq!(actual.code, Some(0), "{}{}", actual.stdout, actual.stderr);
    for reason in [&["is absent: "], reasons].concat() {
        assert!(
            actual.stdout.contains(reason),
            "{reason}: {}",
            actual.stdout
        );
    }
    let required = [variables, &[("VYRE_REQUIRE_ADAPTERS", backend)]].concat();
    let actual = check(sandbox, backend, &required);
    assert_ne!(actual.code, Some(0), "{}", actual.stdout);
    let mut alone = sandbox.command(&["check", "u32::bit_not::parity", "--adapter", backend]);
    let alone = command_output(alone.envs(variables.iter().copied()).output());
    assert_eq!(alone.code, Some(3), "{}", alone.stdout);
    assert!(alone.stderr.contains(reasons[0]), "{}", alone.stderr);
}

/// A library that the C compiler builds from a text.
fn library(sandbox: &Sandbox, name: &str, text: &str) -> String {
    let source = sandbox.path("library.c");
    std::fs::write(&source, text).expect("written");
    let path = sandbox.path(name);
    let output = Command::new("/usr/bin/env")
        .args(["cc", "-shared", "-fPIC", "-w", "-o"])
        .args([&path, &source])
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .status();
    assert!(output.is_ok_and(|status| status.success()));
    text_of(&path)
}

fn text_of(path: &Path) -> String {
    path.to_str().expect("a name in UTF-8").to_owned()
}

/// Oracle: the messages, by hand: each describes the fault and names the setting.
pub(crate) fn invalid_loader_is_named() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let nowhere = "/nowhere/libOpenCL.so.1";
    let reasons = [
        "the OpenCL loader `/nowhere/libOpenCL.so.1` cannot be loaded",
        "Install one, and a driver (Debian: ocl-icd-libopencl1 and pocl-opencl-icd)",
        "VYRE_OPENCL=/path/to/libOpenCL.so.1",
    ];
    is_absent(&sandbox, "opencl", &[("VYRE_OPENCL", nowhere)], &reasons);
    let text = sandbox.path("text");
    std::fs::write(&text, "no library").expect("written");
    let named = text_of(&text);
    let reasons = ["cannot be loaded", "VYRE_OPENCL=/path/to"];
    is_absent(&sandbox, "opencl", &[("VYRE_OPENCL", &named)], &reasons);
    // A different library.
    let other = library(&sandbox, "other.so", "int clFinish(void) { return 0; }");
    let reasons = ["cannot be loaded", "clGetPlatformIDs"];
    is_absent(&sandbox, "opencl", &[("VYRE_OPENCL", &other)], &reasons);
}

/// The functions of OpenCL that no test calls.
const OTHERS: [&str; 18] = [
    "clGetDeviceInfo",
    "clCreateContext",
    "clReleaseContext",
    "clCreateCommandQueue",
    "clReleaseCommandQueue",
    "clCreateBuffer",
    "clReleaseMemObject",
    "clCreateProgramWithSource",
    "clBuildProgram",
    "clGetProgramBuildInfo",
    "clReleaseProgram",
    "clCreateKernel",
    "clReleaseKernel",
    "clSetKernelArg",
    "clEnqueueNDRangeKernel",
    "clEnqueueWriteBuffer",
    "clEnqueueFillBuffer",
    "clEnqueueReadBuffer",
];

/// A platform of this name, which has no device.
const PLATFORM: &str = r#"
#include <string.h>
int clFinish(void *q) { return -36; }
int clGetPlatformIDs(unsigned n, void **ids, unsigned *count) {
    if (ids) ids[0] = (void *)1;
    if (count) *count = 1;
    return 0;
}
int clGetPlatformInfo(void *p, unsigned what, size_t size, void *to, size_t *due) {
    if (to) memcpy(to, "Empty", 6);
    if (due) *due = 6;
    return 0;
}
int clGetDeviceIDs(void *p, unsigned long kind, unsigned n, void **ids, unsigned *count) { return -1; }
"#;

/// Oracle: the same; the platform is hand-written.
pub(crate) fn a_platform_without_devices_is_named() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let others = OTHERS.map(|name| format!("int {name}(void) {{ return -30; }}\n"));
    let empty = library(
        &sandbox,
        "empty.so",
        &(PLATFORM.to_owned() + &others.concat()),
    );
    let reasons = [
        "no OpenCL platform has a device with a compiler",
        "Empty (no device)",
        "clinfo -l",
    ];
    is_absent(&sandbox, "opencl", &[("VYRE_OPENCL", &empty)], &reasons);
}

/// Oracle: the same; the linker first finds a text, and then a library without functions.
pub(crate) fn invalid_cuda_driver_is_named() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let folder = text_of(&sandbox.path(""));
    for name in ["libcuda.so", "libcuda.so.1"] {
        std::fs::write(sandbox.path(name), "no library").expect("written");
    }
    let first = [("LD_LIBRARY_PATH", &*folder)];
    let reasons = [
        "no CUDA driver: the library libcuda.so.1 cannot be loaded",
        "Install an NVIDIA driver",
        "LD_LIBRARY_PATH",
    ];
    is_absent(&sandbox, "cuda", &first, &reasons);
    let empty = "int cuInit(unsigned flags) { return 0; }";
    library(&sandbox, "libcuda.so", empty);
    let reasons = [
        "the library of the driver is older than CUDA 13.0",
        "Install the driver of CUDA 13",
    ];
    is_absent(&sandbox, "cuda", &first, &reasons);
}

/// Oracle: the same; the folder of drivers is empty, and the named device does not exist.
pub(crate) fn loader_without_drivers_names_packages_to_install(_: Driver) {
    let sandbox = Sandbox::bare(crate::BINARY);
    let folder = sandbox.path("vendors");
    std::fs::create_dir(&folder).expect("a folder");
    let folder = text_of(&folder) + "/";
    let reasons = [
        "the OpenCL loader finds no platform",
        "Install a driver (Debian: pocl-opencl-icd",
        "OCL_ICD_VENDORS",
    ];
    is_absent(
        &sandbox,
        "opencl",
        &[("OCL_ICD_VENDORS", &folder)],
        &reasons,
    );
    let named = [("VYRE_OPENCL_DEVICE", "a device of tomorrow")];
    let reasons = ["`VYRE_OPENCL_DEVICE=a device of tomorrow` names no OpenCL device; available: "];
    is_absent(&sandbox, "opencl", &named, &reasons);
    // A part of a name suffices.
    let whole = open().expect("a device").device().name();
    let part = whole.split(':').next().unwrap_or_default().to_lowercase();
    let actual = check(&sandbox, "opencl", &[("VYRE_OPENCL_DEVICE", &part)]);
    assert_eq!(actual.code, Some(0), "{}", actual.stderr);
    assert!(!actual.stdout.contains("is absent"), "{}", actual.stdout);
}

/// Oracle: the documentation of `VYRE_PATIENCE`: a call that does not return ends in an error, and later calls end at
/// once.
pub(crate) fn hanging_driver_is_abandoned(_: Driver) {
    // Long enough to exceed the limit, but finite, because nothing in this process can stop it. Each round depends on
    // the previous one, five cycles on any processor, so that speculation does not shorten it.
    let slow = "results[n] = result; u64 k = n + 1u; \
                for (u64 i = 0; i < 0x100000000ul; i++) { k = (k ^ (k >> 7)) * 6364136223846793005ul; } \
                if (k == 0) { results[n] = 0; } ";
    let backend = open().expect("a device");
    let backend = backend.with_fault("results[n] = result;", slow);
    let catalog = Catalog::linked().expect("the library");
    let op = catalog.find("u32::add").expect("add");
    let module = op.module().as_ref().expect("a body");
    let code = OpCode::of(op.def, module, op.correction());
    // Compiled before the clock starts: the guard then requests an existing unit, however busy the machine is.
    drop(backend.load(&code).expect("compiled"));
    let patience = Duration::from_secs(2);
    let open = move || Ok(Box::new(backend) as Box<dyn Backend>);
    let guarded = GuardedBackend::open("opencl", patience, open).expect("it opens");
    let loaded = guarded.load(&code).expect("kept");
    for _ in 0..2 {
        let operands = [Operand::Storage(&[1]), Operand::Storage(&[2])];
        match loaded.run(&operands, 1) {
            Err(BackendError::GivenUp { reason, .. }) => {
                assert!(reason.contains("did not return within"), "{reason}");
            }
            other => panic!("{other:?}"),
        }
    }
}
