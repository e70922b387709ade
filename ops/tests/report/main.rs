//! `report`: the page by itself. The test of tools looks at it in a browser.

/// The binary over this library.
const BINARY: &str = env!("CARGO_BIN_EXE_vyre-conform");

mod hostile;
mod speed;

use vyre_conform_tests::sample;
