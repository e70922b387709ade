//! Parity trials of a backend, counted so that a missing one is noticed.

use std::collections::HashMap;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::plan::parity_trials;
use vyre_conform_suite::record::{Outcome, Record};

/// The parity trials of one backend. The catalog, not the plan, gives the expected ones, so that an unplanned trial is
/// missing as well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParityCount {
    /// Slug of the backend.
    pub backend: String,
    /// Number of expected trials: every input set of every op, and its operand sources.
    pub expected: usize,
    /// Number of trials that completed and passed.
    pub passed: usize,
    /// Ids of failed trials.
    pub failed: Vec<String>,
    /// Trials of Category C ops whose hardware the backend lacks.
    pub unsupported: Vec<UnsupportedTrial>,
    /// Ids of trials that did not run.
    pub missing: Vec<String>,
}

/// A trial that the backend's hardware cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsupportedTrial {
    /// Id of the trial.
    pub trial: String,
    /// The hardware feature.
    pub hardware: String,
}

impl ParityCount {
    /// True if trials were expected and all of them passed.
    pub fn complete(&self) -> bool {
        self.expected > 0 && self.missing.is_empty()
    }
}

impl std::fmt::Display for ParityCount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "parity on {}: {} trials due, {} passed, {} failed, {} UnsupportedByBackend, {} not run",
            self.backend,
            self.expected,
            self.passed,
            self.failed.len(),
            self.unsupported.len(),
            self.missing.len()
        )
    }
}

/// Counts the parity trials of every op of the catalog on a backend.
pub fn parity_count(catalog: &Catalog, backend: &str, records: &[Record]) -> ParityCount {
    let by_id: HashMap<&str, &Outcome> = records
        .iter()
        .map(|r| (r.obligation.id.as_str(), &r.outcome))
        .collect();
    let mut count = ParityCount {
        backend: backend.into(),
        ..ParityCount::default()
    };
    for op in catalog.ops() {
        for (name, _) in parity_trials(op.def, backend) {
            let trial = format!("{}::{name}", op.def.id);
            count.expected += 1;
            match by_id.get(trial.as_str()) {
                Some(Outcome::Passed) => count.passed += 1,
                Some(Outcome::Failed(_)) => count.failed.push(trial),
                Some(Outcome::UnsupportedByBackend { hardware }) => {
                    let hardware = hardware.clone();
                    count.unsupported.push(UnsupportedTrial { trial, hardware });
                }
                Some(Outcome::NotRun(_)) | None => count.missing.push(trial),
            }
        }
    }
    count
}
