//! `report`: the page by itself, and the page in a browser.
//!
//! Tests that need a browser say so and return where there is none; `VYRE_REQUIRE_CHROMIUM=1` makes that a
//! failure.

/// The binary over this library.
const BINARY: &str = env!("CARGO_BIN_EXE_vyre-conform");

mod browser;
mod decides;
mod hostile;
mod kept;
mod looks;
mod page;
mod sample;
mod speed;
#[path = "../certificates/support.rs"]
mod support;
