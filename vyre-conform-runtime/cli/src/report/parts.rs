//! Parts of certificates in words and tables.

use super::CertificatePage;
use super::chip::chip;
use super::grouping::together;
use crate::list::deprecation;
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;
use vyre_conform_certificate::certificate::{OutcomeName, Part};
use vyre_conform_harness::report::thousands;
use vyre_conform_runtime::registry::base_id;

/// Maximal displayed characters of a reason: a foreign text may have any length.
const REASON: usize = 600;

/// Maximal number of listed reasons of a kind.
const LISTED: usize = 8;

/// A text, cut if it is very long.
pub(super) fn short(text: &str) -> String {
    let line = text.trim();
    match line.char_indices().nth(REASON) {
        Some((at, _)) => format!("{}\u{2026}", &line[..at]),
        None => line.to_owned(),
    }
}

/// The reason why a part did not pass, without its own id in front.
pub(super) fn reason(part: &Part) -> String {
    let why = part.reason.as_deref().unwrap_or("no reason is given");
    let bare = why
        .strip_prefix(&part.id[..])
        .and_then(|rest| rest.strip_prefix(": "));
    short(bare.unwrap_or(why))
}

/// The warning against further use of an op or engine: its note, or that it is an older version.
pub(super) fn superseded(id: &str, note: Option<&'static str>) -> Option<&'static str> {
    let older = || (base_id(id) != id).then_some("a newer version exists");
    note.map(deprecation).or_else(older)
}

/// A level in words.
pub(super) fn level_name(level: Option<&str>, unsupported: bool) -> &str {
    match (level, unsupported) {
        (_, true) => "unsupported",
        (Some(level), _) => level,
        (None, _) => "not established",
    }
}

/// A column of a table below its heading: cell by cell.
pub(super) type Cells<'a> = (&'a CertificatePage<'a>, Vec<Cell>);

/// A cell: its class, which may be empty, and its HTML.
pub(super) type Cell = (&'static str, String);

/// A table of certificates: columns that are equal in every row are merged, and equal adjacent cells of a row are
/// joined.
pub(super) fn compared(first: &str, rows: &[Markup], own: Vec<Cells<'_>>) -> Markup {
    let columns = together(own, |(one, cells), (other, more)| {
        cells == more && one.is_refused() == other.is_refused()
    });
    html! {
        div.scroll { table {
            thead { tr { th scope="col" { (first) } @for column in &columns { th scope="col" {
                @for (k, (sheet, _)) in column.iter().enumerate() { @if k > 0 { ", " br; } (sheet.stem()) }
                @if column[0].0.is_refused() { br; (chip("bad", "not verified")) } } } } }
            tbody { @for (k, row) in rows.iter().enumerate() { tr {
                th scope="row" { (row) } @for same in columns.chunk_by(|a, b| a[0].1[k] == b[0].1[k]) {
                    @let ((class, text), wide) = (&same[0][0].1[k], same.len());
                    td class=[(!class.is_empty()).then_some(class)] colspan=[(wide > 1).then_some(wide)] {
                        (PreEscaped(text)) }
                }
            } } }
        } }
    }
}

/// Parts of one subject and kind.
#[derive(Default)]
struct Sum {
    passed: usize,
    failed: usize,
    all: usize,
    cases: u64,
}

impl Sum {
    fn shown(&self) -> Markup {
        html! {
            @match (self.failed, self.passed) {
                (0, 0) => span.quiet { "not run" },
                (0, passed) => { (passed) @if passed < self.all { " of " (self.all) } },
                (failed, _) => strong.bad { (failed) " of " (self.all) " refuted" },
            }
            @if self.cases > 0 { ": " (thousands(self.cases)) }
        }
    }
}

/// One row per subject and kind, one column per certificate.
pub(super) fn table<'a>(own: &[(&'a CertificatePage<'a>, &'a [Part])]) -> Markup {
    let mut rows: BTreeMap<(String, &str), Vec<Sum>> = BTreeMap::new();
    for (k, (_, parts)) in own.iter().enumerate() {
        for part in *parts {
            let row = rows
                .entry((part.subject.to_string(), part.part.name()))
                .or_default();
            row.resize_with(own.len(), Sum::default);
            row[k].passed += usize::from(part.outcome == OutcomeName::Passed);
            row[k].failed += usize::from(part.outcome == OutcomeName::Failed);
            row[k].all += 1;
            row[k].cases = row[k].cases.saturating_add(part.cases);
        }
    }
    let names = rows
        .keys()
        .map(|(subject, part)| html! { (subject) ", " (part) });
    let names: Vec<Markup> = names.collect();
    let cell = |sum: &Sum| {
        if sum.all > 0 {
            sum.shown().into_string()
        } else {
            String::new()
        }
    };
    let cells = own.iter().enumerate().map(|(k, (sheet, _))| {
        let column = rows
            .values()
            .map(|sums| ("", sums.get(k).map_or_else(String::new, cell)));
        (*sheet, column.collect())
    });
    compared("Parts that passed: cases", &names, cells.collect())
}

/// Counts of parts that did not run, by reason, if any.
pub(super) fn reasons(parts: &[Part]) -> Option<String> {
    let mut counts: BTreeMap<(&str, String), u64> = BTreeMap::new();
    for part in parts {
        let word = match part.outcome {
            OutcomeName::NotRun => "not run",
            OutcomeName::Unsupported => "unsupported",
            OutcomeName::Passed | OutcomeName::Failed => continue,
        };
        *counts.entry((word, reason(part))).or_default() += 1;
    }
    let entries = counts.iter().take(LISTED);
    let mut entries: Vec<String> = entries
        .map(|((word, why), n)| format!("{n} {word}, {why}"))
        .collect();
    if counts.len() > LISTED {
        entries.push(format!("{} more reasons", counts.len() - LISTED));
    }
    (!entries.is_empty()).then(|| entries.join("; "))
}
