//! The crate that the README shows, and the samples of `docs/kernel-subset.md` in it, checked with each choice of
//! features that the README offers: an author's build prints no warning of ours.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const README: &str = include_str!("../../README.md");
const SUBSET: &str = include_str!("../../docs/kernel-subset.md");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
}

/// The fenced blocks of a language, in order.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let fences = page.split("\n```").skip(1).step_by(2);
    let of_it = fences.filter_map(|block| block.strip_prefix(language)?.strip_prefix('\n'));
    of_it.map(|block| format!("{block}\n")).collect()
}

/// The block that names its file in the first line.
fn file(name: &str) -> String {
    let first = format!("// {name}\n");
    let mut found = blocks(README, "rust").into_iter();
    let found = found.find(|block| block.starts_with(&first));
    found.unwrap_or_else(|| panic!("the README shows {name}"))
}

/// Writes the crate, in which the harness has these features as well.
fn write(folder: &Path, features: &str) {
    let shown = blocks(README, "toml").remove(0);
    let runtime = root().join("vyre-conform-runtime");
    let shown = shown.replace(
        "../vyre-conform/vyre-conform-runtime",
        runtime.to_str().expect("a path in UTF-8"),
    );
    // The second of the two lines is that of the harness.
    let (before, after) = shown
        .rsplit_once("\" }\n\n[[test]]")
        .expect("the README's lines");
    let manifest = format!(
        "[package]\nname = \"my-ops\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n\n\
         {before}\", features = [{features}] }}\n\n[[test]]{after}"
    );
    let mut library = file("src/lib.rs");
    for (k, block) in blocks(SUBSET, "rust").iter().enumerate() {
        let name = format!("subset_{k}");
        fs::write(folder.join(format!("src/{name}.rs")), block).expect("written");
        library += &format!("/// A sample.\npub mod {name};\n");
    }
    // The example of an op is wrong in its alternate alone, on purpose.
    let conform = format!("#![allow(missing_docs)]\n{}", file("examples/conform.rs"));
    for (name, text) in [
        ("Cargo.toml", manifest),
        ("src/lib.rs", library),
        ("tests/conformance.rs", file("tests/conformance.rs")),
        ("examples/conform.rs", conform),
    ] {
        fs::write(folder.join(name), text).expect("written");
    }
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("copied");
}

/// What the compiler says of the crate and of what it is built from in this repository.
fn said(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["check", "--offline", "--quiet", "--message-format=json"])
        .args(arguments)
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", root().join("target/author"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo");
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let words = messages.filter(|m| m["reason"] == "compiler-message");
    // What is not in this repository is built with its warnings capped.
    let mut said: Vec<String> = words
        .map(|m| {
            m["message"]["rendered"]
                .as_str()
                .unwrap_or_default()
                .to_owned()
        })
        .collect();
    if !output.status.success() {
        said.push(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    said
}

/// Oracle: the README, which promises no warning of ours with any of these.
#[test]
fn the_crate_of_the_readme_builds_without_a_warning() {
    let folder: PathBuf = root().join("target/author/my-ops");
    for inside in ["src", "tests", "examples"] {
        fs::create_dir_all(folder.join(inside)).expect("a folder");
    }
    for (features, arguments) in [
        ("", &["--lib"][..]),
        ("", &["--tests"]),
        ("\"cli\"", &["--tests", "--examples"]),
        ("\"gles\"", &["--tests"]),
    ] {
        write(&folder, features);
        let said = said(&folder, arguments);
        assert!(
            said.is_empty(),
            "[{features}] {arguments:?}:\n{}",
            said.join("\n")
        );
    }
    // The check can fail.
    let spoilt = format!("{}fn counted() {{}}\n", file("src/lib.rs"));
    fs::write(folder.join("src/lib.rs"), spoilt).expect("written");
    let said = said(&folder, &["--lib"]).join("\n");
    assert!(said.contains("function `counted` is never used"), "{said}");
}

/// Oracle: the lists in the sources of the attributes, which the page repeats for people.
#[test]
fn the_page_on_the_subset_names_every_method_and_key() {
    let list = |file: &str, from: &str, to: &str| -> Vec<String> {
        let path = root().join("vyre-conform-macros/src").join(file);
        let text = fs::read_to_string(path).expect("readable");
        let start = text
            .find(from)
            .unwrap_or_else(|| panic!("{from} in {file}"));
        let list = &text[start..start + text[start..].find(to).expect("an end")];
        // The first text of each line, if it is a name.
        let name = |line: &str| {
            let line = line.trim().trim_start_matches('(').strip_prefix('"')?;
            let (name, _) = line.split_once('"')?;
            let plain = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            plain.then(|| name.to_owned())
        };
        list.lines().filter_map(name).collect()
    };
    let methods = list("translate/calls.rs", "const METHODS", "];");
    assert!(methods.len() > 40, "{methods:?}");
    let keys = list("decl/keys.rs", "const OP", "];");
    assert!(keys.len() > 10, "{keys:?}");
    for word in methods.iter().chain(&keys) {
        assert!(
            SUBSET.contains(&format!("`{word}")),
            "the page does not name `{word}`"
        );
    }
}
