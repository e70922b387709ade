//! Runs the obligation of random programs: for each, the interpreter, in four orders, and a backend must produce the
//! same words.
//!
//! Program number n is generated from the run's seed plus n, so that a number or a seed identifies it. A failing
//! program is reduced and saved under `regressions/programs`.

use super::{Interruption, PartOutcome, PartResult, RangedPart, Run};
use crate::regressions::{StoreError, save_program};
use crate::replay::command;
use crate::report::Report;
use std::ops::Range;
use std::path::PathBuf;
use vyre_conform_fuzz::{Case, ComparisonCounts, Disagreement, agreement, disagreement, shrink};
use vyre_conform_suite::backend::{Backend, BackendError};
use vyre_conform_suite::failing::{CaseFault, FailingCase, FailingProgram, Tally, WrongWord};
use vyre_conform_suite::plan::PROGRAMS;
use vyre_conform_suite::plan::numbers::seed as read_seed;
use vyre_conform_suite::record::Failure;

pub(super) const CASES: RangedPart = RangedPart {
    tally,
    conclude,
    save: Some(save),
};

/// Maximal number of smaller programs tried for a failing one.
const SHRINKING: usize = 1000;

/// The program with a number.
fn case(run: &Run<'_>, number: u64) -> Case {
    Case::random(seed(run, number), &run.context.callable().signatures)
}

fn seed(run: &Run<'_>, number: u64) -> u64 {
    run.context.settings().plan.seed.wrapping_add(number)
}

/// Runs every program, or the one with the requested seed.
pub(super) fn meet(run: &Run<'_>) -> PartOutcome {
    let settings = run.context.settings();
    let plan = &settings.plan;
    let range = match settings.case.as_deref() {
        None => 0..plan.programs,
        Some(text) => {
            let form = || {
                Interruption::Impossible(format!(
                    "`{text}`: the case of a random program is its seed"
                ))
            };
            let number = read_seed(text).ok_or_else(form)?.wrapping_sub(plan.seed);
            number..number.saturating_add(1)
        }
    };
    let tally = tally(run, range)?;
    let found = conclude(run, &tally);
    match (found, &tally.first) {
        (Err(Interruption::Refuted(mut failure)), Some(first)) => {
            let mut report = Report::new(&failure.headline);
            explain(run, first, &mut report);
            failure.unsaved = report.save(run.context.saves(), || save(run, first));
            (failure.report, failure.details) = report.parts();
            Err(Interruption::Refuted(failure))
        }
        (found, _) => found,
    }
}

/// Runs the programs with these numbers.
fn tally(run: &Run<'_>, range: Range<u64>) -> Result<Tally, Interruption> {
    let on = run.backend()?;
    let mut tally = Tally::default();
    for number in range {
        match agreement(&case(run, number), run.context.catalog(), on) {
            Ok(None) => tally.cases += 1,
            Ok(Some(beyond)) => *tally.skipped.entry(beyond).or_default() += 1,
            Err(Disagreement::Backend { error, .. }) if is_of_backend(&error) => {
                return Err(Interruption::Backend(error));
            }
            Err(found) => {
                tally.cases += 1;
                tally.failures += 1;
                tally.first.get_or_insert_with(|| FailingCase {
                    case: number,
                    fault: CaseFault::Program(Box::new(FailingProgram {
                        seed: seed(run, number),
                        difference: found.to_string(),
                        word: wrong_word(&found),
                    })),
                    ..FailingCase::default()
                });
            }
        }
    }
    Ok(tally)
}

/// True for errors of the backend that do not depend on the program.
pub(super) fn is_of_backend(error: &BackendError) -> bool {
    use BackendError as E;
    matches!(
        error,
        E::Programs { .. } | E::DeviceLost(_) | E::GivenUp { .. } | E::OutOfMemory(_)
    )
}

fn wrong_word(found: &Disagreement) -> Option<WrongWord> {
    match found {
        Disagreement::Words {
            buffer,
            word,
            expected,
            actual: found,
            ..
        } => Some(WrongWord {
            buffer: *buffer as u64,
            word: *word as u64,
            expected: *expected,
            found: *found,
        }),
        _ => None,
    }
}

/// The outcome of the obligation from the tally of all its ranges.
fn conclude(run: &Run<'_>, tally: &Tally) -> PartOutcome {
    let Some(first) = &tally.first else {
        return match tally.cases {
            0 => {
                let id = &run.obligation.id;
                Err(Interruption::Impossible(format!(
                    "{id} ran no program: each is beyond the backend's limits"
                )))
            }
            cases => PartResult::cases(cases),
        };
    };
    let headline = format!(
        "{}: the interpreter and the backend do not agree on the random program of seed {:#x}",
        run.obligation.id,
        seed(run, first.case)
    );
    Err(Interruption::Refuted(Box::new(Failure {
        report: format!("{headline}\n"),
        headline,
        failing: tally.failures,
        cases: tally.cases,
        case: first.clone(),
        ..Failure::default()
    })))
}

fn explain(run: &Run<'_>, first: &FailingCase, report: &mut Report) {
    if let Some(program) = first.program() {
        report.entry("found", &program.difference);
        report.details.actual = Some(program.difference.clone());
        report.details.reasons.push(program.difference.clone());
    }
    report.entry("oracle", &run.obligation.oracle.to_string());
    let program = run.context.settings().program.as_deref();
    let seed = seed(run, first.case);
    let again = command::program_command(program, &run.obligation.id, seed);
    report.replay(again);
}

/// Saves the program with this number, reduced as long as it fails in the same way. One that does not fail again is
/// saved unreduced.
fn save(run: &Run<'_>, first: &FailingCase) -> Result<PathBuf, StoreError> {
    let case = case(run, first.case);
    let folder = run.context.store().folder().join(PROGRAMS);
    let refused =
        |stop: Interruption| StoreError::Refused(format!("{}: {stop}", run.obligation.id));
    let on = [run.backend().map_err(refused)? as &dyn Backend];
    let found = |case: &Case| {
        disagreement(
            case,
            run.context.catalog(),
            &on,
            &ComparisonCounts::default(),
        )
    };
    let first = match found(&case) {
        // Each smaller program would lose another process.
        Some(Disagreement::Backend { error, .. })
            if is_of_backend(&error) || matches!(error, BackendError::Unanswered { .. }) =>
        {
            None
        }
        found => found,
    };
    let Some(first) = first else {
        return save_program(&folder, &case);
    };
    let mut same = |case: &Case| found(case).is_some_and(|smaller| smaller.is_like(&first));
    save_program(&folder, &shrink(&case, SHRINKING, &mut same).case)
}
