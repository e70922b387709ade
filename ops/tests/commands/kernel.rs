//! The commands of kernels: exit codes, JSON, SARIF, and messages about files that are not kernels.

use serde_json::Value;
use vyre_conform_tests::sandbox::{CommandOutput, Sandbox};

pub(super) const RIGHT: &str = "
override SCALE: f32 = 2.0;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
@compute @workgroup_size(64)
fn scale(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&a)) { b[id.x] = SCALE * a[id.x] + 1.0; }
}
";

/// The kernel without its guard.
const WRONG: &str = "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(64)
fn fill(@builtin(global_invocation_id) id: vec3<u32>) {
    b[id.x] = id.x + 1u;
}
";

/// A folder with a right kernel, a wrong one, and a text that is not a kernel.
pub(super) fn project() -> Sandbox {
    let sandbox = Sandbox::bare(crate::BINARY);
    for (name, text) in [
        ("right", RIGHT),
        ("wrong", WRONG),
        ("broken", "fn f() { x = 1; }"),
    ] {
        std::fs::write(sandbox.path(&format!("{name}.wgsl")), text).expect("a writable folder");
    }
    sandbox
}

pub(super) fn inspect(sandbox: &Sandbox, arguments: &[&str]) -> CommandOutput {
    sandbox.run(&[&["kernel", "inspect", "--adapter", "none"], arguments].concat())
}

pub(super) fn assert_ends(output: &CommandOutput, code: i32, words: &[&str]) {
    let text = format!("{}{}", output.stdout, output.stderr);
    assert_eq!(output.code, Some(code), "{text}");
    for word in words {
        assert!(text.contains(word), "no `{word}` in {text}");
    }
}

/// Oracle: the table of exit codes.
#[test]
fn kernels_are_right_wrong_or_unreadable_by_exit_code() {
    let place = project();
    let run = |arguments: &[&str]| inspect(&place, arguments);
    assert_ends(
        &run(&["right.wgsl"]),
        0,
        &[
            "0 errors, 0 warnings",
            "of the import",
            "override `SCALE`: f32",
        ],
    );
    let wrong = [
        "error[out-of-bounds-write]",
        "--> wrong.wgsl:5:5",
        "length 1, zeros",
    ];
    assert_ends(&run(&["wrong.wgsl"]), 1, &wrong);
    assert_ends(
        &run(&["broken.wgsl"]),
        4,
        &["--> broken.wgsl:1:10", "x = 1"],
    );
    assert_ends(&run(&["none.wgsl"]), 4, &["none.wgsl: "]);
    // An unreadable file does not affect the others.
    assert_ends(
        &run(&["none.wgsl", "wrong.wgsl"]),
        1,
        &["out-of-bounds-write", "none.wgsl: "],
    );
    assert_ends(&run(&["right.wgsl", "none.wgsl"]), 4, &["0 errors"]);
    let quiet = run(&["right.wgsl", "-q"]);
    assert_ends(&quiet, 0, &["right.wgsl: 0 errors"]);
    assert!(!quiet.stdout.contains("@group"), "{}", quiet.stdout);
}

/// Oracle: the names in the texts.
#[test]
fn options_that_do_not_fit_the_text_are_refused_with_a_remedy() {
    let sandbox = project();
    for (arguments, words) in [
        (&["--entry", "scal"][..], "did you mean `scale`?"),
        (&["--override", "SCAL=1"], "did you mean `SCALE`?"),
        (&["--override", "SCALE"], "write NAME=VALUE"),
        (&["--override", "SCALE=x"], "a number, `true` or `false`"),
        (&["--length", "0"], "a number from 1"),
        (
            &["--length", "c=4"],
            "no buffer of the entry points is called `c`",
        ),
        (&["--workgroups", "1,2,3,4"], "at most three"),
        (&["--time-limit", "0"], "1..=3600"),
    ] {
        let output = inspect(&sandbox, &[&["right.wgsl"], arguments].concat());
        assert_ends(&output, 2, &[words]);
        assert_eq!(output.stdout, "", "{arguments:?}");
    }
    let nowhere = sandbox.run(&["kernel", "inspect", "right.wgsl", "--adapter", "nowhere"]);
    assert_ends(&nowhere, 3, &["`nowhere`", "`--adapter none`"]);
}

/// Oracle: docs/spec/command-line.md#json, and the text of the same run.
#[test]
fn json_and_sarif_have_the_finding() {
    let place = project();
    let files = [
        "wrong.wgsl",
        "broken.wgsl",
        "--json",
        "--sarif",
        "found.sarif",
        "--length",
        "3",
    ];
    let output = inspect(&place, &files);
    assert_eq!(output.code, Some(1), "{}", output.stderr);
    assert_eq!(output.stdout.lines().count(), 1, "{}", output.stdout);
    let value: Value = serde_json::from_str(&output.stdout).expect("JSON");
    let finding = &value["files"][0]["findings"][0];
    assert_eq!(finding["rule"], "out-of-bounds-write");
    assert_eq!(finding["place"]["line"], 5);
    assert_eq!(finding["case"]["length"], 3);
    assert_eq!(value["unreadable"][0]["file"], "broken.wgsl");
    let log = std::fs::read_to_string(place.path("found.sarif")).expect("the log");
    let log: Value = serde_json::from_str(&log).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["ruleId"], "out-of-bounds-write");
}

/// Oracle: the kernel is right: interpreter, import and adapters agree.
#[test]
fn adapters_run_right_kernels_unchanged() {
    let sandbox = project();
    let names = vyre_conform_wgpu::required();
    let output = sandbox.run(&[
        "kernel",
        "inspect",
        "right.wgsl",
        "--override",
        "SCALE=3",
        "--adapter",
        "all",
    ]);
    assert_ends(&output, 0, &["0 errors, 0 warnings"]);
    assert_eq!(
        output.stdout.matches("dispatches on").count(),
        names.len(),
        "{}",
        output.stdout
    );
}

/// A manifest of the right kernel, with the kernel itself as its reference.
pub(super) const MANIFEST: &str = "kernel = \"right.wgsl\"
sizes = [1, 65]
[buffers]
a = { length = \"n\", input = \"floats(signed)\" }
b = { length = \"n\", output = \"ulps(1)\" }
[[dispatch]]
workgroups = [\"ceil(n / 64)\"]
[reference]
kernel = \"right.wgsl\"
[[reference.dispatch]]
workgroups = [\"ceil(n / 64)\"]
";

/// Oracle: the table of exit codes, and the place of each mistake by hand.
#[test]
fn contracts_are_kept_broken_or_unreadable_by_exit_code() {
    let sandbox = project();
    let write = |name: &str, text: &str| {
        std::fs::write(sandbox.path(name), text).expect("a writable folder")
    };
    let check = |manifest: &str| sandbox.run(&["kernel", "check", manifest, "--adapter", "none"]);
    write("right.toml", MANIFEST);
    assert_ends(
        &check("right.toml"),
        0,
        &[
            "right.wgsl: keeps its contract in",
            "not checked: no adapter",
        ],
    );
    write("slower.wgsl", &RIGHT.replace("+ 1.0", "+ 1.5"));
    write("wrong.toml", &MANIFEST.replacen("right", "slower", 1));
    assert_ends(
        &check("wrong.toml"),
        1,
        &[
            "error[differs]",
            "`b[0]` is 1.5, the reference states 1;",
            "input: a = 0 everywhere",
        ],
    );
    write("broken.toml", &MANIFEST.replace("ulps", "ulp"));
    assert_ends(
        &check("broken.toml"),
        4,
        &["--> broken.toml:5:30", "is not an equality"],
    );
    write(
        "outside.toml",
        &MANIFEST.replacen("right.wgsl", "../../right.wgsl", 1),
    );
    assert_ends(&check("outside.toml"), 4, &["--> outside.toml:1:10"]);
    assert_ends(&check("none.toml"), 4, &["`vyre-conform kernel new FILE`"]);
    assert_ends(
        &sandbox.run(&["kernel", "check", "--seed", "x"]),
        2,
        &["--seed"],
    );
    let json = sandbox.run(&[
        "kernel",
        "check",
        "wrong.toml",
        "--adapter",
        "none",
        "--json",
    ]);
    let value: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(
        (json.code, &value["faults"][0]["rule"]),
        (Some(1), &Value::from("differs"))
    );
    assert_eq!(value["faults"][0]["case"]["n"], 1);
}

/// Oracle: the manifest of `kernel new` is accepted, and an existing file is kept.
#[test]
fn a_new_manifest_is_checked_and_never_overwritten() {
    let sandbox = project();
    let new = || sandbox.run(&["kernel", "new", "right.wgsl"]);
    assert_ends(&new(), 0, &["vyre-kernel.toml"]);
    assert_ends(
        &sandbox.run(&["kernel", "check", "--adapter", "none", "-q"]),
        0,
        &["keeps its contract"],
    );
    assert_ends(&new(), 4, &["the file exists"]);
    assert_ends(
        &sandbox.run(&["kernel", "new", "broken.wgsl", "--output", "b.toml"]),
        4,
        &["--> broken.wgsl:1:10"],
    );
}

/// Oracle: the guard in the text, which size 65 needs and size 64 does not.
#[test]
fn mutants_that_survive_make_the_exit_code() {
    let sandbox = project();
    let write = |name: &str, text: &str| {
        std::fs::write(sandbox.path(name), text).expect("a writable folder")
    };
    write("strong.toml", MANIFEST);
    write("weak.toml", &MANIFEST.replace("[1, 65]", "[64]"));
    let mutate = |manifest: &str| sandbox.run(&["kernel", "mutate", manifest, "--adapter", "none"]);
    assert_ends(&mutate("strong.toml"), 0, &["0 survive"]);
    assert_ends(
        &mutate("weak.toml"),
        1,
        &[
            "warning[survivor]",
            "--> right.wgsl:7:5",
            "the condition always holds",
        ],
    );
}
