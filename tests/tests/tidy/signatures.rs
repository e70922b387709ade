//! Public functions give errors with a type: words alone cannot be matched, and who gets them can only pass them on.

use super::{code, root, rust_files};
use std::collections::BTreeSet;
use std::fs;

/// Files of `vyre-conform-runtime` whose public functions may name a `Result<_, String>`, which functions, and why.
const EXCEPTIONS: [(&str, &[&str], &str); 10] = [
    (
        "suite/src/strategy/quiet.rs",
        &["quietly"],
        "what a panic said",
    ),
    (
        "suite/src/strategy/explain.rs",
        &["holds_with"],
        "what an evaluator says that gives no value, a panic too",
    ),
    (
        "suite/src/strategy/agreement.rs",
        &["agreement"],
        "the same",
    ),
    (
        "suite/src/backend/guard/mod.rs",
        &["open"],
        "what a crate's own function says of a backend that is not there",
    ),
    ("suite/src/backend/check/mod.rs", &["check"], "the same"),
    (
        "harness/src/backends.rs",
        &["all", "asked", "from_env", "listed", "selected"],
        "which adapters are there, told to whoever asks for others",
    ),
    (
        "harness/src/context.rs",
        &["new", "of", "open", "saved"],
        "why no run begins, told to whoever begins it",
    ),
    (
        "harness/src/replay.rs",
        &["of_saved", "parse"],
        "what is wrong with a case that a person wrote",
    ),
    ("harness/src/run/replayed.rs", &["replay"], "the same"),
    (
        "cli/src/certify/certified.rs",
        &["certified"],
        "why no run begins, as above",
    ),
];

/// The same of one folder, whose files a person may have edited.
const SAVED_CASES: &str = "harness/src/regressions/";

/// The public functions of a text with a `Result<_, String>` in their signatures.
fn untyped(text: &str) -> BTreeSet<String> {
    let code = code(text);
    let mut found = BTreeSet::new();
    for function in code.split("pub ").skip(1) {
        let function = function.trim_start_matches("const ");
        let Some(rest) = function.strip_prefix("fn ") else {
            continue;
        };
        let signature = rest.split(['{', ';']).next().unwrap_or("");
        let errors = signature.split("Result<").skip(1);
        // The last parameter of the type ends it, whatever the first one is.
        let words_alone = |error: &str| {
            let mut depth = 0;
            let end = error.char_indices().find(|(_, c)| {
                depth += match c {
                    '<' | '(' | '[' => 1,
                    '>' | ')' | ']' => -1,
                    _ => 0,
                };
                depth < 0
            });
            let inside = &error[..end.map_or(error.len(), |(k, _)| k)];
            inside.trim_end().ends_with(", String")
        };
        if errors.into_iter().any(words_alone) {
            let name = rest.split(['(', '<']).next().unwrap_or("");
            found.insert(name.to_owned());
        }
    }
    found
}

/// Oracle: the rule, and the list of what is excepted, of which nothing may be missing either.
#[test]
fn public_functions_give_typed_errors() {
    let packages = root().join("vyre-conform-runtime");
    let mut wrong = vec![];
    for path in rust_files() {
        let Some(inside) = path.strip_prefix(&packages).ok().and_then(|p| p.to_str()) else {
            continue;
        };
        let tests = ["/tests/", "/tests.rs", "/benches/", "/build.rs"];
        if tests.iter().any(|part| inside.contains(part)) || inside.starts_with(SAVED_CASES) {
            continue;
        }
        let found = untyped(&fs::read_to_string(&path).expect("readable"));
        let row = EXCEPTIONS.iter().find(|(file, ..)| *file == inside);
        let allowed = row.map_or(&[][..], |(_, names, _)| names);
        let allowed: BTreeSet<String> = allowed.iter().map(|name| (*name).to_owned()).collect();
        if found != allowed {
            wrong.push(format!(
                "{inside}: {found:?} give or take a `Result<_, String>`, excepted are {allowed:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: signatures by hand.
#[test]
fn a_result_with_words_alone_is_seen() {
    let text = "pub fn a() -> Result<u32, String> {}\npub(crate) fn b() -> Result<u32, String> {}\n\
                pub fn c(\n    f: impl Fn(&[u32]) -> Result<Vec<u32>, String>,\n) -> u32 {}\n\
                pub fn d() -> Result<HashMap<u32, String>, Error> {}\npub fn e() -> Result<String, Error> {}";
    let due = ["a", "c"].map(str::to_owned);
    assert_eq!(untyped(text), BTreeSet::from(due));
}
