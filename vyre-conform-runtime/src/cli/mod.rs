//! The command line: `vyre-conform list`, `show OP`, `show ENGINE`, `adapters`, `fuzz`.
//!
//! Exit codes: 0 success, 1 what was asked for does not exist or runners disagree, 2 unusable arguments.

mod engine;
mod fuzz;
mod list;
mod show;

use crate::catalog::Catalog;
use clap::{Parser, Subcommand};
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
}

/// Runs the command line over everything linked into this program.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match &arguments.command {
        Command::List => catalog().map(|catalog| list::list(&catalog)),
        Command::Show { op, wgsl } => catalog().and_then(|catalog| show::show(&catalog, op, *wgsl)),
        Command::Adapters => adapters(),
        Command::Fuzz(arguments) => catalog().and_then(|catalog| fuzz::fuzz(&catalog, arguments)),
    };
    match result {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
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
