//! An engine: its checks by workgroup size and runner, with outcomes.

use super::CertificatePage;
use super::chip::chip;
use super::column::{Column, SubjectEvidence};
use super::entry::Kind;
use super::grouping::together;
use super::op::head;
use super::parts::{reason, short, superseded};
use maud::{Markup, PreEscaped, html};
use vyre_conform_certificate::certificate::{
    EngineCase, EngineEvidence, OutcomeName, Part, PartDomain,
};
use vyre_conform_harness::report::{pluralize, thousands};
use vyre_conform_runtime::engine::SIZES;
use vyre_conform_spec::EngineKind;

/// Maximal number of displayed lines of a text, and words of a column.
const LISTED: usize = 20;
const WORDS: usize = 8;

/// Note about hand-written kernels.
const TWIN: &str = "A hand-written text is compared by its results. Determinism and termination are shown only for \
    the program that it replaces.";

/// The entry of an engine, with every certificate that has it.
pub(super) fn item(id: &str, columns: &[Column<'_>]) -> Markup {
    let sheets = columns.iter().flat_map(|c| c.sheets.iter().copied());
    let own: Vec<(&CertificatePage<'_>, &EngineEvidence)> = sheets
        .filter_map(|s| Some((s, s.engine_evidence(id)?)))
        .collect();
    let def = own.iter().find_map(|(sheet, _)| sheet.engine(id));
    let entries = own.iter();
    let entries = entries.map(|(sheet, engine)| (*sheet, of_sheet(sheet, engine).into_string()));
    head(
        Kind::Engine,
        id,
        columns,
        &html! {
            @if let Some(note) = superseded(id, def.and_then(|def| def.deprecated)) { p.note { "Deprecated: " (note) } }
            @for (_, engine) in &own { @for part in SubjectEvidence::from(*engine).failed() { (failure(part)) } }
            div.more { @for same in &together(entries, |one, other| one.1 == other.1) {
                h4 { @for (k, (sheet, _)) in same.iter().enumerate() { @if k > 0 { ", " br; } (sheet.name)
                    @if sheet.is_refused() { " " (chip("bad", "not verified")) } } }
                (PreEscaped(&same[0].1))
            } }
        },
    )
}

fn of_sheet(sheet: &CertificatePage<'_>, engine: &EngineEvidence) -> Markup {
    let why: Vec<&Part> = engine
        .parts
        .iter()
        .filter(|p| p.outcome != OutcomeName::Passed)
        .collect();
    html! {
        p { "Version " (engine.version) ", " (pluralize(engine.cases, "case", "cases")) ". Invariants: "
            (engine.invariants.join(", ")) "."
            @if engine.kind != EngineKind::Integer { " Kind: " (engine.kind.name()) "." }
            @if let Some(order) = &engine.additions { " It adds as " code { (order) } "." } }
        @if let Some(what) = &engine.unsupported { p { "The backend lacks " (short(what)) "." } }
        @for said in &engine.kernels { p { "Ran: " (short(&said.to_string())) "."
            @if !said.by_hand.is_empty() { " " (TWIN) } } }
        @for said in &engine.baselines { p { (short(&said.to_string())) "." } }
        (sizes(engine, sheet.is_refused()))
        @if !why.is_empty() { ul.reasons { @for part in why.iter().take(LISTED) {
            li { code { (part.id) } ": " (reason(part)) } } } }
        @if !engine.missing.is_empty() { ul.reasons {
            @for line in engine.missing.iter().take(LISTED) { li { (short(line)) } } } }
        (skipped(engine))
    }
}

/// The checks by workgroup size: every input of a check runs at each size.
fn sizes(engine: &EngineEvidence, refused: bool) -> Markup {
    html! {
        div.scroll { table.sizes {
            thead { tr { th scope="col" { "Asked" } th scope="col" { "Of" }
                @for size in SIZES { th scope="col" { "size " (size) } } } }
            tbody { @for part in &engine.parts { tr {
                th scope="row" { (part.domain.map_or(part.part.name(), PartDomain::name)) }
                td { (part.subject) }
                (row(SIZES.iter().enumerate().map(|(k, size)| cell(part, k, *size, refused)).collect()))
            } } }
        } }
    }
}

/// The number of cases of a part at a size: cases are numbered input by input, with all sizes for each.
fn due(part: &Part, place: usize) -> u64 {
    let sizes = SIZES.len() as u64;
    let [from, to] = part.range.unwrap_or([0, part.met()]);
    let before = |end: u64| end.saturating_add(sizes - 1 - place as u64) / sizes;
    before(to).saturating_sub(before(from))
}

/// The number of cases that the runner cannot run.
fn skipped_at(part: &Part, size: u32) -> u64 {
    let here = part.skipped.iter();
    let here = here.filter(|s| s.of_size().is_some_and(|skipped| skipped.size() == size));
    here.map(|s| s.cases).fold(0, u64::saturating_add)
}

/// A cell: its class and its text.
type Cell = (&'static str, String);

/// The cells of a row; a single cell if all are equal.
fn row(cells: Vec<Cell>) -> Markup {
    let first = &cells[0];
    html! {
        @if cells.iter().all(|cell| cell == first) {
            td class=(first.0) colspan=(cells.len()) { (first.1) @if matches!(first.0, "good" | "claim") { " each" } }
        } @else { @for cell in &cells { (td(cell)) } }
    }
}

fn td((class, text): &Cell) -> Markup {
    html! { td class=(class) { (text) } }
}

fn cell(part: &Part, place: usize, size: u32, refused: bool) -> Cell {
    let failed_at = || part.counterexample.as_ref()?.engine.as_ref()?.size;
    let skipped = skipped_at(part, size);
    let ran = due(part, place).saturating_sub(skipped);
    let many = thousands(ran);
    match part.outcome {
        // If the failing size is unknown, the check is refuted at every size.
        OutcomeName::Failed if failed_at().is_none_or(|at| at == size) => ("bad", "refuted".into()),
        OutcomeName::Failed => ("part", "asked".into()),
        OutcomeName::Passed if ran == 0 => ("open", "skipped".into()),
        OutcomeName::Passed => {
            let class = if refused { "claim" } else { "good" };
            match skipped {
                0 => (class, many),
                n => (class, format!("{many} ({} skipped)", thousands(n))),
            }
        }
        OutcomeName::Unsupported => ("open", "unsupported".into()),
        OutcomeName::NotRun => ("open", "not run".into()),
    }
}

/// The reasons for skipped sizes, once for all parts.
fn skipped(engine: &EngineEvidence) -> Markup {
    let mut reasons: Vec<&str> = vec![];
    for skipped in engine.parts.iter().flat_map(|p| &p.skipped) {
        if !reasons.contains(&&skipped.why[..]) {
            reasons.push(&skipped.why);
        }
    }
    html! { @if !reasons.is_empty() { p.note { "Skipped: "
    @for (k, reason) in reasons.iter().take(LISTED).enumerate() { @if k > 0 { "; " } (short(reason)) } "." } } }
}

/// A failed part, with its failing input.
fn failure(part: &Part) -> Markup {
    let case = part.counterexample.as_ref().and_then(|e| e.engine.as_ref());
    html! {
        article.counterexample {
            h4 { (chip("bad", "refuted")) " " (reason(part)) }
            p { code { (part.id) } ": " (thousands(part.failures)) " of " (pluralize(part.cases, "case", "cases")) " fail" }
            @if let Some(case) = case { (shown(case)) }
        }
    }
}

fn shown(case: &EngineCase) -> Markup {
    let words = |first: &[String], count: u64| {
        let some: Vec<String> = first.iter().take(WORDS).map(|w| short(w)).collect();
        let more = if count > some.len() as u64 {
            " \u{2026}"
        } else {
            ""
        };
        format!(
            "{}: {}{more}",
            pluralize(count, "word", "words"),
            some.join(" ")
        )
    };
    html! {
        dl {
            @if let Some(input) = &case.input { dt { "Input" } dd { (short(input)) } }
            @if let Some(size) = case.size { dt { "Workgroup size" } dd { (size) } }
            @for column in &case.columns { dt { "Column" } dd { code { (words(&column.first, column.count)) } } }
            @for (name, records) in [("Expected", &case.expected), ("Found", &case.found)] {
                @if let Some(records) = records {
                    dt { (name) } dd { (pluralize(records.count, "record", "records")) " (" (short(&records.by)) "): "
                        code { @for record in records.first.iter().take(WORDS) { "[" (short(&record.join(" "))) "] " } } }
                }
            }
        }
        @if !case.because.is_empty() { ul.reasons {
            @for line in case.because.iter().take(LISTED) { li { (short(line)) } } } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_certificate::certificate::Subject;
    use vyre_conform_runtime::engine::{Check, SkippedSize};
    use vyre_conform_suite::plan::{Oracle, PartKind};

    fn part(outcome: OutcomeName, expected: u64, skipped: &[(SkippedSize, u64)]) -> Part {
        let skipped = skipped
            .iter()
            .map(|(why, n)| (why.to_string(), *n).into())
            .collect();
        Part {
            id: "engine::x::parity::y".into(),
            part: PartKind::Engine,
            subject: Subject::Lowering,
            oracle: Oracle::Property,
            law: None,
            domain: Some(PartDomain::Question(Check::Parity)),
            outcome,
            reason: None,
            cases: expected,
            range: Some([0, expected]),
            due: Some(expected),
            failures: 0,
            by_digest: None,
            covered: None,
            proof: None,
            counterexample: None,
            skipped,
        }
    }

    /// Oracle: the numbers of cases one by one, all sizes of an input in turn.
    #[test]
    fn cases_are_assigned_to_sizes_by_number() {
        for (from, to) in [(0, 80), (0, 7), (3, 11), (5, 5)] {
            let mut part = part(OutcomeName::Passed, to, &[]);
            part.range = Some([from, to]);
            for (place, size) in SIZES.iter().enumerate() {
                let one_by_one = (from..to).filter(|n| SIZES[*n as usize % SIZES.len()] == *size);
                assert_eq!(
                    due(&part, place),
                    one_by_one.count() as u64,
                    "{from}..{to} at {size}"
                );
            }
        }
    }

    /// Oracle: the reason of a runner with at most 128 invocations, and a failure that names its size.
    #[test]
    fn a_size_is_skipped_passed_or_refuted() {
        let word = |part: &Part, size: u32| {
            let place = SIZES.iter().position(|s| *s == size).expect("a size");
            td(&cell(part, place, size, false)).into_string()
        };
        let large = SkippedSize::WorkgroupSize {
            size: 256,
            limit: 128,
        };
        let passed = part(OutcomeName::Passed, 80, &[(large, 16)]);
        assert_eq!(word(&passed, 256), "<td class=\"open\">skipped</td>");
        assert_eq!(word(&passed, 128), "<td class=\"good\">16</td>");
        let memory = SkippedSize::Limits {
            size: 25,
            message: "too much".into(),
        };
        assert_eq!(
            skipped_at(&part(OutcomeName::Passed, 80, &[(memory, 16)]), 256),
            0
        );
        let failed = part(OutcomeName::Failed, 80, &[]);
        assert_eq!(word(&failed, 1), "<td class=\"bad\">refuted</td>");
        assert!(word(&part(OutcomeName::NotRun, 0, &[]), 1).contains("open"));
    }
}
