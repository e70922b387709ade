//! `kernel`: kernels that exist, in the language that they are written in.

mod adapters;
mod contract;
mod inspect;

use super::exit::{Failure, Status};
use super::loudness::Loudness;
use clap::{Args, Subcommand};
use vyre_conform_runtime::catalog::Catalog;

/// The arguments of `kernel`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Find faults of kernels without a contract: races, barriers, indices, and differing results.
    Inspect(inspect::Arguments),
    /// Write a first manifest `vyre-kernel.toml` beside a kernel.
    New(contract::NewArguments),
    /// Check a kernel against its manifest: reference, guard words, stale memory, orders, adapters.
    Check(contract::CheckArguments),
    /// Change a kernel, one part at a time, and list the changes that its manifest does not notice.
    Mutate(contract::CheckArguments),
}

/// Runs `kernel`.
pub(super) fn kernel(
    arguments: &Arguments,
    catalog: &Catalog,
    loudness: Loudness,
) -> Result<Status, Failure> {
    match &arguments.command {
        Command::Inspect(arguments) => inspect::inspect(arguments, catalog, loudness),
        Command::New(arguments) => contract::new(arguments),
        Command::Check(arguments) => contract::check(arguments, catalog, loudness),
        Command::Mutate(arguments) => contract::mutate(arguments, catalog, loudness),
    }
}
