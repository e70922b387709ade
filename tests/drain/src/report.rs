//! Output of a run: a line per test, the output of failed ones, and the counts.

use crate::plan::{Plan, PlannedTest};
use crate::run::Outcome;
use anyhow::{Context as _, Result};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use vyre_conform_verdicts::day;

/// The report of a run.
#[derive(Debug)]
pub(crate) struct Report {
    /// The folder of the outputs of tests.
    logs: PathBuf,
    outcomes: BTreeMap<String, Outcome>,
    pending: usize,
}

impl Report {
    /// The report of a run in the workspace in a folder.
    pub(crate) fn new(root: &Path, plan: &Plan) -> Result<Self> {
        let logs = root.join("target/drain");
        fs::create_dir_all(&logs).with_context(|| logs.display().to_string())?;
        let held = plan.held.len();
        let since = plan.held.iter().map(|verdict| verdict.at).min();
        if let Some(since) = since {
            println!("{held} held since {}, `--fresh` runs them", day(since));
        }
        println!("{} long tests run", plan.pending.len());
        Ok(Self::in_folder(logs, plan))
    }

    /// The report of a run with the outputs of tests in a folder.
    pub(crate) fn in_folder(logs: PathBuf, plan: &Plan) -> Self {
        Self {
            logs,
            outcomes: BTreeMap::new(),
            pending: plan.pending.len(),
        }
    }

    /// The folder of the outputs of tests.
    pub(crate) fn folder(&self) -> &Path {
        &self.logs
    }

    /// Reports a test that ended, with its duration.
    pub(crate) fn ended(&mut self, planned: &PlannedTest, outcome: Outcome, elapsed: Duration) {
        let name = &planned.test.name;
        let seconds = elapsed.as_secs();
        match &outcome {
            Outcome::Passed => println!("test {name} ... ok, {seconds} s"),
            Outcome::Failed(_) => println!("test {name} ... FAILED, {seconds} s"),
            Outcome::NotRun(reason) => println!("test {name} ... not run: {reason}"),
            Outcome::Pending => {}
        }
        self.outcomes.insert(name.clone(), outcome);
    }

    /// Ends the run.
    pub(crate) fn end(&self, plan: &Plan) {
        for planned in &plan.pending {
            let name = &planned.test.name;
            let Some(Outcome::Failed(output)) = self.outcomes.get(name) else {
                continue;
            };
            println!("\n---- {name} ----\n{output}");
            if let Some(held) = &planned.held {
                let day = day(held.at);
                println!(
                    "the verdict of {day} is withdrawn, key {}, and with it all verdicts on long tests",
                    held.key
                );
            }
        }
        let count = |matches: fn(&Outcome) -> bool| {
            self.outcomes.values().filter(|item| matches(item)).count()
        };
        println!(
            "\nlong tests: {} passed, {} failed, {} not run, {} held; {} of {} pending",
            count(|item| *item == Outcome::Passed),
            count(|item| matches!(item, Outcome::Failed(_))),
            count(|item| matches!(item, Outcome::NotRun(_))),
            plan.held.len(),
            count(|item| *item == Outcome::Pending),
            self.pending + plan.held.len(),
        );
    }

    /// True if no test failed.
    pub(crate) fn has_passed(&self) -> bool {
        !self
            .outcomes
            .values()
            .any(|item| matches!(item, Outcome::Failed(_)))
    }

    /// The outcome of a test.
    #[cfg(test)]
    pub(crate) fn outcome(&self, name: &str) -> Option<&Outcome> {
        self.outcomes.get(name)
    }
}
