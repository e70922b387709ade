//! Planted faults, alone and in pairs, in every kind of trial: the report of each blames the right component.
//!
//! The intended op flips every bit. A row of the table plants faults in its reference, rows, laws, witness, lowered
//! function, translation, alternate or driver, and names the component that the failing trials must blame. A cell is
//! one failing trial of one row.

mod backends;
mod ops;
mod table;

use super::support::{folder, run};
use backends::{Driver, FaultyBackend};
use ops::{Kind, Lower, Parts, catalog};
use std::collections::BTreeMap;
use table::{BlameTable, KNOWN, NAMED, REFERENCE, TABLE, with};
use vyre_conform_harness::{Context, Settings};
use vyre_conform_suite::backend::{Backend, kernel_rust};
use vyre_conform_suite::compare::Blame;
use vyre_conform_suite::record::Outcome;

/// The diagnosis of a failure report.
fn blamed(report: &str) -> Option<&str> {
    let diagnosis = report
        .lines()
        .find_map(|line| line.trim_start().strip_prefix("diagnosis"));
    diagnosis.map(str::trim)
}

/// Result of a row of the table: the number of failing cells, and the problems with them.
fn cells(
    name: &str,
    parts: &Parts,
    backends: Vec<&'static dyn Backend>,
    expected: BlameTable,
) -> (usize, Vec<String>) {
    let root = folder();
    let mut settings = Settings::default();
    settings.plan.witnesses = 300;
    let context =
        Context::new(catalog(parts), settings, backends, None, root.path()).expect("a plan");
    let (mut cells, mut wrong) = (0, vec![]);
    let mut fitted: BTreeMap<&str, usize> = expected.iter().map(|(part, _)| (*part, 0)).collect();
    for (id, outcome) in run(&context, "") {
        let Outcome::Failed(failure) = outcome else {
            continue;
        };
        cells += 1;
        let Some((part, blame)) = expected.iter().find(|(part, _)| id.contains(part)) else {
            wrong.push(format!("{name}: {id} should not fail:\n{}", failure.report));
            continue;
        };
        *fitted.entry(part).or_default() += 1;
        let saved = failure.report.contains("  saved ");
        let (actual, expected) = (blamed(&failure.report), blame.map(Blame::words));
        if actual != expected || saved != blame.is_some() {
            wrong.push(format!(
                "{name}: {id}: not {expected:?}:\n{}",
                failure.report
            ));
        }
    }
    for (part, _) in fitted
        .into_iter()
        .filter(|(part, n)| *n == 0 && !part.is_empty())
    {
        wrong.push(format!("{name}: no trial `{part}` fails"));
    }
    if cells == 0 && !expected.is_empty() {
        wrong.push(format!("{name}: nothing fails"));
    }
    (cells, wrong)
}

/// Oracle: the planted faults, and the order of judging in the documentation of `compare`, by hand.
#[test]
#[ignore = "a long run: seconds"]
fn every_planted_fault_is_blamed_on_its_component() {
    let (mut all, mut wrong) = (0, vec![]);
    for (name, parts, driver, expected) in TABLE {
        let (cells, mut actual) = cells(name, parts, vec![FaultyBackend::leak(*driver)], expected);
        all += cells;
        wrong.append(&mut actual);
    }
    // The same functions on the processor, compiled by rustc.
    for (name, reference, is, expected) in [
        (
            "on the processor: named function",
            Kind::Right,
            Kind::Next,
            NAMED,
        ),
        (
            "on the processor: named function at 7",
            Kind::Right,
            Kind::Point,
            NAMED,
        ),
        (
            "on the processor: reference",
            Kind::Next,
            Kind::Right,
            REFERENCE,
        ),
    ] {
        let parts = with(KNOWN, reference, Lower::Named(is));
        let expected = Box::leak(Box::new([("", expected)]));
        let (cells, mut actual) = cells(name, &parts, vec![kernel_rust()], expected);
        all += cells;
        wrong.append(&mut actual);
    }
    assert!(
        wrong.is_empty(),
        "{}\n{} of {all} cells",
        wrong.join("\n"),
        wrong.len()
    );
    assert!(all >= 150, "{all} cells");
}

/// Oracle: the driver, which is wrong in large batches alone.
#[test]
fn failure_in_batches_alone_is_diagnosed() {
    let root = folder();
    let mut settings = Settings::default();
    settings.plan.witnesses = 300;
    let backends = vec![FaultyBackend::leak(Driver::Batch)];
    let context =
        Context::new(catalog(&KNOWN), settings, backends, None, root.path()).expect("a plan");
    for trial in [
        "::parity::fake::edges",
        "::law::involution::fake::witnessed",
    ] {
        let outcomes = run(&context, trial);
        let Some((_, Outcome::Failed(failure))) = outcomes.first() else {
            panic!("{trial} did not fail");
        };
        let text = &failure.report;
        assert!(text.contains("seen in the batch only"), "{text}");
    }
}
