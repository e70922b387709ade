//! The tests of which continuous integration runs a twelfth a day are tests that there are.

use super::{root, rust_files};
use std::collections::HashSet;
use std::fs;

/// The names in `.ci/slow`.
fn names() -> Vec<String> {
    let text = fs::read_to_string(root().join(".ci/slow")).expect("`.ci/slow` is readable");
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// The tests of all sources, each as the name of its file, without those of its folders, and its own.
fn tests() -> HashSet<String> {
    let mut found = HashSet::new();
    for path in rust_files() {
        let text = fs::read_to_string(&path).expect("a readable source");
        let (file, folder) = (path.file_stem(), path.parent().and_then(|f| f.file_name()));
        let module = if file.is_some_and(|f| f == "mod") {
            folder
        } else {
            file
        };
        let module = module.and_then(|m| m.to_str()).expect("a name");
        for line in text.lines() {
            let Some((_, after)) = line.split_once("fn ") else {
                continue;
            };
            let name = after.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            found.extend(name.take(1).map(|name| format!("{module}::{name}")));
        }
    }
    found
}

/// Oracle: the functions that there are, in the files that modules are named after. `--skip` takes parts of names, so that
/// one which is a part of another would take that one with it.
#[test]
fn what_is_left_for_another_day_is_a_test_each() {
    let (names, tests) = (names(), tests());
    assert!(names.len() >= 8, "{names:?}");
    for name in &names {
        let mut pieces = name.rsplit("::");
        let [last, module] = [(); 2].map(|()| pieces.next().unwrap_or(""));
        let last = format!("{module}::{last}");
        assert!(
            tests.contains(&last),
            "`{name}` in .ci/slow is the path of no test: mend it, or take it out"
        );
        let longer = names
            .iter()
            .find(|other| *other != name && other.contains(name.as_str()));
        assert_eq!(longer, None, "`{name}` is a part of it");
    }
    let different: HashSet<&String> = names.iter().collect();
    assert_eq!(different.len(), names.len(), "a test is listed twice");
}
