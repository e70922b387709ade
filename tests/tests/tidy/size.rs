//! The number of lines of each package: the table in docs/results/size.md stays correct within a tenth.

use super::{root, rust_files};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The page with the table.
const PAGE: &str = "docs/results/size.md";
/// Begin and end of the table.
const MARKS: [&str; 2] = ["<!-- lines -->\n", "<!-- end of lines -->\n"];
/// The command that writes the table.
const BLESS: &str = "VYRE_BLESS=1 cargo test --workspace --test main -- tidy::size";

/// Lines of a package: its published sources (`src`), and its tests, benches and examples.
type Lines = [usize; 2];

/// The lines of each package, by its folder. A file belongs to the package whose folder is the nearest around it.
fn counted(folders: &[String], files: &[(PathBuf, usize)]) -> BTreeMap<String, Lines> {
    let mut counted: BTreeMap<String, Lines> = BTreeMap::new();
    for (file, lines) in files {
        let around = folders.iter().filter(|folder| file.starts_with(folder));
        let Some(folder) = around.max_by_key(|folder| folder.len()) else {
            continue;
        };
        let of = counted.entry(folder.clone()).or_default();
        of[usize::from(!file.starts_with(Path::new(folder).join("src")))] += lines;
    }
    counted
}

fn now() -> BTreeMap<String, Lines> {
    let text = fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    let workspace: toml::Table = text.parse().expect("TOML");
    let members = workspace["workspace"]["members"].as_array();
    let members = members.expect("members").iter();
    let folders: Vec<String> = members
        .map(|member| member.as_str().expect("a folder").to_owned())
        .collect();
    let files = rust_files().into_iter().map(|path| {
        let lines = fs::read_to_string(&path).expect("readable").lines().count();
        let inside = path.strip_prefix(root()).expect("a file of the project");
        (inside.to_owned(), lines)
    });
    counted(&folders, &files.collect::<Vec<_>>())
}

/// The table: a row for each package, and the sums.
fn table(now: &BTreeMap<String, Lines>) -> String {
    let mut table = "| package | `src` | beside it |\n|---|---|---|\n".to_owned();
    let mut sums: Lines = [0; 2];
    for (folder, lines) in now {
        sums.iter_mut()
            .zip(lines)
            .for_each(|(sum, lines)| *sum += lines);
        let _ = writeln!(table, "| `{folder}` | {} | {} |", lines[0], lines[1]);
    }
    let _ = writeln!(table, "| all | {} | {} |", sums[0], sums[1]);
    table
}

/// The numbers of lines in a table, by folder.
fn stated(table: &str) -> BTreeMap<String, Lines> {
    let rows = table.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, folder, src, rest, _] = cells[..] else {
            return None;
        };
        let lines = [src.parse().ok()?, rest.parse().ok()?];
        Some((
            folder.strip_prefix('`')?.strip_suffix('`')?.to_owned(),
            lines,
        ))
    });
    rows.collect()
}

/// The packages whose number of lines differs from the table by more than a tenth and a hundred lines.
fn differences(stated: &BTreeMap<String, Lines>, now: &BTreeMap<String, Lines>) -> Vec<String> {
    let far = |a: usize, b: usize| a.abs_diff(b) > b / 10 + 100;
    let differ = |folder: &&String| match (stated.get(*folder), now.get(*folder)) {
        (Some(a), Some(b)) => far(a[0], b[0]) || far(a[1], b[1]),
        _ => true,
    };
    let all = stated
        .keys()
        .chain(now.keys().filter(|folder| !stated.contains_key(*folder)));
    let wrong = all.filter(differ);
    wrong
        .map(|folder| {
            format!(
                "{folder}: {:?}, now {:?}",
                stated.get(folder),
                now.get(folder)
            )
        })
        .collect()
}

/// Oracle: the files. `VYRE_BLESS=1` writes the table.
#[test]
fn the_table_of_lines_is_nearly_right() {
    let path = root().join(PAGE);
    let page = fs::read_to_string(&path).expect("readable");
    let (before, rest) = page.split_once(MARKS[0]).expect("a table");
    let (table_there, after) = rest.split_once(MARKS[1]).expect("its end");
    let now = now();
    if std::env::var_os("VYRE_BLESS").is_some() {
        let anew = [before, MARKS[0], &table(&now), MARKS[1], after].concat();
        fs::write(&path, anew).expect("writable");
        return;
    }
    let wrong = differences(&stated(table_there), &now);
    assert!(
        wrong.is_empty(),
        "the table of lines in {PAGE} is not what the files have; `{BLESS}` counts anew\n{}",
        wrong.join("\n")
    );
}

/// Oracle: hand-written files, and tables with one wrong number.
#[test]
fn wrong_number_of_lines_is_detected() {
    let folders = ["a", "a/b"].map(str::to_owned);
    let file = |path: &str, lines| (PathBuf::from(path), lines);
    let files = [
        file("a/src/x.rs", 1000),
        file("a/b/src/y.rs", 500),
        file("a/b/tests/z.rs", 10),
        file("c/w.rs", 9),
    ];
    let now = counted(&folders, &files);
    let expected = [("a".to_owned(), [1000, 0]), ("a/b".to_owned(), [500, 10])];
    assert_eq!(now, BTreeMap::from(expected));
    let text = table(&now);
    assert!(text.ends_with("| all | 1500 | 10 |\n"), "{text}");
    assert_eq!(stated(&text), now);
    for (from, to, count) in [
        ("| 1000 |", "| 1190 |", 0),
        ("| 1000 |", "| 1201 |", 1),
        ("| 10 |", "| 112 |", 1),
        ("`a/b`", "`a/d`", 2),
    ] {
        let stated = stated(&text.replacen(from, to, 1));
        assert_eq!(differences(&stated, &now).len(), count, "{from}");
    }
}
