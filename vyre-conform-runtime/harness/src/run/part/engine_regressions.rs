//! Failing inputs of engines: saved as values and replayed.

use super::engine::{broken, stopped};
use super::{Interruption, PartOutcome, PartResult, Run};
use crate::regressions::{SavedCase, SavedClaim, SavedEngineCase, StoreError};
use crate::replay::saved::fits;
use std::path::PathBuf;
use vyre_conform_runtime::engine::{Cases, Check, EngineDef, Input, InputSource, Output, SIZES};
use vyre_conform_runtime::registry::calls::EngineFunction;
use vyre_conform_suite::failing::{CaseFault, FailingCase};
use vyre_conform_suite::invariants::{
    CheckRequest, ClaimOutcome, EngineSession, ExpectedOutput, MissingCase, Runner, SavedInput,
    check_claim, expected_output, noted,
};
use vyre_conform_suite::strategy::quietly;

/// Saves the input on which a check of an engine fails, with its expected output.
pub(super) fn save(
    run: &Run<'_>,
    (source, size): (InputSource, u32),
    input: &Input,
    known_output: Option<&(String, Output)>,
) -> Result<PathBuf, StoreError> {
    let def = run.engine();
    let known = || {
        noted(def.id, EngineFunction::Reference, source, None, || {
            expected_output(def, source, input)
        })
    };
    let known = quietly(known).ok().flatten();
    // Sums are not the expected output of the input.
    let known_output = known_output.filter(|_| !matches!(source, InputSource::Sums(_)));
    let known_output = known_output.map(|(by, output)| ExpectedOutput {
        output: output.clone(),
        source: by.clone(),
    });
    keep(run, (source, size), input, known.or(known_output))
}

/// Saves an input with its expected output, if known.
pub(in crate::run) fn keep(
    run: &Run<'_>,
    (source, size): (InputSource, u32),
    input: &Input,
    due: Option<ExpectedOutput>,
) -> Result<PathBuf, StoreError> {
    let def = run.engine();
    let (expected, oracle) = match due {
        Some(ExpectedOutput { output, source }) => (Some(output), source),
        None => (None, run.obligation.oracle.to_string()),
    };
    let claim = SavedClaim::Engine(run.check().slug().into());
    let mut case = SavedCase::new(claim, &[], &run.obligation.id);
    case.oracle = oracle;
    case.engine = Some(SavedEngineCase {
        input: source.to_string(),
        size,
        columns: input.columns.clone(),
        expected,
    });
    run.context.save(def.id, case)
}

/// Saves the first failing case.
pub(super) fn save_first(run: &Run<'_>, first: &FailingCase) -> Result<PathBuf, StoreError> {
    let def = run.engine();
    let number = first.case;
    // Of the inputs that probe sums, the one that shows the fault.
    if let CaseFault::Engine(violation) = &first.fault
        && let (Some(at @ (InputSource::Sums(_), _)), Some(input)) =
            (violation.case, &violation.input)
    {
        return save(run, at, input, None);
    }
    let cases = Cases::of(def, run.check(), run.context.settings().plan.engine_inputs);
    let absent = || StoreError::Refused(format!("{} has no case {number}", run.obligation.id));
    let at = cases.at(number).ok_or_else(absent)?;
    let made = quietly(|| EngineSession::new(def, Runner::Interpreter).input(at.0));
    // A panicking generator has no input to save.
    match made.ok().flatten() {
        Some(input) => save(run, at, &input, None),
        None => Ok(run.context.store().path(def.id)),
    }
}

/// All checks of a saved input.
fn checks(def: &EngineDef, on_backend: bool, expected: bool) -> Vec<Check> {
    let invariants = def.invariants.iter().copied().map(Check::Invariant);
    let mut checks: Vec<Check> = invariants.collect();
    checks.extend(expected.then_some(Check::Reference));
    checks.extend(on_backend.then_some(Check::Parity));
    checks
}

/// Replays every saved input of an engine.
pub(super) fn meet(run: &Run<'_>) -> PartOutcome {
    let mut cases = 0;
    for (number, case) in run.context.saved_numbered(run.engine().id)? {
        let ran = replay(run, number, &case);
        // An interrupted input ran as well.
        run.note(u64::from(*ran.as_ref().unwrap_or(&true)));
        cases += u64::from(ran?);
    }
    PartResult::cases(cases)
}

/// A saved input with its expected output. A cited output is right by definition; the reference's is computed again.
fn saved_input(case: &SavedCase, saved: &SavedEngineCase) -> SavedInput {
    SavedInput {
        input: Input {
            columns: saved.columns.clone(),
        },
        expected: saved.expected.as_ref().map(|output| ExpectedOutput {
            output: output.clone(),
            source: case.oracle.clone(),
        }),
        cited: saved.input.starts_with("corpus:"),
    }
}

/// Replays a saved input; returns true if it could run.
pub(in crate::run) fn replay(
    run: &Run<'_>,
    number: usize,
    case: &SavedCase,
) -> Result<bool, Interruption> {
    let def = run.engine();
    let cannot = |reason: &str| {
        Interruption::Impossible(format!("{}#{number} cannot be run: {reason}", def.id))
    };
    if let Err(reason) = fits(def, case) {
        // A saved failure is never dropped silently.
        return match case.retired {
            Some(_) => Ok(false),
            None => Err(cannot(&format!(
                "{reason}. Give the changed engine a new id, or withdraw the case by {}",
                run.context.retire(def.id, number)
            ))),
        };
    }
    let saved = case
        .engine
        .as_ref()
        .ok_or_else(|| cannot("it has no input"))?;
    let runner = run.runner()?;
    let given = || saved_input(case, saved);
    let bench = EngineSession::of_given(def, runner, given());
    let interpreted = EngineSession::of_given(def, Runner::Interpreter, given());
    let source = InputSource::Saved(number);
    let library = run.context.catalog();
    // Another size, if the runner cannot run this one.
    let takes = |size: &u32| {
        !matches!(
            bench.case(library, source, *size),
            Err(MissingCase::Skipped(_))
        )
    };
    let sizes = [saved.size].into_iter().chain(SIZES);
    let size = sizes.into_iter().find(takes);
    let size = size.ok_or_else(|| cannot("the runner takes none of the workgroup sizes"))?;
    let has_oracle = def.reference.is_some() || saved.expected.is_some();
    for check in checks(def, run.obligation.backend().is_some(), has_oracle) {
        let verdict = check_claim(&CheckRequest {
            check,
            session: &bench,
            interpreted: &interpreted,
            library,
            inputs: 0,
            single_case: Some((source, size)),
        });
        match verdict {
            ClaimOutcome::Holds { .. } => {}
            ClaimOutcome::Broken(violation) => return Err(broken(run, &violation)),
            ClaimOutcome::Stopped { at, error } => return Err(stopped(run, at, error)),
        }
    }
    ask_order(run, saved, (source, size))?;
    Ok(true)
}

/// Probes the order of additions again, if that failed: a saved input is one of several that show it.
fn ask_order(
    run: &Run<'_>,
    saved: &SavedEngineCase,
    at: (InputSource, u32),
) -> Result<(), Interruption> {
    let def = run.engine();
    let length @ Ok(InputSource::Sums(_)) = saved.input.parse() else {
        return Ok(());
    };
    if def.accumulation.is_none() {
        return Ok(());
    }
    let bench = run.context.bench(def, run.runner()?);
    let interpreted = run.context.bench(def, Runner::Interpreter);
    let verdict = check_claim(&CheckRequest {
        check: Check::AccumulationOrder,
        session: &bench,
        interpreted: &interpreted,
        library: run.context.catalog(),
        inputs: 0,
        single_case: length.ok().map(|length| (length, at.1)),
    });
    match verdict {
        ClaimOutcome::Holds { .. } => Ok(()),
        // It is already saved under that name.
        ClaimOutcome::Broken(mut violation) => {
            violation.case = Some(at);
            Err(broken(run, &violation))
        }
        ClaimOutcome::Stopped { error, .. } => Err(stopped(run, at, error)),
    }
}
