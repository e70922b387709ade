//! The page: what is on it, in which order.

use super::coverage::Counts;
use super::heat::{self, Maps};
use super::{Sheet, engine, op, overview, programs};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::collections::{BTreeMap, BTreeSet};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Nothing is loaded from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      base-uri 'none'; form-action 'none'";

/// The family of an id: everything before its last `::`.
pub(super) fn family(id: &str) -> &str {
    id.rsplit_once("::").map_or("", |(family, _)| family)
}

/// The anchor of an op or engine. Two ids have two anchors: what is neither letter nor digit is
/// written as its code.
pub(super) fn anchor(kind: &str, id: &str) -> String {
    let mut out = format!("{kind}-");
    for c in id.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => out.push(c),
            ':' => out.push('.'),
            c => out.push_str(&format!("_{:x}_", u32::from(c))),
        }
    }
    out
}

/// The whole page.
pub(super) fn page(sheets: &[Sheet<'_>]) -> Markup {
    let ops = ids(sheets, |s| {
        s.certificate
            .evidence
            .ops
            .iter()
            .map(|o| o.id.clone())
            .collect()
    });
    let engines = ids(sheets, |s| {
        let all = s.certificate.evidence.engines.iter();
        all.map(|e| e.id.clone()).collect()
    });
    let mut maps = Maps::default();
    let every_op = sheets.iter().flat_map(|sheet| {
        let ops = sheet.certificate.evidence.ops.iter();
        ops.filter_map(move |op| op::counted_from(sheet, op).ok())
    });
    let counts = Counts::of(every_op);
    let by_id: Vec<BTreeMap<&str, _>> = sheets
        .iter()
        .map(|s| {
            s.certificate
                .evidence
                .ops
                .iter()
                .map(|o| (&o.id[..], o))
                .collect()
        })
        .collect();
    let op_items: Vec<Markup> = ops
        .iter()
        .map(|id| {
            let own = sheets.iter().zip(&by_id);
            let own = own.map(|(sheet, ops)| (sheet, ops.get(id.as_str()).copied()));
            op::item(id, &own.collect::<Vec<_>>(), &mut maps, &counts)
        })
        .collect();
    let families: BTreeSet<&str> = ops.iter().chain(&engines).map(|id| family(id)).collect();
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Conformance of " (overview::subject(sheets)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header.top {
                    h1 { "Conformance report" }
                    p { (overview::subject(sheets)) }
                    nav aria-label="Sections" {
                        a href="#certificates" { "Certificates" }
                        a href="#levels" { "Levels" }
                        a href="#refuted" { "Refuted" }
                        a href="#missing" { "Not established" }
                        a href="#ops" { "Ops" }
                        a href="#engines" { "Engines" }
                    }
                }
                main {
                    (overview::verification(sheets))
                    (overview::certificates(sheets))
                    (overview::levels(sheets))
                    (overview::refuted(sheets))
                    (overview::missing(sheets))
                    (filters(&families))
                    section #ops aria-labelledby="ops-title" {
                        h2 #ops-title { "Ops" }
                        (heat::legend())
                        @for item in &op_items { (item) }
                    }
                    section #engines aria-labelledby="engines-title" {
                        h2 #engines-title { "Engines" }
                        @if engines.is_empty() { p { "No engine is in these certificates." } }
                        @for id in &engines { (engine::item(id, sheets)) }
                        (programs::table(sheets))
                    }
                }
                (maps.symbols())
                (maps.numbers())
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

fn ids(sheets: &[Sheet<'_>], of: impl Fn(&Sheet<'_>) -> Vec<String>) -> BTreeSet<String> {
    sheets.iter().flat_map(of).collect()
}

/// The controls that narrow the lists below them; without a script there are none.
fn filters(families: &BTreeSet<&str>) -> Markup {
    html! {
        form #filters.filters hidden role="search" aria-label="Filter ops and engines" {
            label { "Text " input #text type="search" placeholder="id, law, reason" autocomplete="off"; }
            label { "Level "
                select #level {
                    option value="" { "any" }
                    @for level in ["L1", "L2", "L3", "L1f", "L2f", "L1a", "not established", "unsupported"] {
                        option value=(level) { (level) }
                    }
                }
            }
            label { "Family "
                select #family {
                    option value="" { "any" }
                    @for family in families { option value=(family) { (family) } }
                }
            }
            label.check { input #refuted-only type="checkbox"; " refuted only" }
            span.buttons {
                button #open type="button" { "Open all" }
                button #close type="button" { "Close all" }
            }
            output #shown aria-live="polite" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: ids that differ only in characters that an anchor cannot have.
    #[test]
    fn anchors_tell_ids_apart() {
        let ids = [
            "u32::add", "u32:add", "u32_add", "u32.add", "u32 add", "u32-add", "<b>",
        ];
        let anchors: BTreeSet<String> = ids.iter().map(|id| anchor("op", id)).collect();
        assert_eq!(anchors.len(), ids.len());
        assert!(anchors.iter().all(|a| !a.contains(['<', ' ', '"'])));
        assert_eq!(family("u32::add"), "u32");
    }
}
