//! Runs that are divided, killed and merged, over failing ops; and the manifests for systems that start such runs.

/// The command line over ops that are wrong in rare cases.
const BINARY: &str = env!("CARGO_BIN_EXE_vyre-defective");

mod failing;
mod kubernetes;
mod partition;
mod watched;
