//! Mistakes of manifests: each at its line and column, with what to write.

use crate::right::{SUMS, SUMS_MANIFEST};
use crate::{SCAN, SCAN_KERNEL, contract};
use vyre_conform_contract::{ContractOptions, Manifest};

/// The manifest with a line in place of another one, and the place and the message of its mistake.
#[track_caller]
fn mistake(from: &str, to: &str) -> (Option<u32>, Option<u32>, String) {
    assert!(SCAN.contains(from), "{from}");
    let text = SCAN.replacen(from, to, 1);
    let error = match contract(SCAN_KERNEL, &text, &[("one.bin", &[0; 4])]) {
        Err(error) => error,
        Ok(contract) => vyre_conform_contract::check(&contract, &[], &ContractOptions::default())
            .map(|report| panic!("no mistake in {text}: {report:?}"))
            .unwrap_err(),
    };
    (error.line, error.column, error.message)
}

/// A text of the manifest, the one in its place, and the line, the column and words of the mistake.
const MISTAKES: &[(&str, &str, u32, u32, &str)] = &[
    ("kernel =", "kernels =", 2, 1, "unknown field `kernels`"),
    ("\"kernel.wgsl\"", "\"other.wgsl\"", 2, 10, "no such file"),
    (
        "sizes = [1, 63, 64]",
        "sizes = [1, 9999999]",
        3,
        9,
        "the largest is",
    ),
    (
        "[buffers.input]",
        "[buffers.inputs]",
        15,
        1,
        "write a table `[buffers.input]`",
    ),
    ("type = \"u32\"", "type = \"f32\"", 6, 8, "`u32`, not `f32`"),
    (
        "length = \"n\"",
        "length = \"n +\"",
        7,
        14,
        "the end where a number",
    ),
    (
        "length = \"n\"",
        "length = \"m\"",
        7,
        10,
        "did you mean `n`?",
    ),
    (
        "length = \"n\"\ninput",
        "input",
        5,
        10,
        "write `length = \"n\"`",
    ),
    ("\"words\"", "\"wrods\"", 8, 9, "`wrods` is not a generator"),
    ("input = \"words\"", "", 5, 10, "write `input = \"words\"`"),
    ("\"exact\"", "\"ulps(4)\"", 13, 10, "write `exact`"),
    (
        "\"exact\"",
        "\"close\"",
        13,
        10,
        "`close` is not an equality",
    ),
    (
        "workgroups = [1]",
        "workgroups = []",
        16,
        14,
        "one to three counts",
    ),
    (
        "workgroups = [1]",
        "workgroups = [1]\nentry = \"scam\"",
        17,
        9,
        "did you mean `scan`?",
    ),
    (
        "engine::scan_inclusive",
        "engine::scan_inclusiv",
        19,
        10,
        "did you mean `engine::scan_inclusive`?",
    ),
    (
        "columns = [\"input\"]",
        "columns = [\"inputs\"]",
        20,
        12,
        "did you mean `input`?",
    ),
    (
        "outputs = { output = 1 }",
        "outputs = { input = 1 }",
        19,
        10,
        "does not state the output `output`",
    ),
    (
        "engine = \"engine::scan_inclusive\"",
        "function = \"my::scan\"",
        19,
        12,
        "through an attribute",
    ),
    (
        "engine = ",
        "op = \"u32::add\"\nengine = ",
        18,
        1,
        "one of `engine",
    ),
];

/// Oracle: lines and columns counted by hand.
#[test]
fn wrong_manifest_is_reported_with_line_and_column() {
    for (from, to, line, column, words) in MISTAKES {
        let (found_line, found_column, message) = mistake(from, to);
        assert!(message.contains(words), "{to}: {message}");
        assert_eq!(
            (found_line, found_column),
            (Some(*line), Some(*column)),
            "{to}: {message}"
        );
    }
}

/// Oracle: the form of the engine's input and output.
#[test]
fn mismatched_reference_is_described() {
    for (from, to, words) in [
        (
            "outputs = { output = 1 }",
            "outputs = { output = 9 }",
            "have no word 9",
        ),
        ("columns = [\"input\"]", "columns = []", "panics"),
        (
            "columns = [\"input\"]",
            "columns = [[\"n\", 1, 2, 3, 4]]",
            "5 words, and `output` holds 1",
        ),
        ("workgroups = [1]", "workgroups = [\"n - 9\"]", "negative"),
    ] {
        let text = SCAN.replacen(from, to, 1);
        let contract = contract(SCAN_KERNEL, &text, &[]).expect("names are right");
        let report = vyre_conform_contract::check(&contract, &[], &ContractOptions::default());
        let found = match report {
            Err(error) => error.message,
            Ok(report) => report.omissions.join("\n"),
        };
        assert!(found.contains(words), "{to}: {found}");
    }
}

/// Changes characters of a manifest this often, each time with another choice; no text panics, and most are refused.
fn mutate_manifests(times: usize) {
    let mut state = 1_u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let texts = [SCAN, SUMS_MANIFEST].map(|text| text.chars().collect::<Vec<char>>());
    let mut refused = 0;
    for turn in 0..times {
        let mut text = texts[turn % texts.len()].clone();
        for _ in 0..1 + random() % 3 {
            let (at, other) = (random() % text.len(), random() % text.len());
            match random() % 3 {
                0 => drop(text.remove(at)),
                1 => text.insert(
                    at,
                    "=[]{}\"(n1\u{e9}\n#"
                        .chars()
                        .nth(random() % 12)
                        .unwrap_or('n'),
                ),
                _ => text.swap(at, other),
            }
        }
        let text: String = text.into_iter().collect();
        let kernel = [SCAN_KERNEL, SUMS][turn % texts.len()];
        refused += usize::from(contract(kernel, &text, &[]).is_err());
    }
    assert!(refused > times / 4, "{refused}");
}

/// Oracle: no mistake of a text is a panic.
#[test]
fn no_manifest_panics() {
    mutate_manifests(4_000);
    assert!(Manifest::parse(&"[".repeat(100_000)).is_err());
    assert!(Manifest::parse(&"a = 1\n".repeat(100_000)).is_err());
}

/// Oracle: no mistake of a text is a panic.
#[test]
#[ignore = "a long run: seconds"]
fn no_manifest_of_many_panics() {
    mutate_manifests(100_000);
}
