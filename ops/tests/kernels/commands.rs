//! Commands that run something, on the backend.

use super::opencl::Driver;
use vyre_conform_tests::place::{Place, Ran, ran};

/// An op with few obligations, an engine with small inputs, and random programs.
const FILTER: &str = "u32::bit_not::parity,engine::hex_decode::reference,programs::";
const FEW: [&str; 8] = [
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
fn succeeds(output: &Ran) {
    assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
}

/// Oracle: the digest of the undivided run.
pub(crate) fn certificates_are_made_cut_merged_and_run_again(_: Driver) {
    let place = Place::bare(crate::BINARY);
    let certify = |file: &str, more: &[&str]| {
        let arguments = [&["certify", FILTER, "-o", file], &FEW[..], more].concat();
        succeeds(&place.run(&arguments));
    };
    certify("whole.json", &[]);
    certify("1.json", &["--shard", "1/2"]);
    certify("2.json", &["--shard", "2/2"]);
    succeeds(&place.run(&["merge", "1.json", "2.json", "-o", "merged.json"]));
    let whole = place.read("whole.json");
    assert_eq!(place.read("merged.json").evidence, whole.evidence);
    let backend = &whole.evidence.backend;
    assert_eq!((&*backend.slug, &*backend.kind), ("opencl", "opencl"));
    let again = ["verify", "merged.json", "--rerun", "50%", "--seed", "5"];
    let again = place.run(&again);
    succeeds(&again);
    assert!(again.stdout.contains("parts run again"), "{}", again.stdout);
    // A machine without OpenCL verifies the file.
    let mut away = place.command(&["verify", "whole.json"]);
    away.env("VYRE_OPENCL", "/nowhere/libOpenCL.so.1");
    succeeds(&ran(away.output()));
    let fuzz = ["fuzz", "--programs", "2", "--adapter", "opencl"];
    succeeds(&place.run(&fuzz));
    let replay = ["replay", "u32::add::parity::opencl::edges=0x1, 0x2"];
    let replayed = place.run(&replay);
    succeeds(&replayed);
    assert!(replayed.stdout.contains("opencl"), "{}", replayed.stdout);
    // The list of adapters identifies it.
    let listed = place.run(&["adapters"]);
    assert!(listed.stdout.contains("\nopencl\n"), "{}", listed.stdout);
}
