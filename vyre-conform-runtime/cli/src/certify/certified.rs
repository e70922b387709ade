//! Certificates without files, for programs with a catalog and backends of their own.

use super::losses::{self, Ledger};
use super::shard::Shard;
use super::{TaskResult, assemble, conclusion, skeleton};
use crate::{baselines, names};
use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};
use vyre_conform_certificate::certificate::{Certificate, RunFacts};
use vyre_conform_certificate::expected::settings;
use vyre_conform_certificate::names::Names;
use vyre_conform_harness::regressions::StoreError;
use vyre_conform_harness::run::executor::{self, OutcomeSink, WorkerGroup};
use vyre_conform_harness::run::{QueuedObligation, Task, WorkOutcome, WorkQueue};
use vyre_conform_harness::{Context, EndlessDigest, suite_digests};
use vyre_conform_runtime::sync::{cores, lock};
use vyre_conform_suite::plan::Obligation;

/// Reason for the lack of a certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifiedError {
    /// The run has no such backend.
    #[error("there is no backend `{slug}` in this run")]
    NoBackend {
        /// The requested slug.
        slug: String,
    },
    /// A function of an engine does not return.
    #[error(transparent)]
    Endless(#[from] EndlessDigest),
    /// The saved failures cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The results of parts, by id.
#[derive(Default)]
struct Results(Mutex<HashMap<String, Vec<TaskResult>>>);

impl OutcomeSink for Results {
    fn task_ended(&self, task: &Task<'_>, outcome: WorkOutcome, _station: usize, _took: Duration) {
        let result = TaskResult::new(task, outcome);
        let mut results = lock(&self.0);
        results.entry(result.id.clone()).or_default().push(result);
    }
}

/// The certificate of a run's evidence on one of its backends: the command `certify` without journal, shards and
/// interruption. `filter` has names in the syntax of the command.
///
/// # Errors
///
/// If there is no such backend, a function of an engine does not return, or saved failures cannot be read.
pub fn certified(
    context: &Context,
    backend: &str,
    filter: Option<&str>,
) -> Result<Certificate, CertifiedError> {
    let began = SystemTime::now();
    let found = context.backend(backend);
    let found = found.ok_or_else(|| CertifiedError::NoBackend {
        slug: backend.to_owned(),
    })?;
    let names = names::within(context.catalog(), Names::parse(filter.as_slice()));
    let names = (!names.is_empty()).then_some(names);
    let filter = names.as_ref().map(ToString::to_string);
    let mut evidence = skeleton::skeleton(
        context,
        found.identity(),
        settings(&context.settings().plan, filter.as_deref()),
        Shard::WHOLE,
        &suite_digests(context.catalog(), context.settings())?,
    );
    evidence.regressions = skeleton::saved(context, names.as_ref())?;
    let obligations = context.plan().obligations().iter();
    let by_id: HashMap<&str, &Obligation> = obligations.map(|o| (o.id.as_str(), o)).collect();
    let wanted = evidence.parts().filter(|part| part.reason.is_none());
    let items = wanted.map(|part| QueuedObligation {
        obligation: by_id[part.id.as_str()],
        ranges: part
            .due
            .map(|expected| std::iter::once(0..expected).collect()),
    });
    let front = Results::default();
    let station = WorkerGroup {
        queue: 0,
        workers: cores(),
        context: context.clone(),
    };
    executor::run(&[WorkQueue::new(items)], &[station], &front);
    let results = front.0.into_inner().unwrap_or_else(|e| e.into_inner());
    let mut evidence = assemble::assemble(context, evidence, &results, Shard::WHOLE);
    losses::note(&mut evidence, context, &results, &Ledger::default());
    let mut rates = baselines::Rates::new();
    if evidence.settings.baselines {
        rates = baselines::measure(&mut evidence, context.catalog(), found, &|_| {});
    }
    let facts = RunFacts {
        proofs: conclusion::proofs(&results),
        baselines: rates,
        inputs: context.run_inputs(backend),
        ..conclusion::facts(began, 1, BTreeMap::new(), context.absent())
    };
    Ok(Certificate::seal(evidence, facts))
}
