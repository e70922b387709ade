//! The chapter of the book about a crate that was just made: its files, its suite, and messages about mistakes in it.

use super::{BUILDING, made, root, said};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::PoisonError;
use vyre_conform_tests::book::hold;

/// The alternate of the walk-through, which forgets a carry.
const ALTERNATE: &str = "alternates(shifted: wgsl = \"fn average(a: u32, b: u32) -> u32 { return (a + b) >> 1u; }\"),\n";
/// The line of the attribute that begins its laws.
const LAWS: &str = "    laws(Commutative, Idempotent),\n";
/// An op whose laws are the sample of the book, and one that is false.
const TURNED: &str = "use vyre_conform_runtime::vyre_op;\n\n/// A word turned to the left.\n#[vyre_op(\n    laws(RightIdentity(0), RightInjective),\n)]\n\
                      pub const fn turned(a: u32, by: u32) -> u32 {\n    a.rotate_left(by & 31)\n}\n";

/// Output of the suite of the crate, on one adapter.
pub(super) fn tested(folder: &Path, adapter: Option<&str>, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    command
        .args([
            "test",
            "--offline",
            "--quiet",
            "--test",
            "conformance",
            "--",
        ])
        .args(arguments)
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", root().join("target/author"))
        .env_remove("RUSTFLAGS")
        .env_remove("VYRE_REQUIRE_GPU")
        .env_remove("VYRE_REQUIRE_ADAPTERS");
    if let Some(adapter) = adapter {
        command.env("VYRE_ADAPTER", adapter);
    }
    let output = command.output().expect("cargo");
    let written = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&written).into_owned()
}

/// The adapter that the crate is tested on: lavapipe, whose name the pages have, or any other.
fn adapter(folder: &Path) -> String {
    let listed = tested(folder, None, &["--list"]);
    let parity = listed.lines().filter_map(|line| {
        let rest = line.strip_prefix("u32::average::parity::")?;
        Some(rest.split_once("::edges")?.0.to_owned())
    });
    let all: Vec<String> = parity.filter(|name| name != "no-adapter").collect();
    let quick = all.iter().find(|name| *name == "llvmpipe");
    let any = quick.or(all.first());
    any.unwrap_or_else(|| panic!("an adapter: {listed}"))
        .clone()
}

/// Oracle: the crate that `new` makes, the compiler, and its suite; the adapter is called as the pages call it.
/// `VYRE_BLESS=1` writes what has no `..` in it.
#[test]
#[ignore = "a long run: a minute"]
fn the_book_shows_what_a_new_crate_is_and_says() {
    let _alone = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = made("my-ops");
    hold("made", &|block| {
        let text = fs::read_to_string(folder.join(&block.argument));
        Some(text.unwrap_or_else(|e| panic!("{}: {e}", block.argument)))
    });
    let library = folder.join("src/lib.rs");
    let text = fs::read_to_string(&library).expect("a library");
    let adapter = adapter(&folder);
    let tested = |arguments: &[&str]| {
        let written = tested(&folder, Some(&adapter), arguments);
        let here = format!("{}/", folder.display());
        written.replace(&adapter, "llvmpipe").replace(&here, "")
    };
    let passing = tested(&[]);
    let with = |anew: String| {
        assert_ne!(anew, text);
        fs::write(&library, anew).expect("written");
    };
    with(text.replace(LAWS, &format!("{LAWS}    {ALTERNATE}")));
    let trial = format!("u32::average::alternate::shifted::{adapter}::edges");
    let failing = tested(&["--exact", &trial]);
    let first = failing.find("u32::average::alternate::shifted::llvmpipe::edges: ");
    let report = &failing[first.unwrap_or_else(|| panic!("a report: {failing}"))..];
    let end = report.find("\n\n").map_or(report.len(), |at| at + 1);
    let report = &report[..end];
    with(text.replace(LAWS, "    laws(Commutative, Idempotent, Associative),\n"));
    let of_law = said(&folder, &["check", "--lib"]).concat();
    with(format!("//! One op.\n\n{TURNED}"));
    let of_turn = said(&folder, &["check", "--lib"]).concat();
    hold("said", &|block| {
        Some(match &*block.argument {
            "passing" => passing.clone(),
            "alternate" => ALTERNATE.to_owned(),
            "failing" => report.to_owned(),
            "false" => of_law.clone(),
            "injective" => of_turn.clone(),
            other => panic!("nobody says `{other}`"),
        })
    });
}
