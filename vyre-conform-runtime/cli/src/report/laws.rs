//! The laws of an op, with evidence by certificate.

use super::CertificatePage;
use super::grouping::together;
use super::parts::{Cell, compared};
use maud::{Markup, html};
use vyre_conform_certificate::certificate::{LawEvidence, OpEvidence, OutcomeName, Part, Subject};
use vyre_conform_harness::report::thousands;
use vyre_conform_runtime::registry::OpDef;
use vyre_conform_suite::plan::PartKind;
use vyre_conform_suite::strategy::TypedLaw;

/// A certificate with its evidence about the op.
type Own<'a> = (&'a CertificatePage<'a>, &'a OpEvidence);

/// Every declared law; certificates with equal declarations share a table.
pub(super) fn laws(own: &[Own<'_>]) -> Markup {
    let tables = together(own.iter().copied(), |one, other| same_laws(one.1, other.1));
    html! { @for same in &tables { (table(same)) } }
}

fn same_laws(one: &OpEvidence, other: &OpEvidence) -> bool {
    let texts = |op: &OpEvidence| -> Vec<(String, bool)> {
        op.laws.iter().map(|l| (l.text.clone(), l.holds)).collect()
    };
    texts(one) == texts(other)
}

fn table<'a>(own: &[Own<'a>]) -> Markup {
    let Some((sheet, op)) = own.first().filter(|(_, op)| !op.laws.is_empty()) else {
        return html! { p { "It declares no law." } };
    };
    let def = sheet.def(&op.id);
    let asked = |op: &OpEvidence| {
        op.parts
            .iter()
            .any(|p| p.part == PartKind::Law && is_run(p))
    };
    let (ran, not): (Vec<Own<'a>>, Vec<Own<'a>>) = own.iter().partition(|(_, op)| asked(op));
    let names = op.laws.iter().enumerate().map(|(k, law)| {
        html! { (law.text) @if !law.holds { " " small { "declared not to hold" } }
        @if let Some(text) = symbols(def, k) { br; small.symbols { (text) } } }
    });
    let names: Vec<Markup> = names.collect();
    let cells = ran.iter().map(|(sheet, op)| {
        let column = op.laws.iter().enumerate();
        let column = column.map(|(k, law)| shown(op, k, law, sheet.is_refused()));
        (*sheet, column.collect())
    });
    html! {
        (compared("Law; cases on the reference and on the backend", &names, cells.collect()))
        @if !not.is_empty() {
            p.note { "No law was run for " @for (k, (sheet, _)) in not.iter().enumerate() {
                @if k > 0 { ", " } (sheet.stem()) } "." }
        }
    }
}

fn is_run(part: &Part) -> bool {
    matches!(part.outcome, OutcomeName::Passed | OutcomeName::Failed)
}

fn symbols(def: Option<&'static OpDef>, law: usize) -> Option<String> {
    let law = def?.laws.get(law)?;
    Some(TypedLaw::new(law, &def?.op).ok()?.symbols())
}

/// The grade of a law, and its number of cases. In a refused certificate they are claims.
fn shown(op: &OpEvidence, law: usize, evidence: &LawEvidence, refused: bool) -> Cell {
    let of = |subject: Subject| {
        let law = Some(law as u64);
        let mine = |p: &&Part| p.part == PartKind::Law && p.law == law && p.subject == subject;
        let parts = op.parts.iter().filter(mine);
        parts.fold((0u64, 0u64), |(cases, failures), p| {
            (
                cases.saturating_add(p.cases),
                failures.saturating_add(p.failures),
            )
        })
    };
    let ((reference, wrong), (backend, failing)) = (of(Subject::Reference), of(Subject::Lowering));
    let (class, grade) = match (wrong.saturating_add(failing), evidence.grade.as_str()) {
        (1.., _) => ("bad", "refuted".to_owned()),
        (0, "none") => ("open", "none".to_owned()),
        (0, grade) if refused => ("claim", format!("claims {grade}")),
        (0, grade) => ("good", grade.to_owned()),
    };
    let proof = op.parts.iter().filter(|p| p.law == Some(law as u64));
    let proof = proof.filter_map(|p| p.proof.as_ref()).next();
    let cell = html! {
        (grade)
        @for (n, place) in [(wrong, "reference"), (failing, "backend")] {
            @if n > 0 { " " strong.bad { (thousands(n)) " fail on the " (place) } }
        }
        " " small {
            @if let Some(proof) = proof { "proved for every input (" (proof.engine.name()) "), " }
            (thousands(reference)) @if reference == backend { " each" } @else { " and " (thousands(backend)) }
        }
    };
    (class, cell.into_string())
}
