//! Contracts of kernels by command: saved failures, certificates, and limits on files.

use crate::kernel::{MANIFEST, RIGHT, assert_ends, inspect, project};
use serde_json::Value;

/// Oracle: the failure of the first check, and the file beside the manifest.
#[test]
fn failures_are_saved_replayed_and_written_for_editors() {
    let sandbox = project();
    let write = |name: &str, text: &str| {
        std::fs::write(sandbox.path(name), text).expect("a writable folder")
    };
    let read = |name: &str| std::fs::read_to_string(sandbox.path(name));
    write("k.wgsl", &RIGHT.replace("+ 1.0", "+ 1.5"));
    write("k.toml", &MANIFEST.replacen("right", "k", 1));
    let run = |command: &str, more: &[&str]| {
        sandbox.run(&[&["kernel", command, "k.toml", "--adapter", "none"], more].concat())
    };
    assert_ends(&run("replay", &[]), 3, &["no such case is saved here"]);
    assert_ends(&run("check", &["--no-save"]), 1, &["error[differs]"]);
    assert!(read("k.failures.json").is_err());
    assert_ends(
        &run("check", &["--sarif", "k.sarif"]),
        1,
        &["error[differs]"],
    );
    let saved = read("k.failures.json").expect("a file of failures");
    let log: Value = serde_json::from_str(&read("k.sarif").expect("a log")).expect("JSON");
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "differs");
    let location = &result["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(location["uri"], "k.wgsl");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array();
    assert_eq!(
        rules.map(Vec::len),
        Some(vyre_conform_contract::ContractRule::ALL.len())
    );
    assert_ends(
        &run("replay", &[]),
        1,
        &["differs on the interpreter", "error[differs]"],
    );
    assert_ends(&run("replay", &["--case", "xyz"]), 3, &["no such case"]);
    assert_ends(&run("check", &[]), 1, &["1 saved cases ran first"]);
    assert_eq!(read("k.failures.json").expect("the file"), saved);
    write("k.wgsl", RIGHT);
    assert_ends(&run("replay", &[]), 0, &["keeps its contract in 1 cases"]);
    assert_ends(&run("check", &[]), 0, &["1 saved cases ran first"]);
    assert_eq!(
        read("k.failures.json").expect("the file"),
        saved,
        "nothing is lost"
    );
    write("k.failures.json", "[{");
    assert_ends(
        &run("check", &[]),
        4,
        &["k.failures.json", "nothing is saved over it"],
    );
    assert_eq!(read("k.failures.json").expect("the file"), "[{");
}

/// Oracle: the commands on the same devices, and an edited file.
#[test]
fn certificates_of_kernels_are_written_verified_and_refused() {
    let sandbox = project();
    let write = |name: &str, text: &str| {
        std::fs::write(sandbox.path(name), text).expect("a writable folder")
    };
    write("vyre-kernel.toml", MANIFEST);
    let certify = |more: &[&str]| {
        let words = ["kernel", "certify", "vyre-kernel.toml", "-o", "c.json"];
        sandbox.run(&[&words[..], more].concat())
    };
    assert_ends(
        &certify(&["--adapter", "none"]),
        3,
        &["no adapter was chosen"],
    );
    assert!(!sandbox.path("c.json").exists());
    assert_ends(
        &certify(&[]),
        0,
        &["right.wgsl: certified in", "mutants noticed"],
    );
    let verify = |more: &[&str]| sandbox.run(&[&["kernel", "verify", "c.json"], more].concat());
    assert_ends(&verify(&[]), 0, &["c.json: verified"]);
    assert_ends(&verify(&["--rerun"]), 0, &["c.json: verified"]);
    let text = std::fs::read_to_string(sandbox.path("c.json")).expect("a certificate");
    write("c.json", &text.replacen("\"seed\": 1", "\"seed\": 2", 1));
    assert_ends(&verify(&[]), 1, &["does not verify", "the file was edited"]);
    let json = verify(&["--json"]);
    let value: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(
        (json.code, &value["verified"]),
        (Some(1), &Value::from(false))
    );
    write("c.json", &text);
    write("right.wgsl", &RIGHT.replace("+ 1.0", "+  1.0"));
    assert_ends(&verify(&[]), 1, &["claims.files.right.wgsl"]);
    assert_ends(&verify(&["--manifest", "none.toml"]), 4, &["none.toml"]);
    write("right.wgsl", &RIGHT.replace("+ 1.0", "+ f32(id.x / 64u)"));
    write("other.wgsl", RIGHT);
    let other = MANIFEST.replace(
        "[reference]\nkernel = \"right",
        "[reference]\nkernel = \"other",
    );
    write("vyre-kernel.toml", &other);
    assert_ends(&certify(&[]), 1, &["error[differs]"]);
}

/// Oracle: one byte above the limits.
#[test]
fn files_beyond_a_limit_are_refused_with_the_limit() {
    let sandbox = project();
    let write = |name: &str, bytes: usize| {
        let text = " ".repeat(bytes);
        std::fs::write(sandbox.path(name), text).expect("a writable folder");
    };
    let limit = 1 << 20;
    write("large.wgsl", limit + 1);
    let words = format!("more than {limit} bytes");
    assert_ends(&inspect(&sandbox, &["large.wgsl"]), 4, &[&words]);
    assert_ends(&sandbox.run(&["kernel", "new", "large.wgsl"]), 4, &[&words]);
    write("large.toml", (1 << 18) + 1);
    assert_ends(
        &sandbox.run(&["kernel", "check", "large.toml", "--adapter", "none"]),
        4,
        &["more than 262144 bytes"],
    );
}
