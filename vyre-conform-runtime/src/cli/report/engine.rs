//! An engine: what was asked of it, on which runner, and how that ended.

use super::Sheet;
use super::page::{anchor, family};
use super::parts::{level, level_name, outcome, short, superseded, table};
use crate::certify::certificate::{EngineEvidence, OutcomeName, Part, SkippedCases};
use crate::harness::report::counted;
use maud::{Markup, html};

/// The entry of an engine, with every certificate that has it.
pub(super) fn item(id: &str, sheets: &[Sheet<'_>]) -> Markup {
    let own: Vec<(&Sheet<'_>, &EngineEvidence)> = sheets
        .iter()
        .filter_map(|s| {
            let mut engines = s.certificate.evidence.engines.iter();
            Some((s, engines.find(|e| e.id == id)?))
        })
        .collect();
    let names = own
        .iter()
        .map(|(_, e)| level_name(e.level.as_deref(), e.unsupported.is_some()));
    let levels: Vec<&str> = names.collect();
    let failed = |e: &EngineEvidence| e.parts.iter().any(|p| p.outcome == OutcomeName::Failed);
    let refuted = own.iter().any(|(_, e)| failed(e));
    let link = anchor("engine", id);
    html! {
        details.item #(link) data-id=(id) data-family=(family(id)) data-levels=(levels.join("|"))
            data-refuted=[refuted.then_some("")] {
            summary { span.name { (id) } span.levels {
                @for (sheet, engine) in &own { span.unverified[sheet.is_refused()] {
                    (level(engine.level.as_deref(), engine.unsupported.is_some())) } }
            } }
            a.anchor href={ "#" (link) } { "Link to " (id) }
            @for (sheet, engine) in &own {
                section.sheet.unverified[sheet.is_refused()] {
                    h4 { (sheet.name) @if sheet.is_refused() { " " span.chip.bad { "not verified" } } }
                    p { "Version " (engine.version) ", " (counted(engine.cases, "case", "cases")) ". Invariants: "
                        (engine.invariants.join(", ")) "." }
                    @if let Some(note) = superseded(id, sheet.engine(id).and_then(|def| def.deprecated)) {
                        p.note { "Deprecated: " (note) }
                    }
                    @if let Some(what) = &engine.unsupported { p { "The backend lacks " (what) "." } }
                    @if !engine.missing.is_empty() {
                        ul.reasons { @for line in engine.missing.iter().take(20) { li { (short(line)) } } }
                    }
                    (table(&engine.parts))
                    @for part in engine.parts.iter().filter(|p| !p.skipped.is_empty()) {
                        p.note { (outcome(part.outcome)) " " code { (part.id) } ": " (sizes(part)) }
                    }
                }
            }
        }
    }
}

/// The sizes that a runner cannot take, and how many cases that is.
fn sizes(part: &Part) -> String {
    let one = |s: &SkippedCases| format!("{} ({})", s.why, counted(s.cases, "case", "cases"));
    let all: Vec<String> = part.skipped.iter().map(one).collect();
    all.join("; ")
}
