//! Meets an obligation of an engine, and puts a violation into words.

use crate::backend::BackendError;
use crate::engine::{Check, EngineDef, Input, Output, Skipped, Source};
use crate::harness::Context;
use crate::harness::replay;
use crate::harness::report::Report;
use crate::invariants::{Ask, RunError, Runner, Verdict, Violation, ask};
use crate::plan::Obligation;
use crate::record::{Failure, Outcome};

/// What a backend lacks that runs ops alone.
pub(in crate::harness) const WHOLE_PROGRAMS: &str = "whole programs";

/// Words of a column, and records of an output, that a report shows.
const SHOWN: usize = 24;

/// Asks what the obligation asks.
pub(super) fn execute(
    context: &Context,
    obligation: &Obligation,
    check: Check,
) -> ((Outcome, u64), Vec<Skipped>) {
    let def = context
        .catalog()
        .find_engine(&obligation.op)
        .expect("the plan comes from the catalog");
    let failed = |headline: String| (failure(headline.clone(), headline), vec![]);
    let runner = match obligation.backend() {
        None => Runner::Interpreter,
        Some(slug) => match context.backend(slug) {
            Some(backend) => Runner::Backend(backend),
            None => return failed(format!("there is no adapter `{slug}` in this run")),
        },
    };
    let only = context.settings().case.as_deref().map(replay::parse_engine);
    let only = match only.transpose() {
        Ok(only) => only,
        Err(message) => return failed(message),
    };
    let verdict = ask(&Ask {
        check,
        bench: &context.bench(def, runner),
        interpreted: &context.bench(def, Runner::Interpreter),
        library: context.catalog(),
        inputs: context.settings().plan.engine_inputs,
        only,
    });
    match verdict {
        Verdict::Holds { cases, skipped } => ((Outcome::Passed, cases), skipped),
        Verdict::Broken(violation) => (broken(context, def, obligation, &violation), vec![]),
        Verdict::Stopped {
            error: RunError::Backend(BackendError::Programs { .. }),
            ..
        } => {
            let hardware = WHOLE_PROGRAMS.into();
            ((Outcome::UnsupportedByBackend { hardware }, 0), vec![])
        }
        Verdict::Stopped { at, error } => {
            if let (RunError::Backend(BackendError::DeviceLost(_)), Some(slug)) =
                (&error, obligation.backend())
            {
                context.unload(slug);
            }
            let headline = format!("{}: {error}", obligation.id);
            let mut report = Report::new(&headline);
            place(&mut report, def, at);
            report.entry("replay", &command(context, obligation, at));
            (failure(headline, report.finish()), vec![])
        }
    }
}

fn command(context: &Context, obligation: &Obligation, at: (Source, u32)) -> String {
    let program = context.settings().program.as_deref();
    replay::engine_command(program, &obligation.id, at)
}

fn place(report: &mut Report, def: &EngineDef, (source, size): (Source, u32)) {
    report.entry("engine", &format!("{} ({})", def.id, def.place));
    report.entry("case", &format!("input {source}, workgroup size {size}"));
}

/// The report of a violation.
fn broken(
    context: &Context,
    def: &EngineDef,
    obligation: &Obligation,
    violation: &Violation,
) -> (Outcome, u64) {
    let what = match violation.check {
        Check::Invariant(invariant) => format!("{} does not hold", invariant.name()),
        other => format!("{} fails", other.slug()),
    };
    let headline = format!(
        "{}: {what} on {}",
        obligation.id, obligation.question.subject
    );
    let mut report = Report::new(&headline);
    report.entry("claim", violation.check.claim());
    match violation.at {
        Some(at) => place(&mut report, def, at),
        None => _ = report.entry("engine", &format!("{} ({})", def.id, def.place)),
    }
    if let Some(input) = &violation.input {
        report.entries("input", input_lines(input));
    }
    let difference = &violation.difference;
    for (label, side) in [
        ("expected", &difference.expected),
        ("found", &difference.found),
    ] {
        if let Some((by, output)) = side {
            report.entry(label, &format!("{}   ({by})", output_text(output)));
        }
    }
    report.entries("because", &difference.because);
    report.entry("oracle", &obligation.oracle.to_string());
    if let Some(at) = violation.at {
        report.entry("replay", &command(context, obligation, at));
    }
    failure(headline, report.finish())
}

fn failure(headline: String, report: String) -> (Outcome, u64) {
    let failure = Failure {
        headline,
        report,
        failing: 1,
        ..Failure::default()
    };
    (Outcome::Failed(Box::new(failure)), 0)
}

/// `column 0 (3 words): 1 2 3`.
fn input_lines(input: &Input) -> Vec<String> {
    let line = |(k, column): (usize, &Vec<u32>)| {
        let shown: Vec<String> = column.iter().take(SHOWN).map(u32::to_string).collect();
        let more = if column.len() > SHOWN { " ..." } else { "" };
        let words = shown.join(" ");
        format!("column {k} ({} words): {words}{more}", column.len())
    };
    input.columns.iter().enumerate().map(line).collect()
}

/// `3 records: (1) (2, 3) (4)`.
fn output_text(output: &Output) -> String {
    let record = |record: &Vec<u32>| {
        let words: Vec<String> = record.iter().map(u32::to_string).collect();
        format!("({})", words.join(", "))
    };
    let shown: Vec<String> = output.iter().take(SHOWN).map(record).collect();
    let more = if output.len() > SHOWN { " ..." } else { "" };
    format!("{} records: {}{more}", output.len(), shown.join(" "))
}
