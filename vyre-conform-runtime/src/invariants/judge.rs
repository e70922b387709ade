//! One question about one case.

use super::author::call;
use super::case::Case;
use super::damage::Search;
use super::suite::{Ask, first_case};
use super::{
    Difference, Miss, RunError, bounded, deterministic, expected, linearizable, ordered, outputs,
    parity, termination, workgroup,
};
use crate::engine::Check;
use crate::spec::Invariant;

/// Why a case ends a check.
pub(super) enum End {
    Broken(Difference),
    Error(RunError),
}

/// Asks about one case. `search` keeps whether any case could have told a right engine from a wrong one.
pub(super) fn judge(ask: &Ask<'_, '_>, case: &Case<'_>, search: &mut Search) -> Result<(), End> {
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
            of_words(case, search, |case| ordered::check(def, case))
        }
        Check::Invariant(I::BoundedResources) => {
            search.found |= bounded::bounds_something(case);
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
            let looked = call("histories", case.source, Some(case.size), look);
            let (found, changes) = looked.map_err(|told| End::Broken(Difference::told(told)))?;
            if found.is_none() && changes {
                search.look(case, linearizable::check);
            }
            found
        }
        Check::Invariant(I::WorkgroupInvariant) => match first_case(ask, case.source) {
            Some(other) if other.size != case.size => {
                of_words(case, search, |case| workgroup::check(def, &other, case))
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
                other => End::Broken(Difference::told(format!("on the interpreter: {other:?}"))),
            })?;
            of_words(case, search, |case| parity::check(def, &interpreted, case))
        }
        other => {
            let text = format!("`{}` is a question nobody answers", other.slug());
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
    case: &Case<'_>,
    search: &mut Search,
    check: impl Fn(&Case<'_>) -> Option<Difference>,
) -> Option<Difference> {
    let found = check(case);
    if found.is_none() {
        search.look(case, check);
    }
    found
}

/// What a check lacks that no case could have failed.
pub(super) fn silence(check: Check) -> &'static str {
    use Invariant as I;
    match check {
        Check::Invariant(I::NoOutputLost) => {
            "no change of the words that are read back loses an output: no input has one, or `decode` does not \
             take it from the words; mend that, or drop NoOutputLost"
        }
        Check::Invariant(I::NoDuplicateOutput) => {
            "no change of the words that are read back gives an output twice: no input has one, or `decode` \
             numbers the records; give them as the engine left them, or drop NoDuplicateOutput"
        }
        Check::Invariant(I::OutputOrdered) => {
            "no change of the words that are read back gives another order: no input gives two records, or \
             `decode` numbers or sorts them; give them as the engine left them, or drop OutputOrdered"
        }
        Check::Invariant(I::BoundedResources) => {
            "no plan has a guarded word or a queue with a bound: set `guards` or `queues`, or drop BoundedResources"
        }
        Check::Invariant(I::AtomicLinearizable) => {
            "no atomic step that changed something was observed in the words that are read back: set `histories`, \
             or drop AtomicLinearizable"
        }
        Check::Invariant(I::WorkgroupInvariant) => {
            "the runner takes only one workgroup size, or `decode` gives the same whatever the engine left"
        }
        Check::Reference | Check::Corpus => {
            "no change of the words that are read back changes the output: `decode` does not look at them"
        }
        Check::Parity => {
            "no word that is read back is compared, and `decode` does not look at them: read back what the engine \
             writes, and name in `order_dependent` only what the order of invocations decides"
        }
        _ => "no case could have failed",
    }
}
