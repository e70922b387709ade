//! Runs the quick tests, binary by binary, without those that passed before with equal keys.

use crate::Arguments;
use crate::binary::{TestBinary, test_binaries};
use crate::key::Keys;
use crate::verdicts::TestVerdicts;
use anyhow::{Context as _, Result};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use vyre_conform_verdicts::{Key, Verdict, VerdictStore, day, split_sample};

/// The driver in verdicts on binaries.
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
    arguments: &Arguments,
) -> Result<bool> {
    let verdicts = TestVerdicts {
        store,
        driver: DRIVER,
    };
    let mut processes = vec![];
    for binary in test_binaries(root, keys)? {
        processes.push(binary_process(&binary, keys)?);
    }
    processes.push(examples(root, keys));
    for process in &mut processes {
        process.held = verdicts.find(&process.key, &process.name, arguments.fresh);
    }
    Ok(run_processes(processes, verdicts, &arguments.order))
}

/// The quick tests of a binary.
fn binary_process(binary: &TestBinary, keys: &Keys) -> Result<TestProcess> {
    let name = format!("{}::{}", binary.package_name, binary.target);
    Ok(TestProcess {
        key: keys.binary_key(&name, binary)?,
        name,
        command: binary.command(),
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

/// Runs all processes that are not held, and a sample of those that are. Returns true if none failed.
fn run_processes(processes: Vec<TestProcess>, verdicts: TestVerdicts<'_>, order: &str) -> bool {
    let now = crate::seconds();
    let (held, mut selected): (Vec<_>, Vec<_>) = processes
        .into_iter()
        .partition(|process| process.held.is_some());
    let seed = format!("{order} {now}");
    let (sample, held) = split_sample(held, &seed, MIN_SAMPLE, |process| &process.name);
    selected.extend(sample);
    print_held(&held);
    let store = verdicts.store;
    store.rely(held.iter().map(|process| process.key), now);
    let mut failed = vec![];
    for process in &mut selected {
        println!("\n     Running {}", process.name);
        match passed_tests(&mut process.command) {
            Ok(Some(tests)) if process.held.is_none() => {
                verdicts.keep(process.key, &process.name, tests, now);
            }
            Ok(Some(_)) => {}
            Ok(None) => failed.push(&*process),
            Err(error) => {
                println!("{error:#}");
                // A binary that does not start refutes no verdict.
                process.held = None;
                failed.push(&*process);
            }
        }
    }
    for process in &failed {
        println!("error: test failed: {}", process.name);
        if let Some(held) = &process.held {
            verdicts.withdraw(now);
            println!(
                "the verdict of {} is withdrawn, key {}, and with it all verdicts on quick tests",
                day(held.at),
                held.key
            );
        }
    }
    store.sync();
    failed.is_empty()
}

/// Prints the number of tests that do not run.
fn print_held(held: &[TestProcess]) {
    let verdicts = || held.iter().filter_map(|process| process.held.as_ref());
    let tests: u64 = verdicts().map(|verdict| verdict.cases).sum();
    if let Some(since) = verdicts().map(|verdict| verdict.at).min() {
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
