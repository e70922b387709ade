//! Every op and engine on every backend, as one table: refuted ones first, the others by family.

use super::column::{Column, State};
use super::entry::{Kind, anchor, family};
use super::parts::short;
use maud::{Markup, html};
use std::collections::BTreeMap;
use vyre_conform_harness::report::pluralize;

/// Order of ops and engines on the page.
pub(super) struct Order<'a> {
    /// Ids that are refuted on some backend.
    pub(super) refuted: Vec<&'a str>,
    /// The other ids by family, engines last.
    pub(super) families: BTreeMap<(bool, &'a str), Vec<&'a str>>,
}

/// An id with its kind: an engine's item has another anchor than an op's.
pub(super) struct Id<'a> {
    pub(super) id: &'a str,
    pub(super) kind: Kind,
}

impl<'a> Order<'a> {
    /// The order of sorted ids.
    pub(super) fn new(ids: &[Id<'a>], columns: &[Column<'_>]) -> Self {
        let mut order = Self {
            refuted: vec![],
            families: BTreeMap::new(),
        };
        let failed: Vec<_> = columns.iter().map(Column::refuted).collect();
        for Id { id, kind } in ids {
            let key = (*kind != Kind::Op, family(id));
            if failed.iter().any(|f| f.contains(id)) {
                order.refuted.push(id)
            } else {
                order.families.entry(key).or_default().push(id)
            }
        }
        order
    }

    /// All ids in order.
    pub(super) fn ids(&self) -> impl Iterator<Item = &'a str> {
        let rest = self.families.values().flatten();
        self.refuted.iter().chain(rest).copied()
    }
}

/// The table.
pub(super) fn table(
    order: &Order<'_>,
    columns: &[Column<'_>],
    kind: impl Fn(&str) -> Kind,
) -> Markup {
    let rows = |ids: &[&str], short: bool| {
        html! { @for id in ids { tr {
            th scope="row" { a href={ "#" (anchor(kind(id), id)) } { (name(id, short)) } }
            @for column in columns { (cell(&column.state(id))) }
        } } }
    };
    let heading = |text: &str| {
        html! { tr.family { th scope="rowgroup" colspan=(columns.len() + 1) { span { (text) } } } }
    };
    html! {
        div.scroll.wide[columns.len() > 6] tabindex="0" role="region" aria-label="Ops and engines by backend" {
            table.matrix {
                thead { tr {
                    th scope="col" { "Op" }
                    @for column in columns { th scope="col" title=(short(&column.backend().driver)) { (short(&column.name)) } }
                } }
                @if !order.refuted.is_empty() { tbody.refuted {
                    (heading(&format!("Refuted: {}", pluralize(order.refuted.len() as u64, "op or engine", "ops and engines"))))
                    (rows(&order.refuted, false))
                } }
                @for ((_, family), ids) in &order.families { tbody {
                    @let name = if family.is_empty() { "others" } else { *family };
                    (heading(&format!("{name}: {}", ids.len())))
                    (rows(ids, true))
                } }
            }
        }
    }
}

/// An id below the heading of its family.
fn name(id: &str, short: bool) -> &str {
    match id.rsplit_once("::") {
        Some((_, name)) if short => name,
        _ => id,
    }
}

fn cell(state: &State) -> Markup {
    match state {
        State::Absent => html! { td { "\u{2013}" } },
        state => html! { td class=(state.class()) { (state.word()) } },
    }
}

/// The meanings of the table's words.
pub(super) fn legend() -> Markup {
    let one = |class: &str, word: &str, text: &str| {
        html! { li { span class={ "chip " (class) } { (word) } " " (text) } }
    };
    html! {
        ul.legend aria-label="Words of the table" {
            (one("bad", "refuted", "a part of it fails"))
            (one("good", "L2", "the level it reached"))
            (one("fair", "L1", "parity alone"))
            (one("part", "every input", "all of them agree; a level requires more"))
            (one("part", "in part", "what ran agrees"))
            (one("claim", "claims", "by a file that does not verify"))
            (one("open", "not run", "or unsupported"))
        }
    }
}
