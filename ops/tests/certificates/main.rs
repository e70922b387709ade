//! Certificates by the binary over this library, on whatever adapter is there.
//!
//! Tests that need an adapter fail where there is none, unless `VYRE_REQUIRE_GPU=0` leaves them out.

/// The binary over this library.
const BINARY: &str = env!("CARGO_BIN_EXE_vyre-conform");

mod adapters;
mod approximate;
mod engines;
mod floats;
mod forged;
mod kept;
mod memory;
mod refusals;
mod resume;
mod shards;
mod support;
mod told;
