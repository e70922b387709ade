//! Meets an obligation of an engine, and puts a violation into words.

use super::engine_saved;
use super::range::{FirstFailure, Tally};
use crate::Context;
use crate::replay;
use crate::report::Report;
use std::ops::Range;
use std::sync::Arc;
use vyre_conform_runtime::engine::{Check, EngineDef, Input, Output, Skipped, Source};
use vyre_conform_suite::backend::BackendError;
use vyre_conform_suite::invariants::{
    Ask, Bench, Halt, RunError, Runner, Verdict, Violation, ask, ask_range,
};
use vyre_conform_suite::plan::Obligation;
use vyre_conform_suite::record::{Failure, Outcome};

/// What a backend lacks that runs ops alone.
pub const WHOLE_PROGRAMS: &str = "whole programs";

/// Words of a column, and records of an output, that a report shows.
const SHOWN: usize = 24;

/// The engine of an obligation, and what runs it.
struct Benches {
    here: Arc<Bench<'static>>,
    interpreted: Arc<Bench<'static>>,
}

impl Benches {
    fn of(context: &Context, obligation: &Obligation) -> Result<Self, String> {
        let def = engine_of(context, obligation);
        let runner = match obligation.backend() {
            None => Runner::Interpreter,
            Some(slug) => match context.backend(slug) {
                Some(backend) => Runner::Backend(backend),
                None => return Err(format!("there is no adapter `{slug}` in this run")),
            },
        };
        Ok(Self {
            here: context.bench(def, runner),
            interpreted: context.bench(def, Runner::Interpreter),
        })
    }

    fn ask<'a>(
        &'a self,
        context: &'a Context,
        check: Check,
        only: Option<(Source, u32)>,
    ) -> Ask<'a, 'static> {
        Ask {
            check,
            bench: &self.here,
            interpreted: &self.interpreted,
            library: context.catalog(),
            inputs: context.settings().plan.engine_inputs,
            only,
        }
    }
}

pub(super) fn engine_of(context: &Context, obligation: &Obligation) -> &'static EngineDef {
    let found = context.catalog().find_engine(&obligation.op);
    found.expect("the plan comes from the catalog")
}

/// Asks what the obligation asks, until a case breaks what is claimed.
pub(super) fn execute(
    context: &Context,
    obligation: &Obligation,
    check: Check,
) -> ((Outcome, u64), Vec<Skipped>) {
    let failed = |headline: String| (failure(headline.clone(), headline), vec![]);
    let only = context.settings().case.as_deref().map(replay::parse_engine);
    let only = match only.transpose() {
        Ok(only) => only,
        Err(message) => return failed(message),
    };
    let benches = match Benches::of(context, obligation) {
        Ok(benches) => benches,
        Err(message) => return failed(message),
    };
    match ask(&benches.ask(context, check, only)) {
        Verdict::Holds { cases, skipped } => ((Outcome::Passed, cases), skipped),
        Verdict::Broken(violation) => {
            let outcome = broken(context, obligation, &violation);
            ((outcome, violation.at.is_some().into()), vec![])
        }
        Verdict::Stopped { at, error } => ((stopped(context, obligation, at, &error), 0), vec![]),
    }
}

/// Asks about some cases of the obligation, all of them.
pub(super) fn execute_range(
    context: &Context,
    obligation: &Obligation,
    check: Check,
    range: Range<u64>,
) -> Result<Tally, Outcome> {
    let failed = |headline: String| failure(headline.clone(), headline).0;
    let benches = Benches::of(context, obligation).map_err(failed)?;
    match ask_range(&benches.ask(context, check, None), range) {
        Ok(showed) => Ok(Tally {
            cases: showed.cases,
            failures: showed.failures,
            first: showed.first.map(|(case, violation)| FirstFailure {
                case,
                inputs: vec![],
                values: None,
                violation: Some(violation),
                program: None,
            }),
            by_digest: 0,
            skipped: (showed.skipped.into_iter())
                .map(|(why, cases)| (why.to_string(), cases))
                .collect(),
        }),
        Err(Halt::Silent(violation)) => Err(broken(context, obligation, &violation)),
        Err(Halt::Stopped { at, error }) => Err(stopped(context, obligation, at, &error)),
    }
}

/// How an obligation ends whose ranges add up to this tally.
pub(super) fn conclude(obligation: &Obligation, check: Check, tally: &Tally) -> Outcome {
    if tally.failures == 0 {
        return Outcome::Passed;
    }
    let headline = headline(obligation, check);
    let first = tally.first.as_ref();
    Outcome::Failed(Box::new(Failure {
        report: format!("{headline}\n"),
        headline,
        failing: tally.failures,
        violation: first.and_then(|first| first.violation.clone()),
        ..Failure::default()
    }))
}

/// A launch gave no words.
pub(super) fn stopped(
    context: &Context,
    obligation: &Obligation,
    at: (Source, u32),
    error: &RunError,
) -> Outcome {
    match error {
        RunError::Backend(BackendError::Programs { .. }) => {
            return Outcome::UnsupportedByBackend {
                hardware: WHOLE_PROGRAMS.into(),
            };
        }
        RunError::Backend(BackendError::DeviceLost(_)) => {
            if let Some(slug) = obligation.backend() {
                context.unload(slug);
            }
        }
        _ => {}
    }
    let headline = format!("{}: {error}", obligation.id);
    let mut report = Report::new(&headline);
    place(&mut report, engine_of(context, obligation), at);
    report.told.actual = Some(error.to_string());
    report.replay(command(context, obligation, at));
    let (report, told) = report.parts();
    Outcome::Failed(Box::new(Failure {
        headline,
        report,
        told,
        ..Failure::default()
    }))
}

/// What does not hold, in one line.
fn headline(obligation: &Obligation, check: Check) -> String {
    let what = match check {
        Check::Invariant(invariant) => format!("{} does not hold", invariant.name()),
        other => format!("{} fails", other.slug()),
    };
    format!(
        "{}: {what} on {}",
        obligation.id, obligation.question.subject
    )
}

fn command(context: &Context, obligation: &Obligation, at: (Source, u32)) -> String {
    let program = context.settings().program.as_deref();
    if let Source::Saved(number) = at.0 {
        return replay::saved_command(program, obligation, number);
    }
    replay::engine_command(program, &obligation.id, at)
}

fn place(report: &mut Report, def: &EngineDef, (source, size): (Source, u32)) {
    report.entry("engine", &format!("{} ({})", def.id, def.place));
    report.entry("case", &format!("input {source}, workgroup size {size}"));
}

/// The report of a violation.
pub(super) fn broken(context: &Context, obligation: &Obligation, violation: &Violation) -> Outcome {
    let def = engine_of(context, obligation);
    let headline = headline(obligation, violation.check);
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
    let text = |side: &Option<(String, Output)>| Some(output_text(&side.as_ref()?.1));
    report.told.expected = text(&difference.expected);
    report.told.oracle = difference.expected.as_ref().map(|(by, _)| by.clone());
    report.told.actual = text(&difference.found);
    report.told.reasons.clone_from(&difference.because);
    report.entries("because", &difference.because);
    report.entry("oracle", &obligation.oracle.to_string());
    let mut unsaved = None;
    if let Some(at) = violation.at {
        report.replay(command(context, obligation, at));
        if let (Some(input), false) = (&violation.input, matches!(at.0, Source::Saved(_))) {
            let expected = difference.expected.as_ref();
            let saved = engine_saved::save(context, obligation, at, input, expected);
            unsaved = report.saved(saved);
        }
    }
    let (report, told) = report.parts();
    Outcome::Failed(Box::new(Failure {
        headline,
        report,
        told,
        failing: violation.at.is_some().into(),
        violation: Some(Box::new(violation.clone())),
        unsaved,
        ..Failure::default()
    }))
}

/// What ends an obligation by itself, with no case that fails.
pub(super) fn failure(headline: String, report: String) -> (Outcome, u64) {
    let failure = Failure {
        headline,
        report,
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
