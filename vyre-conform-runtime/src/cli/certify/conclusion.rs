//! What a run says at its end.

use super::super::describe::describe;
use super::super::exit::Status;
use super::super::progress::Progress;
use super::Arguments;
use crate::certify::certificate::{self, Certificate, OutcomeName, RunFacts};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;

/// Tells of a certificate, and says how the run ends for it.
pub(super) fn conclude(
    arguments: &Arguments,
    progress: &Progress,
    certificate: &Certificate,
    path: &Path,
) -> Status {
    let level = arguments.level.as_deref();
    progress.event(
        "certificate",
        json!({"file": path.display().to_string(), "digest": certificate.digest,
            "levels": certificate.evidence.levels}),
    );
    // The level that was asked for, for everything that the filter took.
    let reached = level.is_none_or(|level| certificate::reached(&certificate.evidence, level));
    if !arguments.json {
        print!("{}", describe(certificate));
        if let Some(level) = level.filter(|_| !reached) {
            println!("{level} was asked for and is not established");
        }
        println!("{}\n{}", certificate.digest, path.display());
    }
    let failed = certificate
        .parts()
        .any(|part| part.outcome == OutcomeName::Failed);
    match failed || !reached {
        true => Status::Refuted,
        false => Status::Success,
    }
}

/// Times, host and rates of a run.
pub(super) fn facts(began: SystemTime, threads: usize, rates: BTreeMap<String, u64>) -> RunFacts {
    let time = |t| humantime::format_rfc3339_seconds(t).to_string();
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname")
        .ok()
        .or_else(|| std::env::var("COMPUTERNAME").ok())
        .or_else(|| std::env::var("HOSTNAME").ok());
    RunFacts {
        started: time(began),
        finished: time(SystemTime::now()),
        host: host.unwrap_or_default().trim().to_owned(),
        threads: threads as u64,
        rates,
        checksum: String::new(),
    }
}
