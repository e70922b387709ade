//! Summary of a certificate in a few lines.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use vyre_conform_certificate::certificate::{
    Certificate, Evidence, LevelEvidence, LossEvidence, OpEvidence, OutcomeName, Part,
};
use vyre_conform_certificate::escape::plain;
use vyre_conform_certificate::verify::{AbsentEntry, Verification};
use vyre_conform_harness::report::pluralize;
use vyre_conform_spec::evidence::WITNESSES_REQUIRED;
use vyre_conform_suite::plan::numbers::ENGINE_INPUTS_REQUIRED;

/// Maximal number of listed items of one kind; the rest is counted.
const SHOWN: usize = 8;

/// Maximal displayed characters of a text from the file, which may have millions.
const TEXT: usize = 500;

/// The summary as data.
#[derive(Serialize)]
pub(super) struct Description {
    digest: String,
    adapter: String,
    device: String,
    driver: String,
    parts: Parts,
    levels: Vec<DescribedLevel>,
    /// Lost requests of the backend, if any.
    losses: Option<LossEvidence>,
    /// Its shards, and the number of all shards.
    shards: Vec<u64>,
    of: u64,
}

/// A level relative to this program's library: `established` if all of the library reached it.
#[derive(Serialize)]
struct DescribedLevel {
    #[serde(flatten)]
    of: LevelEvidence,
    /// Number of unlisted ops and engines of the library that the level requires.
    absent: u64,
}

impl DescribedLevel {
    fn new(level: &LevelEvidence, absent: u64) -> Self {
        let established = level.established && absent == 0;
        let of = LevelEvidence {
            established,
            ..level.clone()
        };
        Self { of, absent }
    }
}

/// Numbers of parts by outcome.
#[derive(Serialize)]
struct Parts {
    passed: usize,
    failed: usize,
    unsupported: usize,
    not_run: usize,
    cases: u64,
}

impl Description {
    pub(super) fn new(verified: &Verification) -> Self {
        let certificate = &verified.certificate;
        let evidence = &certificate.evidence;
        let levels = evidence.levels.iter();
        let level = |of: &LevelEvidence| DescribedLevel::new(of, verified.absent_from(of.level));
        let count = |outcome| {
            let parts = certificate.parts();
            parts.filter(|p| p.outcome == outcome).count()
        };
        let cases = certificate.parts().map(|p| p.cases);
        Self {
            digest: certificate.digest.clone(),
            adapter: evidence.backend.slug.clone(),
            device: evidence.backend.device.clone(),
            driver: evidence.backend.driver.clone(),
            parts: Parts {
                passed: count(OutcomeName::Passed),
                failed: count(OutcomeName::Failed),
                unsupported: count(OutcomeName::Unsupported),
                not_run: count(OutcomeName::NotRun),
                cases: cases.fold(0, u64::saturating_add),
            },
            levels: levels.map(level).collect(),
            losses: evidence.losses,
            shards: evidence.shards.have.clone(),
            of: evidence.shards.of,
        }
    }
}

fn results(out: &mut String, parts: &[&Part]) {
    let count = |outcome| parts.iter().filter(|p| p.outcome == outcome).count();
    let cases: u64 = parts.iter().map(|p| p.cases).fold(0, u64::saturating_add);
    let _ = writeln!(
        out,
        "{}: {} passed, {} failed, {} unsupported, {} not run; {}",
        pluralize(parts.len() as u64, "part", "parts"),
        count(OutcomeName::Passed),
        count(OutcomeName::Failed),
        count(OutcomeName::Unsupported),
        count(OutcomeName::NotRun),
        pluralize(cases, "case", "cases"),
    );
}

fn ops_by_level(out: &mut String, evidence: &Evidence) {
    let mut by_level: BTreeMap<String, usize> = BTreeMap::new();
    for op in &evidence.ops {
        let level = match (&op.level, &op.unsupported) {
            (_, Some(_)) => "unsupported",
            (Some(level), _) => level.name(),
            _ => "not established",
        };
        *by_level.entry(level.to_owned()).or_default() += 1;
    }
    let ops: Vec<String> = by_level
        .iter()
        .map(|(level, n)| format!("{n} {}", shown(level)))
        .collect();
    let all = pluralize(evidence.ops.len() as u64, "op", "ops");
    let _ = writeln!(out, "{all}: {}", ops.join(", "));
}

/// Backend, levels, refutations and gaps. `absent` are the ops and engines of the library that the certificate does not
/// list.
pub(super) fn describe(certificate: &Certificate, absent: &[AbsentEntry]) -> String {
    let evidence = &certificate.evidence;
    let backend = &evidence.backend;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}: {} ({})",
        shown(&backend.slug),
        shown(&backend.device),
        shown(&backend.driver)
    );
    let parts: Vec<_> = certificate.parts().collect();
    results(&mut out, &parts);
    if let Some(losses) = evidence.losses {
        let _ = writeln!(out, "{}", losses.losses());
    }
    ops_by_level(&mut out, evidence);
    let lacking = |op: &OpEvidence| Some(format!("{} needs {}", op.id, op.unsupported.as_ref()?));
    let unsupported: Vec<String> = evidence.ops.iter().filter_map(lacking).collect();
    list(&mut out, "  unsupported: ", &unsupported);
    let failed = parts.iter().filter(|p| p.outcome == OutcomeName::Failed);
    list(
        &mut out,
        "  refuted: ",
        &failed.map(|p| why(p)).collect::<Vec<_>>(),
    );
    if evidence.shards.of > 1 {
        let have: Vec<String> = evidence.shards.have.iter().map(u64::to_string).collect();
        let _ = writeln!(
            out,
            "shard {} of {}: levels belong to the whole; `merge` makes it",
            have.join(", "),
            evidence.shards.of
        );
        return out;
    }
    for level in &evidence.levels {
        let absent = absent.iter().filter(|of| of.counts_for(level.level));
        let description = level.describe(&evidence.levels, absent.count() as u64);
        let _ = writeln!(out, "{}", shown(&description));
        list(&mut out, "  missing: ", &level.missing);
    }
    let witnesses = evidence.settings.witnesses;
    let is_short = evidence.levels.iter().any(|level| !level.established);
    if is_short && witnesses < WITNESSES_REQUIRED {
        let _ = writeln!(
            out,
            "a level takes {WITNESSES_REQUIRED} witnesses of every claim that is not tried whole; this run had \
             {witnesses} (--cases)"
        );
    }
    let inputs = evidence.settings.engine_inputs;
    if is_short && !evidence.engines.is_empty() && inputs < ENGINE_INPUTS_REQUIRED {
        let _ = writeln!(
            out,
            "a level takes {ENGINE_INPUTS_REQUIRED} generated inputs of every check of an engine; this run had {inputs} \
             (--engine-inputs)"
        );
    }
    out
}

/// A text of the file, safe for a terminal and cut if long.
fn shown(text: &str) -> String {
    match text.char_indices().nth(TEXT) {
        Some((at, _)) => format!("{}\u{2026}", plain(&text[..at])),
        None => plain(text).into_owned(),
    }
}

/// The report of a failed part: its reason, which contains its name.
fn why(part: &Part) -> String {
    match part.reason.as_deref().map(str::trim) {
        None | Some("") => format!("{}: it failed, and no reason is reported", part.id),
        Some(reason) if reason.contains(&part.id) => reason.to_owned(),
        Some(reason) => format!("{}: {reason}", part.id),
    }
}

fn list(out: &mut String, label: &str, lines: &[String]) {
    for line in lines.iter().take(SHOWN) {
        let _ = writeln!(out, "{label}{}", shown(line));
    }
    if lines.len() > SHOWN {
        let _ = writeln!(out, "{label}and {} more", lines.len() - SHOWN);
    }
}
