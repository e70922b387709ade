//! The certificates of a finished run: assembled, sealed and written.

use super::super::baselines;
use super::super::exit::{Failure, Status};
use super::super::kills;
use super::super::loudness::Verbosity;
use super::super::progress::Progress;
use super::journal::Head;
use super::shard::Shard;
use super::work::WorkResult;
use super::{Arguments, assemble, conclusion, losses, output, skeleton};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use vyre_conform_certificate::certificate::{
    Certificate, Evidence, KillScore, RunFacts, SavedFailures, SuiteDigests,
};
use vyre_conform_certificate::verify::Verifier;
use vyre_conform_harness::Context;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::Backend;

/// The report about each certificate of a run.
pub(super) struct CertificateReporter<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) progress: &'a Progress,
    pub(super) requests_per_loss: u64,
    pub(super) loudness: Verbosity,
}

impl CertificateReporter<'_> {
    /// Reports the certificates of a finished run, and returns the worst outcome.
    pub(super) fn all(&self, certificates: &[Certificate], paths: &[PathBuf]) -> Status {
        let each = certificates.iter().zip(paths);
        Status::worst(each.map(|(certificate, path)| self.conclude(certificate, path)))
    }

    /// Reports a certificate, and returns the outcome of the command for it.
    pub(super) fn conclude(&self, certificate: &Certificate, path: &Path) -> Status {
        conclusion::conclude(
            self.arguments,
            self.progress,
            (certificate, path),
            self.requests_per_loss,
            self.loudness,
        )
    }
}

/// A finished run.
pub(super) struct CertificateIssuer<'a> {
    pub(super) close: &'a CertificateReporter<'a>,
    pub(super) context: &'a Context,
    pub(super) began: SystemTime,
    /// Threads of the reference.
    pub(super) threads: usize,
    pub(super) shard: Shard,
    pub(super) head: &'a Head,
    pub(super) suite: &'a SuiteDigests,
    pub(super) saved: &'a [SavedFailures],
    pub(super) result: &'a WorkResult,
    pub(super) journal: &'a Path,
}

impl CertificateIssuer<'_> {
    /// Writes the certificate of each backend, and returns the outcome for each.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn all(
        &self,
        backends: &[&'static dyn Backend],
        paths: &[PathBuf],
    ) -> Result<Vec<Status>, Failure> {
        let mut scores = None;
        let each = backends.iter().zip(paths).enumerate();
        each.map(|(k, (backend, path))| self.one(*backend, path, k + 1, &mut scores))
            .collect()
    }

    fn one(
        &self,
        backend: &'static dyn Backend,
        path: &Path,
        queue: usize,
        scores: &mut Option<BTreeMap<String, KillScore>>,
    ) -> Result<Status, Failure> {
        let (progress, results) = (self.close.progress, &self.result.results);
        let mut evidence = assemble::assemble(
            self.context,
            self.skeleton(backend, scores),
            results,
            self.shard,
        );
        losses::note(&mut evidence, self.context, results, &self.result.ledger);
        let mut rates_found = baselines::Rates::new();
        if self.head.settings.baselines {
            let tell = |line: &str| progress.line(line);
            let catalog = self.context.catalog();
            rates_found = baselines::measure(&mut evidence, catalog, backend, &tell);
            progress.line(&baselines::summary(&evidence, &rates_found));
        }
        let rates = conclusion::rates(&self.result.spent, queue);
        let facts = RunFacts {
            proofs: conclusion::proofs(results),
            baselines: rates_found,
            inputs: self.context.run_inputs(&backend.identity().slug),
            ..conclusion::facts(self.began, self.threads, rates, self.context.absent())
        };
        let certificate = Certificate::seal(evidence, facts);
        if !self.close.arguments.answers.is_empty() {
            verified(&certificate, self.context.catalog())?;
        }
        output::keep(path, &certificate, self.close.arguments).map_err(|failure| {
            failure.adding(&format!(
                "; finished work is in {}: correct the fault and continue with --resume",
                self.journal.display()
            ))
        })?;
        Ok(self.close.conclude(&certificate, path))
    }

    /// The evidence without results. Kill scores are about ops and declarations, so all backends share them.
    fn skeleton(
        &self,
        backend: &'static dyn Backend,
        scores: &mut Option<BTreeMap<String, KillScore>>,
    ) -> Evidence {
        let settings = self.head.settings.clone();
        let mut evidence = skeleton::skeleton(
            self.context,
            backend.identity(),
            settings,
            self.shard,
            self.suite,
        );
        evidence.regressions = self.saved.to_vec();
        if self.head.settings.mutate {
            let scores =
                scores.get_or_insert_with(|| kills::scores(self.context.catalog(), &evidence.ops));
            for op in &mut evidence.ops {
                op.kills = scores.get(&op.id).cloned();
            }
        }
        evidence
    }
}

/// Refuses a certificate of a sender's answers that does not verify: no run gives such answers.
fn verified(certificate: &Certificate, catalog: &Catalog) -> Result<(), Failure> {
    let refusal = Verifier::new(catalog).content(certificate.clone()).err();
    let first = refusal.and_then(|refusal| refusal.lines().into_iter().next());
    first.map_or(Ok(()), |first| {
        Err(Failure::refuted(format!(
            "no certificate is written, because it would not verify: {first}. Run the kit again on the device"
        )))
    })
}
