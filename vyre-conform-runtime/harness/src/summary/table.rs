//! Final table of a run with a budget: trials by kind.

use crate::context::Context;
use crate::report::{pluralize, thousands};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::time::Duration;
use vyre_conform_suite::plan::Part;
use vyre_conform_suite::record::{NotRun, Outcome, Record};

/// Columns of the table.
const HEAD: [&str; 7] = [
    "trials",
    "held",
    "passed",
    "failed",
    "pending",
    "unsupported",
    "cases",
];

/// Maximal number of pending trials with their own line.
const NAMED: usize = 8;

/// The table, and the pending trials.
pub(crate) fn table(context: &Context) -> String {
    let records = context.records();
    let mut rows: BTreeMap<(bool, String), [u64; HEAD.len()]> = BTreeMap::new();
    let mut all = [0; HEAD.len()];
    for record in &records {
        let numbers = numbers(context, record);
        let row = rows.entry(kind(record)).or_default();
        for (place, number) in numbers.into_iter().enumerate() {
            row[place] += number;
            all[place] += number;
        }
    }
    let named = rows.iter().map(|((is_engine, kind), row)| {
        let of = if *is_engine { "engines" } else { "ops" };
        (format!("{of}: {kind}"), *row)
    });
    let rows: Vec<_> = named.chain([("all".to_owned(), all)]).collect();
    let mut text = format!("{}\n\n{}", subjects(context, &records), lines(&rows));
    text += &pending(&records);
    if context.settings().quick {
        let _ = writeln!(
            text,
            "\nA quick run establishes no level: it has {} of {} trials. Without `--quick` all of them run.",
            thousands(records.len() as u64),
            thousands(context.plan().obligations().len() as u64)
        );
    }
    text
}

/// True if the budget ended before the run.
pub(crate) fn is_cut_short(context: &Context) -> bool {
    let pending =
        |record: &Record| matches!(record.outcome, Outcome::NotRun(NotRun::Pending { .. }));
    context.records().iter().any(pending)
}

/// The kind of a trial, and true if its subject is an engine.
fn kind(record: &Record) -> (bool, String) {
    let obligation = &record.obligation;
    let kind = match (&obligation.part, obligation.backend()) {
        (_, Some(slug)) => slug,
        (Part::Engine(check), None) if check.slug() != "gates" => "interpreter",
        (part, None) => match part {
            Part::Engine(check) => check.slug(),
            part => part.name(),
        },
    };
    let is_engine = matches!(obligation.part, Part::Engine(_));
    (is_engine, kind.to_owned())
}

/// The row of one trial.
fn numbers(context: &Context, record: &Record) -> [u64; HEAD.len()] {
    let held = context.held();
    let is_held = held.is_some_and(|held| held.record(&record.obligation).is_some());
    let outcome = &record.outcome;
    let is_pending = matches!(outcome, Outcome::NotRun(NotRun::Pending { .. }));
    let is_unsupported = matches!(outcome, Outcome::UnsupportedByBackend { .. });
    [
        1,
        is_held.into(),
        (outcome.passed() && !is_held).into(),
        matches!(outcome, Outcome::Failed(_)).into(),
        is_pending.into(),
        is_unsupported.into(),
        if is_held { 0 } else { record.cases },
    ]
}

/// The line about ops, engines and the backend.
fn subjects(context: &Context, records: &[Record]) -> String {
    let count = |is_engine| {
        let of = records.iter().filter(|record| kind(record).0 == is_engine);
        let ids: HashSet<&str> = of.map(|record| &record.obligation.op[..]).collect();
        ids.len() as u64
    };
    let (ops, engines) = (count(false), count(true));
    let place = match context.slugs().first() {
        Some(slug) => {
            let identity = context.identity(slug);
            format!("{slug}: {} ({})", identity.device, identity.driver)
        }
        None => {
            let reason = context.no_adapter().unwrap_or_default();
            format!("the reference alone: {reason}")
        }
    };
    let ops = pluralize(ops, "op", "ops");
    let engines = pluralize(engines, "engine", "engines");
    format!("{ops} and {engines} on {place}")
}

/// The rows below their heading, in columns.
fn lines(rows: &[(String, [u64; HEAD.len()])]) -> String {
    let cells = |row: &[u64; HEAD.len()]| row.map(thousands);
    let texts: Vec<(String, [String; HEAD.len()])> = rows
        .iter()
        .map(|(name, row)| (name.clone(), cells(row)))
        .collect();
    let head = ("kind".to_owned(), HEAD.map(str::to_owned));
    let all: Vec<_> = std::iter::once(head).chain(texts).collect();
    let name_width = all.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let width = |place: usize| {
        let cells = all.iter().map(|(_, cells)| cells[place].len());
        cells.max().unwrap_or(0)
    };
    let mut text = String::new();
    for (name, cells) in &all {
        let _ = write!(text, "{name:name_width$}");
        for (place, cell) in cells.iter().enumerate() {
            let _ = write!(text, "  {cell:>0$}", width(place));
        }
        text.push('\n');
    }
    text
}

/// The pending trials: lines for the longest running ones, and the number of the rest.
fn pending(records: &[Record]) -> String {
    let mut pending: Vec<(Option<Duration>, &str)> = vec![];
    for record in records {
        if let Outcome::NotRun(NotRun::Pending { elapsed }) = record.outcome {
            pending.push((elapsed, &record.obligation.id));
        }
    }
    if pending.is_empty() {
        return String::new();
    }
    pending.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    let mut text = format!(
        "\n{} of {} pending, because the time of the run was over. The next run begins with them:\n",
        thousands(pending.len() as u64),
        pluralize(records.len() as u64, "trial is", "trials are")
    );
    for (ran, id) in pending.iter().take(NAMED) {
        let ran = match ran {
            Some(ran) => format!("ran for {} s", ran.as_secs()),
            None => "did not begin".to_owned(),
        };
        let _ = writeln!(text, "  {id} {ran}");
    }
    if pending.len() > NAMED {
        let _ = writeln!(
            text,
            "  and {} more that did not end",
            pending.len() - NAMED
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the hand-written layout.
    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [
            ("ops: gates".to_owned(), [490, 0, 490, 0, 0, 0, 1_234_567]),
            ("all".to_owned(), [490, 0, 490, 0, 0, 0, 1_234_567]),
        ];
        let expected = "kind        trials  held  passed  failed  pending  unsupported      cases\n\
                   ops: gates     490     0     490       0        0            0  1,234,567\n\
                   all            490     0     490       0        0            0  1,234,567\n";
        assert_eq!(lines(&rows), expected);
    }
}
