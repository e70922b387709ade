//! The documentation: tests check every listing, every page has its place in the book, and no link leaves the rendered
//! pages. This file checks the listings of kinds `file` and `manifest`; `author.rs` checks those of a new crate, and
//! `ops/tests/commands/book.rs` the commands.

use super::tidy::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use vyre_conform_tests::book::{CodeBlock, KINDS, blocks, check_blocks, is_part, pages};

/// mdBook's name for the list of chapters.
const SUMMARY: &str = concat!("SUMMARY", ".md");

/// True if the page is generated: the pages of the reference are generated whole.
fn is_generated(path: &Path) -> bool {
    path.starts_with("docs/book/reference")
}

/// True if a block is a listing: Rust or commands, whatever its fence declares.
fn is_listing(block: &CodeBlock) -> bool {
    let mut lines = block.text.lines();
    let begins =
        |line: &str| ["vyre-conform ", "cargo ", "$ "].map(|begin| line.starts_with(begin));
    ["rust", "sh", "toml"].contains(&&*block.language)
        || lines.any(|line| begins(line).contains(&true))
}

/// The blocks of a page that no test checks: all blocks of a chapter, and the listings of any other page.
fn unchecked(page: &str, is_chapter: bool) -> Vec<CodeBlock> {
    let actual = blocks(page).into_iter();
    let open = actual.filter(|block| !KINDS.contains(&&*block.kind));
    open.filter(|block| is_chapter || is_listing(block))
        .collect()
}

/// Oracle: the table of kinds, and the blocks without one.
#[test]
fn every_listing_of_the_documentation_is_checked() {
    let mut wrong = vec![];
    for (path, page) in pages().iter().filter(|(path, _)| !is_generated(path)) {
        let problems = unchecked(page, path.starts_with("docs/book")).into_iter();
        wrong.extend(problems.map(|block| format!("{}:{}", path.display(), block.line)));
    }
    assert!(
        wrong.is_empty(),
        "say above these blocks what they are, `<!-- run vyre-conform .. -->`; tests/src/book.rs has the kinds:\n{}",
        wrong.join("\n")
    );
    let words = "```text\nwords\n```\n";
    for (page, chapter, elsewhere) in [
        ("```rust\nlet x = 1;\n```\n", 1, 1),
        ("```\nvyre-conform list\n```\n", 1, 1),
        (words, 1, 0),
        ("<!-- run x -->\n```text\n```\n", 0, 0),
    ] {
        assert_eq!(unchecked(page, true).len(), chapter, "{page}");
        assert_eq!(unchecked(page, false).len(), elsewhere, "{page}");
    }
}

/// Oracle: the files themselves, which tests compile.
#[test]
fn excerpts_in_the_documentation_match_their_files() {
    let mut held = 0;
    for (path, page) in pages() {
        for block in blocks(&page).iter().filter(|block| block.kind == "part") {
            let files = block.argument.split(' ').map(|name| {
                let text = fs::read_to_string(root().join(name));
                text.unwrap_or_else(|e| panic!("{}: {name}: {e}", path.display()))
            });
            let text: String = files.collect();
            assert!(
                is_part(&block.text, &text),
                "{}:{}: copy these lines from {}",
                path.display(),
                block.line,
                block.argument
            );
            assert!(!is_part(&format!("{}planted\n", block.text), &text));
            held += 1;
        }
    }
    assert!(held > 5, "{held}");
}

/// Oracle: the files themselves. `VYRE_BLESS=1` writes the blocks.
#[test]
fn files_in_the_book_match_the_project() {
    check_blocks("file", &|block| {
        let path = root().join(&block.argument);
        let text = fs::read_to_string(&path);
        Some(text.unwrap_or_else(|e| panic!("{}: {e}", block.argument)))
    });
}

/// Programs whose commands a reader types; those of this project are parsed (`cli/src/definition.rs`).
const PROGRAMS: [&str; 8] = [
    "vyre-conform",
    "cargo",
    "./x",
    "cd",
    "export",
    "sbatch",
    "VYRE_",
    "J=$(sbatch",
];

/// The packages of the workspace by name, with their manifests.
fn packages() -> BTreeMap<String, toml::Table> {
    let read = |path: PathBuf| -> toml::Table {
        let text = fs::read_to_string(path).expect("a manifest");
        text.parse().expect("TOML")
    };
    let whole = read(root().join("Cargo.toml"));
    let members = whole["workspace"]["members"].as_array().expect("members");
    let folders = members
        .iter()
        .map(|member| member.as_str().expect("a folder"));
    let manifests = folders.map(|folder| read(root().join(folder).join("Cargo.toml")));
    let named = manifests.map(|manifest| {
        let name = manifest["package"]["name"].as_str().expect("a name");
        (name.to_owned(), manifest.clone())
    });
    named.collect()
}

/// The mistake in a command line for readers: an unknown program, package, test, or command of `./x`.
fn mistyped(line: &str, packages: &BTreeMap<String, toml::Table>, door: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let first = words.first()?;
    if !PROGRAMS
        .iter()
        .any(|program| first == program || program.ends_with('_') && first.starts_with(program))
    {
        return Some(format!("{line}: what is `{first}`?"));
    }
    let behind = |key: &str| Some(*words.get(words.iter().position(|word| *word == key)? + 1)?);
    if *first == "./x" && !door.contains(&format!("./x {}", words.get(1).unwrap_or(&"?"))) {
        return Some(format!("{line}: `./x` has no such command"));
    }
    let package = behind("-p")?;
    let Some(manifest) = packages.get(package) else {
        return Some(format!("{line}: there is no package {package}"));
    };
    let test = behind("--test")?;
    let tests = manifest.get("test").and_then(|tests| tests.as_array());
    let known = tests
        .into_iter()
        .flatten()
        .any(|item| item["name"].as_str() == Some(test));
    (!known).then(|| format!("{line}: {package} has no test {test}"))
}

/// Oracle: the manifests, and the usage text of `./x`.
#[test]
fn commands_for_readers_exist() {
    let packages = packages();
    let door = fs::read_to_string(root().join("x")).expect("readable");
    let mut typed = vec![];
    for (_, page) in pages() {
        let actual = blocks(&page)
            .into_iter()
            .filter(|block| block.kind == "typed");
        typed.extend(actual.map(|block| block.text.replace("\\\n", " ")));
    }
    let lines = typed.iter().flat_map(|text| text.lines());
    let wrong: Vec<String> = lines
        .filter_map(|line| mistyped(line, &packages, &door))
        .collect();
    assert!(typed.len() > 15 && wrong.is_empty(), "{}", wrong.join("\n"));
    for line in [
        "vyre-conforms list",
        "./x chek",
        "cargo run -p vyre-opss",
        "VYRE_A=b cargo test -p vyre-ops --test conformanc",
    ] {
        assert!(mistyped(line, &packages, &door).is_some(), "{line}");
    }
}

/// Oracle: the purpose of the page: a definition of the project, two commands, and an entry for each of four readers.
#[test]
fn the_readme_is_short() {
    let text = fs::read_to_string(root().join("README.md")).expect("readable");
    let lines = text.lines().count();
    assert!(
        lines <= 90,
        "README.md has {lines} lines: move the rest to a page of docs"
    );
}

/// The mistake in the dependencies that the book gives to applications.
fn wrong_dependencies(manifest: &str) -> Vec<String> {
    let read = |text: &str| -> toml::Table { text.parse().expect("TOML") };
    let whole = read(&fs::read_to_string(root().join("Cargo.toml")).expect("readable"));
    let ours = whole["workspace"]["dependencies"]
        .as_table()
        .expect("a table");
    let expected_text = read(manifest);
    let tables = ["dependencies", "build-dependencies"];
    let tables = tables.iter().filter_map(|table| expected_text.get(*table));
    let expected_text: Vec<_> = tables.filter_map(|table| table.as_table()).collect();
    assert!(!expected_text.is_empty(), "dependencies: {manifest}");
    let mut wrong = vec![];
    for (name, value) in expected_text.into_iter().flatten() {
        let Some(cached) = ours.get(name) else {
            wrong.push(format!("{name} is not in the workspace"));
            continue;
        };
        let of = |value: &toml::Value, key: &str| Some(value.get(key)?.as_str()?.to_owned());
        let path = of(value, "path");
        let version = of(value, "version").or_else(|| Some(value.as_str()?.to_owned()));
        let cached_version = of(cached, "version").or_else(|| Some(cached.as_str()?.to_owned()));
        let inside = path.as_deref().map(|p| p.strip_prefix("../vyre-conform/"));
        match inside {
            Some(inside) if inside.map(str::to_owned) == of(cached, "path") => {}
            None if version == cached_version => {}
            _ => wrong.push(format!("{name} = {value}, in the workspace {cached}")),
        }
    }
    wrong
}

/// Oracle: the manifest of the workspace.
#[test]
fn dependencies_in_the_book_match_the_workspace() {
    let manifests = pages().into_iter().flat_map(|(_, page)| blocks(&page));
    let manifests: Vec<CodeBlock> = manifests.filter(|block| block.kind == "manifest").collect();
    assert!(!manifests.is_empty());
    for block in manifests {
        assert_eq!(wrong_dependencies(&block.text), [""; 0]);
    }
    let other = "[dependencies]\nwgpu = \"3\"\nnone = \"1\"\nvyre-ops = { path = \"ops\" }\n\
                 [build-dependencies]\nnowhere = \"1\"\n";
    assert_eq!(wrong_dependencies(other).len(), 4);
}

/// The targets of a page's links that are paths, without anchors.
fn links(page: &str) -> Vec<&str> {
    let outside = page.split("```").step_by(2);
    let targets = outside.flat_map(|text| text.split("](").skip(1));
    let targets = targets.filter_map(|rest| Some(rest.split_once(')')?.0));
    let paths = targets.filter_map(|target| target.split('#').next());
    let paths = paths.filter(|path| !path.is_empty() && !path.contains("://"));
    paths.collect()
}

/// The path with `..` resolved.
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

/// The pages below `docs`, relative to it.
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

/// Oracle: the existing pages: mdBook renders only those in the summary, so that a link to any other file is broken.
/// (`tidy::citations` checks anchors.)
#[test]
fn the_summary_has_every_page_and_no_link_leaves_them() {
    let text = fs::read_to_string(root().join("docs").join(SUMMARY)).expect("a summary");
    let listed = links(&text);
    let chapters: BTreeSet<PathBuf> = listed.iter().map(PathBuf::from).collect();
    assert_eq!(chapters.len(), listed.len(), "a page stands there twice");
    let mut existing = BTreeSet::new();
    documents(Path::new(""), &mut existing);
    let itself = existing
        .iter()
        .find(|page| page.ends_with(SUMMARY))
        .cloned();
    existing.remove(&itself.expect("the summary"));
    assert_eq!(chapters, existing, "left: docs/SUMMARY.md, right: docs");
    let mut wrong = vec![];
    for chapter in &chapters {
        let page = fs::read_to_string(root().join("docs").join(chapter)).expect("a page");
        let here = chapter.parent().expect("a folder");
        for link in links(&page) {
            // A link to a folder serves readers of the repository.
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

/// Oracle: mdBook, which takes `src` as the folder of the summary and rejects unknown keys.
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
