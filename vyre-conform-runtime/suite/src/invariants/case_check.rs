//! The check of one case.

use super::author::{call, noted, of_panic};
use super::case::{ExecutedCase, Run};
use super::request::{CheckRequest, first_case};
use super::silence::Search;
use super::{
    Difference, MissingCase, RunError, bounded, deterministic, expected, interleavings,
    linearizable, ordered, outputs, parity, termination, workgroup,
};
use vyre_conform_runtime::engine::{Check, Record};
use vyre_conform_runtime::registry::calls::EngineFunction;
use vyre_conform_spec::Invariant;

/// Reason why a case ends a check.
pub(super) enum CheckFailure {
    Broken(Difference),
    Error(RunError),
}

/// Checks one case. `search` tracks if any case could distinguish a correct engine from a wrong one.
pub(super) fn check_case(
    request: &CheckRequest<'_, '_>,
    case: &ExecutedCase<'_>,
    search: &mut Search,
) -> Result<(), CheckFailure> {
    use Invariant as I;
    let (def, runner) = (request.session.def, &request.session.runner);
    if runner.is_recorder() {
        search.can_fail = true;
        if request.check == Check::Invariant(I::Deterministic) {
            deterministic::repeat(case).map_err(CheckFailure::Error)?;
        }
        return Ok(());
    }
    let found = match request.check {
        Check::Invariant(I::Deterministic) => {
            search.can_fail = true;
            deterministic::check(def, runner, case).map_err(CheckFailure::Error)?
        }
        Check::Invariant(I::NoOutputLost) => of_words(case, search, outputs::lost),
        Check::Invariant(I::NoDuplicateOutput) => of_words(case, search, outputs::duplicated),
        Check::Invariant(I::OutputOrdered) => order(request, case, search)?,
        Check::Invariant(I::BoundedResources) => {
            search.can_fail = search.can_fail || bounded::bounds_something(case);
            bounded::check(case).map_err(CheckFailure::Error)?
        }
        Check::Invariant(I::Termination) => {
            search.can_fail = true;
            termination::check(case)
        }
        Check::Invariant(I::AtomicLinearizable) => histories(case, search)?,
        Check::Invariant(I::WorkgroupInvariant) => other_size(request, case, search)?,
        Check::Reference | Check::Corpus => {
            of_words(case, search, |case| expected::check(def, case))
        }
        Check::Parity => interpreter_words(request, case, search)?,
        other => {
            let text = format!("`{}` has no check", other.slug());
            Some(Difference::with_cause(text))
        }
    };
    match found {
        Some(difference) => Err(CheckFailure::Broken(difference)),
        None => Ok(()),
    }
}

/// Result of checking one case: the difference, if any.
type CaseResult = Result<Option<Difference>, CheckFailure>;

/// Checks the order of the records of a case.
fn order(
    request: &CheckRequest<'_, '_>,
    case: &ExecutedCase<'_>,
    search: &mut Search,
) -> CaseResult {
    let def = request.session.def;
    let (source, size) = (case.source, Some(case.size));
    let look = || ordered::check(def, case);
    let result = call(case.engine, EngineFunction::Order, source, size, look);
    let found = result.map_err(|message| CheckFailure::Broken(Difference::with_cause(message)))?;
    if found.is_none() {
        // Without a declared order, different records are not a different order; `reference` reports them.
        let disorder = |damaged: &ExecutedCase<'_>| {
            let alike = || sorted(damaged) == sorted(case);
            let look = || ordered::check(def, damaged);
            let found = noted(def.id, EngineFunction::Order, source, size, look);
            found.filter(|_| def.order.is_some() || alike())
        };
        search.outputs(case, def.order.is_some(), disorder);
    }
    Ok(found)
}

/// Checks the histories of atomic steps of a case and of its interleaved runs.
fn histories(case: &ExecutedCase<'_>, search: &mut Search) -> CaseResult {
    let (source, size) = (case.source, Some(case.size));
    let look = || {
        let found = linearizable::check(case);
        (found, linearizable::observes_something(case))
    };
    let result = call(case.engine, EngineFunction::Histories, source, size, look);
    let (found, changes) =
        result.map_err(|message| CheckFailure::Broken(Difference::with_cause(message)))?;
    if found.is_none() && changes {
        search.histories(case, linearizable::check);
    }
    if found.is_some() {
        return Ok(found);
    }
    // The runs between the calls have their own time limit.
    let of_run = |run: &Run| {
        noted(case.engine, EngineFunction::Histories, source, size, || {
            linearizable::of_run(case, run)
        })
    };
    let result = of_panic(EngineFunction::Histories, source, size, || {
        interleavings::each(case, of_run)
    });
    let result = result.map_err(|message| CheckFailure::Broken(Difference::with_cause(message)))?;
    result.map_err(CheckFailure::Error)
}

/// Compares the output of a case with that at the first workgroup size.
fn other_size(
    request: &CheckRequest<'_, '_>,
    case: &ExecutedCase<'_>,
    search: &mut Search,
) -> CaseResult {
    let def = request.session.def;
    let Some(other) = first_case(request, case.source).filter(|other| other.size != case.size)
    else {
        return Ok(None);
    };
    let found = of_words(case, search, |case| workgroup::check(def, &other, case));
    if found.is_some() {
        return Ok(found);
    }
    interleavings::each(case, |run| workgroup::of_run(def, &other, case, run))
        .map_err(CheckFailure::Error)
}

/// Compares the words of a case with those of the interpreter.
fn interpreter_words(
    request: &CheckRequest<'_, '_>,
    case: &ExecutedCase<'_>,
    search: &mut Search,
) -> CaseResult {
    let interpreted = request
        .interpreted
        .case(request.library, case.source, case.size);
    let interpreted = interpreted.map_err(|miss| match miss {
        MissingCase::Run(error) => CheckFailure::Error(error),
        other => {
            let mut causes = vec!["there is no run on the interpreter:".to_owned()];
            causes.extend(other.reasons());
            CheckFailure::Broken(Difference {
                causes,
                ..Difference::default()
            })
        }
    })?;
    // Words that do not depend on the order of invocations are compared directly.
    search.can_fail = search.can_fail || parity::compares_words(case);
    let def = request.session.def;
    Ok(of_words(case, search, |case| {
        parity::check(def, &interpreted, case)
    }))
}

/// Runs a check of the words of a run and of the engine's output.
fn of_words(
    case: &ExecutedCase<'_>,
    search: &mut Search,
    check: impl Fn(&ExecutedCase<'_>) -> Option<Difference>,
) -> Option<Difference> {
    let found = check(case);
    if found.is_none() {
        search.outputs(case, false, check);
    }
    found
}

/// The records of the first run as a multiset.
fn sorted(case: &ExecutedCase<'_>) -> Vec<Record> {
    let mut records = case.first().output.clone();
    records.sort_unstable();
    records
}
