//! The crate that `vyre-conform new` creates, with the samples of the documentation in it: its build prints no warning
//! about our code, and its suite passes. README and book walk through this crate.

mod backends;
mod chapter;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use vyre_conform_tests::book;

const SUBSET: &str = include_str!("../../docs/spec/kernel-subset.md");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
}

/// Lock for builds of such crates: Cargo treats all of them as one package, because it resolves paths relative to the
/// root of the workspace.
static BUILDING: Mutex<()> = Mutex::new(());

/// The folder of a crate in `target/author`, created afresh by the program.
fn new_crate(place: &str) -> PathBuf {
    new_crate_with(place, &[])
}

/// [`new_crate`] with further arguments of `new`.
fn new_crate_with(place: &str, arguments: &[&str]) -> PathBuf {
    let folder = root().join("target/author").join(place);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.parent().expect("a folder")).expect("a folder");
    let program = Command::new(env!("CARGO_BIN_EXE_vyre-defective"))
        .args(["new", folder.to_str().expect("a path in UTF-8")])
        .args(arguments)
        .output()
        .expect("the program");
    assert!(program.status.success(), "{program:?}");
    // The folder lies in a workspace but is not a member; its dependencies have the versions of this repository.
    let manifest = folder.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    fs::write(&manifest, format!("{text}\n[workspace]\n")).expect("written");
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("copied");
    folder
}

/// Oracle: docs/book/start.md: a program outside of the checkout uses the checkout from which it is called, or
/// otherwise the published version.
#[test]
fn program_outside_a_checkout_uses_the_checkout_it_is_called_in() {
    let place = tempfile::tempdir().expect("a folder");
    let program = place.path().join("program");
    // A separate process writes the copy. A program that another test starts may inherit descriptors that are open for
    // writing, and Linux does not run a file that is open for writing (ETXTBSY).
    let mut copy = Command::new("cp");
    let copied = copy.arg(env!("CARGO_BIN_EXE_vyre-defective")).arg(&program);
    assert!(copied.status().is_ok_and(|status| status.success()));
    for (name, called_in, expected) in [
        ("here", root().join("docs"), "path = "),
        ("elsewhere", place.path().to_owned(), "version = "),
    ] {
        let folder = place.path().join(name);
        let mut command = Command::new(&program);
        let result = command.arg("new").arg(&folder).current_dir(called_in);
        let output = result.output().expect("the program");
        assert!(output.status.success(), "{output:?}");
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let line = manifest
            .lines()
            .find(|line| line.starts_with("vyre-conform-runtime"));
        assert!(
            line.is_some_and(|line| line.contains(expected)),
            "{name}: {line:?}"
        );
    }
}

/// The code blocks of this kind in the documentation.
fn code_blocks(kind: &str) -> Vec<book::CodeBlock> {
    let blocks = book::pages().into_iter();
    let blocks = blocks.flat_map(|(_, page)| book::blocks(&page));
    blocks.filter(|block| block.kind == kind).collect()
}

/// The crate with the examples, and with each sample as a module.
fn with_samples() -> PathBuf {
    let folder = new_crate("my-ops");
    let path = folder.join("src/lib.rs");
    let mut library = fs::read_to_string(&path).expect("a library");
    let samples = code_blocks("author");
    assert!(samples.len() > 5, "{samples:?}");
    for (k, block) in samples.iter().enumerate() {
        let name = format!("sample_{k}");
        fs::write(folder.join(format!("src/{name}.rs")), &block.text).expect("written");
        library += &format!("/// A sample.\npub mod {name};\n");
    }
    fs::write(path, library).expect("written");
    fs::create_dir(folder.join("examples")).expect("a folder");
    for block in code_blocks("example") {
        let file = folder.join(format!("examples/{}.rs", block.argument));
        fs::write(file, block.text).expect("written");
    }
    let manifest = folder.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    let cli = root().join("vyre-conform-runtime/cli");
    let with = format!("[dev-dependencies]\nvyre-conform-cli = {{ path = {cli:?} }}\n");
    fs::write(manifest, text.replace("[dev-dependencies]\n", &with)).expect("written");
    folder
}

/// The compiler's messages about the crate and about its dependencies in this repository.
fn compiler_messages(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--offline", "--quiet", "--message-format=json"])
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
    // Warnings are capped for packages outside of this repository.
    let mut message: Vec<String> = words
        .map(|m| {
            m["message"]["rendered"]
                .as_str()
                .unwrap_or_default()
                .to_owned()
        })
        .collect();
    if !output.status.success() {
        message.push(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    message
}

/// Oracle: the README, which promises a passing suite and no warning about our code.
#[test]
#[ignore = "a long run: seconds"]
fn the_crate_that_new_makes_passes_its_suite_without_a_warning() {
    let _alone = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = with_samples();
    let actual = compiler_messages(&folder, &["test", "--no-run"]);
    assert!(actual.is_empty(), "{}", actual.join("\n"));
    let run = Command::new(env!("CARGO"))
        .args(["test", "--offline", "--quiet"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", root().join("target/author"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo");
    let output = [run.stdout, run.stderr].concat();
    let output = String::from_utf8_lossy(&output);
    assert!(run.status.success(), "{output}");
    assert!(output.contains("u32::average::parity::"), "{output}");
    let run = Command::new(env!("CARGO"))
        .args(["run", "--offline", "--quiet", "--example", "conform"])
        .args(["--", "show", "u32::average"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", root().join("target/author"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo");
    let shown = String::from_utf8_lossy(&run.stdout);
    assert!(
        run.status.success() && shown.contains("u32::average"),
        "{run:?}"
    );
    // The check fails on a planted warning.
    let library = folder.join("src/lib.rs");
    let text = fs::read_to_string(&library).expect("a library");
    fs::write(&library, format!("{text}fn counted() {{}}\n")).expect("written");
    let actual = compiler_messages(&folder, &["check", "--lib"]).join("\n");
    assert!(
        actual.contains("function `counted` is never used"),
        "{actual}"
    );
}

/// Oracle: the lists in the sources of the attributes. `VYRE_BLESS=1` writes the page of methods.
#[test]
fn the_page_on_the_subset_names_every_method_and_key() {
    let list = |file: &str, from: &str, to: &str| -> Vec<String> {
        let path = root().join("vyre-conform-macros/src").join(file);
        let text = fs::read_to_string(path).expect("readable");
        let start = text
            .find(from)
            .unwrap_or_else(|| panic!("{from} in {file}"));
        let list = &text[start..start + text[start..].find(to).expect("an end")];
        // The first literal of each line, if it is a name.
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
    for key in &keys {
        assert!(
            SUBSET.contains(&format!("`{key}")),
            "the page does not name `{key}`"
        );
    }
    let lines = methods.iter().map(|method| format!("- `{method}`\n"));
    let text = format!(
        "# Methods of the kernel subset\n\nGenerated from the list in the sources of the attributes. \
         [The kernel subset](docs/spec/kernel-subset.md) explains it.\n\n{}",
        lines.collect::<String>()
    );
    book::generated(
        "docs/book/reference/methods.md",
        &text,
        "cargo test --workspace --test main -- author::the_page",
    );
}
