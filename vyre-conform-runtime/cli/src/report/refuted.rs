//! Refutations, before everything else, and gaps as counts by reason.

use super::chip::chip;
use super::column::{Column, LevelStatus, SubjectEvidence};
use super::entry::{Kind, anchor};
use super::matrix::Order;
use super::parts::{reason, short};
use maud::{Markup, html};
use std::collections::BTreeMap;
use vyre_conform_certificate::certificate::OutcomeName;
use vyre_conform_harness::report::{pluralize, thousands};
use vyre_conform_suite::plan::PROGRAMS;

/// Maximal number of listed entries before the rest is folded.
const LISTED: usize = 6;
/// Maximal characters of a reason in a long list.
const BRIEF: usize = 120;

/// All failures, with links to their details.
pub(super) fn refuted(
    order: &Order<'_>,
    columns: &[Column<'_>],
    kind: impl Fn(&str) -> Kind,
) -> Markup {
    let entries: Vec<Markup> = order
        .refuted
        .iter()
        .map(|id| entry(id, kind(id), columns))
        .collect();
    html! {
        section #refuted aria-labelledby="refuted-title" {
            h2 #refuted-title { "Refuted" }
            @if entries.is_empty() { p { "Nothing that ran was refuted." } } @else {
                (levels(columns))
                ul.reasons { @for entry in entries.iter().take(LISTED) { (entry) } }
                @if entries.len() > LISTED {
                    details { summary { (entries.len() - LISTED) " more refuted" }
                        ul.reasons { @for entry in &entries[LISTED..] { (entry) } } }
                }
            }
        }
    }
}

/// The levels that they refute.
fn levels(columns: &[Column<'_>]) -> Markup {
    let fallen = |column: &Column<'_>| -> Vec<String> {
        let levels = column.levels().into_iter();
        let fallen = levels.filter(|of| matches!(of.reached, LevelStatus::Refuted(_)));
        fallen.map(|of| of.level.level.name().to_owned()).collect()
    };
    html! {
        @for column in columns { @let fallen = fallen(column); @if !fallen.is_empty() {
            p { @for level in &fallen { (chip("bad", level)) " " } "on " (short(&column.name)) }
        } }
    }
}

fn entry(id: &str, kind: Kind, columns: &[Column<'_>]) -> Markup {
    let on = columns.iter().filter_map(|c| on(c, id));
    html! { li { a.bad href={ "#" (anchor(kind, id)) } { (id) } @for on in on { " " (on) } } }
}

/// The failure on a backend, in a line; a narrow line omits the reason.
fn on(column: &Column<'_>, id: &str) -> Option<Markup> {
    let entries = column.evidence(id);
    let parts: usize = entries.iter().map(|(_, entries)| entries.parts.len()).sum();
    let failed: Vec<_> = entries
        .iter()
        .flat_map(|(_, entries)| entries.failed())
        .collect();
    let first = reason(failed.first()?);
    let first: String = match first.char_indices().nth(BRIEF) {
        Some((at, _)) => format!("{}\u{2026}", &first[..at]),
        None => first,
    };
    let parts = pluralize(parts as u64, "part", "parts");
    Some(
        html! { (short(&column.name)) ", " (failed.len()) " of " (parts) span.why { ": " (first) } },
    )
}

/// The gaps, as counts by reason.
pub(super) fn missing(columns: &[Column<'_>]) -> Markup {
    html! {
        section #missing aria-labelledby="missing-title" {
            h2 #missing-title { "Not established, and why" }
            @for column in columns {
                h3 { (short(&column.name)) }
                @let reasons = reasons(column);
                @if reasons.is_empty() { p { "Everything that was expected was run." } } @else {
                    (counts(&reasons))
                }
            }
        }
    }
}

/// For each kind and reason, numbers of parts by op or engine.
type Reasons = BTreeMap<(&'static str, String), BTreeMap<String, u64>>;

fn reasons(column: &Column<'_>) -> Reasons {
    let mut reasons = Reasons::new();
    for sheet in &column.sheets {
        let evidence = &sheet.certificate.evidence;
        let ops = evidence
            .ops
            .iter()
            .map(|op| (&op.id[..], SubjectEvidence::from(op)));
        let engines = evidence
            .engines
            .iter()
            .map(|e| (&e.id[..], SubjectEvidence::from(e)));
        let programs = evidence
            .programs
            .iter()
            .map(|of| (PROGRAMS, SubjectEvidence::from(of)));
        let mut add = |kind, why: &str, id: &str| {
            let of = reasons.entry((kind, general(why))).or_default();
            *of.entry(id.to_owned()).or_default() += 1;
        };
        for absent in &sheet.absent {
            let why = format!("{} does not list it", sheet.name);
            add("of this library absent", &why, &absent.id);
        }
        let mut there = std::collections::BTreeSet::new();
        for (id, entries) in ops.chain(engines).chain(programs) {
            for part in entries.parts {
                let why = part.reason.as_deref().unwrap_or("no reason is given");
                there.insert(&part.id[..]);
                match part.outcome {
                    OutcomeName::NotRun => add("parts not run", why, id),
                    OutcomeName::Unsupported => add("parts unsupported", why, id),
                    OutcomeName::Passed | OutcomeName::Failed => {}
                }
                part.skipped
                    .iter()
                    .for_each(|s| add("parts skip cases", &s.why, id));
            }
        }
        // Entries outside of the file's ops and engines, whose parts are reported above.
        for skipped in evidence
            .skipped
            .iter()
            .filter(|s| !there.contains(&s.id[..]))
        {
            add(
                "left out",
                &format!("{}: {}", skipped.kind, skipped.reason),
                &skipped.id,
            );
        }
    }
    reasons
}

/// A reason without names, so that equal reasons of many ops are one.
fn general(reason: &str) -> String {
    let pieces = reason.split('`').enumerate();
    let pieces = pieces.map(|(k, piece)| if k % 2 == 1 { "\u{2026}" } else { piece });
    short(&pieces.collect::<Vec<_>>().join("`"))
}

fn counts(reasons: &Reasons) -> Markup {
    let mut rows: Vec<_> = reasons.iter().collect();
    rows.sort_by_key(|(_, ids)| std::cmp::Reverse(ids.values().sum::<u64>()));
    let row = |((kind, reason), ids): &(&(&str, String), &BTreeMap<String, u64>)| {
        let one = |(id, n): (&String, &u64)| format!("{} {}", short(id), thousands(*n));
        let all: Vec<String> = ids.iter().map(one).collect();
        html! { li {
            strong { (thousands(ids.values().sum())) } " " (kind) ", of "
            (pluralize(ids.len() as u64, "op or engine", "ops and engines")) ": " (reason)
            details { summary { "Which" } p.ids { (all.join(", ")) } }
        } }
    };
    html! {
        ul.reasons { @for entry in rows.iter().take(LISTED) { (row(entry)) } }
        @if rows.len() > LISTED {
            details { summary { (rows.len() - LISTED) " more reasons" }
                ul.reasons { @for entry in &rows[LISTED..] { (row(entry)) } } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the sentences of `lacks`, which differ in the names of ops alone.
    #[test]
    fn one_reason_of_many_ops_is_one() {
        let of = |op: &str| {
            general(&format!(
                "a native implementation, and `{op}` declares none"
            ))
        };
        assert_eq!(of("f32::pow"), of("f16::classify"));
        assert_eq!(general("no name"), "no name");
        assert_ne!(general("a limit of 3"), general("a limit of 4"));
    }
}
