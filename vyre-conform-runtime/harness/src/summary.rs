//! The closing summary: level, cases and weakest grade per op, then gaps with reasons.

mod levels;
mod lost;
mod omissions;
mod table;

pub use lost::lossy;
pub(crate) use table::{is_cut_short, table};

use crate::context::Context;
use std::fmt::Write;
use vyre_conform_certificate::escape::plain;
use vyre_conform_certificate::{
    EngineStanding, OpStanding, OpStatus, ParityCount, engine_standings, parity_count, standings,
};
use vyre_conform_suite::record::{NotRun, Outcome};

/// Maximal number of printed reasons per op and backend; the rest is counted.
const REASONS: usize = 4;

/// The summary of all records so far.
pub fn summary(context: &Context) -> String {
    let records = context.records();
    let backends = context.slugs();
    let mut out = String::new();
    if let Some(reason) = context.no_adapter() {
        let _ = writeln!(out, "\nL1 not established for any op, nor L3: {reason}");
        let _ = writeln!(out, "{}", reference_line(context));
        out.push_str(&left_out(context));
        return out;
    }
    let standings = standings(context.catalog(), context.plan(), &backends, &records);
    let options = &context.settings().plan;
    let (catalog, plan) = (context.catalog(), context.plan());
    let engines = engine_standings(catalog, plan, &backends, &records, options);
    // A failed trial counts no case; an op with nothing but failures must still be listed.
    let failed = |s: &OpStanding| {
        records.iter().any(|r| {
            let here = r.obligation.backend().is_none_or(|b| b == s.backend);
            here && r.obligation.op == s.op && matches!(r.outcome, Outcome::Failed(_))
        })
    };
    let touched: Vec<&OpStanding> = standings
        .iter()
        .filter(|s| s.cases > 0 || failed(s))
        .collect();
    let width = touched.iter().map(|s| s.op.len()).max().unwrap_or(2);
    let left = omissions::OmittedTrials::new(context, &records);
    for backend in &backends {
        let rows: Vec<&OpStanding> = touched
            .iter()
            .copied()
            .filter(|s| s.backend == *backend)
            .collect();
        let ran = |e: &EngineStanding| e.backend == *backend && e.cases > 0;
        let ran_programs = levels::ran_programs(backend, &records);
        if rows.is_empty() && !engines.iter().any(ran) && !ran_programs {
            continue;
        }
        ops_of_backend(&mut out, context, backend, &rows, width);
        missing(&mut out, &rows, &left);
        levels::engines(&mut out, backend, &engines, &left);
        if ran_programs {
            levels::programs(&mut out, context, backend, &records);
        }
        levels::whole(
            &mut out, context, backend, &standings, &engines, &records, &left,
        );
    }
    out.push_str(&left.line());
    unsupported(&mut out, &standings);
    out.push_str(&left_out(context));
    out.push_str(&lost::lines(context));
    for count in required_parity(context) {
        let _ = writeln!(out, "{count}");
    }
    out
}

/// Writes the head of a backend and the rows of its ops.
fn ops_of_backend(
    out: &mut String,
    context: &Context,
    backend: &str,
    rows: &[&OpStanding],
    width: usize,
) {
    let identity = context.identity(backend);
    let _ = writeln!(
        out,
        "\n{backend}: {} ({})",
        plain(&identity.device),
        plain(&identity.driver)
    );
    if !rows.is_empty() {
        let _ = writeln!(
            out,
            "  {:width$}  level             cases  weakest evidence",
            "op"
        );
    }
    for s in rows {
        let (level, cases) = (s.status.name(s.track), count(s.cases));
        let weakest = match context.catalog().find(&s.op) {
            Some(op) if op.def.laws.is_empty() => "no law declared",
            _ => s.weakest,
        };
        let _ = writeln!(out, "  {:width$}  {level:<15} {cases:>7}  {weakest}", s.op);
    }
}

/// Writes the missing features of ops.
fn missing(out: &mut String, rows: &[&OpStanding], left: &omissions::OmittedTrials) {
    for s in rows {
        let missing = left.describe(&s.op, s.status.missing());
        for reason in missing.iter().take(REASONS) {
            let _ = writeln!(out, "  missing: {}", first_line(reason));
        }
        if missing.len() > REASONS {
            let _ = writeln!(
                out,
                "  missing: and {} more of {}",
                missing.len() - REASONS,
                s.op
            );
        }
    }
}

/// Writes the ops that a backend does not support.
fn unsupported(out: &mut String, standings: &[OpStanding]) {
    for s in standings {
        if let OpStatus::UnsupportedByBackend { hardware, .. } = &s.status {
            let _ = writeln!(
                out,
                "UnsupportedByBackend {{ op: {}, backend: {} }}: it lacks {hardware}",
                s.op, s.backend
            );
        }
    }
}

/// The absent backends, and those abandoned during the run, with reasons.
fn left_out(context: &Context) -> String {
    let mut out = String::new();
    for absent in context.absent() {
        let _ = writeln!(out, "{absent}");
    }
    for slug in context.slugs() {
        if let Some(reason) = context.backend(&slug).and_then(|b| b.abandonment_reason()) {
            let _ = writeln!(out, "{slug} was given up: {reason}");
        }
    }
    out
}

/// The parity counts of each required adapter.
fn required_parity(context: &Context) -> Vec<ParityCount> {
    let records = context.records();
    let required = context.required().into_iter();
    required
        .map(|slug| parity_count(context.catalog(), &slug, &records))
        .collect()
}

/// The parity trials that did not run on required adapters of a whole run, as reasons of its failure.
pub fn incomplete(context: &Context) -> Vec<String> {
    let counts = required_parity(context).into_iter();
    counts
        .filter(|count| !count.complete())
        .map(|count| {
            let some = count.missing.iter().take(REASONS).cloned();
            format!(
                "VYRE_REQUIRE_ADAPTERS: {count}: {}",
                some.collect::<Vec<_>>().join(", ")
            )
        })
        .collect()
}

/// The message at the end of a run without failures that skipped trials because of an unselected failing one: a filter
/// may select an op's trials without its gates.
pub fn unexplained(context: &Context) -> Option<String> {
    let records = context.records();
    if records
        .iter()
        .any(|r| matches!(r.outcome, Outcome::Failed(_)))
    {
        return None;
    }
    let mut because = records.iter().filter_map(|r| match &r.outcome {
        Outcome::NotRun(why @ NotRun::Blocked { .. }) => Some(why.to_string()),
        _ => None,
    });
    let first = because.next()?;
    Some(match because.count() {
        0 => format!("one trial was {first}"),
        more => format!("{} trials were {first}", more + 1),
    })
}

/// The first line of a reason, with the second if the first only announces it; the trial has printed the rest.
fn first_line(reason: &str) -> String {
    let mut lines = reason.lines().map(str::trim);
    let first = lines.next().unwrap_or("");
    match lines.next().filter(|_| first.ends_with(':')) {
        Some(second) => format!("{first} {second}"),
        None => first.to_owned(),
    }
}

/// The summary of trials without a backend.
fn reference_line(context: &Context) -> String {
    let mut records = context.records();
    records.retain(|r| r.obligation.backend().is_none());
    let passed = records
        .iter()
        .filter(|r| matches!(r.outcome, Outcome::Passed))
        .count();
    let cases = records.iter().map(|r| r.cases).sum();
    format!(
        "on the CPU reference alone: {passed} of {} obligations met, {} cases",
        records.len(),
        count(cases)
    )
}

/// A human-readable count: `1.23 M`.
pub(super) fn count(n: u64) -> String {
    let x = n as f64;
    match n {
        0..10_000 => n.to_string(),
        10_000..1_000_000 => format!("{:.0} k", x / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} M", x / 1e6),
        _ => format!("{:.2} G", x / 1e9),
    }
}
