//! The command line: `vyre-conform list`, `show OP`, `show ENGINE`, `adapters`, `fuzz`, `check`, `replay CASE`,
//! `regressions`, `certify`, `verify FILE`, `merge SHARDS..`, `report FILES..`, `diff A B`. Exit codes: see
//! `exit.rs`.

#[macro_use]
mod say;

mod certify;
mod check;
mod describe;
mod diff;
mod engine;
mod evidence;
mod exit;
mod files;
mod fuzz;
mod interrupt;
mod list;
mod merge;
mod progress;
mod regressions;
mod replay;
mod report;
mod selection;
mod show;
mod verify;

pub use certify::certified;
pub use verify::{Refusal, Verified, Verifier, verified};

use crate::backend::{Backend, kernel_rust};
use crate::catalog::Catalog;
use crate::harness::backends::Backends;
use crate::harness::escape::{self, plain};
use clap::{Parser, Subcommand};
use exit::{Failure, Status};
use std::process::ExitCode;

/// Conformance of GPU operations: laws, tables, interpreter agreement and parity with evidence.
#[derive(Debug, Parser)]
#[command(name = "vyre-conform", version, after_help = exit::CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List every registered op and engine.
    List,
    /// Show one op (laws in symbols, table, classes, IR and WGSL) or engine (invariants and programs).
    Show {
        /// Id (`u32::add`, `engine::reduce`) or name (`popcount`); of several ops of a name, the one on `u32`.
        op: String,
        /// Print only the WGSL.
        #[arg(long)]
        wgsl: bool,
    },
    /// List the adapters and registered backends that a run would use.
    Adapters,
    /// Run random programs on the interpreter and every adapter, and compare every word.
    Fuzz(fuzz::Arguments),
    /// Run the suite: every trial whose name contains FILTER.
    #[command(after_help = exit::CODES)]
    Check(check::Arguments),
    /// Run one case on reference, interpreter and every adapter, and show both sides.
    #[command(after_help = exit::CODES)]
    Replay(replay::Arguments),
    /// The saved failing inputs of a crate.
    Regressions(regressions::Arguments),
    /// Run the suite and write what it showed as a certificate.
    #[command(after_help = exit::CODES)]
    Certify(Box<certify::Arguments>),
    /// Check a certificate: digest, shape, registry, completeness, numbers of cases, levels.
    #[command(after_help = exit::CODES)]
    Verify(verify::Arguments),
    /// Make the certificate of the whole from those of its shards.
    Merge(merge::Arguments),
    /// Write one HTML file that shows certificates to people.
    Report(report::Arguments),
    /// Show what differs between two certificates.
    Diff(diff::Arguments),
}

/// Runs the command line over everything linked into this program.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let text = |text: Result<String, Failure>| {
        say!("{}", text?);
        Ok(Status::Success)
    };
    let result = match &arguments.command {
        Command::List => text(catalog().map(|catalog| list::list(&catalog))),
        Command::Show { op, wgsl } => text(
            catalog().and_then(|catalog| show::show(&catalog, op, *wgsl).map_err(Failure::refuted)),
        ),
        Command::Adapters => text(adapters().map_err(Failure::nothing)),
        Command::Check(arguments) => check::check(arguments),
        Command::Replay(arguments) => replay::replay(arguments),
        Command::Regressions(arguments) => regressions::regressions(arguments),
        Command::Certify(arguments) => certify::certify(arguments),
        Command::Verify(arguments) => verify::verify(arguments),
        Command::Merge(arguments) => merge::merge(arguments),
        Command::Report(arguments) => report::report(arguments),
        Command::Diff(arguments) => diff::diff(arguments),
        Command::Fuzz(arguments) => {
            text(catalog().and_then(|catalog| fuzz::fuzz(&catalog, arguments)))
        }
    };
    let status = match result {
        Ok(status) => status,
        Err(failure) => {
            eprintln!("error: {}", escape::message(&failure.message));
            failure.status
        }
    };
    say::heard(status).into()
}

fn catalog() -> Result<Catalog, Failure> {
    Catalog::linked().map_err(Failure::nothing)
}

fn adapters() -> Result<String, String> {
    // Profiles take part only where they are named, and are listed beside those that do.
    let Backends {
        mut list,
        reason,
        absent,
    } = crate::harness::backends::listed()?;
    let cpu: &'static dyn Backend = kernel_rust();
    let is_cpu = |b: &&dyn Backend| b.identity() == cpu.identity();
    if list.is_empty() {
        let reason = reason.unwrap_or_else(|| "no GPU adapter".into());
        let name = &cpu.identity().slug;
        return Err(format!("{reason}. `--adapter {name}` needs none"));
    }
    if !list.iter().any(is_cpu) {
        list.push(cpu);
    }
    let mut out = String::new();
    for backend in list {
        let who = backend.identity();
        out += &format!(
            "{}\n  device    {}\n  driver    {}\n",
            plain(&who.slug),
            plain(&who.device),
            plain(&who.driver)
        );
        let devices = std::iter::once(backend as &dyn Backend).chain(backend.peers());
        let places: Vec<&str> = devices.map(|device| device.place()).collect();
        if places.len() > 1 {
            out += &format!(
                "  devices   {}: {}\n",
                places.len(),
                plain(&places.join(", "))
            );
        }
        out += &format!(
            "  kind      {}\n  features  {}\n",
            plain(&who.kind),
            plain(&who.features.join(", "))
        );
        for (name, value) in &who.limits {
            out += &format!("  {} {value}\n", plain(name));
        }
    }
    for absent in absent {
        out += &format!("{absent}\n");
    }
    Ok(out)
}
