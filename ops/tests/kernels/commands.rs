//! Commands that run something, on the backend.

use super::opencl::Driver;
use vyre_conform_tests::sandbox::{CommandOutput, Sandbox, command_output};

/// An op with few obligations, an engine with small inputs, and random programs.
const FILTER: &str = "u32::bit_not::parity,engine::hex_decode::reference,programs::";
const OPTIONS: [&str; 8] = [
    "--cases",
    "2000",
    "--programs",
    "4",
    "--engine-inputs",
    "2",
    "--adapter",
    "opencl",
];

#[track_caller]
fn succeeds(output: &CommandOutput) {
    assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
}

/// Oracle: the digest of the undivided run.
pub(crate) fn certificates_are_made_cut_merged_and_run_again(_: Driver) {
    let sandbox = Sandbox::bare(crate::BINARY);
    let certify = |file: &str, more: &[&str]| {
        let arguments = [&["certify", FILTER, "-o", file], &OPTIONS[..], more].concat();
        succeeds(&sandbox.run(&arguments));
    };
    certify("whole.json", &[]);
    certify("1.json", &["--shard", "1/2"]);
    certify("2.json", &["--shard", "2/2"]);
    succeeds(&sandbox.run(&["merge", "1.json", "2.json", "-o", "merged.json"]));
    let whole = sandbox.read("whole.json");
    assert_eq!(sandbox.read("merged.json").evidence, whole.evidence);
    let backend = &whole.evidence.backend;
    assert_eq!((&*backend.slug, &*backend.kind), ("opencl", "opencl"));
    let second = ["verify", "merged.json", "--rerun", "50%", "--seed", "5"];
    let second = sandbox.run(&second);
    succeeds(&second);
    assert!(
        second.stdout.contains("parts run again"),
        "{}",
        second.stdout
    );
    // A machine without OpenCL verifies the file.
    let mut away = sandbox.command(&["verify", "whole.json"]);
    away.env("VYRE_OPENCL", "/nowhere/libOpenCL.so.1");
    succeeds(&command_output(away.output()));
    let fuzz = ["fuzz", "--programs", "2", "--adapter", "opencl"];
    succeeds(&sandbox.run(&fuzz));
    let replay = ["replay", "u32::add::parity::opencl::edges=0x1, 0x2"];
    let replayed = sandbox.run(&replay);
    succeeds(&replayed);
    assert!(replayed.stdout.contains("opencl"), "{}", replayed.stdout);
    // The list of adapters identifies it.
    let listed = sandbox.run(&["adapters"]);
    assert!(listed.stdout.contains("\nopencl\n"), "{}", listed.stdout);
}
