//! Every command that runs something, on the backend.

use std::path::Path;
use vyre_conform_tests::sandbox::{CommandOutput, Sandbox, command_output};

/// An op with few obligations, an engine with small inputs, and random programs.
const FILTER: &str = "u32::bit_not::,engine::hex_decode::,programs::";
const FEW: [&str; 8] = [
    "--cases",
    "20000",
    "--programs",
    "16",
    "--engine-inputs",
    "2",
    "--adapter",
    "c11",
];

/// Runs a command with these variables and none of the caller's.
fn run_with(sandbox: &Sandbox, variables: &[(&str, &str)], arguments: &[&str]) -> CommandOutput {
    let mut command = sandbox.command(arguments);
    for name in ["VYRE_ADAPTER", "VYRE_CC", "VYRE_CC_CHECKED"] {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied());
    command_output(command.output())
}

#[track_caller]
fn succeeds(output: &CommandOutput) {
    assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
}

/// Oracle: the digest of the undivided run.
#[test]
#[ignore = "a long run: seconds"]
fn certificates_are_made_cut_merged_and_run_again() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let certify = |file: &str, more: &[&str]| {
        let arguments = [&["certify", FILTER, "-o", file], &FEW[..], more].concat();
        succeeds(&run_with(&sandbox, &[], &arguments));
    };
    certify("whole.json", &[]);
    certify("1.json", &["--shard", "1/2"]);
    certify("2.json.zst", &["--shard", "2/2"]);
    let merge = ["merge", "1.json", "2.json.zst", "-o", "merged.json"];
    succeeds(&run_with(&sandbox, &[], &merge));
    let whole = sandbox.read("whole.json");
    assert_eq!(sandbox.read("merged.json").evidence, whole.evidence);
    let backend = &whole.evidence.backend;
    assert_eq!((&*backend.slug, &*backend.kind), ("c11", "c11"));
    succeeds(&run_with(
        &sandbox,
        &[],
        &["verify", "whole.json", "1.json"],
    ));
    let second = ["verify", "merged.json", "--rerun", "30%", "--seed", "5"];
    let second = run_with(&sandbox, &[], &second);
    succeeds(&second);
    // Only parts that no processor compiles are left to the issuer.
    assert!(
        second.stdout.contains("parts run again"),
        "{}",
        second.stdout
    );
    succeeds(&run_with(
        &sandbox,
        &[],
        &["diff", "whole.json", "merged.json"],
    ));
    // A machine without the compiler verifies the file and reruns the parts that need no backend.
    let away = run_with(
        &sandbox,
        &[("VYRE_CC", "/nowhere/cc")],
        &["verify", "whole.json"],
    );
    succeeds(&away);
}

/// Oracle: the documentation of `VYRE_ADAPTER`, `VYRE_CC` and `VYRE_CC_CHECKED`.
#[test]
fn commands_accept_c11_by_name() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let check = ["check", "u32::bit_not::parity", "-v"];
    let output = run_with(&sandbox, &[("VYRE_ADAPTER", "c11")], &check);
    succeeds(&output);
    assert!(
        output.stdout.contains("u32::bit_not::parity::c11::edges"),
        "{}",
        output.stdout
    );
    let checked = [("VYRE_ADAPTER", "c11"), ("VYRE_CC_CHECKED", "1")];
    let output = run_with(&sandbox, &checked, &check);
    succeeds(&output);
    let expected = "u32::bit_not::parity::c11-checked::edges";
    assert!(output.stdout.contains(expected), "{}", output.stdout);
    let wrong = [("VYRE_ADAPTER", "c11"), ("VYRE_CC_CHECKED", "maybe")];
    let output = run_with(&sandbox, &wrong, &check);
    assert_eq!(output.code, Some(3), "{}", output.stdout);
    assert!(
        output.stderr.contains("write 1 to check"),
        "{}",
        output.stderr
    );
    // The case names the backend, so that no option has to.
    let case = "u32::add::parity::c11::edges=0x1, 0x2";
    let output = run_with(
        &sandbox,
        &[],
        &["replay", case, "--adapter", "cpu+kernel-rust"],
    );
    succeeds(&output);
    assert!(output.stdout.contains("c11"), "{}", output.stdout);
    assert!(!output.stdout.contains("not run on"), "{}", output.stdout);
}

/// Oracle: the documentation of registered backends: a missing one is named, and the others continue.
#[test]
fn other_backends_run_without_c11() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let check = ["check", "u32::bit_not::parity", "--json"];
    let mut variables = vec![
        ("VYRE_ADAPTER", "cpu+kernel-rust,c11"),
        ("VYRE_CC", "/nowhere/cc"),
    ];
    let result = run_with(&sandbox, &variables, &check);
    succeeds(&result);
    let expected = "is absent: the C compiler `/nowhere/cc` cannot be run";
    assert!(result.stdout.contains(expected), "{}", result.stdout);
    // A compiler that does not terminate.
    let slow = sandbox.path("slow");
    vyre_conform_scripts::executable(&slow, "#!/bin/sh\nexec sleep 4\n");
    let slow = slow.to_str().expect("a name");
    let hanging = [variables[0], ("VYRE_CC", slow), ("VYRE_PATIENCE", "1s")];
    let result = run_with(&sandbox, &hanging, &check);
    succeeds(&result);
    assert!(
        result.stdout.contains("did not return within 1 s"),
        "{}",
        result.stdout
    );
    variables.push(("VYRE_REQUIRE_ADAPTERS", "c11"));
    let result = run_with(&sandbox, &variables, &check);
    assert_ne!(result.code, Some(0), "{}", result.stdout);
    let output = result.stdout + &result.stderr;
    assert!(
        output.contains("requires `c11`") && output.contains(expected),
        "{output}"
    );
}

/// Oracle: the words in the file. gcc at `-O1` loses an operand in this program unless a pass is disabled.
#[test]
fn program_that_gcc_miscompiled_gives_the_right_words() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let file = "../vyre-conform-runtime/suite/filetests/atomics_operand.vir";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let file = file.to_str().expect("a path in UTF-8");
    succeeds(&run_with(
        &sandbox,
        &[],
        &["replay", file, "--adapter", "c11"],
    ));
}
