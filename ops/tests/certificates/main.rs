//! Certificates by the binary over this library, on whatever adapter is there.
//!
//! Tests that need an adapter fail where there is none.

/// The binary over this library.
const BINARY: &str = env!("CARGO_BIN_EXE_vyre-conform");

mod again;
mod approximate;
#[allow(unreachable_pub, reason = "it holds an op, and ops are public")]
mod baselines;
mod declared;
mod engines;
mod floats;
mod forged;
mod kept;
mod memory;
mod orders;
mod races;
mod refusals;
mod resume;
mod shards;
mod told;
