//! The tables as one page of HTML, in the style of the report.

use super::text::{digest, left};
use crate::report::frame;
use maud::{Markup, html};
use vyre_conform_harness::cross::{CrossTable, Group};
use vyre_conform_harness::report::pluralize;

/// The whole page.
pub(super) fn page(tables: &[CrossTable]) -> Markup {
    let mut names: Vec<&str> = vec![];
    for party in tables
        .iter()
        .flat_map(|t| &t.groups)
        .flat_map(|g| &g.parties)
    {
        if !names.contains(&&*party.name) {
            names.push(&party.name);
        }
    }
    let failing: Vec<&CrossTable> = tables.iter().filter(|table| table.fails()).collect();
    let all = pluralize(tables.len() as u64, "op or engine", "ops and engines");
    let body = html! {
        header.top {
            h1 { "Backends by result" }
            p {
                (all) " on the same cases, " (failing.len()) " with differences. Backends with one letter in a row \
                                                              gave the same "
                "bytes on every case; A is the group of the base, the reference of an op and the interpreter of an \
                 engine."
            }
        }
        main {
            section aria-labelledby="table-title" {
                h2 #table-title { "Ops and engines by backend" }
                div.scroll { table.matrix {
                    thead { tr {
                        th scope="col" { "Id" }
                        th scope="col" { "Cases" }
                        @for name in &names { th scope="col" { (name) } }
                    } }
                    tbody { @for table in tables { (row(table, &names)) } }
                } }
            }
            @if !failing.is_empty() {
                section aria-labelledby="differences-title" {
                    h2 #differences-title { "Differences" }
                    @for table in &failing { (differences(table)) }
                }
            }
        }
    };
    frame("Backends by result", &body)
}

/// The letter of a group.
fn letter(k: usize) -> String {
    match u8::try_from(k) {
        Ok(k) if k < 26 => char::from(b'A' + k).to_string(),
        _ => format!("#{k}"),
    }
}

fn row(table: &CrossTable, names: &[&str]) -> Markup {
    let group_of = |name: &str| {
        let has = |group: &Group| group.parties.iter().any(|party| party.name == name);
        let place = table.groups.iter().position(has)?;
        Some((place, &table.groups[place]))
    };
    html! {
        tr {
            th scope="row" { code { (table.subject) } }
            td { (table.cases) }
            @for name in names {
                @match group_of(name) {
                    Some((k, group)) if group.is_wrong() => td.bad title=(group.digest) { (letter(k)) " differs" },
                    Some((k, group)) => td.good title=(group.digest) { (letter(k)) },
                    None => td title=(reason(table, name)) { "not run" },
                }
            }
        }
    }
}

/// The reason why a party has no bytes for a subject.
fn reason(table: &CrossTable, name: &str) -> String {
    let found = table.left_out.iter().find(|left| left.name == name);
    found.map_or_else(String::new, |found| found.reason.clone())
}

fn differences(table: &CrossTable) -> Markup {
    html! {
        article {
            h3 { code { (table.subject) } }
            @for diagnosis in &table.diagnoses { p { (diagnosis.to_string()) } }
            @for (k, group) in table.groups.iter().enumerate() {
                @if let Some(parting) = &group.parting {
                    p {
                        (letter(k)) ", " code { (digest(group)) } ": " (pluralize(parting.cases, "case", "cases"))
                        " differ; the first:"
                    }
                    dl {
                        dt { "case" } dd { code { (parting.first.case) } }
                        dt { "expected" } dd { code { (parting.first.expected) } }
                        dt { "actual" } dd { code { (parting.first.actual) } }
                    }
                }
            }
            @for found in &table.left_out { p { (left(found)) } }
        }
    }
}
