//! Start of a run: new, from its journal, or already finished.

use super::Arguments;
use super::journal::{Head, Journal, JournalState};
use crate::exit::Failure;
use crate::files::read;
use std::path::{Path, PathBuf};
use vyre_conform_certificate::certificate::{Backend, Certificate};
use vyre_conform_certificate::escape::plain;
use vyre_conform_certificate::verify::Verifier;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::compiles_expressions;

/// Existing state of the run.
pub(super) enum StartState {
    /// No usable state.
    Fresh {
        /// True to overwrite an existing journal.
        force: bool,
    },
    /// A journal. Certificates of this run may exist as well, if it died between writing them and removing its journal.
    Resume,
    /// All certificates and no journal: the run is finished.
    Finished(Vec<Certificate>),
}

/// The state that `arguments` ask for.
///
/// # Errors
///
/// If there is nothing to resume, or a file of another run.
pub(super) fn find(
    arguments: &Arguments,
    head: &Head,
    journal: &Path,
    (certificates, catalog): (&[PathBuf], &Catalog),
) -> Result<StartState, Failure> {
    if !arguments.goes_on() {
        let force = arguments.force;
        return Ok(StartState::Fresh { force });
    }
    let mut finished = vec![];
    for (path, backend) in certificates.iter().zip(&head.backends) {
        if path.exists() {
            finished.push(own(path, head, backend)?);
        }
    }
    match Journal::find(journal) {
        JournalState::Begun => Ok(StartState::Resume),
        // The process died before it wrote a line: there is nothing to lose.
        JournalState::Torn => Ok(StartState::Fresh { force: true }),
        JournalState::Nothing if finished.len() == certificates.len() => {
            let verifier = Verifier::new(catalog);
            for (path, found) in certificates.iter().zip(&finished) {
                issued(path, &verifier, found)?;
            }
            Ok(StartState::Finished(finished))
        }
        JournalState::Nothing if !finished.is_empty() => Err(Failure::io(format!(
            "some of the certificates exist, others and {} do not: start over with --force",
            journal.display()
        ))),
        JournalState::Nothing if arguments.resume_if_any => Ok(StartState::Fresh { force: false }),
        JournalState::Nothing => Err(Failure::io(format!(
            "{} does not exist: there is nothing to resume",
            journal.display()
        ))),
    }
}

fn foreign(path: &Path, reason: &str) -> Failure {
    Failure::io(format!(
        "{} exists already and is not a certificate of this run: {reason}. Name another file, or \
         replace it with --force",
        path.display()
    ))
}

/// Refuses a certificate that no run issued, before it is reported as this run's result.
fn issued(path: &Path, verifier: &Verifier<'_>, found: &Certificate) -> Result<(), Failure> {
    let Err(refusal) = verifier.content(found.clone()) else {
        return Ok(());
    };
    let first = refusal.lines().into_iter().next().unwrap_or_default();
    Err(foreign(
        path,
        &format!("it does not verify: {}", plain(&first)),
    ))
}

/// A certificate from an earlier process of this run.
fn own(path: &Path, head: &Head, backend: &Backend) -> Result<Certificate, Failure> {
    let foreign = |reason: String| foreign(path, &reason);
    let certificate = read(path).map_err(|failure| foreign(failure.message))?;
    let found = &certificate.evidence;
    let [number, of] = head.shard;
    let same = [
        ("suite version", found.suite_version == head.suite_version),
        ("spec digest", found.spec_digest == head.spec_digest),
        (
            "registry digest",
            found.registry_digest == head.registry_digest,
        ),
        (
            "digest of native expressions",
            found.profile.expressions
                == head
                    .expressions
                    .clone()
                    .filter(|_| compiles_expressions(&backend.kind)),
        ),
        ("backend", found.backend == *backend),
        ("settings", found.settings == head.settings),
        (
            "shard",
            found.shards.of == of && found.shards.have == [number],
        ),
    ];
    match same.iter().find(|(_, same)| !same) {
        Some((what, _)) => Err(foreign(format!("different {what}"))),
        None => Ok(certificate),
    }
}
