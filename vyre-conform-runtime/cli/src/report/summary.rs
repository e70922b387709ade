//! The top of the page, for a first glance: device, driver, levels, refutations, verified, signed, dates.

use super::CertificatePage;
use super::chip::chip;
use super::column::{Column, ColumnLevel, LevelStatus};
use super::grouping::together;
use super::parts::short;
use maud::{Markup, html};
use std::collections::BTreeSet;
use vyre_conform_harness::report::pluralize;

/// Number of problems of a certificate displayed at once; up to `MORE` further ones are folded, the others counted.
const PROBLEMS: usize = 3;
const MORE: usize = 20;

/// Maximal number of backends with large cards, and with cards that are not folded.
const LARGE: usize = 4;
const SHOWN: usize = 10;

/// The subject of the page.
pub(super) fn subject(sheets: &[CertificatePage<'_>]) -> String {
    let mut devices: Vec<&str> = vec![];
    for sheet in sheets {
        let device = sheet.certificate.evidence.backend.device.as_str();
        if !devices.contains(&device) {
            devices.push(device);
        }
    }
    devices.join(", ")
}

/// The verdicts of certificates: refuted, verified, signed.
fn verdicts(sheets: &[&CertificatePage<'_>], refuted: usize) -> [Markup; 3] {
    let of =
        |takes: &dyn Fn(&CertificatePage<'_>) -> bool| sheets.iter().filter(|s| takes(s)).count();
    let all = sheets.len();
    let verified = match of(&|s| !s.is_refused()) {
        n if n == all => chip("good", "verified: yes"),
        0 => chip("bad", "verified: no"),
        n => chip("bad", &format!("verified: {n} of {all}")),
    };
    // A signature has an owner, whose trust is the reader's decision.
    let signed = match of(&|s| s.signed) {
        0 => chip("fair", "signed: no"),
        n if n == all => chip("part", "signed: yes, not checked"),
        n => chip("part", &format!("signed: {n} of {all}, not checked")),
    };
    let failing = match refuted {
        0 if sheets.iter().any(|s| s.is_refused()) => chip("claim", "claims 0 refuted"),
        0 => chip("good", "0 refuted"),
        n => chip("bad", &format!("{n} refuted")),
    };
    [failing, verified, signed]
}

/// The verdicts of all certificates of a page.
fn of_all(columns: &[Column<'_>]) -> [Markup; 3] {
    let sheets: Vec<&CertificatePage<'_>> = columns.iter().flat_map(|c| c.sheets.clone()).collect();
    let refuted: BTreeSet<&str> = columns.iter().flat_map(Column::refuted).collect();
    verdicts(&sheets, refuted.len())
}

/// The day, or the first and the last.
fn dates(sheets: &[&CertificatePage<'_>]) -> String {
    let day = |s: &&CertificatePage<'_>| {
        let text = &s.certificate.run.finished;
        short(text.split('T').next().unwrap_or(text))
    };
    let days: BTreeSet<String> = sheets.iter().map(day).collect();
    match (days.first(), days.last()) {
        (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
        (Some(day), _) => day.clone(),
        _ => String::new(),
    }
}

/// The head of the page.
pub(super) fn head(
    sheets: &[CertificatePage<'_>],
    columns: &[Column<'_>],
    ops: usize,
    engines: usize,
) -> Markup {
    let refuted: BTreeSet<&str> = columns.iter().flat_map(Column::refuted).collect();
    let count = |n: usize, one: &str, many: &str| pluralize(n as u64, one, many);
    html! {
        header.top {
            h1 { "Conformance report" }
            p { (subject(sheets)) ": " (count(columns.len(), "backend", "backends")) ", "
                (count(sheets.len(), "certificate", "certificates")) ", " (count(ops, "op", "ops")) ", "
                (count(engines, "engine", "engines")) }
            @if columns.len() > 1 { p.verdicts {
                @for chip in of_all(columns) { (chip) " " }
                span.date { (dates(&sheets.iter().collect::<Vec<_>>())) }
            } }
            nav aria-label="Sections" {
                @if !refuted.is_empty() { a href="#refuted" { "Refuted" } }
                a href="#ops" { "Ops and engines" }
                a href="#missing" { "Not established" }
                a href="#certificates" { "Certificates" }
                a href="#details" { "Details" }
            }
        }
    }
}

/// A card per backend: refuted ones first if there are many, the last ones folded.
pub(super) fn cards(columns: &[Column<'_>]) -> Markup {
    let many = columns.len() > LARGE;
    let mut order: Vec<&Column<'_>> = columns.iter().collect();
    if many {
        order.sort_by_key(|column| column.refuted().is_empty());
    }
    let (open, folded) = order.split_at(order.len().min(SHOWN));
    // Common verdicts are shown once, above.
    let own = |column: &Column<'_>| verdicts(&column.sheets, column.refuted().len());
    let mut entries: Vec<Markup> = if many { of_all(columns).into() } else { vec![] };
    entries.retain(|chip| {
        let has = |column: &Column<'_>| own(column).iter().any(|of| of.0 == chip.0);
        columns.iter().all(has)
    });
    let cards = |of: &[&Column<'_>]| {
        html! { div class=(if many { "cards many" } else { "cards" }) {
            @for column in of { (card(column, &entries)) }
        } }
    };
    let names = || folded.iter().map(|column| &column.name[..]);
    html! {
        section #summary aria-label="Summary" {
            @for sheet in columns.iter().flat_map(|c| &c.sheets) { (refusal(sheet)) }
            (cards(open))
            @if !folded.is_empty() { details {
                summary { (pluralize(folded.len() as u64, "more backend", "more backends")) ": "
                    @for (k, name) in names().enumerate() { @if k > 0 { ", " } (short(name)) } }
                (cards(folded))
            } }
            p.note { "Verified: the digest fits, and parts, numbers of cases and levels are those of this op library. \
                Nothing was run again: results, device and unsupported parts are the issuer's word." }
        }
    }
}

/// The reasons why a certificate does not verify.
fn refusal(sheet: &CertificatePage<'_>) -> Markup {
    let Some(problems) = &sheet.refused else {
        return html! {};
    };
    let rest = problems.get(PROBLEMS..).unwrap_or_default();
    html! {
        div.refused role="alert" {
            p { strong { "not verified: " (sheet.name) } " The results below are its unverified claims." }
            ul.reasons { @for line in problems.iter().take(PROBLEMS) { li { (short(line)) } } }
            @if !rest.is_empty() { details { summary { (rest.len()) " more" }
                ul.reasons { @for line in rest.iter().take(MORE) { li { (short(line)) } } }
                @if rest.len() > MORE { p { "and " (rest.len() - MORE) " more" } }
            } }
        }
    }
}

/// A card. `said` are the verdicts shown above.
fn card(column: &Column<'_>, entries: &[Markup]) -> Markup {
    let backend = column.backend();
    let refuted = column.refuted().len();
    let chips = verdicts(&column.sheets, refuted).into_iter();
    let chips = chips.filter(|chip| entries.iter().all(|of| of.0 != chip.0));
    html! {
        article.card.refuted[refuted > 0] {
            h2 { (short(&backend.device)) }
            " "
            p.driver { (short(&backend.driver)) " \u{b7} " code { (short(&column.name)) } }
            ul.big aria-label="Levels" { (levels(column)) }
            p.verdicts { @for chip in chips { (chip) " " } span.date { (dates(&column.sheets)) } }
            details {
                summary { (pluralize(column.sheets.len() as u64, "certificate", "certificates")) }
                ul.reasons { @for sheet in &column.sheets { li {
                    a href={ "#" (sheet.anchor()) } { (sheet.name) } ": "
                    @if sheet.is_refused() { (chip("bad", "not verified")) } @else { "verified" }
                    @if sheet.signed { ", a signature is beside it" } @else { ", no signature" }
                    ", " (dates(&[sheet]))
                } } }
            }
        }
    }
}

/// Description of a level, besides its name.
#[derive(PartialEq)]
struct Standing {
    class: &'static str,
    word: String,
    counts: String,
}

impl Standing {
    fn new(of: &ColumnLevel<'_>) -> Self {
        let (class, word) = match of.reached {
            LevelStatus::Established => ("good", "established".to_owned()),
            LevelStatus::ByWord => ("fair", "established, in part by word".into()),
            LevelStatus::Claimed => ("claim", "claimed, not verified".into()),
            LevelStatus::Refuted(n) => ("bad", format!("refuted by {n}")),
            LevelStatus::Partial => ("fair", "partial".into()),
            LevelStatus::Nothing => ("part", "not established".into()),
            LevelStatus::NotRun => ("open", "not run".into()),
        };
        Self {
            class,
            word,
            counts: of.level.counted(of.absent),
        }
    }
}

/// The levels of a backend as large chips with their counts; those with equal descriptions share one.
fn levels(column: &Column<'_>) -> Markup {
    let all = column.levels().into_iter();
    let all = all.map(|of| (of.level.level.name(), Standing::new(&of)));
    html! { @for same in together(all, |one, other| one.1 == other.1) {
        @let Standing { class, word, counts } = &same[0].1;
        li class=(class) title=(counts) {
            @for (name, _) in &same { strong { (name) } " " }
            span { (word) } " " small { (counts) }
        }
    } }
}
