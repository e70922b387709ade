//! Verdicts from the kept certificates of a crate.
//!
//! A certificate in the folder `certificates` beside `Cargo.toml` that was issued with the same inputs as this run, on
//! a backend of this run, serves as a store: its passed parts are verdicts. A certificate that does not verify is
//! ignored with one line.

use super::driver::{REFERENCE, driver_name};
use crate::context::Context;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use vyre_conform_certificate::certificate::{self, Certificate, OutcomeName, Part};
use vyre_conform_certificate::verify::Verifier;
use vyre_conform_suite::plan::PROGRAMS;
use vyre_conform_verdicts::{InputCoverage, RunInputs, TrialName, Verdict};

/// The folder of kept certificates in a crate.
const FOLDER: &str = "certificates";

/// The backend of each obligation, by its id.
type ObligationBackends<'a> = HashMap<&'a str, Option<&'a str>>;

/// Verdicts by the names of trials, and a line for each certificate that was ignored.
#[derive(Debug, Default)]
pub(super) struct KeptVerdicts {
    /// Verdicts by the names of trials.
    pub(super) verdicts: HashMap<String, Verdict>,
    /// Ignored certificates, a line each.
    pub(super) notes: Vec<String>,
}

impl KeptVerdicts {
    /// The verdicts of the certificates of a crate, as far as they belong to a run with these inputs.
    pub(super) fn read(context: &Context, inputs: &RunInputs) -> Self {
        let mut kept = Self::default();
        let Some(root) = context.store().folder().parent() else {
            return kept;
        };
        let mut verifier = None;
        let obligations = context.plan().obligations().iter();
        let backends: ObligationBackends<'_> = obligations
            .map(|obligation| (obligation.id.as_str(), obligation.backend()))
            .collect();
        for path in files(&root.join(FOLDER)) {
            let certificate = match of_run(&path, inputs) {
                Ok(Some(certificate)) => certificate,
                Ok(None) => continue,
                Err(reason) => {
                    kept.ignore(&path, &reason);
                    continue;
                }
            };
            let verifier = verifier.get_or_insert_with(|| Verifier::new(context.catalog()));
            match verifier.content(certificate) {
                Ok(verified) => kept.add(&backends, &verified.certificate),
                Err(refusal) => kept.ignore(&path, &refusal.to_string()),
            }
        }
        kept
    }

    fn ignore(&mut self, path: &Path, reason: &str) {
        let reason = reason.lines().next().unwrap_or_default();
        let line = format!("{}: ignored as a store: {reason}", path.display());
        self.notes.push(line);
    }

    /// Adds the passed parts of a certificate, under the keys of its own inputs.
    fn add(&mut self, backends: &ObligationBackends<'_>, certificate: &Certificate) {
        let Some(inputs) = &certificate.run.inputs else {
            return;
        };
        let backend = &certificate.evidence.backend;
        let driver = driver_name(&backend.kind, &backend.device, &backend.driver);
        let finished = humantime::parse_rfc3339(&certificate.run.finished).ok();
        let Some(at) = finished.and_then(|time| time.duration_since(UNIX_EPOCH).ok()) else {
            return;
        };
        let parts = subjects(certificate).filter(|(_, part)| is_whole_pass(part));
        for (subject, part) in parts {
            let Some(backend) = backends.get(part.id.as_str()) else {
                continue;
            };
            let key = inputs.key(TrialName {
                trial: &part.id,
                subject,
                backend: *backend,
                saved: &[],
            });
            let verdict = key.map(|key| Verdict {
                key,
                obligation: part.id.clone(),
                driver: match backend {
                    Some(_) => driver.clone(),
                    None => REFERENCE.to_owned(),
                },
                at: at.as_secs(),
                cases: part.cases,
                coverage: part.covered.map(|hit| InputCoverage {
                    boundaries: hit.boundaries,
                    classes: hit.classes,
                }),
            });
            self.verdicts
                .extend(verdict.map(|verdict| (part.id.clone(), verdict)));
        }
    }
}

/// The files of a folder that may hold certificates, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(".json") || name.ends_with(".json.zst")
        })
        .collect();
    paths.sort();
    paths
}

/// The certificate in a file, if it was issued with these inputs on a backend of the run. A certificate that states
/// other inputs is not read further.
fn of_run(path: &Path, inputs: &RunInputs) -> Result<Option<Certificate>, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    if certificate::stated_inputs(&bytes).is_some_and(|stated| !is_of_run(&stated, inputs)) {
        return Ok(None);
    }
    let certificate = certificate::parse(&bytes).map_err(|error| error.to_string())?;
    let stated = certificate.run.inputs.as_ref();
    let is_store = stated.is_some_and(|stated| is_of_run(stated, inputs))
        && certificate.evidence.shards.of == 1;
    Ok(is_store.then_some(certificate))
}

/// True if a certificate with the stated inputs was issued with these on backends of the run.
fn is_of_run(stated: &RunInputs, inputs: &RunInputs) -> bool {
    let mut backends = stated.backends.iter();
    stated.common == inputs.common
        && backends.all(|(slug, key)| inputs.backends.get(slug) == Some(key))
}

/// Every part with the id of its op or engine.
fn subjects(certificate: &Certificate) -> impl Iterator<Item = (&str, &Part)> {
    let evidence = &certificate.evidence;
    let ops = evidence.ops.iter().map(|op| (op.id.as_str(), &op.parts));
    let engines = evidence
        .engines
        .iter()
        .map(|of| (of.id.as_str(), &of.parts));
    let programs = evidence.programs.iter().map(|of| (PROGRAMS, &of.parts));
    let parts = ops.chain(engines).chain(programs);
    parts.flat_map(|(id, parts)| parts.iter().map(move |part| (id, part)))
}

/// True for a pass that its number of cases describes whole.
fn is_whole_pass(part: &Part) -> bool {
    part.outcome == OutcomeName::Passed && part.skipped.is_empty() && part.proof.is_none()
}
