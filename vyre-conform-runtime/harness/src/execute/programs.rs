//! Meets the obligation of random programs: of each the interpreter, in four orders, and a backend have to make the same
//! words.
//!
//! Program number n is made from the seed of the run and n more, so that a number, or a seed, is all that a program is
//! called by. One that fails is made smaller and saved under `regressions/programs`.

use super::engines::failure;
use super::range::{FirstFailure, Tally};
use crate::options::seed as read_seed;
use crate::regressions::{StoreError, save_program};
use crate::report::Report;
use crate::{Context, replay};
use std::ops::Range;
use std::path::PathBuf;
use vyre_conform_fuzz::{Case, Compared, Disagreement, agreement, disagreement, shrink};
use vyre_conform_suite::backend::{Backend, BackendError};
use vyre_conform_suite::plan::{Obligation, PROGRAMS};
use vyre_conform_suite::record::{FailingProgram, Failure, Outcome, WrongWord};

/// Most smaller programs that are tried for one that fails.
const SHRINKING: usize = 1000;

/// The program of a number.
fn case(context: &Context, number: u64) -> Case {
    Case::random(seed(context, number), &context.callable().signatures)
}

fn seed(context: &Context, number: u64) -> u64 {
    context.settings().plan.seed.wrapping_add(number)
}

fn backend(context: &Context, obligation: &Obligation) -> Result<&'static dyn Backend, Outcome> {
    let found = obligation.backend().and_then(|slug| context.backend(slug));
    found.ok_or_else(|| {
        let message = format!("{}: there is no such adapter in this run", obligation.id);
        failure(message.clone(), message).0
    })
}

/// Runs every program, or the one of the seed that trials are narrowed to.
pub(super) fn execute(context: &Context, obligation: &Obligation) -> (Outcome, u64) {
    let plan = &context.settings().plan;
    let range = match context.settings().case.as_deref() {
        None => 0..plan.programs,
        Some(text) => match read_seed(text) {
            Some(seed) => {
                let number = seed.wrapping_sub(plan.seed);
                number..number.saturating_add(1)
            }
            None => {
                let id = &obligation.id;
                let message = format!("{id}: `{text}`: the case of a random program is its seed");
                return failure(message.clone(), message);
            }
        },
    };
    let tally = match execute_range(context, obligation, range) {
        Ok(tally) => tally,
        Err(outcome) => return (outcome, 0),
    };
    let mut outcome = conclude(context, obligation, &tally);
    if let (Outcome::Failed(failure), Some(first)) = (&mut outcome, &tally.first) {
        let mut report = Report::new(&failure.headline);
        explain(context, obligation, first, &mut report);
        let saved = save(context, obligation, first.case);
        failure.unsaved = report.saved(saved);
        (failure.report, failure.told) = report.parts();
    }
    (outcome, tally.cases)
}

/// Runs the programs with these numbers.
///
/// # Errors
/// How the obligation ends, where the backend runs no programs, or runs nothing any more.
pub(super) fn execute_range(
    context: &Context,
    obligation: &Obligation,
    range: Range<u64>,
) -> Result<Tally, Outcome> {
    let on = backend(context, obligation)?;
    let mut tally = Tally::default();
    for number in range {
        match agreement(&case(context, number), context.catalog(), on) {
            Ok(None) => tally.cases += 1,
            Ok(Some(beyond)) => *tally.skipped.entry(beyond).or_default() += 1,
            Err(found) => {
                if let Some(outcome) = stopped(context, obligation, &found) {
                    return Err(outcome);
                }
                tally.cases += 1;
                tally.failures += 1;
                tally.first.get_or_insert_with(|| FirstFailure {
                    case: number,
                    inputs: vec![],
                    values: None,
                    violation: None,
                    program: Some(Box::new(FailingProgram {
                        seed: seed(context, number),
                        why: found.to_string(),
                        word: wrong_word(&found),
                    })),
                });
            }
        }
    }
    Ok(tally)
}

/// Whether a backend gave no words for a reason that is none of the program's.
fn is_of_backend(found: &Disagreement) -> bool {
    use BackendError as E;
    let Disagreement::Backend { error, .. } = found else {
        return false;
    };
    matches!(
        error,
        E::Programs { .. } | E::DeviceLost(_) | E::GivenUp { .. } | E::OutOfMemory(_)
    )
}

/// How the obligation ends in that case.
fn stopped(context: &Context, obligation: &Obligation, found: &Disagreement) -> Option<Outcome> {
    let Disagreement::Backend { error, .. } = found else {
        return None;
    };
    match error {
        BackendError::Programs { .. } => {
            return Some(Outcome::UnsupportedByBackend {
                hardware: super::WHOLE_PROGRAMS.into(),
            });
        }
        BackendError::DeviceLost(_) => {
            if let Some(slug) = obligation.backend() {
                context.unload(slug);
            }
        }
        _ if is_of_backend(found) => {}
        _ => return None,
    }
    let headline = format!("{}: {error}", obligation.id);
    Some(failure(headline.clone(), format!("{headline}\n")).0)
}

fn wrong_word(found: &Disagreement) -> Option<WrongWord> {
    match found {
        Disagreement::Words {
            buffer,
            word,
            expected,
            found,
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

/// How the obligation ends whose ranges add up to this tally.
pub(super) fn conclude(context: &Context, obligation: &Obligation, tally: &Tally) -> Outcome {
    let Some(first) = &tally.first else {
        return match tally.cases {
            0 => {
                let id = &obligation.id;
                let headline = format!("{id} ran no program: each is beyond the backend's limits");
                failure(headline.clone(), headline).0
            }
            _ => Outcome::Passed,
        };
    };
    let headline = format!(
        "{}: the interpreter and the backend do not agree on the random program of seed {:#x}",
        obligation.id,
        seed(context, first.case)
    );
    Outcome::Failed(Box::new(Failure {
        report: format!("{headline}\n"),
        headline,
        failing: tally.failures,
        cases: tally.cases,
        program: first.program.clone(),
        ..Failure::default()
    }))
}

fn explain(context: &Context, obligation: &Obligation, first: &FirstFailure, report: &mut Report) {
    if let Some(program) = &first.program {
        report.entry("found", &program.why);
        report.told.actual = Some(program.why.clone());
        report.told.reasons.push(program.why.clone());
    }
    report.entry("oracle", &obligation.oracle.to_string());
    let program = context.settings().program.as_deref();
    let seed = seed(context, first.case);
    let again = replay::program_command(program, &obligation.id, seed);
    report.replay(again);
}

/// Saves the program with this number, made smaller as long as it fails in the same way. One that does not fail again is
/// saved as it is.
pub(super) fn save(
    context: &Context,
    obligation: &Obligation,
    number: u64,
) -> Result<PathBuf, StoreError> {
    let case = case(context, number);
    let folder = context.store().folder().join(PROGRAMS);
    let refused = |_| StoreError::Refused(format!("{} has no backend", obligation.id));
    let on = [backend(context, obligation).map_err(refused)? as &dyn Backend];
    let found = |case: &Case| disagreement(case, context.catalog(), &on, &Compared::default());
    let first = match found(&case) {
        Some(found) if !is_of_backend(&found) => found,
        _ => return save_program(&folder, &case),
    };
    let mut same = |case: &Case| found(case).is_some_and(|smaller| smaller.is_like(&first));
    save_program(&folder, &shrink(&case, SHRINKING, &mut same).case)
}
