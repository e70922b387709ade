//! Mistakes that only the compiler reports, and code that must compile. `vyre-conform-macros/refusals` has the mistakes
//! that the attributes report, which need no compiler.
//!
//! The mistakes are in `tests/ui/`, in folders named by their kind, each with the compiler's messages beside it. After
//! a change of a message or of the toolchain, write them again with `TRYBUILD=overwrite cargo test -p vyre-ui-tests`
//! and review the changes.

// Written like a library, whose items others use.
#[allow(unreachable_pub)]
mod pass;

use std::fs;
use std::path::Path;
use std::process::Command;
use vyre_conform_runtime::catalog::Catalog;
use vyre_ui_author as _;

/// The minor version of Rust whose messages the `.stderr` files contain: rustc's own lines in them differ between
/// versions.
const TOOLCHAIN: &str = "rustc 1.95.";

/// Gives the remedy, because another compiler would differ from every file.
fn require_toolchain() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(&rustc).arg("--version").output();
    let version = match &output {
        Ok(output) => String::from_utf8_lossy(&output.stdout),
        Err(error) => panic!("{} does not run: {error}", rustc.display()),
    };
    let version = version.trim();
    assert!(
        version.starts_with(TOOLCHAIN),
        "the messages in tests/ui are those of {TOOLCHAIN}x and this is {version}: run \
         `cargo +1.95 test -p vyre-ui-tests`, or move to the new version: set TOOLCHAIN in \
         tests/ui.rs, run `TRYBUILD=overwrite cargo test -p vyre-ui-tests` and read what changed"
    );
}

/// Oracle: the reviewed `.stderr` file beside each case.
#[test]
fn the_compiler_refuses_every_mistake() {
    require_toolchain();
    trybuild::TestCases::new().compile_fail("tests/ui/**/*.rs");
}

/// Oracle: the attributes, which suggest this code; `messages::mended` in the package of the macros writes the file.
#[test]
fn the_remedies_of_the_attributes_compile() {
    trybuild::TestCases::new().pass("tests/remedies/*.rs");
}

/// Oracle: the functions in `tests/pass` and in the author's crate, by hand.
#[test]
fn what_must_compile_is_registered_and_understood() {
    let catalog = Catalog::linked().expect("ops with ids of their own");
    let ids: Vec<_> = catalog.ops().iter().map(|op| op.def.id).collect();
    assert_eq!(ids, pass::OPS);
    let engines: Vec<_> = catalog.engines().iter().map(|engine| engine.id).collect();
    assert_eq!(engines, pass::ENGINES);
    for op in catalog.ops() {
        assert!(op.module().is_ok(), "{}: {:?}", op.def.id, op.module());
    }
}

/// The texts of the files with this extension in a folder and its subfolders.
fn texts(folder: &Path, extension: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a readable folder");
    let each = entries.flat_map(|entry| {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            texts(&path, extension)
        } else if path.extension().is_some_and(|e| e == extension) {
            vec![fs::read_to_string(&path).expect("a readable file")]
        } else {
            Vec::new()
        }
    });
    each.collect()
}

/// The names in a table of messages whose text does not occur in `refusals`.
fn without_case(table: &str, refusals: &str) -> Vec<String> {
    // A literal may continue on the next line.
    let pieces = table.split("\\\n");
    let table: String = pieces.map(str::trim_start).collect();
    let lines: Vec<&str> = table.lines().map(str::trim).collect();
    let missing = lines.windows(2).filter_map(|pair| {
        let (name, text) = pair[0].split_once(": \"")?;
        let is_name = name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        let words = format!("{text}{{{}", pair[1]).replace("\\\"", "'");
        // The longest piece between placeholders and quotation marks.
        let piece = words
            .split(['{', '}', '"', '\''])
            .max_by_key(|piece| piece.len())?;
        (is_name && !refusals.contains(piece)).then(|| name.to_owned())
    });
    missing.collect()
}

/// Oracle: the tables of messages in the sources of the attributes.
#[test]
fn every_message_has_a_case() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tables = texts(&root.join("../vyre-conform-macros/src/messages"), "rs").join("\n");
    let ours = texts(&root.join("../vyre-conform-macros/refusals"), "txt");
    let refusals = [ours, texts(&root.join("tests/ui"), "stderr")]
        .concat()
        .join("\n");
    assert_eq!(without_case(&tables, &refusals), [""; 0]);
    assert!(tables.matches(";\n").count() > 90, "the tables were read");
    let row = "    NEW_KEY: \"no such `{0}` at all\",\n        \"write `{1}`\",";
    assert_eq!(without_case(row, &refusals), ["NEW_KEY"]);
    let row = "    NEW_KEY: \"no such `{0}`\",\n        \"write a text that is longer than a \\\n         line\",";
    assert_eq!(
        without_case(row, "write a text that is longer than a line"),
        [""; 0]
    );
}
