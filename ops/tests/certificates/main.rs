//! Certificates by the binary with this library, on the available adapter.
//!
//! Tests that need an adapter fail without one.

/// The binary with this library.
const BINARY: &str = env!("CARGO_BIN_EXE_vyre-conform");

mod approximate;
mod attacked;
#[allow(unreachable_pub, reason = "it holds an op, and ops are public")]
mod baselines;
mod contradictions;
mod declared;
mod engines;
mod fixed_prover;
mod floats;
mod forged;
mod kept;
mod kept_store;
mod memory;
mod messages;
mod one;
mod orders;
mod races;
mod readers;
mod refusals;
mod repeats;
mod resume;
mod shards;
