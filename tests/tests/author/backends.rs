//! Backends that `new` links into the test of a crate.

use super::chapter::suite_output;
use super::{BUILDING, compiler_messages, new_crate_with};
use std::sync::PoisonError;

/// Oracle: the compiler, and the suite of the crate on the C compiler of this machine.
#[test]
#[ignore = "a long run: a minute"]
fn a_crate_with_the_c_backend_compiles_and_runs_on_it() {
    let _alone = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = new_crate_with("c-ops", &["--backend", "c11"]);
    let actual = compiler_messages(&folder, &["test", "--no-run"]);
    assert!(actual.is_empty(), "{}", actual.join("\n"));
    let trial = "u32::average::parity::c11::edges";
    let passing = suite_output(&folder, Some("c11"), &["--exact", trial]);
    assert!(passing.contains("1 passed; 0 failed"), "{passing}");
}
