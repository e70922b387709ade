//! Every refusal with its message, and what must compile.
//!
//! The refusals stand in `tests/ui/`, in folders named by the kind of mistake, each beside the words that
//! the compiler prints for it. After a message was changed, or another toolchain was chosen, write
//! them anew with `TRYBUILD=overwrite cargo test -p vyre-ui-tests` and read what changed.

// Written as in a library, whose items others use.
#[allow(unreachable_pub)]
mod pass;

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
    assert!(
        version.starts_with(TOOLCHAIN),
        "the messages in tests/ui are those of {TOOLCHAIN}x and this is {version}: run \
         `cargo +1.95 test -p vyre-ui-tests`, or move to the new version: set TOOLCHAIN in \
         tests/ui.rs, run `TRYBUILD=overwrite cargo test -p vyre-ui-tests` and read what changed"
    );
}

/// Oracle: the `.stderr` file beside each case, read by a person.
#[test]
fn every_mistake_is_refused_with_its_message() {
    require_toolchain();
    trybuild::TestCases::new().compile_fail("tests/ui/**/*.rs");
}

/// Oracle: the functions in `tests/pass` and in the author's crate, by hand.
#[test]
fn what_must_compile_is_registered_and_understood() {
    let catalog = Catalog::linked().expect("ops with ids of their own");
    let ids: Vec<_> = catalog.ops().iter().map(|op| op.def.id).collect();
    assert_eq!(ids, pass::OPS);
    for op in catalog.ops() {
        assert!(op.module.is_ok(), "{}: {:?}", op.def.id, op.module);
    }
}
