//! The book: every block of code is checked by something, every page has its place, and no link leaves the pages that are
//! rendered. What is shown is checked here (`file`, `manifest`), beside the crate that `new` makes (`author.rs`), and with
//! the commands (`ops/tests/commands/book.rs`).

use super::tidy::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use vyre_conform_tests::book::{Fenced, KINDS, blocks, hold, pages};

/// The name that mdBook gives to the list of chapters.
const SUMMARY: &str = concat!("SUMMARY", ".md");

/// The pages of reference are generated whole.
fn is_generated(path: &Path) -> bool {
    path.starts_with("docs/book/reference")
}

/// The blocks of a page that nothing checks.
fn unchecked(page: &str) -> Vec<Fenced> {
    let found = blocks(page).into_iter();
    found
        .filter(|block| !KINDS.contains(&&*block.kind))
        .collect()
}

/// Oracle: the table of kinds, and a block without one.
#[test]
fn every_block_of_the_book_is_checked() {
    let mut wrong = vec![];
    for (path, page) in pages().iter().filter(|(path, _)| !is_generated(path)) {
        let found = unchecked(page).into_iter();
        wrong.extend(found.map(|block| format!("{}:{}", path.display(), block.line)));
    }
    assert!(
        wrong.is_empty(),
        "say above these blocks what they are, `<!-- run vyre-conform .. -->`; tests/src/book.rs has the kinds:\n{}",
        wrong.join("\n")
    );
    assert_eq!(unchecked("```rust\nlet x = 1;\n```\n").len(), 1);
    assert_eq!(unchecked("<!-- run x -->\n```text\n```\n").len(), 0);
}

/// Oracle: the files themselves. `VYRE_BLESS=1` writes the blocks.
#[test]
fn the_files_in_the_book_are_those_of_the_project() {
    hold("file", &|block| {
        let path = root().join(&block.argument);
        let text = fs::read_to_string(&path);
        Some(text.unwrap_or_else(|e| panic!("{}: {e}", block.argument)))
    });
}

/// What is wrong with the dependencies that an application is shown.
fn wrong_dependencies(manifest: &str) -> Vec<String> {
    let read = |text: &str| -> toml::Table { text.parse().expect("TOML") };
    let whole = read(&fs::read_to_string(root().join("Cargo.toml")).expect("readable"));
    let ours = whole["workspace"]["dependencies"]
        .as_table()
        .expect("a table");
    let shown = read(manifest);
    let shown = shown["dependencies"].as_table().expect("a table");
    let mut wrong = vec![];
    for (name, value) in shown {
        let Some(known) = ours.get(name) else {
            wrong.push(format!("{name} is not in the workspace"));
            continue;
        };
        let of = |value: &toml::Value, key: &str| Some(value.get(key)?.as_str()?.to_owned());
        let path = of(value, "path");
        let version = of(value, "version").or_else(|| Some(value.as_str()?.to_owned()));
        let due = of(known, "version").or_else(|| Some(known.as_str()?.to_owned()));
        let inside = path.as_deref().map(|p| p.strip_prefix("../vyre-conform/"));
        match inside {
            Some(inside) if inside.map(str::to_owned) == of(known, "path") => {}
            None if version == due => {}
            _ => wrong.push(format!("{name} = {value}, in the workspace {known}")),
        }
    }
    wrong
}

/// Oracle: the manifest of the workspace.
#[test]
fn the_dependencies_in_the_book_are_those_of_the_workspace() {
    let manifests = pages().into_iter().flat_map(|(_, page)| blocks(&page));
    let manifests: Vec<Fenced> = manifests.filter(|block| block.kind == "manifest").collect();
    assert!(!manifests.is_empty());
    for block in manifests {
        assert_eq!(wrong_dependencies(&block.text), [""; 0]);
    }
    let other = "[dependencies]\nwgpu = \"3\"\nnone = \"1\"\nvyre-ops = { path = \"ops\" }\n";
    assert_eq!(wrong_dependencies(other).len(), 3);
}

/// The targets of the links of a page that are paths, without anchors.
fn links(page: &str) -> Vec<&str> {
    let outside = page.split("```").step_by(2);
    let targets = outside.flat_map(|text| text.split("](").skip(1));
    let targets = targets.filter_map(|rest| Some(rest.split_once(')')?.0));
    let paths = targets.filter_map(|target| target.split('#').next());
    let paths = paths.filter(|path| !path.is_empty() && !path.contains("://"));
    paths.collect()
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// The pages in `docs`, from there.
fn documents(folder: &Path, into: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(root().join("docs").join(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let inside = folder.join(entry.file_name());
        if entry.path().is_dir() {
            documents(&inside, into);
        } else if inside.extension().is_some_and(|e| e == "md") {
            into.insert(inside);
        }
    }
}

/// Oracle: the pages that are there: mdBook renders those of the summary and no other, and a link to any other file leads
/// nowhere in what it renders. (Anchors are followed by `tidy::citations`.)
#[test]
fn the_summary_has_every_page_and_no_link_leaves_them() {
    let text = fs::read_to_string(root().join("docs").join(SUMMARY)).expect("a summary");
    let listed = links(&text);
    let chapters: BTreeSet<PathBuf> = listed.iter().map(PathBuf::from).collect();
    assert_eq!(chapters.len(), listed.len(), "a page stands there twice");
    let mut there = BTreeSet::new();
    documents(Path::new(""), &mut there);
    let itself = there.iter().find(|page| page.ends_with(SUMMARY)).cloned();
    there.remove(&itself.expect("the summary"));
    assert_eq!(chapters, there, "left: docs/SUMMARY.md, right: docs");
    let mut wrong = vec![];
    for chapter in &chapters {
        let page = fs::read_to_string(root().join("docs").join(chapter)).expect("a page");
        let here = chapter.parent().expect("a folder");
        for link in links(&page) {
            // A folder is a link for who reads the repository.
            let target = plain(&here.join(link));
            if !chapters.contains(&target) && !root().join("docs").join(&target).is_dir() {
                wrong.push(format!("{}: {link}", chapter.display()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "these links leave the pages of docs/SUMMARY.md: name the file between backquotes\n{}",
        wrong.join("\n")
    );
    let page = "[a](b.html#c) [d](https://e)
```
[f](g)
```
[h](#i)";
    assert_eq!(links(page), ["b.html"]);
}

/// Oracle: mdBook, which takes `src` as the folder of the summary and refuses keys that it does not know.
#[test]
fn the_settings_of_the_book_lead_to_the_summary() {
    let folder = root().join("docs/book");
    let text = fs::read_to_string(folder.join("book.toml")).expect("settings");
    let settings: toml::Table = text.parse().expect("TOML");
    let source = settings["book"]["src"].as_str().expect("a folder");
    assert!(folder.join(source).join(SUMMARY).is_file());
    let built = settings["build"]["build-dir"].as_str().expect("a folder");
    assert_eq!(
        plain(&Path::new("docs/book").join(built)),
        Path::new("target/book")
    );
}
