//! `docs/glossary.md` defines the nouns of the project: every public module of the packages for authors and tools, and
//! every public type of the vocabulary.

use super::{root, rust_files};
use std::collections::BTreeSet;
use std::fs;

/// The packages whose public modules are nouns of the project.
const PACKAGES: &[&str] = &["spec", "ir", "", "suite", "certificate"];

/// The terms that a glossary defines, with the names of types in parentheses, and the terms that it defines twice.
fn defined(page: &str) -> (BTreeSet<String>, Vec<String>) {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| "));
    let mut terms = BTreeSet::new();
    let mut twice = vec![];
    for term in rows.filter_map(|row| row.split_once(" | ").map(|(term, _)| term)) {
        let (noun, types) = term.split_once(" (").unwrap_or((term, ""));
        let types = types.trim_end_matches(')').split(", ");
        let named = types.filter(|name| !name.is_empty()).chain([noun]);
        // The first row of each table is its heading, `term`, without a type in parentheses.
        for name in named.filter(|_| term != "term") {
            if !terms.insert(name.to_owned()) {
                twice.push(name.to_owned());
            }
        }
    }
    (terms, twice)
}

/// The names that follow `keyword` at the beginnings of lines.
fn declared<'a>(text: &'a str, keyword: &str) -> Vec<&'a str> {
    let rest = text.lines().filter_map(|line| line.strip_prefix(keyword));
    let name = |rest: &'a str| {
        rest.split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
    };
    rest.filter_map(name).collect()
}

/// The modules and types without a term; the name of a module may be plural.
fn without_a_term(terms: &BTreeSet<String>, modules: &[&str], types: &[&str]) -> Vec<String> {
    let known = |module: &&str| {
        let noun = module.replace('_', " ");
        terms.contains(&noun)
            || noun
                .strip_suffix('s')
                .is_some_and(|noun| terms.contains(noun))
    };
    // Names with the prefix `__` are for macros.
    let modules = modules
        .iter()
        .filter(|module| !module.starts_with("__") && !known(module));
    let types = types.iter().filter(|name| !terms.contains(**name));
    modules
        .chain(types)
        .map(|name| (*name).to_owned())
        .collect()
}

/// Oracle: the sources of the packages.
#[test]
fn the_glossary_defines_every_module_and_the_vocabulary() {
    let house = root().join("vyre-conform-runtime");
    let page = fs::read_to_string(root().join("docs/glossary.md")).expect("readable");
    let (terms, twice) = defined(&page);
    assert!(twice.is_empty(), "defined twice: {twice:?}");
    let mut wrong = vec![];
    for package in PACKAGES {
        let library = fs::read_to_string(house.join(package).join("src/lib.rs")).expect("readable");
        wrong.extend(without_a_term(&terms, &declared(&library, "pub mod "), &[]));
    }
    let vocabulary = house.join("spec/src");
    for path in rust_files()
        .iter()
        .filter(|path| path.starts_with(&vocabulary))
    {
        let text = fs::read_to_string(path).expect("readable");
        let kinds = ["pub struct ", "pub enum ", "pub trait "];
        for kind in kinds {
            wrong.extend(without_a_term(&terms, &[], &declared(&text, kind)));
        }
    }
    assert!(
        wrong.is_empty(),
        "add a row to docs/glossary.md for each of these, `| term (Type) | definition |`: {wrong:?}"
    );
    for page in ["README.md", "ARCHITECTURE.md"] {
        let text = fs::read_to_string(root().join(page)).expect("readable");
        assert!(
            text.contains("(docs/glossary.md)"),
            "{page} has no link to (docs/glossary.md)"
        );
    }
}

/// Oracle: hand-written texts.
#[test]
fn undefined_noun_is_detected() {
    let (terms, twice) = defined(
        "| term | meaning |\n|---|---|\n| law (Law) | x |\n| const check | x |\n| law | y |",
    );
    assert_eq!(twice, ["law"]);
    let text = "pub mod laws;\npub mod const_check;\npub mod levels;\npub enum Law {\npub enum Level<T> {\n    pub mod inner;";
    assert_eq!(
        without_a_term(
            &terms,
            &declared(text, "pub mod "),
            &declared(text, "pub enum ")
        ),
        ["levels", "Level"]
    );
}
