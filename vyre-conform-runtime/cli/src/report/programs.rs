//! Random programs: their number, seed, agreements with the interpreter, and a failing one; the cases of files of
//! programs; and the rows of shaders.

use super::CertificatePage;
use super::chip::chip;
use super::column::{Column, SubjectEvidence};
use super::entry::Kind;
use super::op::head;
use super::parts::{reason, short};
use maud::{Markup, html};
use vyre_conform_certificate::certificate::{OutcomeName, Part, ProgramWord, ProgramsEvidence};
use vyre_conform_harness::report::thousands;
use vyre_conform_suite::plan::{PROGRAMS, PartKind};

/// Maximal number of listed missing features.
const LISTED: usize = 10;

/// The entry of random programs, with every certificate that has them.
pub(super) fn item(columns: &[Column<'_>]) -> Markup {
    let sheets = columns.iter().flat_map(|c| c.sheets.iter().copied());
    let own: Vec<(&CertificatePage<'_>, &ProgramsEvidence)> = sheets
        .filter_map(|s| Some((s, s.certificate.evidence.programs.as_ref()?)))
        .collect();
    head(
        Kind::Programs,
        PROGRAMS,
        columns,
        &html! {
            p.docs { "Random programs: the suite compares the words of the backend with those of the interpreter. \
                      Files of programs and shaders in WGSL: it compares them with hand-written words. No level \
                      rests on shaders." }
            @for (_, programs) in &own { @for part in SubjectEvidence::from(*programs).failed() { (failure(part)) } }
            div.more { div.scroll { table {
                thead { tr { th scope="col" { "Certificate" } th scope="col" { "Standing" } th scope="col" { "Programs" }
                    th scope="col" { "Agree" } th scope="col" { "First seed" } th scope="col" { "Cases from files" } th scope="col" { "Shaders" } th scope="col" { "Missing" } } }
                tbody { @for (sheet, programs) in &own { (row(sheet, programs)) } }
            } } }
        },
    )
}

fn row(sheet: &CertificatePage<'_>, programs: &ProgramsEvidence) -> Markup {
    let state = SubjectEvidence::from(programs).state(sheet.is_refused());
    html! {
        tr {
            th scope="row" { (sheet.stem()) }
            td { (chip(state.class(), &state.word())) }
            td { (thousands(programs.count)) } td { (thousands(programs.agreed)) }
            td { code { (short(&programs.seed)) } }
            td { (of_files(programs)) } td { (of_shaders(programs)) }
            td { @for line in programs.missing.iter().take(LISTED) { p { (short(line)) } } }
        }
    }
}

/// The number of file cases with correct words; `none` for a certificate without them.
fn of_files(programs: &ProgramsEvidence) -> String {
    let mut parts = programs.parts.iter();
    match parts.find(|part| part.part == PartKind::Filetests) {
        Some(part) => thousands(part.cases.saturating_sub(part.failures)),
        None => "none".to_owned(),
    }
}

/// The number of shaders with correct words out of all; `none` for a certificate without them, and `not applicable` for
/// a backend that accepts none.
fn of_shaders(programs: &ProgramsEvidence) -> String {
    let mut shaders = programs
        .parts
        .iter()
        .filter(|part| part.part == PartKind::Wgsl);
    let lacks = shaders.all(|part| part.outcome == OutcomeName::Unsupported);
    match &programs.shaders {
        None => "none".to_owned(),
        Some(_) if lacks => "not applicable".to_owned(),
        Some(counts) => format!("{} of {}", counts.agreed, counts.of),
    }
}

/// The word that differs.
fn word(word: &ProgramWord) -> Markup {
    html! {
        dt { "Word" } dd { (word.word) " of buffer " (word.buffer) }
        dt { "Expected" } dd { code { (short(&word.expected)) } }
        dt { "Found" } dd { code { (short(&word.found)) } }
    }
}

/// A failed part, with its failing program.
fn failure(part: &Part) -> Markup {
    let counterexample = part.counterexample.as_ref();
    let program = counterexample.and_then(|counterexample| counterexample.program.as_ref());
    let filetest = counterexample.and_then(|counterexample| counterexample.filetest.as_ref());
    html! {
        article.counterexample {
            h4 { (chip("bad", "refuted")) " " (reason(part)) }
            p { code { (part.id) } ": " (thousands(part.failures)) " of " (thousands(part.cases)) " fail" }
            @if let Some(program) = program { dl {
                dt { "Seed" } dd { code { (short(&program.seed)) } }
                dt { "Because" } dd { (short(&program.why)) }
                @if let Some(found) = &program.word { (word(found)) }
            } }
            @if let Some(filetest) = filetest { dl {
                dt { "File" } dd { code { (short(&filetest.file)) } ", line " (filetest.line) }
                dt { "Because" } dd { (short(&filetest.why)) }
                @if let Some(found) = &filetest.word { (word(found)) }
            } }
        }
    }
}
