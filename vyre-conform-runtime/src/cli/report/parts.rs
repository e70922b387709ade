//! Parts of a certificate in words and tables.

use crate::certify::certificate::{OutcomeName, Part};
use crate::cli::list::said;
use crate::harness::report::thousands;
use crate::registry::base_id;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Characters of a reason that are shown: a stranger's text may have any length.
const REASON: usize = 600;

/// A text, cut where it is very long.
pub(super) fn short(text: &str) -> String {
    let line = text.trim();
    match line.char_indices().nth(REASON) {
        Some((at, _)) => format!("{}\u{2026}", &line[..at]),
        None => line.to_owned(),
    }
}

/// What is said against further use of an op or an engine: its note, and of an older version that it is one.
pub(super) fn superseded(id: &str, note: Option<&'static str>) -> Option<&'static str> {
    let older = || (base_id(id) != id).then_some("a newer version stands beside it");
    note.map(said).or_else(older)
}

/// How a part ended, as a word that is also coloured.
pub(super) fn outcome(outcome: OutcomeName) -> Markup {
    match outcome {
        OutcomeName::Passed => html! { span.chip.good { "passed" } },
        OutcomeName::Failed => html! { span.chip.bad { "failed" } },
        OutcomeName::Unsupported => html! { span.chip.open { "unsupported" } },
        OutcomeName::NotRun => html! { span.chip.open { "not run" } },
    }
}

/// A level, or why there is none.
pub(super) fn level(level: Option<&str>, unsupported: bool) -> Markup {
    let word = level_name(level, unsupported);
    let class = match (level, unsupported) {
        (_, true) | (None, _) => "open",
        (Some("L1" | "L1f" | "L1a"), _) => "fair",
        _ => "good",
    };
    html! { span class={ "chip " (class) } { (word) } }
}

/// The same as a word.
pub(super) fn level_name(level: Option<&str>, unsupported: bool) -> &str {
    match (level, unsupported) {
        (_, true) => "unsupported",
        (Some(level), _) => level,
        (None, _) => "not established",
    }
}

/// One row a subject and kind; every part that did not pass by itself.
pub(super) fn table(parts: &[Part]) -> Markup {
    let mut rows: BTreeMap<(&str, &str), (usize, usize, u64)> = BTreeMap::new();
    for part in parts {
        let row = rows.entry((&part.subject, &part.part)).or_default();
        row.0 += usize::from(part.outcome == OutcomeName::Passed);
        row.1 += 1;
        row.2 = row.2.saturating_add(part.cases);
    }
    let rest = parts.iter().filter(|p| p.outcome != OutcomeName::Passed);
    let rest: Vec<&Part> = rest.collect();
    html! {
        div.scroll { table.parts {
            thead { tr { th scope="col" { "Subject" } th scope="col" { "Part" }
                th.number scope="col" { "Passed" } th.number scope="col" { "Cases" } } }
            tbody { @for ((subject, part), (passed, all, cases)) in &rows { tr {
                td { (subject) } td { (part) }
                td.number { (passed) " of " (all) } td.number { (thousands(*cases)) }
            } } }
        } }
        @if !rest.is_empty() {
            ul.reasons { @for part in rest {
                li { (outcome(part.outcome)) " " code { (part.id) }
                    @if let Some(reason) = &part.reason { ": " (short(reason)) } }
            } }
        }
    }
}
