//! The command line: `vyre-conform list`, `show OP`, `show ENGINE`, `adapters`, `fuzz`, `check`, `emit OPS..`,
//! `prove OP`, `laws OP`, `kernel inspect FILES..`, `kernel new FILE`, `kernel check MANIFEST`,
//! `kernel mutate MANIFEST`, `mutate OP`, `replay CASE`, `run MODEL`, `compare NAMES..`, `regressions`,
//! `kit`, `certify`, `verify FILES..`, `merge SHARDS..`, `report FILES..`, `diff A B`, `serve`, `serve-check -- COMMAND`,
//! `completions SHELL`, `man DIR`. Exit codes: see `exit.rs`; examples: see `definition.rs`.

#![warn(clippy::print_stderr)] // it panics where nothing takes it: `report::warn` does not

#[macro_use]
mod stdout;

mod adapters;
mod background;
mod baselines;
mod certify;
mod check;
mod compare;
mod counting;
mod definition;
mod describe;
mod diff;
mod emit;
mod engine;
mod entries;
mod evidence;
mod exit;
mod files;
mod filter;
mod fuzz;
mod interrupt;
mod kernel;
mod kills;
mod kit;
mod laws;
mod levels;
mod list;
mod lost;
mod loudness;
mod merge;
mod mutate;
mod names;
mod network;
mod new;
mod progress;
mod prove;
mod prover;
mod regressions;
mod replay;
mod report;
mod selection;
mod serve;
mod shell;
mod show;
mod suggestion;
mod verdicts;
mod verify;

pub use certify::{CertifiedError, certified};

use clap::error::ErrorKind;
use clap::{FromArgMatches, Parser, Subcommand};
use exit::{Failure, Status};
use loudness::Verbosity;
use std::process::ExitCode;
use vyre_conform_certificate::escape;
use vyre_conform_harness::Settings;
use vyre_conform_harness::report::warn;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_wgpu::{leave, looks_for_no_windows};

/// Check that GPU operations give the same bits on every device.
#[derive(Debug, Parser)]
#[command(name = "vyre-conform", version)]
struct Arguments {
    #[command(flatten)]
    loudness: Verbosity,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the registered ops and engines.
    List(list::Arguments),
    /// Show one op (laws in symbols, table, classes, IR and WGSL) or engine (invariants and programs).
    Show(show::Arguments),
    /// List the adapters and backends of this machine.
    Adapters(adapters::Arguments),
    /// Make a crate with one op, its suite, a CI workflow and a README.
    New(new::Arguments),
    /// Run random programs on the interpreter and every adapter, and compare the results.
    Fuzz(fuzz::Arguments),
    /// Run the suite: every trial, or those that NAME selects.
    Check(check::Arguments),
    /// Run one case on the reference, the interpreter and every adapter, and print the results side by side.
    Replay(replay::Arguments),
    /// Run the network of an ONNX file on the references and every adapter, and compare the results.
    Run(network::Arguments),
    /// Write functions of ops as text for an application.
    Emit(emit::Arguments),
    /// Prove or refute declared laws of integer ops for every input.
    Prove(prove::Arguments),
    /// Find undeclared laws that hold, and declared laws that others imply.
    Laws(laws::Arguments),
    /// Change the bodies of integer ops, and count the changes that declarations and parity detect.
    Mutate(mutate::Arguments),
    /// Work with existing kernels in WGSL, SPIR-V or GLSL.
    Kernel(kernel::Arguments),
    /// List or retire the saved failing inputs of a crate.
    Regressions(regressions::Arguments),
    /// Write the requests of a run as files that a browser or node answers on a device elsewhere.
    Kit(kit::Arguments),
    /// Run the suite and write its results as a certificate.
    Certify(Box<certify::Arguments>),
    /// Run the same cases on several backends, and show where their results differ.
    Compare(compare::Arguments),
    /// List, prune, export or import the passed trials that a test binary need not repeat.
    Verdicts(verdicts::Arguments),
    /// Verify certificates: digest, format, registry, completeness, numbers of cases, levels.
    Verify(verify::Arguments),
    /// Merge the certificates of all shards into one.
    Merge(merge::Arguments),
    /// Write certificates as one HTML page.
    Report(report::Arguments),
    /// Show the differences between two certificates.
    Diff(diff::Arguments),
    /// Serve a backend over standard input and output (`docs/spec/protocol.md`).
    Serve(serve::Arguments),
    /// Test a program as a backend, and list its faults.
    ServeCheck(serve::Check),
    /// Write shell completions to stdout.
    Completions(shell::Completions),
    /// Write manual pages: one for each command into a folder, or one for all to stdout.
    Man(shell::Man),
}

/// Runs the command line over everything linked into this program.
///
/// It is the return value of `main`. If a run opened a hardware device, the process ends inside, without exit handlers
/// ([`leave()`]), and nothing after it runs.
pub fn main() -> ExitCode {
    // Before anything else, because any command may enumerate adapters.
    looks_for_no_windows();
    let arguments = arguments();
    let status = match run(&arguments) {
        Ok(status) => {
            let is_reported = matches!(arguments.command, Command::Check(_) | Command::Certify(_));
            lost::status_after_losses(is_reported, status)
        }
        Err(failure) => {
            warn(format_args!("error: {}", escape::message(&failure.message)));
            failure.status
        }
    };
    leave(stdout::status_after_output(status).code())
}

/// Parses the arguments; invalid ones end the process with code 2.
fn arguments() -> Arguments {
    let mut command = definition::command();
    let matches = command.get_matches_mut();
    let arguments = Arguments::from_arg_matches(&matches);
    let arguments = arguments.unwrap_or_else(|e| e.format(&mut command).exit());
    if arguments.loudness.is_contradiction() {
        let message = "--quiet and --verbose contradict each other";
        command.error(ErrorKind::ArgumentConflict, message).exit();
    }
    arguments
}

fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let loudness = arguments.loudness;
    let is_of_shell = matches!(
        arguments.command,
        Command::Completions(_) | Command::Man(_) | Command::New(_)
    );
    if !is_of_shell {
        // A set variable is an expectation, whatever the command, and an invalid value ends all commands alike, even
        // those that run without a backend.
        Settings::from_env().map_err(Failure::usage)?;
    }
    match &arguments.command {
        Command::List(arguments) => list::list(&catalog()?, arguments),
        Command::Show(arguments) => show::show(&catalog()?, arguments),
        Command::Adapters(arguments) => adapters::adapters(arguments),
        Command::New(arguments) => new::new(arguments),
        Command::Check(arguments) => check::check(arguments, loudness),
        Command::Replay(arguments) => replay::replay(arguments, loudness),
        Command::Run(arguments) => network::network(&catalog()?, arguments, loudness),
        Command::Emit(arguments) => emit::emit(&catalog()?, arguments),
        Command::Prove(arguments) => prove::prove(&catalog()?, arguments, loudness),
        Command::Laws(arguments) => laws::laws(&catalog()?, arguments, loudness),
        Command::Mutate(arguments) => mutate::mutate(&catalog()?, arguments, loudness),
        Command::Kernel(arguments) => kernel::kernel(arguments, &catalog()?, loudness),
        Command::Regressions(arguments) => regressions::regressions(arguments),
        Command::Kit(arguments) => kit::kit(arguments, loudness),
        Command::Certify(arguments) => certify::certify(arguments, loudness),
        Command::Compare(arguments) => compare::compare(arguments, loudness),
        Command::Verdicts(arguments) => verdicts::verdicts(arguments),
        Command::Verify(arguments) => verify::verify(arguments, loudness),
        Command::Merge(arguments) => merge::merge(arguments, loudness),
        Command::Report(arguments) => report::report(arguments, loudness),
        Command::Diff(arguments) => diff::diff(arguments, loudness),
        Command::Serve(arguments) => serve::serve(arguments),
        Command::ServeCheck(arguments) => serve::check(arguments, loudness),
        Command::Fuzz(arguments) => {
            say!("{}", fuzz::fuzz(&catalog()?, arguments, loudness)?);
            Ok(Status::Success)
        }
        Command::Completions(arguments) => shell::completions(arguments),
        Command::Man(arguments) => shell::man(arguments),
    }
}

fn catalog() -> Result<Catalog, Failure> {
    Catalog::linked().map_err(Failure::nothing)
}
