//! One question about one case.

use super::author::{call, noted, of_panic};
use super::case::{ExecutedCase, Run};
use super::silence::Search;
use super::suite::{Ask, first_case};
use super::{
    Difference, Miss, RunError, bounded, deterministic, expected, interleavings, linearizable,
    ordered, outputs, parity, termination, workgroup,
};
use vyre_conform_runtime::engine::{Check, Record};
use vyre_conform_runtime::registry::calls::EngineFunction;
use vyre_conform_spec::Invariant;

/// Why a case ends a check.
pub(super) enum End {
    Broken(Difference),
    Error(RunError),
}

/// Asks about one case. `search` keeps whether any case could have told a right engine from a wrong one.
pub(super) fn judge(
    ask: &Ask<'_, '_>,
    case: &ExecutedCase<'_>,
    search: &mut Search,
) -> Result<(), End> {
    use Invariant as I;
    let (def, runner) = (ask.bench.def, &ask.bench.runner);
    let found = match ask.check {
        Check::Invariant(I::Deterministic) => {
            search.found = true;
            deterministic::check(def, runner, case).map_err(End::Error)?
        }
        Check::Invariant(I::NoOutputLost) => of_words(case, search, outputs::lost),
        Check::Invariant(I::NoDuplicateOutput) => of_words(case, search, outputs::duplicated),
        Check::Invariant(I::OutputOrdered) => {
            let look = || ordered::check(def, case);
            let looked = call(
                case.engine,
                EngineFunction::Order,
                case.source,
                Some(case.size),
                look,
            );
            let found = looked.map_err(|told| End::Broken(Difference::told(told)))?;
            if found.is_none() {
                // Without an order other records are no other order: that is what `reference` says.
                let disorder = |damaged: &ExecutedCase<'_>| {
                    let alike = || sorted(damaged) == sorted(case);
                    let look = || ordered::check(def, damaged);
                    let found = noted(
                        def.id,
                        EngineFunction::Order,
                        case.source,
                        Some(case.size),
                        look,
                    );
                    found.filter(|_| def.order.is_some() || alike())
                };
                search.outputs(case, def.order.is_some(), disorder);
            }
            found
        }
        Check::Invariant(I::BoundedResources) => {
            search.found = search.found || bounded::bounds_something(case);
            bounded::check(case).map_err(End::Error)?
        }
        Check::Invariant(I::Termination) => {
            search.found = true;
            termination::check(case)
        }
        Check::Invariant(I::AtomicLinearizable) => {
            let look = || {
                let found = linearizable::check(case);
                (found, linearizable::observes_something(case))
            };
            let looked = call(
                case.engine,
                EngineFunction::Histories,
                case.source,
                Some(case.size),
                look,
            );
            let (found, changes) = looked.map_err(|told| End::Broken(Difference::told(told)))?;
            if found.is_none() && changes {
                search.histories(case, linearizable::check);
            }
            match found {
                Some(found) => Some(found),
                None => {
                    // The runs between the calls take their own time.
                    let (source, size) = (case.source, Some(case.size));
                    let of_run = |run: &Run| {
                        noted(case.engine, EngineFunction::Histories, source, size, || {
                            linearizable::of_run(case, run)
                        })
                    };
                    let looked = of_panic(EngineFunction::Histories, source, size, || {
                        interleavings::each(case, of_run)
                    });
                    let looked = looked.map_err(|told| End::Broken(Difference::told(told)))?;
                    looked.map_err(End::Error)?
                }
            }
        }
        Check::Invariant(I::WorkgroupInvariant) => match first_case(ask, case.source) {
            Some(other) if other.size != case.size => {
                let found = of_words(case, search, |case| workgroup::check(def, &other, case));
                match found {
                    Some(found) => Some(found),
                    None => {
                        interleavings::each(case, |run| workgroup::of_run(def, &other, case, run))
                            .map_err(End::Error)?
                    }
                }
            }
            _ => None,
        },
        Check::Reference | Check::Corpus => {
            of_words(case, search, |case| expected::check(def, case))
        }
        Check::Parity => {
            let interpreted = ask.interpreted.case(ask.library, case.source, case.size);
            let interpreted = interpreted.map_err(|miss| match miss {
                Miss::Run(error) => End::Error(error),
                other => {
                    let mut because = vec!["there is no run on the interpreter:".to_owned()];
                    because.extend(other.because());
                    End::Broken(Difference {
                        because,
                        ..Difference::default()
                    })
                }
            })?;
            // Words that the order of the invocations does not decide are compared as they are.
            search.found = search.found || parity::compares_words(case);
            of_words(case, search, |case| parity::check(def, &interpreted, case))
        }
        other => {
            let text = format!("`{}` has no check", other.slug());
            Some(Difference::told(text))
        }
    };
    match found {
        Some(difference) => Err(End::Broken(difference)),
        None => Ok(()),
    }
}

/// Asks a check that looks at nothing but the words a run left and what the engine finds in them.
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
