//! Random programs: how many, from which seed, and how many gave the interpreter's words.

use super::Sheet;
use super::parts::{level, short};
use crate::certify::certificate::ProgramsEvidence;
use crate::harness::report::thousands;
use maud::{Markup, html};

/// A row a certificate, where one of them has random programs.
pub(super) fn table(sheets: &[Sheet<'_>]) -> Markup {
    let of = |sheet: &&Sheet<'_>| sheet.certificate.evidence.programs.is_some();
    html! {
        @if sheets.iter().any(|sheet| of(&sheet)) {
            h3 #programs { "Random programs" }
            div.scroll { table {
                thead { tr { th scope="col" { "Certificate" } th scope="col" { "Level" }
                    th.number scope="col" { "Programs" } th.number scope="col" { "Agree" }
                    th scope="col" { "First seed" } th scope="col" { "Missing" } } }
                tbody { @for sheet in sheets.iter().filter(of) {
                    @if let Some(programs) = &sheet.certificate.evidence.programs { (row(sheet, programs)) }
                } }
            } }
        }
    }
}

fn row(sheet: &Sheet<'_>, programs: &ProgramsEvidence) -> Markup {
    let examples = programs.parts.iter();
    let examples = examples.filter_map(|part| part.counterexample.as_ref()?.program.as_ref());
    html! {
        tr {
            th scope="row" { (sheet.name) }
            td.unverified[sheet.is_refused()] {
                (level(programs.level.as_deref(), programs.unsupported.is_some())) }
            td.number { (thousands(programs.count)) } td.number { (thousands(programs.agreed)) }
            td { code { (short(&programs.seed)) } }
            td {
                @for line in &programs.missing { p { (short(line)) } }
                @for program in examples { p { "Seed " code { (short(&program.seed)) } ": " (short(&program.why)) } }
            }
        }
    }
}
