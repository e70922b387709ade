//! Runs the quick tests, binary by binary, without those that passed before with equal keys.

use crate::binary::{TestBinary, test_binaries};
use crate::key::Keys;
use anyhow::{Context as _, Result};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use vyre_conform_verdicts::{Key, Verdict, VerdictStore, day, split_sample};

/// The driver in verdicts on binaries: adapters and programs are part of their keys.
const DRIVER: &str = "quick tests";

/// Minimal number of held binaries that a run repeats.
const MIN_SAMPLE: usize = 1;

/// A process that runs tests: a binary, or `rustdoc` for the examples in documentation comments.
#[derive(Debug)]
pub(crate) struct TestProcess {
    name: String,
    key: Key,
    command: Command,
    /// The stored verdict.
    held: Option<Verdict>,
}

/// Runs the quick tests of the workspace in a folder. Returns true if none failed.
pub(crate) fn run(
    root: &Path,
    keys: &Keys,
    store: &VerdictStore,
    order: &str,
    fresh: bool,
) -> Result<bool> {
    let mut processes = vec![];
    for binary in test_binaries(root)? {
        processes.push(binary_process(&binary, keys)?);
    }
    processes.push(examples(root, keys));
    for process in &mut processes {
        let stored = store.find(&process.key).filter(|_| !fresh);
        process.held = stored.filter(|of| of.obligation == process.name).cloned();
    }
    run_processes(processes, store, order)
}

/// The quick tests of a binary.
fn binary_process(binary: &TestBinary, keys: &Keys) -> Result<TestProcess> {
    let package = keys.package_name(binary);
    let name = format!("{package}::{}", binary.target);
    let mut command = binary.command();
    // Commands to replay a failure name the package; cargo set it to that of this program.
    command.env("CARGO_PKG_NAME", package);
    Ok(TestProcess {
        key: keys.binary_key(&name, binary)?,
        name,
        command,
        held: None,
    })
}

/// The examples in documentation comments of all packages.
fn examples(root: &Path, keys: &Keys) -> TestProcess {
    let name = "examples".to_owned();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(["test", "--workspace", "--doc", "--no-fail-fast"])
        .current_dir(root);
    TestProcess {
        key: keys.examples_key(&name),
        name,
        command,
        held: None,
    }
}

/// Runs all processes that are not held, and a sample of those that are.
fn run_processes(processes: Vec<TestProcess>, store: &VerdictStore, order: &str) -> Result<bool> {
    let now = crate::seconds();
    let (held, mut selected): (Vec<_>, Vec<_>) =
        processes.into_iter().partition(|of| of.held.is_some());
    let seed = format!("{order} {now}");
    let (sample, held) = split_sample(held, &seed, MIN_SAMPLE, |process| &process.name);
    selected.extend(sample);
    print_held(&held);
    store.rely(held.iter().map(|process| process.key), now);
    let mut failed = vec![];
    for process in &mut selected {
        println!("\n     Running {}", process.name);
        match passed_tests(&mut process.command)? {
            Some(tests) if process.held.is_none() => store.keep(Verdict {
                key: process.key,
                obligation: process.name.clone(),
                driver: DRIVER.to_owned(),
                at: now,
                cases: tests,
                coverage: None,
            }),
            Some(_) => {}
            None => failed.push(&*process),
        }
    }
    for process in &failed {
        println!("error: test failed: {}", process.name);
        if let Some(held) = &process.held {
            store.withdraw(DRIVER, now);
            println!(
                "the verdict of {} is withdrawn, key {}, and with it all verdicts on quick tests",
                day(held.at),
                held.key
            );
        }
    }
    store.sync();
    Ok(failed.is_empty())
}

/// Prints the number of tests that do not run.
fn print_held(held: &[TestProcess]) {
    let verdicts = || held.iter().filter_map(|process| process.held.as_ref());
    let tests: u64 = verdicts().map(|of| of.cases).sum();
    if let Some(since) = verdicts().map(|of| of.at).min() {
        println!(
            "{tests} tests in {} binaries held since {}, `./x test --fresh` runs them",
            held.len(),
            day(since)
        );
    }
}

/// Runs a process and prints its output. Returns the number of tests that passed; `None` if it failed.
fn passed_tests(command: &mut Command) -> Result<Option<u64>> {
    let mut child = command
        // Suites that tests start must not use the store of this run.
        .env_remove("VYRE_VERDICTS")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .context("the tests do not start")?;
    let output = child.stdout.take().context("the output of the tests")?;
    let mut tests = 0;
    for line in BufReader::new(output).split(b'\n') {
        let line = line?;
        let text = String::from_utf8_lossy(&line);
        tests += passed_in(&text).unwrap_or(0);
        println!("{text}");
        std::io::stdout().flush()?;
    }
    Ok(child.wait()?.success().then_some(tests))
}

/// The number of passed tests in the last line of a binary's output.
fn passed_in(line: &str) -> Option<u64> {
    let (count, _) = line
        .strip_prefix("test result: ok. ")?
        .split_once(" passed;")?;
    count.parse().ok()
}

#[cfg(all(test, unix))]
mod tests;
