//! The page: its contents and their order.

use super::column::Column;
use super::coverage::Counts;
use super::entry::{Kind, family};
use super::heat::{self, Maps};
use super::matrix::{self, Id, Order};
use super::{CertificatePage, certificates, engine, op, programs, refuted, summary};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::collections::BTreeSet;
use vyre_conform_spec::Level;
use vyre_conform_suite::plan::PROGRAMS;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The page loads nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      base-uri 'none'; form-action 'none'";

/// The whole page.
pub(super) fn page(sheets: &[CertificatePage<'_>]) -> Markup {
    let columns = Column::all(sheets);
    let evidence = || sheets.iter().map(|s| &s.certificate.evidence);
    let ops: BTreeSet<&str> = evidence()
        .flat_map(|e| &e.ops)
        .map(|op| &op.id[..])
        .collect();
    let engines = evidence().flat_map(|e| &e.engines).map(|e| &e.id[..]);
    // A foreign file may use one id for an op and an engine: the op is shown.
    let engines: BTreeSet<&str> = engines
        .filter(|id| !ops.contains(id) && *id != PROGRAMS)
        .collect();
    let programs = evidence().any(|e| e.programs.is_some());
    let programs = programs.then_some(PROGRAMS).filter(|id| !ops.contains(id));
    let kind = |id: &str| match id {
        PROGRAMS if programs.is_some() => Kind::Programs,
        id if engines.contains(id) => Kind::Engine,
        _ => Kind::Op,
    };
    let ids: Vec<Id<'_>> = ops
        .iter()
        .chain(&engines)
        .chain(&programs)
        .map(|id| Id { id, kind: kind(id) })
        .collect();
    let order = Order::new(&ids, &columns);
    let mut maps = Maps::default();
    let items = items(sheets, (&order, &columns), kind, &mut maps);
    let families: BTreeSet<&str> = order.ids().map(family).collect();
    let title = format!("Conformance of {}", summary::subject(sheets));
    let body = html! {
        (summary::head(sheets, &columns, ops.len(), engines.len()))
        main {
            (summary::cards(&columns))
            (refuted::refuted(&order, &columns, kind))
            section #ops aria-labelledby="ops-title" {
                h2 #ops-title { "Ops and engines by backend" }
                (filters(&families))
                (matrix::legend())
                (matrix::table(&order, &columns, kind))
            }
            (refuted::missing(&columns))
            (certificates::certificates(sheets))
            section #details aria-labelledby="details-title" {
                h2 #details-title { "Details" }
                (heat::legend())
                @for item in &items { (item) }
            }
            (maps.numbers())
        }
        (maps.symbols())
    };
    frame(&title, &body)
}

/// The details of every entry.
fn items(
    sheets: &[CertificatePage<'_>],
    (order, columns): (&Order<'_>, &[Column<'_>]),
    kind: impl Fn(&str) -> Kind,
    maps: &mut Maps,
) -> Vec<Markup> {
    let every_op = sheets.iter().flat_map(|sheet| {
        let ops = sheet.certificate.evidence.ops.iter();
        ops.filter_map(move |op| op::counted_from(sheet, op))
    });
    let counts = Counts::new(every_op);
    let item = |id| match kind(id) {
        Kind::Op => op::item(id, columns, maps, &counts),
        Kind::Engine => engine::item(id, columns),
        Kind::Programs => programs::item(columns),
    };
    order.ids().map(item).collect()
}

/// A page with this title, in the style of the report.
pub(crate) fn frame(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { (body) script { (PreEscaped(SCRIPT)) } }
        }
    }
}

/// The page without optional end tags and quotes of HTML, which are a tenth of it. Texts are escaped, so that these
/// tags are never part of a text.
pub(super) fn compact(page: &str) -> String {
    let ends = [
        "td", "th", "tr", "thead", "tbody", "li", "dt", "dd", "option",
    ];
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(at) = rest.find("</") {
        let (before, tag) = rest.split_at(at);
        out += before;
        let name = tag[2..].split('>').next().unwrap_or_default();
        let end = (tag.len()).min(name.len() + 3);
        if !ends.contains(&name) {
            out += &tag[..end];
        }
        rest = &tag[end..];
    }
    (out + rest)
        .replace(" scope=\"col\"", " scope=col")
        .replace(" scope=\"row\"", " scope=row")
}

/// The controls that filter the lists below them; without scripts there are none.
fn filters(families: &BTreeSet<&str>) -> Markup {
    html! {
        form #filters.filters hidden role="search" aria-label="Filter ops and engines" {
            label { "Text " input #text type="search" placeholder="id, law, reason" autocomplete="off"; }
            label { "Level "
                select #level {
                    option value="" { "any" }
                    @for level in Level::ALL.iter().map(|level| level.name()).chain(["not established", "unsupported"]) {
                        option value=(level) { (level) }
                    }
                }
            }
            label { "Family "
                select #family {
                    option value="" { "any" }
                    @for family in families.iter().filter(|f| !f.is_empty()) { option value=(family) { (family) } }
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

    /// Oracle: the syntax of HTML, section "Optional tags"; texts have no `<`.
    #[test]
    fn only_optional_end_tags_are_omitted() {
        let page = "<table><tr><td>a</td><td>b</td></tr></table><p>x</p></";
        assert_eq!(compact(page), "<table><tr><td>a<td>b</table><p>x</p></");
    }

    /// Oracle: the levels that `certify --level` takes.
    #[test]
    fn every_level_can_be_filtered_for() {
        let text = filters(&BTreeSet::new()).into_string();
        for level in ["L1", "L2", "L3", "L4", "L1f", "L2f", "L3f", "L4f", "L1a"] {
            let option = format!("<option value=\"{level}\">{level}</option>");
            assert!(text.contains(&option), "{level}: {text}");
        }
    }
}
