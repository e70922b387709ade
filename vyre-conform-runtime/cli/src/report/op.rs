//! An op: its level in every certificate, its laws with their evidence, its coverage.

use super::chip::chip;
use super::column::{Column, State, SubjectEvidence};
use super::coverage::{COUNTED, Counts, Coverage, Key, SetCoverage};
use super::entry::{Kind, anchor, family};
use super::grouping::together;
use super::heat::{self, Maps};
use super::parts::{level_name, reasons, short, superseded, table};
use super::{CertificatePage, counterexample, laws};
use maud::{Markup, html};
use std::collections::BTreeSet;
use std::sync::Arc;
use vyre_conform_certificate::certificate::{Hits, OpEvidence, Part, PartDomain, Subject};
use vyre_conform_harness::report::{pluralize, thousands};
use vyre_conform_runtime::generate::{self, Set, Source};
use vyre_conform_runtime::registry::OpDef;
use vyre_conform_spec::Level;
use vyre_conform_suite::plan::numbers::seed;

/// Maximal number of listed reasons of a certificate.
const LISTED: usize = 10;

/// Maximal number of classes listed with their inputs.
const CLASSES: usize = 6;

/// The entry of an op.
pub(super) fn item(id: &str, columns: &[Column<'_>], maps: &mut Maps, counts: &Counts) -> Markup {
    let sheets = columns.iter().flat_map(|c| c.sheets.iter().copied());
    let own: Vec<(&CertificatePage<'_>, &OpEvidence)> = sheets
        .filter_map(|s| Some((s, s.evidence_of(id)?)))
        .collect();
    let parts: Vec<(&CertificatePage<'_>, &[Part])> =
        own.iter().map(|(s, op)| (*s, &op.parts[..])).collect();
    let all: u64 = own.iter().map(|(_, op)| op.parts.len() as u64).sum();
    let def = own.iter().find_map(|(sheet, _)| sheet.def(id));
    head(
        Kind::Op,
        id,
        columns,
        &html! {
            @if let Some(def) = def { p.docs { (short(def.docs)) } }
            @if let Some(note) = superseded(id, def.and_then(|def| def.deprecated)) { p.note { "Deprecated: " (note) } }
            @for (sheet, op) in &own { (counterexample::failures(sheet, op)) }
            div.more {
                (standings(&own))
                @for (sheet, op) in &own { (lacking(sheet, op)) }
                (laws::laws(&own))
                @if let Some(def) = def.filter(|d| !d.classes.is_empty()) { (classes(def)) }
                (coverage(&own, maps, counts))
                details { summary { (pluralize(all, "part", "parts")) } (table(&parts)) }
            }
        },
    )
}

/// The frame of an item: its visible head and its folded body.
pub(super) fn head(kind: Kind, id: &str, columns: &[Column<'_>], body: &Markup) -> Markup {
    let link = anchor(kind, id);
    let there: Vec<_> = columns
        .iter()
        .filter(|c| !c.evidence(id).is_empty())
        .collect();
    let levels = there.iter().flat_map(|c| c.evidence(id));
    let levels: BTreeSet<String> = levels
        .map(
            |(
                _,
                SubjectEvidence {
                    level, unsupported, ..
                },
            )| level_name(level.map(Level::name), unsupported).to_owned(),
        )
        .collect();
    let refuted = there.iter().any(|c| c.state(id) == State::Refuted);
    let states = there.iter().map(|c| c.state(id));
    let states = together(states, |one, other| one == other);
    html! {
        details.item #(link) data-id=(id) data-family=(family(id))
            data-levels=(levels.into_iter().collect::<Vec<_>>().join("|")) data-refuted=[refuted.then_some("")] {
            summary { span.name { (id) } @for same in &states {
                " " (chip(same[0].class(), &same[0].word()))
                @if same.len() > 1 { " \u{d7}" (same.len()) }
            } }
            (body)
        }
    }
}

/// One row per certificate.
fn standings(own: &[(&CertificatePage<'_>, &OpEvidence)]) -> Markup {
    let of = |hits: &Hits| format!("{} of {}", thousands(hits.hit), thousands(hits.total));
    let tolerance = |ulps: u32| format!(" within {}", pluralize(ulps.into(), "ulp", "ulps"));
    let about = own.iter().map(|(_, op)| {
        let (version, category, track) = (op.version, &op.category, &op.track);
        let within = op.ulps.map(tolerance).unwrap_or_default();
        let rows = pluralize(op.table_rows, "row", "rows");
        format!(
            "version {version}, category {category}, track {track}{within}, {rows} in its table"
        )
    });
    let about: BTreeSet<String> = about.collect();
    html! {
        @for line in &about { p { (line) } }
        @for (sheet, op) in own {
            @if let Some(score) = &op.kills { p { (sheet.stem()) ": " (short(&score.to_string())) "." } }
            @for said in &op.baselines { p { (sheet.stem()) ": " (short(&said.to_string())) "." } }
        }
        div.scroll { table {
            thead { tr { th scope="col" { "Certificate" } th scope="col" { "Standing" } th scope="col" { "Cases" }
                th scope="col" { "Boundaries" } th scope="col" { "Classes" } th scope="col" { "Weakest evidence" } } }
            tbody { @for (sheet, op) in own { tr {
                th scope="row" { (sheet.stem()) }
                @let state = SubjectEvidence::from(*op).state(sheet.is_refused());
                td class=(state.class()) { (state.word()) }
                td { (thousands(op.cases)) }
                td { (of(&op.boundaries)) } td { (of(&op.classes)) }
                td { (op.grade) }
            } } }
        } }
    }
}

/// The missing features of the next level.
fn lacking(sheet: &CertificatePage<'_>, op: &OpEvidence) -> Markup {
    let reason = reasons(&op.parts);
    html! {
        @if let Some(what) = &op.unsupported { p { (sheet.stem()) ": the backend lacks " (short(what)) "." } }
        @else if let Some(reason) = reason { p { (sheet.stem()) ": " (reason) "." } }
        @else if !op.missing.is_empty() && SubjectEvidence::from(op).failed().next().is_none() {
            p { (sheet.stem()) " lacks for a level:" }
            ul.reasons { @for line in op.missing.iter().take(LISTED) { li { (short(line)) } } }
        }
    }
}

/// The classes of an op; those beyond the first few by name, because an op of floats has one per pair of kinds.
fn classes(def: &OpDef) -> Markup {
    let rest = def.classes.get(CLASSES..).unwrap_or_default();
    let rest: Vec<&str> = rest.iter().map(|class| class.name).collect();
    html! {
        details { summary { (pluralize(def.classes.len() as u64, "class", "classes")) }
            ul.reasons { @for class in def.classes.iter().take(CLASSES) {
                li { code { (class.name) } " " (class.text.replace("::core::num::", "")) } } }
            @if !rest.is_empty() { p { "and " (rest.join(", ")) } } }
    }
}

/// The number of cases of an input set that ran on the backend, if all of it did.
fn ran(op: &OpEvidence, set: Set) -> Option<u64> {
    let mut whole = op.parts.iter().filter(|p| p.cases > 0 && p.is_complete());
    let set = Some(PartDomain::Inputs(set));
    let part = whole.find(|p| p.subject == Subject::Lowering && p.domain == set);
    part.map(|p| p.cases)
}

/// The inputs of the operand map's counts; `None` if the certificate does not verify, or no whole set of inputs ran.
pub(super) fn counted_from(sheet: &CertificatePage<'_>, op: &OpEvidence) -> Option<Key> {
    let def = sheet.def(&op.id).filter(|_| !sheet.is_refused())?;
    let settings = &sheet.certificate.evidence.settings;
    let of_types = |set: &Set| !matches!(set, Set::Boundary | Set::Classes | Set::ExhaustiveFull);
    let sets = Set::ALL
        .into_iter()
        .filter(|set| of_types(set) && ran(op, *set).is_some());
    let sets: Vec<Set> = sets.collect();
    (!sets.is_empty()).then_some(Key {
        types: def.op.signature.operands.into(),
        sets,
        seed: seed(&settings.seed)?,
        witnesses: settings.witnesses.min(COUNTED),
    })
}

/// A map with its op and outlined cells, and the cases that ran in a certificate.
struct CoverageMap<'a> {
    map: &'a Arc<Coverage>,
    def: &'static OpDef,
    marks: Vec<usize>,
    cases: Vec<u64>,
    of: &'a str,
}

/// The maps of the operands that ran; certificates with the same map share one.
fn coverage(
    own: &[(&CertificatePage<'_>, &OpEvidence)],
    maps: &mut Maps,
    counts: &Counts,
) -> Markup {
    let drawn = own.iter().filter_map(|(sheet, op)| {
        let (key, def) = counted_from(sheet, op).zip(sheet.def(&op.id))?;
        let map = counts.get(&key).expect("every op's map was counted");
        let all = map.sets.iter().map(|c| (c, ran(op, c.set)));
        let whole = |(c, ran): &(&SetCoverage, Option<u64>)| {
            let clamped = c.set == Set::Witnessed && c.ran == COUNTED;
            ran.is_some_and(|ran| ran == c.ran || (clamped && ran > c.ran))
        };
        if !all.clone().all(|c| whole(&c)) {
            return None;
        }
        let cases: Vec<u64> = all.filter_map(|(_, ran)| ran).collect();
        let marks = match ran(op, Set::Boundary) {
            Some(_) => boundaries(def, map),
            None => vec![],
        };
        Some(CoverageMap {
            map,
            def,
            marks,
            cases,
            of: sheet.stem(),
        })
    });
    let figures = together(drawn, |one, other| {
        Arc::ptr_eq(one.map, other.map) && one.marks == other.marks
    });
    let every = own
        .iter()
        .filter(|(_, op)| ran(op, Set::ExhaustiveFull).is_some());
    let every: Vec<&str> = every.map(|(sheet, _)| sheet.stem()).collect();
    html! {
        @if !every.is_empty() { p { "Every input of its types ran in " (every.join(", ")) "." } }
        @for same in &figures {
            @let CoverageMap { map, def, marks, .. } = &same[0];
            @let ran = together(same, |one, other| one.cases == other.cases);
            @let ran: Vec<heat::Ran<'_>> = ran.iter().map(|same| ran_alike(same)).collect();
            (heat::figure(maps.number(map), map, def.params, marks, &ran))
        }
    }
}

/// The cases that ran in certificates with equal runs.
fn ran_alike<'a>(same: &[&CoverageMap<'a>]) -> heat::Ran<'a> {
    let names = same.iter().map(|one| one.of);
    (same[0].cases.clone(), names.collect())
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
