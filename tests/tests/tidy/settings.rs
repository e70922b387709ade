//! The list of known variables contains every environment variable that a source file names, and the page of settings
//! describes every setting. Runs refuse unknown variables.

use super::{root, rust_files};
use std::collections::BTreeSet;
use std::fs;

/// The file that lists the variables.
const NAMES: &str = "vyre-conform-runtime/harness/src/options/names.rs";

/// The string literals of a text that are names of variables.
fn variables(text: &str) -> BTreeSet<String> {
    let pieces = text.split('"').filter(|piece| piece.starts_with("VYRE_"));
    let plain = |piece: &&str| piece.bytes().all(|c| c.is_ascii_uppercase() || c == b'_');
    pieces.filter(plain).map(str::to_owned).collect()
}

/// The listed names: those for every run, and those of this project.
fn listed() -> [BTreeSet<String>; 2] {
    let names = fs::read_to_string(root().join(NAMES)).expect("readable");
    let (listed, _) = names.split_once("#[cfg(test)]").expect("tests");
    let (run, own) = listed.split_once("const OWN").expect("two lists");
    [variables(run), variables(own)]
}

/// True for a listed name, and for one with a listed prefix, such as that of the programs that are backends.
fn is_listed(name: &str, lists: &[&BTreeSet<String>]) -> bool {
    let mut all = lists.iter().copied().flatten();
    all.any(|listed| listed == name || listed.ends_with('_') && name.starts_with(&**listed))
}

/// The names of variables in the first column of a page's tables.
fn described(page: &str) -> BTreeSet<String> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| "));
    let columns = rows.filter_map(|row| Some(row.split_once(" | ")?.0));
    let names = columns.flat_map(|column| column.split('`').skip(1).step_by(2));
    let names = names.map(|name| name.split('=').next().unwrap_or(name));
    let names = names.filter(|name| name.starts_with("VYRE_"));
    names.map(str::to_owned).collect()
}

/// Oracle: the sources: every run would refuse a variable that is missing in the list.
#[test]
fn every_variable_is_known_to_the_harness() {
    let [run, own] = listed();
    assert!(run.len() > 15 && own.len() > 10, "{run:?} {own:?}");
    let names = root().join(NAMES);
    let mut missing = BTreeSet::new();
    for path in rust_files().into_iter().filter(|path| *path != names) {
        let actual = variables(&fs::read_to_string(&path).expect("readable"));
        missing.extend(
            actual
                .into_iter()
                .filter(|name| !is_listed(name, &[&run, &own])),
        );
    }
    assert!(
        missing.is_empty(),
        "every run would refuse these variables: add them to VARIABLES in {NAMES}, or to OWN there if only this \
         project's tests and builds read them: {missing:?}"
    );
}

/// Oracle: docs/settings.md, which says that any other name is refused.
#[test]
fn every_setting_is_described() {
    let [run, _] = listed();
    let described = described(&expected_page());
    let missing: Vec<&String> = run.difference(&described).collect();
    let stale: Vec<&String> = described.difference(&run).collect();
    assert!(
        missing.is_empty() && stale.is_empty(),
        "VARIABLES in {NAMES} has no entry for {missing:?}; and docs/settings.md describes {stale:?}, which it lacks"
    );
}

/// Begin and end of the generated table of the page.
const MARKS: [&str; 2] = ["<!-- settings -->\n", "<!-- end of settings -->\n"];

/// The page with the table that the harness generates, whatever its current table: the blessing run reads none.
fn expected_page() -> String {
    use vyre_conform_harness::options::VARIABLES;
    let page = fs::read_to_string(root().join("docs/settings.md")).expect("readable");
    let (before, rest) = page.split_once(MARKS[0]).expect("a table");
    let (_, after) = rest.split_once(MARKS[1]).expect("its end");
    let mut rows = "| variable | meaning |\n|---|---|\n".to_owned();
    for variable in VARIABLES {
        let (name, example) = (variable.name, variable.example);
        rows += &format!("| `{name}={example}` | {} |\n", variable.meaning);
    }
    [before, MARKS[0], &rows, MARKS[1], after].concat()
}

/// Oracle: the table of variables in the harness. `VYRE_BLESS=1` writes the table of the page.
#[test]
fn the_table_of_settings_is_generated() {
    vyre_conform_tests::book::generated(
        "docs/settings.md",
        &expected_page(),
        "cargo test --workspace --test main -- tidy::settings",
    );
}

/// Oracle: a hand-written list.
#[test]
fn prefixes_of_variables_are_listed() {
    let name = |rest: &str| format!("VYRE_{rest}");
    let list = BTreeSet::from([name("BACKEND_"), name("SEED")]);
    assert!(is_listed(&name("BACKEND_MINE"), &[&list]));
    assert!(is_listed(&name("SEED"), &[&list]));
    assert!(!is_listed(&name("SEEDS"), &[&list]));
}

/// Oracle: a hand-written table.
#[test]
fn settings_of_a_page_are_read_from_the_first_column() {
    let page =
        "| variable | meaning |\n|---|---|\n| `VYRE_A=1`, `VYRE_B` | as `VYRE_C` |\nand `VYRE_D`\n";
    let expected = ["A", "B"].map(|name| format!("VYRE_{name}"));
    assert_eq!(described(page), BTreeSet::from(expected));
}
