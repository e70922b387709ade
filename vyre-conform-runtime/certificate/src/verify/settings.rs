//! Plausibility of the settings and shards of a certificate.

use crate::certificate::{Evidence, MAX_FILTER, Settings, Shards};
use vyre_conform_suite::backend::{Profile, is_adapter};
use vyre_conform_suite::plan::Domain;
use vyre_conform_suite::plan::numbers::{MAX_ENGINE_INPUTS, MAX_PROGRAMS, MAX_WITNESSES, seed};

/// The faults of settings and shards.
pub(super) fn problems(evidence: &Evidence) -> Vec<String> {
    let settings = &evidence.settings;
    let mut problems: Vec<String> = of_shards(&evidence.shards).into_iter().collect();
    let written = seed(&settings.seed).map(|seed| format!("{seed:#x}"));
    if written.as_ref() != Some(&settings.seed) {
        problems.push("its seed is not written as the suite writes seeds".into());
    }
    problems.extend(of_counts(settings));
    problems.extend(of_losses(evidence));
    if evidence.backend.features.iter().any(String::is_empty) {
        problems.push("a feature of its backend has no name".into());
    }
    if !are_known(&settings.domains) {
        problems.push("its domains are not distinct domains of laws that a run can add".into());
    }
    if settings
        .filter
        .as_ref()
        .is_some_and(|f| f.len() > MAX_FILTER)
    {
        problems.push(format!("its filter has more than {MAX_FILTER} bytes"));
    }
    if settings.filter.as_deref() == Some("") {
        problems.push("its filter is empty; a run without a filter states none".into());
    }
    problems
}

fn of_shards(shards: &Shards) -> Option<String> {
    let one = match shards.have[..] {
        [k] => (1..=shards.of).contains(&k),
        _ => false,
    };
    if !one {
        let some: Vec<u64> = shards.have.iter().take(8).copied().collect();
        let more = if shards.have.len() > some.len() {
            " and more"
        } else {
            ""
        };
        return Some(format!("{some:?}{more} are not shards of {}", shards.of));
    }
    None
}

fn of_counts(settings: &Settings) -> Vec<String> {
    let mut problems = vec![];
    if !(1..=MAX_ENGINE_INPUTS).contains(&settings.engine_inputs) {
        problems.push(format!(
            "it states {} inputs of engines; a run has 1 to {MAX_ENGINE_INPUTS}",
            settings.engine_inputs
        ));
    }
    if settings.witnesses > MAX_WITNESSES {
        problems.push(format!(
            "it states {} witnesses; a run has at most {MAX_WITNESSES}",
            settings.witnesses
        ));
    }
    if settings.programs > MAX_PROGRAMS {
        problems.push(format!(
            "it states {} random programs; a run has at most {MAX_PROGRAMS}",
            settings.programs
        ));
    }
    problems
}

fn of_losses(evidence: &Evidence) -> Vec<String> {
    let mut problems = vec![];
    if let Some(losses) = evidence.losses
        && !(1..=losses.requests).contains(&losses.lost)
    {
        problems.push(format!(
            "it states {} lost requests of {}; a certificate states those of a run that lost some, and no \
             more than it sent",
            losses.lost, losses.requests
        ));
    }
    if evidence.losses.is_some() && is_in_process(&evidence.backend.kind) {
        problems.push(format!(
            "it states lost requests, and a backend of the kind `{}` loses none: it runs in the process of the suite",
            evidence.backend.kind
        ));
    }
    problems
}

/// True if these are domains that a run may be asked for, once each.
fn are_known(domains: &[String]) -> bool {
    let more = [Domain::ExhaustiveU16, Domain::ExhaustiveFull].map(Domain::name);
    let mut seen = vec![];
    domains.iter().all(|name| {
        let new = more.contains(&name.as_str()) && !seen.contains(&name);
        seen.push(name);
        new
    })
}

/// True for backends of the suite that send no requests: adapters and the processor.
fn is_in_process(kind: &str) -> bool {
    let (kind, profile) = Profile::of(kind).map_or((kind, None), |(kind, of)| (kind, Some(of)));
    is_adapter(kind) || profile == Some(Profile::KernelRust)
}
