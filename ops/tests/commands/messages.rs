//! Messages about arguments: names of adapters, mistyped ids, levels and saved cases.

use vyre_conform_tests::sandbox::{CommandOutput, Sandbox, command_output};

/// The processor as two backends, neither of which needs an adapter.
const BOTH: &str = "c11,cpu+kernel-rust";

fn assert_ends(output: &CommandOutput, code: i32, words: &[&str]) {
    let text = format!("{}{}", output.stdout, output.stderr);
    assert_eq!(output.code, Some(code), "{text}");
    for word in words {
        assert!(text.contains(word), "no `{word}` in {text}");
    }
}

/// Oracle: the documentation of `--adapter`: several names, in one option or in several, and one certificate for each.
#[test]
fn adapters_are_named_in_a_list_or_one_by_one() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let one_by_one = ["--adapter", "c11", "--adapter", "cpu+kernel-rust"];
    for adapters in [&["--adapter", BOTH][..], &one_by_one] {
        let check = [&["check", "u32::bit_not::parity::", "--list"], adapters].concat();
        let listed = sandbox.run(&check);
        assert_ends(&listed, 0, &["::c11::", "::cpu+kernel-rust::"]);
        let compare = [&["compare", "u32::bit_not", "--witnesses", "64"], adapters].concat();
        assert_ends(&sandbox.run(&compare), 0, &["c11"]);
    }
    let certify = [
        "certify",
        "u32::bit_not::gates",
        "-o",
        "a.json",
        "--adapter",
        BOTH,
    ];
    assert_ends(&sandbox.run(&certify), 0, &[]);
    for file in ["a.c11.json", "a.cpu-kernel-rust.json"] {
        assert!(sandbox.path(file).is_file(), "{file}");
    }
    assert_ends(
        &sandbox.run(&["serve", "--adapter", BOTH]),
        2,
        &["takes one backend"],
    );
}

/// Oracle: the name that no adapter has, and names that users know from elsewhere.
#[test]
fn unknown_adapter_is_reported_with_existing_adapters() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let requested = |adapters: &str| {
        let mut command = sandbox.command(&["check", "u32::bit_not::gates", "--adapter", adapters]);
        command_output(command.env_remove("VYRE_ADAPTER").output())
    };
    let missing = "no adapter matches `nowhere`; available: ";
    assert_ends(&requested("nowhere"), 3, &[missing, "`c11`"]);
    assert_ends(&requested("c11,nowhere"), 3, &[missing]);
    assert_ends(&requested("lavapipe"), 3, &["`llvmpipe` here"]);
    assert_ends(&requested("wgpu"), 3, &["`--backend wgpu`"]);
    let mut command = sandbox.command(&["check", "u32::bit_not::gates", "--adapter", "c11"]);
    let kind = command_output(
        command
            .args(["--backend", "nokind"])
            .env_remove("VYRE_ADAPTER")
            .output(),
    );
    assert_ends(&kind, 3, &["no kind contains `nokind`", "c11"]);
    let mut command = sandbox.command(&["check", "u32::bit_not::gates", "--adapter", "nowhere"]);
    let left = command_output(command.env("VYRE_ADAPTER", "c11").output());
    assert_ends(
        &left,
        3,
        &["VYRE_ADAPTER selects no adapter called `nowhere`", "c11 ("],
    );
}

/// Oracle: the ids of the library, and misspellings of them by hand.
#[test]
fn mistyped_id_is_reported_with_a_suggestion() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let meant = "did you mean `u32::mul_hi`?";
    for arguments in [
        &["show", "u32::mul_hj"][..],
        &["list", "u32::mul_hj"],
        &["check", "u32::mul_hj::law", "--adapter", "c11"],
        &["emit", "u32::mul_hj", "--target", "c"],
        &["compare", "u32::mul_hj", "--adapter", "c11"],
        &["laws", "u32::mul_hj"],
        &["mutate", "u32::mul_hj"],
        &["prove", "u32::mul_hj"],
        &["certify", "u32::mul_hj", "-o", "a.json", "--adapter", "c11"],
    ] {
        assert_ends(&sandbox.run(arguments), 3, &[meant]);
    }
}

/// Oracle: the number of witnesses for a level, docs/spec/conformance.md#levels; the tracks of the ops; the result of
/// rerunning every part.
#[test]
#[ignore = "a long run: seconds"]
fn missing_level_is_reported_with_the_reason() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let certify = [
        "certify",
        "u32::bit_not",
        "-o",
        "a.json",
        "--adapter",
        "c11",
    ];
    let output = sandbox.run(&[&certify[..], &["--cases", "10"]].concat());
    let expected = "a level takes 1000000 witnesses of every claim that is not tried whole; this run had 10 (--cases)";
    assert_ends(
        &output,
        0,
        &[
            expected,
            "left out by the filter (ops, engines and random programs)",
        ],
    );
    let second = sandbox.run(&["verify", "a.json", "--rerun", "100%", "--require-all"]);
    assert_ends(
        &second,
        0,
        &["every part was run again, and gave the same result\n"],
    );
    let floats = sandbox.run(&["verify", "a.json", "--level", "L2f"]);
    assert_ends(
        &floats,
        1,
        &["L2f is required but not established: it has no float op"],
    );
    let one = sandbox.run(&[&certify[..], &["--force", "--level", "L2"]].concat());
    assert_ends(
        &one,
        2,
        &["a level covers every op and engine of its track"],
    );
}

/// Oracle: the certificate of a test library, none of whose ops this library has.
#[test]
fn certificate_of_a_foreign_library_is_refused_with_a_remedy() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let other = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/tests/certificates/version-2.json"
    );
    let words = [
        "which this program does not have",
        "cargo run --example conform -- verify",
    ];
    assert_ends(&sandbox.run(&["verify", other]), 1, &words);
}

/// Oracle: the types of the op.
#[test]
fn case_without_an_exact_trial_is_refused_with_a_remedy() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let mut command = sandbox.command(&["check", "u32::add::parity", "--adapter", "c11"]);
    let output = command_output(command.env("VYRE_CASE", "1").output());
    let expected = "VYRE_CASE: `1` is 1 value, and this trial takes 2. A case belongs to one trial: pass the name \
                    of that trial after `-- --exact`";
    assert_ends(&output, 1, &[expected]);
}
