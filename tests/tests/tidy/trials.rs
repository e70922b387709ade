//! Tests that are trials of a binary of their own name their oracles as others do.

use super::{root, rust_files, without_oracle};
use std::fs;

/// The functions that a text makes trials of: what stands in `trial(..)` and `plain(..)`.
fn trials(text: &str) -> Vec<&str> {
    let calls = ["trial(", "plain("].map(|call| text.split(call).skip(1));
    let paths = calls.into_iter().flatten();
    let paths = paths.filter_map(|rest| rest.split_once(')').map(|(path, _)| path.trim()));
    let names = paths.filter_map(|path| path.rsplit_once("::").map(|(_, name)| name));
    names.collect()
}

/// The lines of the trials of a binary, whose files these are, that name no oracle; the trials that are nowhere.
fn problems(main: &str, files: &[String]) -> Vec<String> {
    let mut wrong = vec![];
    for name in trials(main) {
        let declares = |line: &str| {
            let after = line.split_once("fn ").map_or("", |(_, after)| after);
            after
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('('))
        };
        let there = files.iter().filter(|text| text.lines().any(declares));
        let told = there
            .clone()
            .all(|text| without_oracle(text, &declares).is_empty());
        if there.count() != 1 || !told {
            wrong.push(format!("{name}: no function with a line `/// Oracle: ...`"));
        }
    }
    wrong
}

/// Oracle: the rule of the doc lines of tests, which trials are as well.
#[test]
fn every_trial_of_tools_names_its_oracle() {
    for folder in ["tests/tests/tools", "ops/tests/tools"] {
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
