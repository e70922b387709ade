//! What only the compiler says of a mistake, and what must compile. What the attributes say of one by themselves is in
//! `vyre-conform-macros/refusals`, and no compiler is asked for it.
//!
//! The mistakes stand in `tests/ui/`, in folders named by their kind, each beside the words that
//! the compiler prints for it. After a message was changed, or another toolchain was chosen, write
//! them anew with `TRYBUILD=overwrite cargo test -p vyre-ui-tests` and read what changed.

// Written as in a library, whose items others use.
#[allow(unreachable_pub)]
mod pass;

use std::fs;
use std::path::Path;
use std::process::Command;
use vyre_conform_runtime::catalog::Catalog;
use vyre_ui_author as _;

/// The minor version of Rust whose words the `.stderr` files hold: rustc's own lines in them change
/// from version to version.
const TOOLCHAIN: &str = "rustc 1.95.";

/// Says what to do where another compiler would differ from every file in its own words.
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

/// Oracle: the `.stderr` file beside each case, read by a person.
#[test]
fn the_compiler_refuses_every_mistake() {
    require_toolchain();
    trybuild::TestCases::new().compile_fail("tests/ui/**/*.rs");
}

/// Oracle: the attributes, which say to write this; `messages::mended` of the package of the macros writes the file.
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

/// The texts of the files with this extension in a folder and the folders inside it.
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

/// The names in a table of messages whose words stand nowhere in `refusals`.
fn without_case(table: &str, refusals: &str) -> Vec<String> {
    // A text may go on in the next line.
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
