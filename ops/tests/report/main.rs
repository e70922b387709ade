//! `report`: the page alone. A test in `tools` opens it in a browser.

/// The binary with this library.
const BINARY: &str = env!("CARGO_BIN_EXE_vyre-conform");

mod hostile;
mod speed;

use vyre_conform_tests::sample;
