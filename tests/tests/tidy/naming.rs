//! The modules of its package that a file names: by `crate::module`, by `super::` where that is the root, and by a name
//! that the root re-exports from a module.

use super::{ENDS, Row, code, heads, named, root, rust_files};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The names after the root of its package in a file with this path in the sources.
fn named_in(inside: &Path, text: &str) -> BTreeSet<String> {
    let mut actual = named(text);
    let depth = inside.components().count();
    if depth == 1 || (depth == 2 && inside.ends_with("mod.rs")) {
        actual.extend(heads(&code(text), "super::"));
    }
    actual
}

/// The names that the root of a package re-exports from its modules, each with its module: naming one of them names the
/// module.
fn imported_modules(library: &str, row: &[Row]) -> Vec<(String, &'static str)> {
    let code = code(library);
    let text_of = |(module, _): &Row| {
        let names = heads(&code, &format!("use {module}::")).into_iter();
        names.map(|name| (name, *module)).collect::<Vec<_>>()
    };
    row.iter().flat_map(text_of).collect()
}

/// The modules of the row among these names, except for the naming one.
fn modules(
    names: &BTreeSet<String>,
    brought: &[(String, &'static str)],
    row: &[Row],
    own: &str,
) -> BTreeSet<&'static str> {
    let direct = row.iter().map(|(module, _)| *module);
    let direct = direct.filter(|module| names.contains(*module));
    let by_name = brought.iter().filter(|(name, _)| names.contains(name));
    let all = direct.chain(by_name.map(|(_, module)| *module));
    all.filter(|module| *module != own).collect()
}

/// The files below `source` that belong to a module of the package: the module, the path inside, and the other modules
/// that it names. It omits the root, tests, and the modules that may name every other one.
pub(super) fn naming(source: &str, row: &[Row]) -> Vec<(String, PathBuf, BTreeSet<&'static str>)> {
    let src = root().join(source);
    let library = fs::read_to_string(src.join("lib.rs")).expect("a library");
    let brought = imported_modules(&library, row);
    let mut matches = vec![];
    for path in rust_files() {
        let Ok(inside) = path.strip_prefix(&src) else {
            continue;
        };
        let first = inside.components().next().expect("a component");
        let first = first.as_os_str().to_string_lossy();
        let module = first.trim_end_matches(".rs");
        let name = path.file_name().and_then(|name| name.to_str());
        let tests = matches!(name, Some("tests.rs" | "testing.rs"));
        if module == "lib" || ENDS.contains(&module) || tests {
            continue;
        }
        let text = fs::read_to_string(&path).expect("readable");
        let others = modules(&named_in(inside, &text), &brought, row, module);
        matches.push((module.to_owned(), inside.to_owned(), others));
    }
    matches
}

/// Oracle: hand-written texts.
#[test]
fn named_module_is_detected() {
    let row: &[Row] = &[("plan", &[]), ("record", &[]), ("strategy", &[])];
    let library = "mod plan;\npub use plan::{Plan, admit as admitted};\npub use record::Record;\nuse std::fmt;";
    let brought = imported_modules(library, row);
    let names: Vec<_> = brought
        .iter()
        .map(|(name, module)| (&**name, *module))
        .collect();
    assert_eq!(
        names,
        [("Plan", "plan"), ("admit", "plan"), ("Record", "record")]
    );
    let of = |path: &str, text: &str| {
        let names = named_in(Path::new(path), text);
        Vec::from_iter(modules(&names, &brought, row, "strategy"))
    };
    let above = "use super::{Record, plan::x};";
    assert_eq!(of("a.rs", above), ["plan", "record"]);
    assert_eq!(of("a/mod.rs", above), ["plan", "record"]);
    assert_eq!(of("a/b.rs", above), [""; 0]);
    assert_eq!(
        of(
            "a/b.rs",
            "fn f(plan: &crate::Plan) {}\nuse crate::strategy::x;"
        ),
        ["plan"]
    );
}
