//! Every published package has a description, contains the licences and all source files of its library; all its
//! dependencies have a permitted licence.

use super::{code, root, rust_files};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use vyre_conform_tests::book::generated;

/// The permitted licences of dependencies. Each permits distribution of a program under either licence of this project.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Keys in the manifest of a published package, inherited from the workspace or its own.
const KEYS: &[&str] = &[
    "description",
    "license",
    "repository",
    "readme",
    "keywords",
    "categories",
    "rust-version",
];

/// The licence files in every archive.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

fn manifest(folder: &Path) -> toml::Table {
    let text = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    text.parse().expect("TOML")
}

/// The folders of the published packages.
fn published() -> Vec<PathBuf> {
    let workspace = manifest(&root());
    let members = workspace["workspace"]["members"]
        .as_array()
        .expect("members");
    let folders = members
        .iter()
        .map(|member| root().join(member.as_str().expect("a folder")));
    let is_published = |folder: &PathBuf| manifest(folder)["package"].get("publish").is_none();
    folders.filter(is_published).collect()
}

/// The names of the published packages.
pub(crate) fn published_names() -> Vec<String> {
    let name = |folder: PathBuf| {
        let manifest = manifest(&folder);
        manifest["package"]["name"]
            .as_str()
            .expect("a name")
            .to_owned()
    };
    published().into_iter().map(name).collect()
}

/// The missing keys of a manifest.
fn missing(manifest: &toml::Table) -> Vec<&'static str> {
    let package = &manifest["package"];
    let missing_feature = |key: &&&str| package.get(**key).is_none();
    KEYS.iter().filter(missing_feature).copied().collect()
}

/// Oracle: the list of keys, the licences in the root of the project, and a manifest without keys.
#[test]
fn published_packages_have_complete_manifests() {
    let folders = published();
    assert!(folders.len() > 15, "{folders:?}");
    for folder in folders {
        let place = folder.display();
        assert_eq!(missing(&manifest(&folder)), [""; 0], "{place}");
        for name in LICENCES {
            let text = |folder: &Path| fs::read_to_string(folder.join(name));
            let own = text(&folder).unwrap_or_else(|e| panic!("{place}: {name}: {e}"));
            assert_eq!(own, text(&root()).expect("readable"), "{place}: {name}");
        }
    }
    let bare = "[package]\nname = \"x\"\nlicense.workspace = true\n";
    assert_eq!(missing(&bare.parse().expect("TOML")).len(), KEYS.len() - 1);
}

/// The files that a source includes, relative to its folder.
fn included(text: &str) -> Vec<String> {
    let code = code(text);
    let starts = ["include_str!(\"", "include_bytes!(\"", "#[path = \""];
    let rests = starts.iter().flat_map(|start| code.split(start).skip(1));
    let paths = rests.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()));
    paths.collect()
}

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

/// Oracle: Cargo, whose archive of a package contains exactly the files of its folder.
#[test]
fn a_library_is_made_of_files_of_its_package() {
    let folders = published();
    let mut wrong = vec![];
    for path in rust_files() {
        // The folder nearest to the file is its package.
        let around = folders
            .iter()
            .filter(|folder| path.starts_with(folder.join("src")));
        let Some(folder) = around.max_by_key(|folder| folder.components().count()) else {
            continue;
        };
        for name in included(&fs::read_to_string(&path).expect("readable")) {
            let file = plain(&path.parent().expect("a folder").join(&name));
            if !file.starts_with(folder) {
                wrong.push(format!("{}: {name}", path.display()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "an archive of these packages does not compile: it lacks the file\n{}",
        wrong.join("\n")
    );
    let text = "const A: &str = include_str!(\"../a.txt\");\n#[cfg(test)]\nmod tests {\ninclude_str!(\"b\")";
    assert_eq!(included(text), ["../a.txt"]);
}

/// Cargo, without a network, with a target folder for packages.
pub(super) fn cargo(arguments: &[&str]) -> std::process::Output {
    let mut command = Command::new(env!("CARGO"));
    let command = command.args(arguments).arg("--offline").current_dir(root());
    // A separate folder, because Cargo has locked the one of this test.
    command.env("CARGO_TARGET_DIR", root().join("target/packages"));
    command.output().expect("cargo")
}

/// True if permitted licences satisfy an SPDX expression; old manifests write `/` for `OR`.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let spaced = expression.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut position = 0;
    let met = either(&words, &mut position);
    met && position == words.len()
}

fn either(words: &[&str], position: &mut usize) -> bool {
    let mut met = both(words, position);
    while words.get(*position) == Some(&"OR") {
        *position += 1;
        met |= both(words, position);
    }
    met
}

fn both(words: &[&str], position: &mut usize) -> bool {
    let mut met = one(words, position);
    while words.get(*position) == Some(&"AND") {
        *position += 1;
        met &= one(words, position);
    }
    met
}

fn one(words: &[&str], position: &mut usize) -> bool {
    let Some(word) = words.get(*position) else {
        return false;
    };
    *position += 1;
    if *word == "(" {
        let met = either(words, position);
        *position += 1;
        return met && words.get(*position - 1) == Some(&")");
    }
    let name = match words.get(*position) {
        Some(&"WITH") => {
            *position += 2;
            format!("{word} WITH {}", words.get(*position - 1).unwrap_or(&""))
        }
        _ => (*word).to_owned(),
    };
    ALLOWED.contains(&&*name)
}

/// The metadata of every package in Cargo.lock, on every platform, except those of this project.
fn dependencies() -> Vec<serde_json::Value> {
    let output = cargo(&["metadata", "--format-version", "1", "--locked"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    let mut metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array_mut().expect("packages");
    packages.retain(|package| !package["source"].is_null());
    std::mem::take(packages)
}

/// A version of Rust as numbers; the third is 0 if absent.
fn version(text: &str) -> [u32; 3] {
    let mut parts = text.split('.').map(|part| part.parse().expect("a number"));
    [(); 3].map(|()| parts.next().unwrap_or(0))
}

/// Oracle: the manifest of the workspace; a package that needs a later Rust does not build with the promised version.
#[test]
fn promised_rust_version_is_sufficient_and_consistent() {
    let workspace = manifest(&root());
    let ours = workspace["workspace"]["package"]["rust-version"].as_str();
    let ours = ours.expect("a version");
    let later = |package: &&serde_json::Value| {
        let needs = package["rust_version"].as_str();
        needs.is_some_and(|needs| version(needs) > version(ours))
    };
    let dependencies = dependencies();
    let later: Vec<_> = dependencies
        .iter()
        .filter(later)
        .map(|p| &p["name"])
        .collect();
    assert!(
        later.is_empty(),
        "these need a later Rust than {ours}: {later:?}"
    );
    let known = dependencies
        .iter()
        .filter(|p| p["rust_version"].is_string());
    assert!(known.count() > 50, "most packages say what they need");
    assert!(version("1.95") > version("1.94.9") && version("1.95.1") > version("1.95"));
    for (file, says) in [
        ("README.md", format!("Rust {ours} ")),
        ("docs/book/start.md", format!("Rust {ours},")),
        (
            "vyre-conform-runtime/cli/src/new/template/Cargo.toml.txt",
            format!("rust-version = \"{ours}\""),
        ),
    ] {
        let text = fs::read_to_string(root().join(file)).expect("readable");
        assert!(text.contains(&says), "{file}: {says}");
    }
}

/// Oracle: the manifests of the dependencies. `VYRE_BLESS=1` writes the page.
#[test]
fn the_licences_of_dependencies_are_allowed_and_listed() {
    let mut listed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in dependencies() {
        let licence = package["license"].as_str().unwrap_or("none is stated");
        let name = package["name"].as_str().expect("a name").to_owned();
        listed.entry(licence.to_owned()).or_default().insert(name);
    }
    let refused = listed.iter().filter(|(licence, _)| !is_allowed(licence));
    let refused: Vec<_> = refused.collect();
    assert!(
        refused.is_empty(),
        "none of these licences is in ALLOWED of tests/tests/tidy/packages.rs: {refused:?}"
    );
    let mut text = format!(
        "# Licences of dependencies\n\nGenerated from `Cargo.lock` and the manifests of the packages that it names: those that the project is built from or tested with, on any \
         platform.\nA test holds each expression against the licences that may be used: {}.\n\n| licence | packages |\n|---|---|\n",
        ALLOWED.join(", ")
    );
    for (licence, names) in &listed {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        text += &format!("| {licence} | {} |\n", names.join(", "));
    }
    generated(
        "docs/licences.md",
        &text,
        "cargo test --workspace --test main -- tidy::packages",
    );
}

/// Oracle: the grammar of SPDX expressions, by hand.
#[test]
fn licence_expressions_are_evaluated() {
    for good in [
        "MIT",
        "MIT/Apache-2.0",
        "GPL-3.0 OR MIT",
        "(MIT OR GPL-3.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
        "MIT AND (GPL-2.0 OR Zlib)",
    ] {
        assert!(is_allowed(good), "{good}");
    }
    for bad in [
        "",
        "GPL-3.0",
        "MIT AND GPL-3.0",
        "(MIT OR ISC) AND GPL-3.0",
        "Apache-2.0 WITH Other-exception",
        "MIT MIT",
        "(MIT",
        "none is stated",
    ] {
        assert!(!is_allowed(bad), "{bad}");
    }
}
