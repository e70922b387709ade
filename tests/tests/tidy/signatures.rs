//! Public functions return typed errors: callers cannot match a string, only pass it on.

use super::{code, root, rust_files};
use std::collections::BTreeSet;
use std::fs;

/// Folders of the packages whose public items are checked.
const PACKAGES: [&str; 3] = ["vyre-conform-runtime", "vyre-conform-macros", "ops/src"];

/// Files in them that only tests compile.
const TESTS: [&str; 4] = ["/tests/", "/tests.rs", "/benches/", "/build.rs"];

/// Types that are text alone.
const WORDS: [&str; 3] = ["String", "&str", "&'static str"];

/// The text up to the bracket that closes the one before it.
fn within(text: &str) -> &str {
    let mut depth = 0;
    let end = text.char_indices().find(|(k, c)| {
        // An arrow does not close a bracket.
        depth += match c {
            '<' | '(' | '[' => 1,
            '>' if text[..*k].ends_with('-') => 0,
            '>' | ')' | ']' => -1,
            _ => 0,
        };
        depth < 0
    });
    &text[..end.map_or(text.len(), |(k, _)| k)]
}

/// True if some type in the text is a `Result` whose error is text alone.
fn gives_words(text: &str) -> bool {
    let mut results = text.split("Result<").skip(1);
    // The last parameter of the type is the error.
    results.any(|rest| {
        let inside = within(rest).trim_end().trim_end_matches(',');
        let error = inside.rsplit_once(',');
        error.is_some_and(|(_, error)| WORDS.contains(&error.trim()))
    })
}

/// An item from after its keyword to its end: the closing brace of its body, or a semicolon.
fn item(rest: &str) -> &str {
    let mut depth = 0;
    let end = rest.char_indices().find(|(_, c)| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        matches!(c, '}' | ';') && depth == 0
    });
    &rest[..end.map_or(rest.len(), |(k, _)| k)]
}

/// The names of a text's public functions, traits and types in which a `Result` has text alone as its error: in a
/// signature, a method of a trait, a field or an alias.
fn untyped(text: &str) -> BTreeSet<String> {
    let code = code(text);
    let mut matches = BTreeSet::new();
    for public in code.split("pub ").skip(1) {
        let mut public = public;
        for before in ["const ", "async ", "unsafe "] {
            public = public.strip_prefix(before).unwrap_or(public);
        }
        let Some((keyword, rest)) = public.split_once(' ') else {
            continue;
        };
        let shown = match keyword {
            "fn" => rest.split(['{', ';']).next().unwrap_or(""),
            "struct" | "enum" | "union" | "trait" | "type" => item(rest),
            _ => continue,
        };
        if gives_words(shown) {
            let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_');
            matches.insert(name.into_iter().next().unwrap_or("").to_owned());
        }
    }
    matches
}

/// Oracle: the rule, which has no exception.
#[test]
fn public_functions_return_typed_errors() {
    let mut wrong = vec![];
    for path in rust_files() {
        let inside = path.strip_prefix(root()).ok().and_then(|p| p.to_str());
        let inside = inside.expect("a file of the project");
        let looked_at = PACKAGES.iter().any(|package| inside.starts_with(package));
        if !looked_at || TESTS.iter().any(|part| inside.contains(part)) {
            continue;
        }
        let problems = untyped(&fs::read_to_string(&path).expect("readable"));
        wrong.extend((!problems.is_empty()).then(|| format!("{inside}: {problems:?}")));
    }
    assert!(
        wrong.is_empty(),
        "these public items have a `Result<_, String>`: give the error a type, which says what to do\n{}",
        wrong.join("\n")
    );
}

/// Oracle: hand-written signatures.
#[test]
fn untyped_error_is_detected() {
    let text = "pub fn a() -> Result<u32, String> {}\npub(crate) fn b() -> Result<u32, String> {}\n\
                pub fn c(\n    f: impl Fn(&[u32]) -> Result<Vec<u32>, String>,\n) -> u32 {}\n\
                pub fn d() -> Result<HashMap<u32, String>, Error> {}\npub fn e() -> Result<String, Error> {}\n\
                pub const fn f() -> Result<(), &'static str> {}\nfn g() -> Result<(), String> {}\n\
                pub trait H {\n    fn h(&self) -> Result<u32, String>;\n}\nfn i() -> Result<u32, String> {}\n\
                pub struct J {\n    open: fn() -> Result<Box<dyn B>, String>,\n}\n\
                pub enum K {\n    A { found: Result<u32, String> },\n    B(u32),\n}\n\
                pub enum L {\n    A,\n}\nimpl L {\n    fn l() -> Result<u32, String> {}\n}\n\
                pub type M = Result<(), String>;\npub struct N(u32);\nfn n() -> Result<(), String> {}\n\
                pub fn o() -> Result<\n    u32,\n    String,\n> {}\n\
                pub fn p(f: impl Fn() -> Result<fn(u32) -> String, Error>) {}";
    let expected = ["a", "c", "f", "H", "J", "K", "M", "o"].map(str::to_owned);
    assert_eq!(untyped(text), BTreeSet::from(expected));
}
