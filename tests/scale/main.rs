//! Runs that are cut, killed and merged, over ops that fail; and the manifests for engines that start
//! such runs.

/// The command line over ops that are wrong in rare cases.
const BINARY: &str = env!("CARGO_BIN_EXE_vyre-defective");

mod failing;
mod kubernetes;
mod partition;
mod watched;
