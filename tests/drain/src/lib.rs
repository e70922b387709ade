//! Runs the tests of the workspace that have not passed before with equal keys: the long ones, those with
//! `#[ignore = "a long run: .."]`, or with `--quick` the others. A run with `--budget` leaves long tests pending, and the
//! next run starts with them.

mod binary;
mod key;
mod plan;
mod quick;
mod report;
mod run;
mod time_class;
mod verdicts;

use anyhow::{Context as _, Result};
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use verdicts::TestVerdicts;

/// Run the tests that have not passed before with all that they depend on.
#[derive(Debug, Parser)]
struct Arguments {
    /// Run only tests whose names contain one of these texts.
    names: Vec<String>,
    /// End after this time, such as `8m`; tests that have not ended are pending.
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    budget: Option<Duration>,
    /// Draw the order of the tests from this text.
    #[arg(long, value_name = "TEXT", default_value = "")]
    order: String,
    /// Run tests that have passed as well.
    #[arg(long)]
    fresh: bool,
    /// Print the tests that would run, in their order, and run none.
    #[arg(long)]
    list: bool,
    /// Run the quick tests, binary by binary, instead of the long ones.
    #[arg(long, conflicts_with_all = ["names", "budget", "list"])]
    quick: bool,
}

/// Runs the tests that the arguments of this process name.
pub fn main() -> ExitCode {
    match drain(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Returns true if no test failed.
fn drain(arguments: &Arguments) -> Result<bool> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = root
        .ancestors()
        .nth(2)
        .context("the folder of the workspace")?;
    let keys = key::Keys::of_workspace(root)?;
    let store = vyre_conform_verdicts::VerdictStore::open(&folder(root));
    store.notes().iter().for_each(|note| eprintln!("{note}"));
    if arguments.quick {
        return quick::run(root, &keys, &store, arguments);
    }
    let tests = binary::long_tests(root, &keys)?;
    let now = seconds();
    let verdicts = TestVerdicts {
        store: &store,
        driver: run::DRIVER,
    };
    let plan = plan::Plan::new(arguments, tests, &keys, verdicts, now)?;
    if arguments.list {
        plan.pending
            .iter()
            .for_each(|test| println!("{}", test.test.name));
        return Ok(true);
    }
    store.rely(plan.held.iter().map(|verdict| verdict.key), now);
    let mut report = report::Report::new(root, &plan)?;
    run::run(&plan, arguments.budget, &mut report, verdicts);
    store.sync();
    report.end(&plan);
    Ok(report.has_passed())
}

/// The folder of the store. `./x` names one that all clones of a user share; otherwise it is in the target folder.
fn folder(root: &Path) -> PathBuf {
    let named = std::env::var_os("VYRE_VERDICTS").filter(|folder| folder != "off");
    named.map_or_else(|| root.join("target/verdicts"), PathBuf::from)
}

/// The seconds since 1970.
fn seconds() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs())
}
