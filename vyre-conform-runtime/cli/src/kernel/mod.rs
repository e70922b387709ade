//! `kernel`: kernels that exist, in the language that they are written in.

mod adapters;
mod certificate;
mod contract;
mod failures;
mod findings;
mod inspect;
mod reading;
mod saved;
mod subject;

use super::exit::{Failure, Status};
use super::loudness::Verbosity;
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
    /// Run the failures that `kernel check` saved beside a manifest.
    Replay(saved::ReplayArguments),
    /// Check a kernel, change it, and write the results as a certificate on the track `foreign`.
    Certify(certificate::CertifyArguments),
    /// Verify a certificate of a kernel against its manifest, and run it again.
    Verify(certificate::VerifyArguments),
    /// Change a kernel, one part at a time, and list the changes that its manifest does not notice.
    Mutate(subject::ContractArguments),
}

/// Runs `kernel`.
pub(super) fn kernel(
    arguments: &Arguments,
    catalog: &Catalog,
    loudness: Verbosity,
) -> Result<Status, Failure> {
    match &arguments.command {
        Command::Inspect(arguments) => inspect::inspect(arguments, catalog, loudness),
        Command::New(arguments) => contract::new(arguments),
        Command::Check(arguments) => contract::check(arguments, catalog, loudness),
        Command::Replay(arguments) => saved::replay(arguments, catalog, loudness),
        Command::Certify(arguments) => certificate::certify(arguments, catalog, loudness),
        Command::Verify(arguments) => certificate::verify(arguments, catalog),
        Command::Mutate(arguments) => contract::mutate(arguments, catalog, loudness),
    }
}
