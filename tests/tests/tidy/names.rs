//! No two public types of the packages share a name, so that a name identifies its type.

use super::{root, rust_files};
use std::collections::BTreeMap;
use std::fs;

/// Names that types still share, with their difference. A new shared name is refused, and an entry that is no longer
/// shared must leave the table.
const SHARED: &[(&str, &str)] = &[
    (
        "Backend",
        "a certificate's says who was judged: the trait's identity as it is written",
    ),
    (
        "Evidence",
        "spec's is one kind; a certificate's is all of one file, by that name in its JSON",
    ),
    (
        "Names",
        "what the arguments of a command take; how a printer names locals",
    ),
    (
        "Node",
        "of a program's body; of a network's graph, by that name in ONNX",
    ),
    (
        "Operand",
        "of expressions, a trait that is imported for its methods; of a dispatch, where words come from",
    ),
    (
        "Order",
        "of invocations, in the interpreter; of additions, by that name in the specification of tensors",
    ),
    (
        "Part",
        "the suite's, and the same as a certificate has it, by that name in its schema",
    ),
    (
        "Plan",
        "an engine's, which an author writes; a run's, which no author sees",
    ),
    ("PlanError", "of a run's obligations; of a network"),
    (
        "Record",
        "of an engine's output, which an author writes; of an obligation, in the suite",
    ),
    (
        "Refusal",
        "of a certificate, by its verification; of a construct, by the importer of kernels",
    ),
    ("Run", "of an engine's case; of a network on a machine"),
    ("RunError", "of an engine's case; of a network on a machine"),
    (
        "Settings",
        "of a run, from the environment; the same as a certificate has them",
    ),
    ("Slot", "of a calling convention; of a network's plan"),
    ("Source", "of cases; of the words in a buffer of a network"),
    (
        "Step",
        "of a launch; of a network's plan, which becomes launches",
    ),
    ("Term", "of a law; of a formula of ops"),
];

/// The names of the public types that a source declares.
fn declared(text: &str) -> Vec<&str> {
    let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
    let public = text
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("pub "));
    let named = public.filter_map(|rest| kinds.iter().find_map(|kind| rest.strip_prefix(kind)));
    named
        .map(|rest| {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            &rest[..end.unwrap_or(rest.len())]
        })
        .collect()
}

/// The names with more than one declaration, with the places.
fn shared<'a>(all: &[(String, Vec<&'a str>)]) -> BTreeMap<&'a str, Vec<String>> {
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (place, names) in all {
        for name in names {
            places.entry(name).or_default().push(place.clone());
        }
    }
    places.retain(|_, places| places.len() > 1);
    places
}

/// Oracle: the sources of the packages.
#[test]
fn no_two_public_types_share_a_name() {
    let house = root().join("vyre-conform-runtime");
    let files: Vec<(String, String)> = rust_files()
        .iter()
        .filter_map(|path| {
            let inside = path.strip_prefix(&house).ok()?;
            let tested = ["tests", "tests.rs", "benches", "build.rs"];
            let outside = inside.iter().any(|part| tested.iter().any(|t| part == *t));
            let text = fs::read_to_string(path).expect("readable");
            // Types that the tests of a file declare are not part of an interface.
            let (text, _) = text.split_once("#[cfg(test)]\nmod ").unwrap_or((&text, ""));
            (!outside).then(|| (inside.display().to_string(), text.to_owned()))
        })
        .collect();
    let all: Vec<_> = files
        .iter()
        .map(|(path, text)| (path.clone(), declared(text)))
        .collect();
    let actual = shared(&all);
    let known = |name: &str| SHARED.iter().any(|(shared, _)| *shared == name);
    let new = actual.iter().filter(|(name, _)| !known(name));
    let new: Vec<String> = new
        .map(|(name, places)| format!("{name}: {}", places.join(", ")))
        .collect();
    assert!(
        new.is_empty(),
        "rename all but one of these, or say in SHARED what tells them apart:\n{}",
        new.join("\n")
    );
    let stale: Vec<_> = SHARED
        .iter()
        .filter(|(name, _)| !actual.contains_key(*name))
        .collect();
    assert!(
        stale.is_empty(),
        "not shared any more, take them out of SHARED: {stale:?}"
    );
}

/// Oracle: hand-written texts.
#[test]
fn shared_name_is_detected() {
    let text = "pub struct Case<T> {\n    pub enum Inner {\npub(crate) struct Hidden;\nstruct Private;\npub type Alias = u32;";
    assert_eq!(declared(text), ["Case", "Inner", "Alias"]);
    let all = [
        ("a".to_owned(), vec!["Case", "One"]),
        ("b".to_owned(), vec!["Case"]),
    ];
    let actual = shared(&all);
    assert_eq!(Vec::from_iter(actual.keys()), [&"Case"]);
    assert_eq!(actual["Case"], ["a", "b"]);
}
