//! Final messages of a run.

use super::super::describe::describe;
use super::super::exit::Status;
use super::super::loudness::Verbosity;
use super::super::progress::Progress;
use super::{Arguments, TaskResult};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::{Duration, SystemTime};
use vyre_conform_certificate::certificate::{
    self, Certificate, LossEvidence, OutcomeName, RunFacts,
};
use vyre_conform_suite::backend::AbsentBackend;

/// Reports a certificate and returns the status of the run.
pub(super) fn conclude(
    arguments: &Arguments,
    progress: &Progress,
    (certificate, path): (&Certificate, &Path),
    requests_per_loss: u64,
    loudness: Verbosity,
) -> Status {
    let level = arguments.level;
    progress.event(
        "certificate",
        json!({"file": path.display().to_string(), "digest": certificate.digest,
            "levels": certificate.evidence.levels, "losses": certificate.evidence.losses}),
    );
    let of = |level| certificate::level(&certificate.evidence, level);
    let reached = level.is_none_or(|level| of(level).is_some_and(|level| level.established));
    let losses = certificate.evidence.losses.map(LossEvidence::losses);
    let refusal = losses.and_then(|losses| losses.refusal(requests_per_loss));
    if !arguments.json {
        if !loudness.is_quiet() {
            say!("{}", describe(certificate, &[]));
        }
        match level
            .filter(|_| !reached)
            .map(|level| (level.name(), of(level)))
        {
            Some((_, Some(level))) => {
                let description = level.describe(&certificate.evidence.levels, 0);
                sayln!("the required level is not established: {description}");
            }
            Some((name, None)) => {
                sayln!("{name} is required, and this certificate does not cover it")
            }
            None => {}
        }
        if let Some(refusal) = &refusal {
            sayln!("the backend is unreliable: {refusal}");
        }
        sayln!("{}\n{}", certificate.digest, path.display());
    }
    let failed = certificate
        .parts()
        .any(|part| part.outcome == OutcomeName::Failed);
    if failed || !reached || refusal.is_some() {
        Status::Refuted
    } else {
        Status::Success
    }
}

/// Cases per second of one worker: of the reference, or summed over the devices of the backend with this queue, and of
/// each device if there are several.
pub(super) fn rates(spent: &[(usize, u64, Duration)], queue: usize) -> BTreeMap<String, u64> {
    let rate = |(_, cases, time): &(usize, u64, Duration)| {
        (*cases as f64 / time.as_secs_f64().max(1e-6)) as u64
    };
    let mut rates = BTreeMap::from([("reference".to_owned(), rate(&spent[0]))]);
    let ran = |s: &&(usize, u64, Duration)| s.0 == queue && !s.2.is_zero();
    let devices: Vec<u64> = spent.iter().filter(ran).map(rate).collect();
    rates.insert("backend".to_owned(), devices.iter().sum());
    if devices.len() > 1 {
        let named = |(k, rate): (usize, &u64)| (format!("backend device {}", k + 1), *rate);
        rates.extend(devices.iter().enumerate().map(named));
    }
    rates
}

/// The duration of each proof.
pub(super) fn proofs(results: &HashMap<String, Vec<TaskResult>>) -> BTreeMap<String, u64> {
    let all = results.values().flatten();
    let timed = all.filter_map(|result| Some((result.id.clone(), result.milliseconds?)));
    timed.collect()
}

/// Times, host and rates of a run, and the missing backends.
pub(super) fn facts(
    began: SystemTime,
    threads: usize,
    rates: BTreeMap<String, u64>,
    absent: &[AbsentBackend],
) -> RunFacts {
    // A clock that was set back meanwhile must not make the run end before it began.
    let ended = SystemTime::now().max(began);
    let time = |t| humantime::format_rfc3339_seconds(t).to_string();
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname")
        .ok()
        .or_else(|| std::env::var("COMPUTERNAME").ok())
        .or_else(|| std::env::var("HOSTNAME").ok());
    RunFacts {
        started: time(began),
        finished: time(ended),
        host: host.unwrap_or_default().trim().to_owned(),
        threads: threads as u64,
        rates,
        absent: absent.iter().map(ToString::to_string).collect(),
        ..RunFacts::default()
    }
}
