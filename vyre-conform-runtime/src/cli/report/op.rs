//! An op: its level in every certificate, its laws with what was shown for each, its coverage.

use super::coverage::{Counts, Coverage, Key};
use super::heat::{self, Maps};
use super::page::{anchor, family};
use super::parts::{level, level_name, short, superseded, table};
use super::{Sheet, counterexample};
use crate::certify::certificate::{Hits, LawEvidence, OpEvidence, OutcomeName, Part};
use crate::generate::{self, Set, Source};
use crate::harness::options::seed;
use crate::harness::report::{counted, thousands};
use crate::registry::OpDef;
use crate::spec::ValueType;
use crate::strategy::TypedLaw;
use maud::{Markup, html};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The entry of an op; a certificate that does not have it gives `None`.
pub(super) fn item(
    id: &str,
    own: &[(&Sheet<'_>, Option<&OpEvidence>)],
    maps: &mut Maps,
    counts: &Counts,
) -> Markup {
    let there: Vec<(&Sheet<'_>, &OpEvidence)> = own
        .iter()
        .filter_map(|(s, op)| Some((*s, (*op)?)))
        .collect();
    let names = there
        .iter()
        .map(|(_, op)| level_name(op.level.as_deref(), op.unsupported.is_some()));
    let levels: Vec<&str> = names.collect();
    let failed = |op: &OpEvidence| op.parts.iter().any(|p| p.outcome == OutcomeName::Failed);
    let refuted = there.iter().any(|(_, op)| failed(op));
    let link = anchor("op", id);
    let sheets: Vec<Markup> = there
        .iter()
        .map(|(sheet, op)| of_sheet(sheet, op, maps, counts))
        .collect();
    html! {
        details.item #(link) data-id=(id) data-family=(family(id)) data-levels=(levels.join("|"))
            data-refuted=[refuted.then_some("")] {
            summary { span.name { (id) } span.levels {
                @for (sheet, op) in own {
                    @match op {
                        Some(op) => span.unverified[sheet.is_refused()] title=(sheet.name) {
                            (level(op.level.as_deref(), op.unsupported.is_some()))
                        },
                        None => span.chip.absent title=(sheet.name) { "\u{2013}" },
                    }
                }
            } }
            a.anchor href={ "#" (link) } { "Link to " (id) }
            @for sheet in &sheets { (sheet) }
        }
    }
}

fn of_sheet(sheet: &Sheet<'_>, op: &OpEvidence, maps: &mut Maps, counts: &Counts) -> Markup {
    let def = sheet.def(&op.id);
    let failed: Vec<&Part> = op
        .parts
        .iter()
        .filter(|p| p.counterexample.is_some())
        .collect();
    html! {
        section.sheet.unverified[sheet.is_refused()] {
            h4 { (sheet.name) @if sheet.is_refused() { " " span.chip.bad { "not verified" } } }
            p { "Version " (op.version) ", category " (op.category) ", track " (op.track)
                @if let Some(ulps) = op.ulps { " within " (counted(ulps.into(), "ulp", "ulps")) } ", "
                (counted(op.cases, "case", "cases")) "; weakest evidence: " (op.grade) "." }
            @if let Some(note) = superseded(&op.id, def.and_then(|def| def.deprecated)) {
                p.note { "Deprecated: " (note) }
            }
            @if let Some(def) = def { p.docs { (short(def.docs)) } }
            @if let Some(what) = &op.unsupported { p { "The backend lacks " (what) "." } }
            @if !op.missing.is_empty() {
                h5 { "Not established" }
                ul.reasons { @for line in op.missing.iter().take(20) { li { (short(line)) } } }
                @if op.missing.len() > 20 { p { "and " (op.missing.len() - 20) " more" } }
            }
            @for part in failed { (counterexample::shown(sheet, op, part)) }
            @if op.laws.is_empty() { p { "It declares no law." } } @else { (laws(op, def)) }
            (hits(op, def))
            (coverage(sheet, op, maps, counts))
            details { summary { (counted(op.parts.len() as u64, "part", "parts")) } (table(&op.parts)) }
        }
    }
}

/// Every declared law with what was shown for it.
fn laws(op: &OpEvidence, def: Option<&'static OpDef>) -> Markup {
    let symbols = |k: usize| {
        let law = def?.laws.get(k)?;
        Some(TypedLaw::new(law, &def?.op).ok()?.symbols())
    };
    let ran = |k: usize, subject: &str| -> (u64, u64) {
        let of_law = |p: &&Part| p.part == "law" && p.law == Some(k as u64) && p.subject == subject;
        let parts = op.parts.iter().filter(of_law);
        parts.fold((0, 0), |(cases, failures), p| {
            (
                cases.saturating_add(p.cases),
                failures.saturating_add(p.failures),
            )
        })
    };
    let grade = |law: &LawEvidence| {
        let class = match law.grade.as_str() {
            "none" => "open",
            _ => "good",
        };
        html! { span class={ "chip " (class) } { (law.grade) } }
    };
    let place = |k: usize, subject: &str, kinds: &[String]| {
        let (cases, failures) = ran(k, subject);
        html! {
            (counted(cases, "case", "cases"))
            @if failures > 0 { ", " strong.bad { (thousands(failures)) " fail" } }
            @if !kinds.is_empty() { br; small { (kinds.join(", ")) } }
        }
    };
    html! {
        div.scroll { table.laws {
            thead { tr { th scope="col" { "Law" } th scope="col" { "Grade" } th scope="col" { "On the reference" }
                th scope="col" { "On the backend" } } }
            tbody { @for (k, law) in op.laws.iter().enumerate() { tr {
                td { (law.text) @if !law.holds { " " small { "declared not to hold" } }
                    @if let Some(text) = symbols(k) { br; small.symbols { (text) } } }
                td { (grade(law)) }
                td { (place(k, "reference", &law.reference)) }
                td { (place(k, "lowering", &law.backend)) }
            } } }
        } }
    }
}

/// Boundaries, classes and rows.
fn hits(op: &OpEvidence, def: Option<&OpDef>) -> Markup {
    let of = |hits: &Hits| format!("{} of {}", thousands(hits.hit), thousands(hits.total));
    html! {
        p { "Declared boundaries run: " (of(&op.boundaries)) ". Classes hit: " (of(&op.classes))
            ". Rows of the spec table: " (thousands(op.table_rows)) "." }
        @if let Some(def) = def.filter(|d| !d.classes.is_empty()) {
            ul.classes { @for class in def.classes { li { code { (class.name) } " " (class.text) } } }
        }
    }
}

/// How many cases of an input set ran on the backend, where all of it did.
fn ran(op: &OpEvidence, set: Set) -> Option<u64> {
    let mut whole = op.parts.iter().filter(|p| p.cases > 0 && p.is_complete());
    let part = whole.find(|p| {
        p.part == "parity" && p.subject == "lowering" && p.domain.as_deref() == Some(set.name())
    });
    part.map(|p| p.cases)
}

/// What the map of an op's operands is counted from, or why there is none.
pub(super) fn counted_from(sheet: &Sheet<'_>, op: &OpEvidence) -> Result<Key, &'static str> {
    let types = types(op);
    let types = types.ok_or("No map: the file does not say which types the op takes.")?;
    let settings = &sheet.certificate.evidence.settings;
    let ran = |set: &Set| ran(op, *set).is_some();
    let seed = seed(&settings.seed).filter(|_| Set::ALL.iter().any(ran));
    let seed = seed.ok_or("No map: no whole input set ran on the backend.")?;
    let of_types = |set: &Set| !matches!(set, Set::Boundary | Set::Classes | Set::ExhaustiveFull);
    Ok(Key {
        types,
        sets: Set::ALL.into_iter().filter(ran).filter(of_types).collect(),
        seed,
        witnesses: settings.witnesses,
    })
}

/// The map of the operands that ran on the backend.
fn coverage(sheet: &Sheet<'_>, op: &OpEvidence, maps: &mut Maps, counts: &Counts) -> Markup {
    let map = match counted_from(sheet, op) {
        Ok(key) => counts.get(&key).expect("every op's map was counted"),
        Err(why) => return html! { p.note { (why) } },
    };
    if let Some(other) = map.sets.iter().find(|c| ran(op, c.set) != Some(c.ran)) {
        return html! { p.note { "No map: the input set " (other.set.name()) " has "
        (thousands(other.ran)) " cases for these types, the certificate says another number." } };
    }
    let def = sheet.def(&op.id);
    let marks = match def.filter(|_| ran(op, Set::Boundary).is_some()) {
        Some(def) => boundaries(def, map),
        None => vec![],
    };
    let names = def.map_or(&["a", "b", "c", "d"][..], |def| def.params);
    html! {
        @if ran(op, Set::ExhaustiveFull).is_some() { p { "Every input of its types ran on the backend." } }
        (heat::figure(maps.number(map), map, names, &marks))
    }
}

/// The cells of declared boundaries and table rows.
fn boundaries(def: &OpDef, map: &Arc<Coverage>) -> Vec<usize> {
    let Ok(list) = generate::boundary(def) else {
        return vec![];
    };
    let cells = (0..list.len()).map(|n| map.cell_of(&generate::case(&list, n)));
    let cells: BTreeSet<usize> = cells.collect();
    cells.into_iter().collect()
}

/// The types of the operands, where they are known and as many as an op may have.
fn types(op: &OpEvidence) -> Option<Vec<ValueType>> {
    let types = op.operands.iter();
    let types = types.map(|name| ValueType::from_rust_name(name));
    let types: Vec<ValueType> = types.collect::<Option<_>>()?;
    (1..=4).contains(&types.len()).then_some(types)
}
