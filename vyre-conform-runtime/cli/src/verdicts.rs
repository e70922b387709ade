//! `verdicts`: the store of passed trials, which a test binary does not repeat.

use super::exit::{Failure, Status};
use super::{files, stdout};
use clap::{Args, Subcommand};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use vyre_conform_certificate::escape::plain;
use vyre_conform_harness::Settings;
use vyre_conform_harness::report::{pluralize, warn};
use vyre_conform_verdicts::{Retention, Verdict, VerdictStore, day};

/// Arguments of `verdicts`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The folder of the store; VYRE_VERDICTS by default, else a folder in the user's cache.
    #[arg(long, value_name = "FOLDER", global = true)]
    store: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the verdicts by driver; the default.
    List {
        /// Give every verdict as a line of JSON.
        #[arg(long)]
        json: bool,
    },
    /// Keep the most recently used verdicts, as many as fit.
    Prune {
        /// The most bytes of all verdicts together.
        #[arg(long, value_name = "BYTES", default_value_t = Retention::default().bytes)]
        max_size: u64,
    },
    /// Write every verdict to a file, or to standard output for `-`.
    Export {
        /// The file.
        file: PathBuf,
    },
    /// Add the verdicts of a file that `export` wrote, or of standard input for `-`.
    Import {
        /// The file.
        file: PathBuf,
    },
}

/// A verdict in the output of `list --json`.
#[derive(Serialize)]
struct Line<'a> {
    trial: &'a str,
    driver: &'a str,
    passed: String,
    cases: u64,
    key: String,
}

/// Runs `verdicts`.
pub(super) fn verdicts(arguments: &Arguments) -> Result<Status, Failure> {
    let folder = folder(arguments)?;
    let store = VerdictStore::open(&folder);
    for note in store.notes() {
        warn(plain(&note));
    }
    match &arguments.command {
        None => list(&store, false),
        Some(Command::List { json }) => list(&store, *json),
        Some(Command::Prune { max_size }) => prune(&folder, *max_size)?,
        Some(Command::Export { file }) => export(&store, file)?,
        Some(Command::Import { file }) => import(&store, file)?,
    }
    Ok(Status::Success)
}

/// The folder of the store.
fn folder(arguments: &Arguments) -> Result<PathBuf, Failure> {
    if let Some(folder) = &arguments.store {
        return Ok(folder.clone());
    }
    let settings = Settings::from_env().map_err(Failure::usage)?;
    settings.verdicts.path().ok_or_else(|| {
        Failure::nothing("no verdicts are kept: VYRE_VERDICTS is `off`, or the system names no cache folder. `--store \
                          FOLDER` names one")
    })
}

fn list(store: &VerdictStore, json: bool) {
    let verdicts = store.verdicts();
    if json {
        verdicts
            .iter()
            .for_each(|verdict| stdout::json(&line(verdict)));
        return;
    }
    let mut drivers: BTreeMap<&str, Vec<&Verdict>> = BTreeMap::new();
    for verdict in &verdicts {
        drivers.entry(&verdict.driver).or_default().push(verdict);
    }
    for (driver, verdicts) in drivers {
        let oldest = verdicts.iter().map(|verdict| verdict.at).min().unwrap_or(0);
        let count = pluralize(verdicts.len() as u64, "verdict", "verdicts");
        sayln!("{}: {count}, the oldest of {}", plain(driver), day(oldest));
    }
    let count = pluralize(verdicts.len() as u64, "verdict", "verdicts");
    sayln!("{count} in {}", store.folder().display());
}

fn line(verdict: &Verdict) -> Line<'_> {
    Line {
        trial: &verdict.obligation,
        driver: &verdict.driver,
        passed: day(verdict.at),
        cases: verdict.cases,
        key: verdict.key.to_string(),
    }
}

fn prune(folder: &Path, bytes: u64) -> Result<(), Failure> {
    let pruned = VerdictStore::prune(folder, Retention { bytes });
    let pruned = pruned.map_err(|error| Failure::io(format!("{}: {error}", folder.display())))?;
    sayln!("{} kept, {} removed", pruned.kept, pruned.removed);
    Ok(())
}

fn export(store: &VerdictStore, file: &Path) -> Result<(), Failure> {
    let mut text = vec![];
    let count = store.export(&mut text).map_err(Failure::io)?;
    if file.as_os_str() == files::STDIN {
        say!("{}", String::from_utf8_lossy(&text));
        return Ok(());
    }
    std::fs::write(file, text)
        .map_err(|error| Failure::io(format!("{}: {error}", file.display())))?;
    sayln!(
        "{} in {}",
        pluralize(count as u64, "verdict", "verdicts"),
        file.display()
    );
    Ok(())
}

fn import(store: &VerdictStore, file: &Path) -> Result<(), Failure> {
    let place = file.display();
    let bytes = files::bytes_or_stdin(file)?;
    let text = String::from_utf8_lossy(&bytes);
    let count = store
        .import(&text)
        .map_err(|error| Failure::io(format!("{place}: nothing is imported: {error}")))?;
    store.sync();
    if let Some(note) = store.notes().last() {
        return Err(Failure::io(plain(note)));
    }
    sayln!(
        "{} imported",
        pluralize(count as u64, "verdict", "verdicts")
    );
    Ok(())
}
