//! Checks of engines, and reports of their violations.

use super::{
    Interruption, PartOutcome, PartResult, RangedPart, Run, engine_culprit, engine_smaller,
};
use crate::replay::{self, command as replay_command};
use crate::report::Report;
use std::ops::Range;
use std::sync::Arc;
use vyre_conform_runtime::engine::{Check, EngineDef, Input, InputSource, Output};
use vyre_conform_suite::backend::BackendError;
use vyre_conform_suite::compare::Diagnosis;
use vyre_conform_suite::failing::{CaseFault, Difference, FailingCase, Tally, Violation};
use vyre_conform_suite::invariants::{
    CheckInterruption, CheckRequest, ClaimOutcome, EngineSession, RunError, Runner, check_claim,
    check_range,
};
use vyre_conform_suite::plan::{Obligation, Part};
use vyre_conform_suite::record::Failure;
use vyre_conform_suite::strategy::quietly;

pub(super) const CASES: RangedPart = RangedPart {
    tally,
    conclude,
    save: Some(super::saved::save_first),
};

/// Maximal number of words of a column, and of records of an output, in a report.
const SHOWN: usize = 24;

/// The engine of an obligation and its runner.
struct Benches {
    here: Arc<EngineSession<'static>>,
    interpreted: Arc<EngineSession<'static>>,
}

impl Benches {
    fn new(run: &Run<'_>) -> Result<Self, Interruption> {
        let def = run.engine();
        Ok(Self {
            here: run.context.bench(def, run.runner()?),
            interpreted: run.context.bench(def, Runner::Interpreter),
        })
    }

    fn request<'a>(
        &'a self,
        run: &'a Run<'_>,
        single_case: Option<(InputSource, u32)>,
    ) -> CheckRequest<'a, 'static> {
        CheckRequest {
            check: run.check(),
            session: &self.here,
            interpreted: &self.interpreted,
            library: run.context.catalog(),
            inputs: run.context.settings().plan.engine_inputs,
            single_case,
        }
    }
}

impl Run<'_> {
    /// The check of the obligation.
    pub(super) fn check(&self) -> Check {
        match self.obligation.part {
            Part::Engine(check) => check,
            _ => unreachable!("the table has this part only for engines"),
        }
    }

    /// The runner of the engine's programs.
    pub(super) fn runner(&self) -> Result<Runner<'static>, Interruption> {
        match self.obligation.backend() {
            None => Ok(Runner::Interpreter),
            Some(_) => self.backend().map(Runner::Backend),
        }
    }
}

/// Runs the check until a case breaks it.
pub(super) fn meet(run: &Run<'_>) -> PartOutcome {
    let only = run.context.settings().case.as_deref();
    let only = only.map(replay::parse_engine).transpose()?;
    let benches = Benches::new(run)?;
    texts(run)?;
    match check_claim(&benches.request(run, only)) {
        ClaimOutcome::Holds { cases, skipped } => Ok(PartResult { cases, skipped }),
        ClaimOutcome::Broken(violation) => Err(broken(run, &violation)),
        ClaimOutcome::Stopped { at, error } => Err(stopped(run, at, error)),
    }
}

/// Runs the check on all cases of a range.
fn tally(run: &Run<'_>, range: Range<u64>) -> Result<Tally, Interruption> {
    let benches = Benches::new(run)?;
    if range.start == 0 {
        texts(run)?;
    }
    match check_range(&benches.request(run, None), range) {
        Ok(tally) => Ok(tally),
        Err(CheckInterruption::Silent(violation)) => Err(broken(run, &violation)),
        Err(CheckInterruption::Stopped { at, error }) => Err(stopped(run, at, *error)),
    }
}

/// The gates of an engine also cover its hand-written kernels.
fn texts(run: &Run<'_>) -> Result<(), Interruption> {
    match run.check() {
        Check::Gates => super::kernels::compile(run),
        _ => Ok(()),
    }
}

/// The outcome of an obligation from the tally of all its ranges.
fn conclude(run: &Run<'_>, tally: &Tally) -> PartOutcome {
    if tally.failures == 0 {
        return PartResult::cases(tally.cases);
    }
    let headline = headline(run.obligation, run.check());
    Err(Interruption::Refuted(Box::new(Failure {
        report: format!("{headline}\n"),
        headline,
        failing: tally.failures,
        case: tally.first.clone().unwrap_or_default(),
        ..Failure::default()
    })))
}

/// Reports a launch without results.
pub(super) fn stopped(run: &Run<'_>, at: (InputSource, u32), error: RunError) -> Interruption {
    let message = error.to_string();
    let mut is_lost = false;
    if let RunError::Unsupported(hardware) = error {
        return Interruption::Backend(BackendError::UnsupportedByBackend {
            op: run.engine().id.to_owned(),
            backend: run.obligation.backend().unwrap_or_default().to_owned(),
            hardware,
        });
    }
    if let RunError::Backend(error) = error {
        if let BackendError::Programs { .. } = error {
            return Interruption::Backend(error);
        }
        run.unload_lost(&error);
        is_lost = matches!(error, BackendError::Unanswered { .. });
    }
    let headline = format!("{}: {message}", run.obligation.id);
    let mut report = Report::new(&headline);
    place(&mut report, run.engine(), at);
    report.details.actual = Some(message);
    report.replay(command(run, at));
    // An input that ends a process should come first in later runs.
    let unsaved = if is_lost {
        keep_lost(run, at, &mut report)
    } else {
        None
    };
    let (report, details) = report.parts();
    Interruption::Refuted(Box::new(Failure {
        headline,
        report,
        details,
        failing: is_lost.into(),
        unsaved,
        ..Failure::default()
    }))
}

/// Saves the input on which a backend's process was lost; returns the error of a failed save.
fn keep_lost(run: &Run<'_>, at: (InputSource, u32), report: &mut Report) -> Option<String> {
    if let InputSource::Saved(_) = at.0 {
        return None;
    }
    let bench = EngineSession::new(run.engine(), Runner::Interpreter);
    let input = quietly(|| bench.input(at.0)).ok().flatten()?;
    report.save(run.context.saves(), || {
        super::saved::save(run, at, &input, None)
    })
}

/// The violated property, in one line.
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

pub(in crate::run) fn command(run: &Run<'_>, at: (InputSource, u32)) -> String {
    let (context, obligation) = (run.context, run.obligation);
    let program = context.settings().program.as_deref();
    if let InputSource::Saved(number) = at.0 {
        return replay_command::saved_command(program, obligation, number);
    }
    replay_command::engine_command(program, &obligation.id, at)
}

fn place(report: &mut Report, def: &EngineDef, (source, size): (InputSource, u32)) {
    report.entry("engine", &format!("{} ({})", def.id, def.place));
    report.entry("case", &format!("input {source}, workgroup size {size}"));
}

/// The report of a violation, on a shorter input if one is found.
pub(super) fn broken(run: &Run<'_>, violation: &Violation) -> Interruption {
    let diagnosis = engine_culprit::diagnosis(run, violation);
    match engine_smaller::smaller(run, violation) {
        Some(smaller) => violation_report(run, &smaller, &diagnosis, true),
        None => violation_report(run, violation, &diagnosis, false),
    }
}

/// The report of a violation with its diagnosis. `is_cut` is true if its input is a prefix of the original.
fn violation_report(
    run: &Run<'_>,
    violation: &Violation,
    diagnosis: &Diagnosis,
    is_cut: bool,
) -> Interruption {
    let (obligation, def) = (run.obligation, run.engine());
    let headline = headline(obligation, violation.check);
    let mut report = Report::new(&headline);
    report.entry("claim", violation.check.claim());
    match violation.case {
        Some(at) => place(&mut report, def, at),
        None => _ = report.entry("engine", &format!("{} ({})", def.id, def.place)),
    }
    if let Some(input) = &violation.input {
        report.entries("input", input_lines(input));
        if is_cut {
            let words = input.columns.iter().map(Vec::len).max().unwrap_or(0);
            report.entry(
                "",
                &format!("the first {words} words of each column suffice"),
            );
        }
    }
    let difference = &violation.difference;
    outputs(&mut report, difference);
    report.diagnosis(diagnosis);
    // Programs parse the difference first, then the culprit.
    let reasons = difference.causes.iter().cloned();
    report.details.reasons = reasons.chain(diagnosis.lines()).collect();
    report.entry("oracle", &obligation.oracle.to_string());
    let mut unsaved = None;
    if let Some(at) = violation.case {
        report.replay(command(run, at));
        if let (Some(input), false) = (&violation.input, matches!(at.0, InputSource::Saved(_))) {
            let expected = difference.expected.as_ref();
            unsaved = report.save(run.context.saves(), || {
                super::saved::save(run, at, input, expected)
            });
        }
    }
    let (report, details) = report.parts();
    Interruption::Refuted(Box::new(Failure {
        headline,
        report,
        details,
        failing: violation.case.is_some().into(),
        case: FailingCase::unnumbered(vec![], CaseFault::Engine(Box::new(violation.clone()))),
        unsaved,
        ..Failure::default()
    }))
}

/// Adds the expected and the actual output, and their difference.
fn outputs(report: &mut Report, difference: &Difference) {
    let (expected, found) = (&difference.expected, &difference.found);
    for (label, side) in [("expected", expected), ("found", found)] {
        if let Some((by, output)) = side {
            report.entry(label, &format!("{}   ({by})", output_text(output)));
        }
    }
    let text = |side: &Option<(String, Output)>| Some(output_text(&side.as_ref()?.1));
    report.details.expected = text(expected);
    report.details.oracle = expected.as_ref().map(|(by, _)| by.clone());
    report.details.actual = text(found);
    report.entries("differs", &difference.causes);
}

/// `column 0 (3 words): 1 2 3`.
pub(in crate::run) fn input_lines(input: &Input) -> Vec<String> {
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
