//! A forgotten line in `Cargo.toml` must not make the suite pass.

use std::process::Command;

/// Oracle: the crate that `new` creates, which requires `harness = false`: without it no trial runs.
#[test]
fn suite_without_harness_false_fails_with_a_remedy() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let arguments = [
        "test",
        "--workspace",
        "--offline",
        "--test",
        "without_harness",
    ];
    let output = Command::new(cargo)
        .args(arguments)
        .current_dir(root)
        .output();
    let output = output.expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("the_suite_did_not_run"), "{text}{errors}");
    assert!(text.contains("harness = false"), "{text}{errors}");
    assert!(!output.status.success(), "{text}{errors}");
}
