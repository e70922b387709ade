//! Tests that are trials of a separate binary name their oracles like other tests, and no test passes without doing
//! anything.

use super::{root, rust_files, without_oracle};
use std::fs;

/// The functions that a text makes into trials, by `trial(..)` and `plain(..)`.
fn trials(text: &str) -> Vec<&str> {
    let calls = ["trial(", "plain("].map(|call| text.split(call).skip(1));
    let paths = calls.into_iter().flatten();
    let paths = paths.filter_map(|rest| rest.split_once(')').map(|(path, _)| path.trim()));
    let names = paths.filter_map(|path| path.rsplit_once("::").map(|(_, name)| name));
    names.collect()
}

/// The lines of trials without an oracle in a binary with these files, and the trials without a function.
fn problems(main: &str, files: &[String]) -> Vec<String> {
    let mut wrong = vec![];
    for name in trials(main) {
        let declares = |line: &str| {
            let after = line.split_once("fn ").map_or("", |(_, after)| after);
            after
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('('))
        };
        let available = files.iter().filter(|text| text.lines().any(declares));
        let told = available
            .clone()
            .all(|text| without_oracle(text, &declares).is_empty());
        if available.count() == 0 || !told {
            wrong.push(format!("{name}: no function with a line `/// Oracle: ...`"));
        }
    }
    wrong
}

/// The lines of a text that report a test as skipped and return as if it had passed.
fn passed_by(text: &str) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let left_out = |line: &str| {
        let printed = line
            .split_once("println!(\"")
            .map_or("", |(_, printed)| printed);
        ["skipped", "left out", "ignored"]
            .iter()
            .any(|word| printed.starts_with(word))
    };
    let all = lines.windows(2).enumerate();
    let wrong = all.filter(|(_, pair)| left_out(pair[0]) && pair[1].starts_with("return"));
    wrong.map(|(k, _)| k + 1).collect()
}

/// Oracle: the rule of contributions: a test that cannot run here fails, or is ignored and counted with the reason.
#[test]
fn no_skipped_test_passes() {
    for path in rust_files() {
        let text = fs::read_to_string(&path).expect("readable");
        assert_eq!(
            passed_by(&text),
            [0; 0],
            "{}: at these lines a test says that it is left out, and passes: make it a trial of a test `tools`, which \
             ignores it with the reason, or let it fail",
            path.display()
        );
    }
    let text = "if !there {\n    println!(\"skipped: it is not there\");\n    return;\n}";
    assert_eq!(passed_by(text), [2]);
}

/// Oracle: the rule for the doc lines of tests, which applies to trials as well.
#[test]
fn every_trial_of_tools_names_its_oracle() {
    for folder in ["tests/tests/tools", "ops/tests/tools", "ops/tests/kernels"] {
        let folder = root().join(folder);
        let files = rust_files()
            .into_iter()
            .filter(|path| path.starts_with(&folder));
        let files: Vec<String> = files
            .map(|path| fs::read_to_string(path).expect("readable"))
            .collect();
        let main = fs::read_to_string(folder.join("main.rs")).expect("readable");
        assert!(trials(&main).len() > 8, "{:?}", trials(&main));
        assert_eq!(problems(&main, &files), [""; 0]);
    }
    let one = |above: &str| {
        problems(
            "trial(a::b),",
            &[format!("{above}\npub(crate) fn b(tool: T) {{}}")],
        )
    };
    assert_eq!(one("/// Oracle: x"), [""; 0]);
    assert_eq!(one("/// A test.").len(), 1);
    assert_eq!(problems("trial(a::c),", &[]).len(), 1);
}
