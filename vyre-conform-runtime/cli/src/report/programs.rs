//! Random programs: how many, from which seed, how many gave the interpreter's words, and one that does not.

use super::Sheet;
use super::column::{Column, Said};
use super::op::head;
use super::page::Kind;
use super::parts::{reason, short};
use super::summary::chip;
use maud::{Markup, html};
use vyre_conform_certificate::certificate::{Part, ProgramsEvidence};
use vyre_conform_harness::report::thousands;
use vyre_conform_suite::plan::PROGRAMS;

/// What is missing that is listed.
const LISTED: usize = 10;

/// The entry of random programs, with every certificate that has them.
pub(super) fn item(columns: &[Column<'_>]) -> Markup {
    let sheets = columns.iter().flat_map(|c| c.sheets.iter().copied());
    let own: Vec<(&Sheet<'_>, &ProgramsEvidence)> = sheets
        .filter_map(|s| Some((s, s.certificate.evidence.programs.as_ref()?)))
        .collect();
    head(
        Kind::Programs,
        PROGRAMS,
        columns,
        &html! {
            p.docs { "Random programs: the words of the backend are held against those of the interpreter." }
            @for (_, programs) in &own { @for part in Said::from(*programs).failed() { (failure(part)) } }
            div.more { div.scroll { table {
                thead { tr { th scope="col" { "Certificate" } th scope="col" { "Standing" } th scope="col" { "Programs" }
                    th scope="col" { "Agree" } th scope="col" { "First seed" } th scope="col" { "Missing" } } }
                tbody { @for (sheet, programs) in &own { (row(sheet, programs)) } }
            } } }
        },
    )
}

fn row(sheet: &Sheet<'_>, programs: &ProgramsEvidence) -> Markup {
    let state = Said::from(programs).state(sheet.is_refused());
    html! {
        tr {
            th scope="row" { (sheet.stem()) }
            td { (chip(state.class(), &state.word())) }
            td { (thousands(programs.count)) } td { (thousands(programs.agreed)) }
            td { code { (short(&programs.seed)) } }
            td { @for line in programs.missing.iter().take(LISTED) { p { (short(line)) } } }
        }
    }
}

/// A part that failed, with the program on which it did.
fn failure(part: &Part) -> Markup {
    let program = part
        .counterexample
        .as_ref()
        .and_then(|e| e.program.as_ref());
    html! {
        article.counterexample {
            h4 { (chip("bad", "refuted")) " " (reason(part)) }
            p { code { (part.id) } ": " (thousands(part.failures)) " of " (thousands(part.cases)) " fail" }
            @if let Some(program) = program { dl {
                dt { "Seed" } dd { code { (short(&program.seed)) } }
                dt { "Because" } dd { (short(&program.why)) }
                @if let Some(word) = &program.word {
                    dt { "Word" } dd { (word.word) " of buffer " (word.buffer) }
                    dt { "Expected" } dd { code { (short(&word.expected)) } }
                    dt { "Found" } dd { code { (short(&word.found)) } }
                }
            } }
        }
    }
}
