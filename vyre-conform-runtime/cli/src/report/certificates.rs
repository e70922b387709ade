//! Description of each certificate: backend, settings, run, digests.

use super::CertificatePage;
use super::parts::short;
use maud::{Markup, html};
use vyre_conform_certificate::certificate::{Certificate, Evidence, Part};
use vyre_conform_harness::report::{pluralize, thousands};
use vyre_conform_suite::backend::digest::KIT;

/// Description of each certificate: backend, levels, settings, run.
pub(super) fn certificates(sheets: &[CertificatePage<'_>]) -> Markup {
    html! {
        section #certificates aria-labelledby="certificates-title" {
            h2 #certificates-title { "Certificates" }
            @for sheet in sheets { (card(sheet)) }
        }
    }
}

fn card(sheet: &CertificatePage<'_>) -> Markup {
    let certificate = &sheet.certificate;
    let evidence = &certificate.evidence;
    let (backend, settings, run) = (&evidence.backend, &evidence.settings, &certificate.run);
    let cases = total(certificate, |part| part.cases);
    let by_digest = total(certificate, |part| part.by_digest.unwrap_or_default());
    let digests = &evidence.profile.digests;
    html! {
        details.certificate #(sheet.anchor()) {
            summary { strong { (sheet.name) } " " (short(&backend.device)) ", " (evidence.track)
                @if sheet.is_refused() { " " span.chip.bad { "not verified" } } }
            @for level in &evidence.levels { p {
                @if sheet.is_refused() { "claims " }
                (short(&level.describe(&evidence.levels, sheet.absent_from(level.level)))) } }
            p { (pluralize(evidence.ops.len() as u64, "op", "ops")) ", "
                (pluralize(evidence.engines.len() as u64, "engine", "engines")) ", "
                (pluralize(certificate.parts().count() as u64, "part", "parts")) ", "
                (pluralize(cases, "case", "cases")) }
            dl {
                (row("Driver", &short(&backend.driver)))
                (row("Backend", &format!("{} ({})", backend.slug, backend.kind)))
                (row("Exactness", &format!("integers {}, floats {}", evidence.profile.integers,
                    evidence.profile.floats)))
                @if by_digest > 0 {
                    (row("Digests", &format!("{} cases compared by digests of {} bits. {}", thousands(by_digest),
                        digests.bits, digests.soundness)))
                } @else if backend.kind.starts_with(KIT) {
                    (row("Digests", &format!("The answers are digests of {} bits. {}", digests.bits,
                        digests.soundness)))
                }
                (row("Inputs", &inputs(evidence)))
                (row("Signature", &if sheet.signed { "a file beside it, which is not checked here" } else { "none is beside it" }))
                @if !sheet.absent.is_empty() {
                    (row("Not about", &format!("{} of this library, which it does not list",
                        pluralize(sheet.absent.len() as u64, "op, engine or filetest", "ops, engines and filetests"))))
                }
                (by_word(sheet))
                @if !settings.domains.is_empty() {
                    (row("More domains", &settings.domains.join(", ")))
                }
                @if let Some(filter) = &settings.filter { (row("Filter", filter)) }
                @if evidence.shards.of > 1 {
                    (row("Shard", &format!("{}: levels belong to the whole", evidence.shards)))
                }
                (row("Run", &format!("{} to {} on {}, {} threads", run.started, run.finished, short(&run.host),
                    run.threads)))
                (row("Suite", &format!("{}, format {}", evidence.suite_version,
                    certificate.format_version)))
            }
            (details(certificate))
            @if sheet.library.is_none() {
                p.note { "It is about another op library than the one this report was made with: names of \
                    operands, laws in symbols, steps of counterexamples and maps are left out." }
            }
            (regressions(sheet))
        }
    }
}

/// A number summed over all parts.
fn total(certificate: &Certificate, number: impl Fn(&Part) -> u64) -> u64 {
    certificate.parts().map(number).fold(0, u64::saturating_add)
}

/// A row of a description.
fn row(name: &str, value: &dyn maud::Render) -> Markup {
    html! { dt { (name) } dd { (value) } }
}

/// The parts and cases whose absence rests on the issuer's word.
fn by_word(sheet: &CertificatePage<'_>) -> Markup {
    html! {
        @if sheet.by_word > 0 {
            (row("By word alone", &format!("{} unsupported for a reason that neither the file nor the \
                library gives", pluralize(sheet.by_word as u64, "part is", "parts are"))))
        }
        @if sheet.left_out > 0 {
            (row("Left out by word alone", &format!("{} of engines and random programs, for reasons that the \
                listed limits do not give", pluralize(sheet.left_out, "case", "cases"))))
        }
    }
}

/// Digests, features and limits of a certificate.
fn details(certificate: &Certificate) -> Markup {
    let evidence = &certificate.evidence;
    let (backend, run) = (&evidence.backend, &certificate.run);
    let features = match &backend.features[..] {
        [] => "none".to_owned(),
        features => features.join(", "),
    };
    html! {
        details {
            summary { "Digests, features and limits" }
            dl {
                dt { "Certificate" } dd { code { (certificate.digest) } }
                dt { "Registry" } dd { code { (evidence.registry_digest) } }
                dt { "Vocabulary" } dd { code { (evidence.spec_digest) } }
                (row("Features", &features))
                @for (name, value) in &backend.limits { (row(name, &thousands(*value))) }
                @for (name, rate) in &run.rates {
                    (row(&format!("Rate, {name}"), &format!("{} cases/s", thousands(*rate))))
                }
            }
        }
    }
}

/// The inputs of the run; settings for absent parts are omitted.
fn inputs(evidence: &Evidence) -> String {
    let settings = &evidence.settings;
    let mut text = format!(
        "seed {}, {} witnesses a check",
        settings.seed,
        thousands(settings.witnesses)
    );
    if !evidence.engines.is_empty() {
        text += &format!(", {} inputs an engine", thousands(settings.engine_inputs));
    }
    if let Some(programs) = &evidence.programs {
        text += &format!(", {} random programs", thousands(programs.count));
    }
    text
}

/// Saved failures in use, and retired ones.
fn regressions(sheet: &CertificatePage<'_>) -> Markup {
    let saved = &sheet.certificate.evidence.regressions;
    let cases: u64 = saved.iter().map(|s| s.cases).fold(0, u64::saturating_add);
    let retired: Vec<_> = saved.iter().flat_map(|s| &s.retired).collect();
    html! {
        @if cases > 0 {
            p { (pluralize(cases, "saved failure is", "saved failures are")) " listed, "
                (thousands(retired.len() as u64)) " retired"
                @if sheet.is_refused() { "." }
                @else if sheet.unreplayed > 0 {
                    "; " (thousands(sheet.unreplayed)) " that no part replays, by the issuer's word alone."
                } @else if retired.is_empty() { "; every one was replayed." }
                @else { "." } }
            @if !retired.is_empty() {
                ul { @for case in &retired { li { code { (case.case) } " " (case.reason) } } }
            }
        }
    }
}
