//! The rules of the repository: module edges, file sizes, oracles in the doc lines of tests.

mod access;
mod archives;
mod citations;
mod definitions;
mod documentation;
mod drawing;
mod glossary;
mod ignored;
mod messages;
mod names;
mod naming;
mod packages;
mod settings;
mod signatures;
mod size;
mod theorems;
mod trees;
mod trials;
mod words;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A module, and the others that it may name.
type Row = (&'static str, &'static [&'static str]);

/// The packages with several parts: their modules, and the modules of the package that each may name. Cargo enforces
/// edges between packages (`drawing`). Any other edge is an error.
const EDGES: &[(&str, &[Row])] = &[
    (
        "vyre-conform-runtime/src",
        &[
            ("setters", &[]),
            ("sync", &[]),
            ("vector", &[]),
            ("body", &[]),
            ("registry", &["body", "sync", "vector"]),
            ("const_check", &[]),
            ("elaborate", &["body", "registry"]),
            ("engine", &["registry"]),
            ("baseline", &["engine"]),
            ("kernel_text", &[]),
            (
                "catalog",
                &["body", "elaborate", "engine", "registry", "sync"],
            ),
            ("generate", &["registry", "sync", "vector"]),
        ],
    ),
    (
        "vyre-conform-runtime/suite/src",
        &[
            ("strategy", &["failing"]),
            ("failing", &[]),
            ("discover", &["strategy"]),
            ("completeness", &["failing", "strategy"]),
            ("backend", &["failing", "strategy"]),
            ("filetests", &[]),
            ("wgsl", &["backend"]),
            ("plan", &["backend", "filetests", "strategy", "wgsl"]),
            (
                "invariants",
                &["additions", "backend", "failing", "strategy"],
            ),
            ("compare", &["failing", "plan"]),
            ("prover", &[]),
            ("record", &["failing", "plan", "prover"]),
            ("additions", &[]),
        ],
    ),
    (
        "vyre-conform-runtime/prove/src",
        &[
            ("term", &[]),
            ("theorem", &[]),
            ("translate", &["term"]),
            ("claim", &["exhaust", "term", "translate"]),
            ("ring", &["term"]),
            ("lemmas", &["term"]),
            ("aig", &["term"]),
            ("cnf", &["aig"]),
            ("lrat", &["cnf"]),
            ("solver", &["cnf", "lrat", "term"]),
            ("exhaust", &["aig", "solver"]),
            (
                "composed",
                &["claim", "method", "ring", "term", "theorem", "translate"],
            ),
            (
                "method",
                &[
                    "aig", "claim", "cnf", "exhaust", "lemmas", "lrat", "ring", "solver", "term",
                ],
            ),
            (
                "ieee",
                &["claim", "method", "exhaust", "solver", "term", "translate"],
            ),
            (
                "mutate",
                &[
                    "aig",
                    "claim",
                    "cnf",
                    "lemmas",
                    "ring",
                    "solver",
                    "term",
                    "translate",
                ],
            ),
        ],
    ),
    (
        "vyre-conform-runtime/network/src",
        &[
            ("element", &[]),
            ("tensor", &["element"]),
            ("order", &[]),
            ("steps", &[]),
            ("npy", &["element", "tensor"]),
            ("graph", &["element", "tensor"]),
            ("onnx", &["element", "graph", "tensor"]),
            (
                "lowering",
                &["element", "graph", "order", "steps", "tensor"],
            ),
            (
                "operators",
                &[
                    "element", "graph", "lowering", "onnx", "order", "steps", "tensor",
                ],
            ),
            (
                "plan",
                &[
                    "element",
                    "graph",
                    "lowering",
                    "operators",
                    "order",
                    "tensor",
                ],
            ),
            ("machine", &["steps"]),
            ("run", &["element", "lowering", "machine", "plan", "tensor"]),
            (
                "certificate",
                &[
                    "element", "graph", "machine", "order", "plan", "run", "tensor",
                ],
            ),
        ],
    ),
    (
        "vyre-conform-runtime/certificate/src",
        &[
            ("library_level", &[]),
            ("levels", &["library_level"]),
            ("engines", &["library_level"]),
            ("level4", &["library_level"]),
            ("programs", &["engines", "library_level"]),
            ("parity", &[]),
            (
                "certificate",
                &["engines", "level4", "levels", "programs", "library_level"],
            ),
            ("escape", &[]),
            ("names", &[]),
            ("expected", &["certificate", "names"]),
            ("verify", &["certificate", "escape", "expected", "names"]),
        ],
    ),
];

/// Modules that may name every other one, because the output of the attributes names them.
const ENDS: &[&str] = &["__private"];

pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
        .to_owned()
}

fn sources(folder: &Path, extension: &str, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            sources(&path, extension, into);
        } else if path.extension().is_some_and(|e| e == extension) {
            into.push(path);
        }
    }
}

pub(super) fn rust_files() -> Vec<PathBuf> {
    let mut files = vec![];
    sources(&root(), "rs", &mut files);
    files.sort();
    files
}

/// The lines of a text that are compiled outside of tests and are not comments.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    let lines = text.lines().filter(|l| !l.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The first name of a path or an entry of a group of imports.
fn head(text: &str) -> String {
    let word = text.trim_start().chars();
    word.take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect()
}

/// The names that follow `root` (such as `crate::`) in code: one, or each entry of a group `{a, b::{c, d}}`.
fn heads(code: &str, root: &str) -> BTreeSet<String> {
    let mut matches = BTreeSet::new();
    for part in code.split(root).skip(1) {
        let Some(group) = part.trim_start().strip_prefix('{') else {
            matches.insert(head(part));
            continue;
        };
        matches.insert(head(group));
        let mut depth = 0;
        for (k, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                // The end of the group.
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    matches.insert(head(&group[k + 1..]));
                }
                _ => {}
            }
        }
    }
    // The text after the last comma of a group is empty.
    matches.remove("");
    matches
}

/// The modules of its package that a file names by `crate::module` or `crate::{module, ..}`, except for test modules.
fn named(text: &str) -> BTreeSet<String> {
    heads(&code(text), "crate::")
}

/// The edges of a package that are not in its row.
fn forbidden(source: &str, row: &[Row]) -> Vec<String> {
    let mut wrong = vec![];
    for (module, inside, named) in naming::naming(source, row) {
        let Some((_, allowed)) = row.iter().find(|(m, _)| *m == module) else {
            wrong.push(format!("{source}: give the module `{module}` a row in EDGES of tests/tests/tidy.rs, with the \
                                modules that it may name"));
            continue;
        };
        for other in named {
            if !allowed.contains(&other) {
                wrong.push(format!(
                    "{source}/{}: `{module}` must not name `{other}`: EDGES of tests/tests/tidy.rs has no such edge",
                    inside.display()
                ));
            }
        }
    }
    wrong
}

/// Oracle: the edges in ARCHITECTURE.md.
#[test]
fn modules_name_only_allowed_modules() {
    let wrong = EDGES.iter().map(|(source, row)| forbidden(source, row));
    let wrong: Vec<String> = wrong.flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: texts and rows that break the rule.
#[test]
fn the_edge_check_sees_a_forbidden_edge() {
    let text = "use crate::plan::x;\n// crate::compare\nfn f() { crate::record::g() }\n#[cfg(test)]\nmod tests { use crate::backend; }";
    assert_eq!(
        named(text),
        BTreeSet::from(["plan".into(), "record".into()])
    );
    let grouped = "use crate::{plan, record::{self, text}};";
    assert_eq!(named(grouped), named(text));
    let lines = "use crate::{\n    plan::{\n        Expr,\n        view,\n    },\n    record,\n};\nfn f() {}";
    assert_eq!(named(lines), named(text));
    let (source, row) = EDGES[1];
    let without: Vec<_> = row.iter().map(|(m, _)| (*m, &[][..])).collect();
    let has = |lines: &[String], text: &str| lines.iter().any(|line| line.contains(text));
    let actual = forbidden(source, &without);
    assert!(has(&actual, "`record` must not name `plan`"), "{actual:?}");
    let missing = forbidden(source, &row[1..]);
    assert!(has(&missing, "the module `strategy` a row"), "{missing:?}");
}

/// Oracle: the rule on file sizes.
#[test]
fn no_source_file_is_longer_than_400_lines() {
    for path in rust_files() {
        let lines = fs::read_to_string(&path).expect("readable").lines().count();
        assert!(
            lines <= 400,
            "{} has {lines} lines, and 400 are the most: move what belongs together into a file of its own",
            path.display()
        );
    }
}

/// The lines of a text's tests without an oracle in the doc lines above them.
fn tests_without_oracle(text: &str) -> Vec<usize> {
    without_oracle(text, &|line| line == "#[test]")
}

/// The lines of this kind without an oracle in the doc lines above them.
fn without_oracle(text: &str, matches: &dyn Fn(&str) -> bool) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().collect();
    let mut missing = vec![];
    for (k, line) in lines.iter().enumerate() {
        if !matches(line.trim()) {
            continue;
        }
        let above = lines[..k].iter().rev().take_while(|l| {
            let l = l.trim();
            l.starts_with("///") || l.starts_with("#[")
        });
        let is_oracle = |l: &&str| l.trim().starts_with("/// Oracle:");
        if !above.into_iter().any(is_oracle) {
            missing.push(k + 1);
        }
    }
    missing
}

/// Oracle: docs/spec/oracles.md#independence ("a tidy test refuses a `#[test]` without one").
#[test]
fn every_test_names_its_oracle() {
    let mut wrong = vec![];
    for path in rust_files() {
        for line in tests_without_oracle(&fs::read_to_string(&path).expect("readable")) {
            wrong.push(format!(
                "{}:{line}: say above this test where its expected value comes from, `/// Oracle: ...`; the kinds are \
                 in vyre-conform-runtime/suite/src/plan/oracle.rs",
                path.display()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(tests_without_oracle("/// A test.\n#[test]\nfn x() {}"), [2]);
}

/// The files with unit tests in the folder of a library whose own tests are switched off, except for those that `units`
/// compiles.
fn left_out(files: &[(String, String)], units: &str) -> Vec<String> {
    let named = |path: &str| units.contains(&format!("/{path}\"]"));
    let tested = files
        .iter()
        .filter(|(_, text)| text.contains("#[cfg(test)]\nmod tests"));
    let missing = tested.filter(|(path, _)| !named(path));
    missing.map(|(path, _)| path.clone()).collect()
}

/// Oracle: the manifest of the library of ops, which switches off the library's own tests.
#[test]
fn every_unit_test_of_the_library_of_ops_is_compiled() {
    let ops = root().join("ops");
    let inside = |path: &PathBuf| {
        let path = path.strip_prefix(&ops).ok()?.to_str()?.to_owned();
        path.starts_with("src/").then_some(path)
    };
    let files: Vec<_> = rust_files()
        .iter()
        .filter_map(|path| Some((inside(path)?, fs::read_to_string(path).expect("readable"))))
        .collect();
    let unit = |name: &str| fs::read_to_string(ops.join("tests/units").join(name));
    let units = ["main.rs", "engines.rs"].map(|name| unit(name).expect("readable"));
    let units = units.concat();
    assert_eq!(
        left_out(&files, &units),
        [""; 0],
        "these files have tests that nothing compiles: name each with `#[path]` in ops/tests/units/main.rs, of engines \
         in engines.rs there"
    );
    let forgotten = units.replace("src/engines/grid.rs", "");
    assert_eq!(left_out(&files, &forgotten), ["src/engines/grid.rs"]);
}
