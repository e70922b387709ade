//! The chapter of the book about a new crate: its files, its suite, and messages about mistakes in it.

use super::{BUILDING, compiler_messages, new_crate, root};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::PoisonError;
use vyre_conform_tests::book::check_blocks;

/// The alternate of the walk-through, which forgets a carry.
const ALTERNATE: &str = "alternates(shifted: wgsl = \"fn average(a: u32, b: u32) -> u32 { return (a + b) >> 1u; }\"),\n";
/// The line of the attribute on which its laws begin.
const LAWS: &str = "    laws(Commutative, Idempotent),\n";
/// An op with the laws of the book's sample, and one with a false law.
const ROTATED: &str = "use vyre_conform_runtime::vyre_op;\n\n/// A word rotated left.\n#[vyre_op(\n    laws(RightIdentity(0), RightInjective),\n)]\n\
                      pub const fn rotated(a: u32, by: u32) -> u32 {\n    a.rotate_left(by & 31)\n}\n";

/// Output of the suite of the crate, on one adapter.
pub(super) fn suite_output(folder: &Path, adapter: Option<&str>, arguments: &[&str]) -> String {
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

/// The adapter that tests the crate: lavapipe, which the pages name, or else any other.
fn adapter(folder: &Path) -> String {
    let listed = suite_output(folder, None, &["--list"]);
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

/// Oracle: the crate that `new` creates, the compiler, and its suite, with the adapter's name replaced by the one in
/// the pages. `VYRE_BLESS=1` writes the blocks that contain no `..`.
#[test]
#[ignore = "a long run: a minute"]
fn book_shows_the_files_and_output_of_a_new_crate() {
    let _alone = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = new_crate("my-ops");
    check_blocks("made", &|block| {
        let text = fs::read_to_string(folder.join(&block.argument));
        Some(text.unwrap_or_else(|e| panic!("{}: {e}", block.argument)))
    });
    let library = folder.join("src/lib.rs");
    let text = fs::read_to_string(&library).expect("a library");
    let adapter = adapter(&folder);
    let tested = |arguments: &[&str]| {
        let written = suite_output(&folder, Some(&adapter), arguments);
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
    let end = report
        .find("\n\n")
        .map_or(report.len(), |position| position + 1);
    let report = &report[..end];
    with(text.replace(LAWS, "    laws(Commutative, Idempotent, Associative),\n"));
    let of_law = compiler_messages(&folder, &["check", "--lib"]).concat();
    with(format!("//! One op.\n\n{ROTATED}"));
    let of_rotation = compiler_messages(&folder, &["check", "--lib"]).concat();
    check_blocks("said", &|block| {
        Some(match &*block.argument {
            "passing" => passing.clone(),
            "alternate" => ALTERNATE.to_owned(),
            "failing" => report.to_owned(),
            "false" => of_law.clone(),
            "injective" => of_rotation.clone(),
            other => panic!("nobody says `{other}`"),
        })
    });
}
