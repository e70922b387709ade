//! The first sections: the certificates, their levels, what is refuted, what is not established.

use super::Sheet;
use super::page::anchor;
use super::parts::{outcome, short};
use crate::certify::certificate::{OutcomeName, Part};
use crate::harness::report::{counted, thousands};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Names that are listed before the rest is folded.
const LISTED: usize = 12;

/// Who the page is about.
pub(super) fn subject(sheets: &[Sheet<'_>]) -> String {
    let mut devices: Vec<&str> = vec![];
    for sheet in sheets {
        let device = sheet.certificate.evidence.backend.device.as_str();
        if !devices.contains(&device) {
            devices.push(device);
        }
    }
    devices.join(", ")
}

/// Problems of a certificate that are shown; the others are counted.
const PROBLEMS: usize = 20;

/// Whether each certificate verifies, before anything that it claims.
pub(super) fn verification(sheets: &[Sheet<'_>]) -> Markup {
    html! {
        section #verification aria-labelledby="verification-title" {
            h2 #verification-title { "Verification" }
            @for sheet in sheets {
                @match &sheet.refused {
                    None => p.verified { strong { (sheet.name) } ": verified against this op library: its digest fits, \
                        and its parts, numbers of cases and levels are consistent. Nothing was run again: results, \
                        device and unsupported parts are the issuer's word."
                        @if sheet.by_word > 0 { " " (counted(sheet.by_word as u64, "part is", "parts are")) " unsupported \
                            for a reason that neither the file nor the library gives." } },
                    Some(problems) => div.refused role="alert" {
                        p { strong { "not verified: " (sheet.name) } " What is shown of it below is what it claims." }
                        ul.reasons { @for line in problems.iter().take(PROBLEMS) { li { (short(line)) } } }
                        @if problems.len() > PROBLEMS { p { "and " (problems.len() - PROBLEMS) " more" } }
                    },
                }
            }
        }
    }
}

/// What each certificate is: backend, settings, run.
pub(super) fn certificates(sheets: &[Sheet<'_>]) -> Markup {
    html! {
        section #certificates aria-labelledby="certificates-title" {
            h2 #certificates-title { "Certificates" }
            div.cards { @for sheet in sheets { (card(sheet)) } }
        }
    }
}

fn card(sheet: &Sheet<'_>) -> Markup {
    let certificate = &sheet.certificate;
    let evidence = &certificate.evidence;
    let (backend, settings, run) = (&evidence.backend, &evidence.settings, &certificate.run);
    let cases: u64 = certificate
        .parts()
        .map(|p| p.cases)
        .fold(0, u64::saturating_add);
    let row = |name: &str, value: &dyn maud::Render| html! { dt { (name) } dd { (value) } };
    let number = thousands;
    let by_digest: u64 = certificate
        .parts()
        .filter_map(|p| p.by_digest)
        .fold(0, u64::saturating_add);
    let told = &evidence.profile.digests;
    html! {
        article.card {
            h3 { (sheet.name) @if sheet.is_refused() { " " span.chip.bad { "not verified" } } }
            p.lead { (backend.device) " " span.chip.track { (evidence.track) } }
            p { (counted(evidence.ops.len() as u64, "op", "ops")) ", "
                (counted(evidence.engines.len() as u64, "engine", "engines")) ", "
                (counted(certificate.parts().count() as u64, "part", "parts")) ", "
                (counted(cases, "case", "cases")) }
            dl {
                (row("Driver", &backend.driver))
                (row("Backend", &format!("{} ({})", backend.slug, backend.kind)))
                (row("Exactness", &format!("integers {}, floats {}", evidence.profile.integers,
                    evidence.profile.floats)))
                @if by_digest > 0 {
                    (row("Digests", &format!("{} cases compared by digests of {} bits. {}", number(by_digest),
                        told.bits, told.soundness)))
                }
                (row("Inputs", &format!("seed {}, {} witnesses a check, {} inputs an engine, {} random programs",
                    settings.seed, number(settings.witnesses), number(settings.engine_inputs),
                    number(settings.programs))))
                @if !settings.domains.is_empty() {
                    (row("More domains", &settings.domains.join(", ")))
                }
                @if let Some(filter) = &settings.filter { (row("Filter", filter)) }
                @if evidence.shards.of > 1 {
                    (row("Shard", &format!("{:?} of {}: levels belong to the whole",
                        evidence.shards.have, evidence.shards.of)))
                }
                (row("Run", &format!("{} to {} on {}, {} threads", run.started, run.finished, run.host,
                    run.threads)))
                (row("Suite", &format!("{}, format {}", evidence.suite_version,
                    certificate.format_version)))
            }
            details {
                summary { "Digests, features and limits" }
                dl {
                    dt { "Certificate" } dd { code { (certificate.digest) } }
                    dt { "Registry" } dd { code { (evidence.registry_digest) } }
                    dt { "Vocabulary" } dd { code { (evidence.spec_digest) } }
                    (row("Features", &match backend.features.is_empty() {
                        true => "none".to_owned(),
                        false => backend.features.join(", "),
                    }))
                    @for (name, value) in &backend.limits { (row(name, &thousands(*value))) }
                    @for (name, rate) in &run.rates {
                        (row(&format!("Rate, {name}"), &format!("{} cases/s", thousands(*rate))))
                    }
                }
            }
            @if sheet.library.is_none() {
                p.note { "It is about another op library than the one this report was made with: names of \
                    operands, laws in symbols, steps of counterexamples and maps are left out." }
            }
            (regressions(sheet))
        }
    }
}

/// Saved failures that count, and those withdrawn.
fn regressions(sheet: &Sheet<'_>) -> Markup {
    let saved = &sheet.certificate.evidence.regressions;
    let cases: u64 = saved.iter().map(|s| s.cases).fold(0, u64::saturating_add);
    let retired: Vec<_> = saved.iter().flat_map(|s| &s.retired).collect();
    html! {
        @if cases > 0 {
            p { (counted(cases, "saved failure", "saved failures")) " replayed, "
                (thousands(retired.len() as u64)) " retired." }
            @if !retired.is_empty() {
                ul { @for case in &retired { li { code { (case.case) } " " (case.reason) } } }
            }
        }
    }
}

/// Levels of the whole registry, certificate by certificate.
pub(super) fn levels(sheets: &[Sheet<'_>]) -> Markup {
    let names: Vec<&str> = sheets
        .iter()
        .flat_map(|s| &s.certificate.evidence.levels)
        .map(|l| l.level.as_str())
        .collect();
    let mut rows: Vec<&str> = vec![];
    names.into_iter().for_each(|name| {
        if !rows.contains(&name) {
            rows.push(name);
        }
    });
    html! {
        section #levels aria-labelledby="levels-title" {
            h2 #levels-title { "Levels of the registry" }
            div.scroll { table {
                thead { tr { th scope="col" { "Level" }
                    @for sheet in sheets {
                        th scope="col" { (sheet.name) br; small { (sheet.certificate.evidence.track) } }
                    } } }
                tbody { @for name in rows { tr {
                    th scope="row" { (name) }
                    @for sheet in sheets { td.unverified[sheet.is_refused()] { (level(sheet, name)) } }
                } } }
            } }
        }
    }
}

fn level(sheet: &Sheet<'_>, name: &str) -> Markup {
    let mut levels = sheet.certificate.evidence.levels.iter();
    let Some(level) = levels.find(|l| l.level == name) else {
        return html! { "not in this certificate" };
    };
    let text = level.to_string();
    if level.established && sheet.is_refused() {
        return html! { span.chip.open { "claimed, not verified" } };
    }
    if level.established {
        return html! { span.chip.good { (text) } };
    }
    html! {
        span.chip.open { (text) }
        (folded(&level.missing))
    }
}

/// The first of some lines, the rest folded.
pub(super) fn folded(lines: &[String]) -> Markup {
    html! {
        @if !lines.is_empty() {
            ul.reasons { @for line in lines.iter().take(LISTED) { li { (short(line)) } } }
        }
        @if lines.len() > LISTED {
            details { summary { (lines.len() - LISTED) " more" }
                ul.reasons { @for line in &lines[LISTED..] { li { (short(line)) } } } }
        }
    }
}

/// Everything that failed, with a link to where it is shown.
pub(super) fn refuted(sheets: &[Sheet<'_>]) -> Markup {
    let failed = |sheet: &Sheet<'_>| -> Vec<(String, Part)> {
        let evidence = &sheet.certificate.evidence;
        let ops = evidence
            .ops
            .iter()
            .map(|op| (anchor("op", &op.id), &op.parts));
        let engines = evidence.engines.iter();
        let engines = engines.map(|e| (anchor("engine", &e.id), &e.parts));
        let programs = evidence.programs.iter();
        let programs = programs.map(|of| ("programs".to_owned(), &of.parts));
        ops.chain(engines)
            .chain(programs)
            .flat_map(|(link, parts)| {
                let failed = parts.iter().filter(|p| p.outcome == OutcomeName::Failed);
                failed.map(move |p| (link.clone(), p.clone()))
            })
            .collect()
    };
    let all: Vec<_> = sheets.iter().map(|s| (s, failed(s))).collect();
    html! {
        section #refuted aria-labelledby="refuted-title" {
            h2 #refuted-title { "Refuted" }
            @if all.iter().all(|(_, list)| list.is_empty()) { p { "Nothing that ran was refuted." } }
            @for (sheet, list) in all.iter().filter(|(_, list)| !list.is_empty()) {
                h3 { (sheet.name) }
                ul.reasons { @for (link, part) in list {
                    li { (outcome(part.outcome)) " " a href={ "#" (link) } { (part.id) }
                        @if let Some(reason) = &part.reason { ": " (short(reason)) } }
                } }
            }
        }
    }
}

/// What was not established, by kind of reason.
pub(super) fn missing(sheets: &[Sheet<'_>]) -> Markup {
    html! {
        section #missing aria-labelledby="missing-title" {
            h2 #missing-title { "Not established, and why" }
            @for sheet in sheets {
                h3 { (sheet.name) }
                @let kinds = kinds(sheet);
                @if kinds.is_empty() { p { "Everything that was due was run." } }
                @for (kind, lines) in &kinds {
                    h4 { (kind) ": " (counted(lines.len() as u64, "entry", "entries")) }
                    (folded(lines))
                }
            }
        }
    }
}

/// Skipped entries by their kind, and parts that were not run for another reason.
fn kinds(sheet: &Sheet<'_>) -> BTreeMap<String, Vec<String>> {
    let evidence = &sheet.certificate.evidence;
    let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for skipped in &evidence.skipped {
        let line = format!("{}: {}", skipped.id, skipped.reason);
        kinds.entry(skipped.kind.clone()).or_default().push(line);
    }
    for part in sheet.certificate.parts() {
        let reason = part.reason.clone().unwrap_or_default();
        if part.outcome == OutcomeName::NotRun {
            let line = format!("{}: {reason}", part.id);
            kinds.entry("not_run".into()).or_default().push(line);
        }
        for size in &part.skipped {
            let line = format!("{}: {} ({} cases)", part.id, size.why, size.cases);
            kinds.entry("limits".into()).or_default().push(line);
        }
    }
    kinds
}
