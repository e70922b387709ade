//! The command line: `vyre-conform list`, `show OP`, `show ENGINE`, `adapters`, `fuzz`, `certify`,
//! `verify FILE`, `merge SHARDS..`, `diff A B`. Exit codes: see `exit.rs`.

mod certify;
mod describe;
mod diff;
mod engine;
mod exit;
mod files;
mod fuzz;
mod list;
mod merge;
mod progress;
mod show;
mod verify;

use crate::catalog::Catalog;
use clap::{Parser, Subcommand};
use exit::{Failure, Status};
use std::process::ExitCode;

/// Conformance of GPU operations: laws, tables, interpreter agreement and parity with evidence.
#[derive(Debug, Parser)]
#[command(name = "vyre-conform", version)]
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
        /// Id (`u32::add`, `engine::scan`), or name where only one has it (`popcount`).
        op: String,
        /// Print only the WGSL.
        #[arg(long)]
        wgsl: bool,
    },
    /// List the adapters a run would use.
    Adapters,
    /// Run random programs on the interpreter and every adapter, and compare every word.
    Fuzz(fuzz::Arguments),
    /// Run the suite and write what it showed as a certificate.
    Certify(Box<certify::Arguments>),
    /// Check a certificate: digest, shape, registry, completeness, levels.
    Verify(verify::Arguments),
    /// Make the certificate of the whole from those of its shards.
    Merge(merge::Arguments),
    /// Show what differs between two certificates.
    Diff(diff::Arguments),
}

/// Runs the command line over everything linked into this program.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let text = |text: Result<String, String>| {
        let text = text.map_err(Failure::refuted)?;
        print!("{text}");
        Ok(Status::Success)
    };
    let result = match &arguments.command {
        Command::List => text(catalog().map(|catalog| list::list(&catalog))),
        Command::Show { op, wgsl } => {
            text(catalog().and_then(|catalog| show::show(&catalog, op, *wgsl)))
        }
        Command::Adapters => text(adapters()),
        Command::Certify(arguments) => certify::certify(arguments),
        Command::Verify(arguments) => verify::verify(arguments),
        Command::Merge(arguments) => merge::merge(arguments),
        Command::Diff(arguments) => diff::diff(arguments),
        Command::Fuzz(arguments) => {
            text(catalog().and_then(|catalog| fuzz::fuzz(&catalog, arguments)))
        }
    };
    match result {
        Ok(status) => status.into(),
        Err(failure) => {
            eprintln!("error: {}", failure.message);
            failure.status.into()
        }
    }
}

fn catalog() -> Result<Catalog, String> {
    Catalog::linked().map_err(|e| e.to_string())
}

fn adapters() -> Result<String, String> {
    use crate::backend::Backend;
    use crate::backend::wgpu as adapters;
    let selected = adapters::selected().map_err(|e| e.to_string())?;
    if selected.is_empty() {
        let reason = adapters::adapters().reason.clone();
        return Err(reason.unwrap_or_else(|| "no GPU adapter".into()));
    }
    let mut out = String::new();
    for backend in selected {
        let who = backend.identity();
        out += &format!(
            "{}\n  device    {}\n  driver    {}\n",
            who.slug, who.device, who.driver
        );
        let places: Vec<&str> = backend.places();
        if places.len() > 1 {
            out += &format!("  devices   {}: {}\n", places.len(), places.join(", "));
        }
        out += &format!(
            "  kind      {}\n  features  {}\n",
            who.kind,
            who.features.join(", ")
        );
        for (name, value) in &who.limits {
            out += &format!("  {name} {value}\n");
        }
    }
    Ok(out)
}
