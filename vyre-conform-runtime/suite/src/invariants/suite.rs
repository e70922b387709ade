//! One check over all its cases.

use super::accumulation;
use super::author::call;
use super::case_check::{CheckFailure, check_case};
use super::gates::{self, RaceFreePrograms};
use super::request::{CheckRequest, case};
use super::silence::Search;
use super::termination;
use super::{Difference, MissingCase, RunError, Violation};
use crate::failing::{CaseFault, FailingCase, Tally};
use std::collections::BTreeSet;
use std::ops::Range;
use vyre_conform_runtime::engine::{Cases, Check, InputSource, SkippedSize};
use vyre_conform_runtime::registry::calls::EngineFunction;
use vyre_conform_spec::Invariant;

/// Outcome of a check.
#[derive(Clone, Debug)]
pub enum ClaimOutcome {
    /// It holds on these cases, with these sizes skipped.
    Holds {
        /// Number of cases that ran.
        cases: u64,
        /// Sizes beyond a limit of the runner.
        skipped: Vec<SkippedSize>,
    },
    /// It is violated.
    Broken(Box<Violation>),
    /// A launch gave no results.
    Stopped {
        /// Input and workgroup size.
        at: (InputSource, u32),
        /// The reason.
        error: RunError,
    },
}

/// Reason why a range of cases has no result.
#[derive(Clone, Debug)]
pub enum CheckInterruption {
    /// Nothing could have failed the check.
    Silent(Box<Violation>),
    /// A launch gave no results.
    Stopped {
        /// Input and workgroup size.
        at: (InputSource, u32),
        /// The reason.
        error: Box<RunError>,
    },
}

/// Runs every case, or the only one, until one violates the check.
pub fn check_claim(request: &CheckRequest<'_, '_>) -> ClaimOutcome {
    let mut walk = Walk::new(request);
    let numbered = walk.cases;
    let mut skipped = BTreeSet::new();
    // A replay runs one case, which need not be able to fail.
    walk.search.can_fail |= request.single_case.is_some();
    let all = match request.single_case {
        Some(_) => 1,
        None => numbered.len(),
    };
    let places = (0..all).map_while(|number| request.single_case.or_else(|| numbered.at(number)));
    let mut cases = 0;
    for (at, number) in places.zip(1..) {
        walk.help(at, number..all);
        match walk.one(at) {
            CaseOutcome::Held => cases += 1,
            CaseOutcome::Skipped(reason) => _ = skipped.insert(reason),
            CaseOutcome::Broken(violation) => return ClaimOutcome::Broken(violation),
            CaseOutcome::Stopped(error) => return ClaimOutcome::Stopped { at, error },
        }
    }
    match walk.silent(cases) {
        Some(violation) => ClaimOutcome::Broken(violation),
        None => ClaimOutcome::Holds {
            cases,
            skipped: skipped.into_iter().collect(),
        },
    }
}

/// Runs all cases with these numbers. The range with the first case also answers for the whole check: some case ran,
/// and one could have distinguished a correct engine from a wrong one. If its own cases do not show that, it examines
/// later ones, so that the result does not depend on the split.
///
/// # Errors
///
/// [`CheckInterruption`]: the reason for ending the check.
pub fn check_range(
    request: &CheckRequest<'_, '_>,
    range: Range<u64>,
) -> Result<Tally, CheckInterruption> {
    let mut walk = Walk::new(request);
    let numbered = walk.cases;
    let end = range.end.min(numbered.len());
    let leads = range.start == 0;
    walk.search.can_fail |= !leads;
    let mut tally = Tally::default();
    for number in range.start..end {
        let Some(at) = numbered.at(number) else {
            break;
        };
        walk.help(at, number + 1..end);
        match walk.one(at) {
            CaseOutcome::Held => tally.cases += 1,
            CaseOutcome::Skipped(reason) => {
                *tally.skipped.entry(reason.to_string()).or_default() += 1;
            }
            CaseOutcome::Broken(violation) => {
                tally.cases += 1;
                tally.failures += 1;
                tally.first.get_or_insert_with(|| FailingCase {
                    case: number,
                    fault: CaseFault::Engine(violation),
                    ..FailingCase::default()
                });
            }
            CaseOutcome::Stopped(error) => {
                let error = Box::new(error);
                return Err(CheckInterruption::Stopped { at, error });
            }
        }
    }
    if leads {
        let mut ran = tally.cases;
        for at in (end..numbered.len()).map_while(|number| numbered.at(number)) {
            if ran > 0 && walk.search.can_fail {
                break;
            }
            // Its own range reports a fault of this case.
            ran += u64::from(matches!(
                walk.one(at),
                CaseOutcome::Held | CaseOutcome::Broken(_)
            ));
        }
        if let Some(violation) = walk.silent(ran) {
            return Err(CheckInterruption::Silent(violation));
        }
    }
    Ok(tally)
}

/// A walk over cases of a check.
struct Walk<'w, 'a, 'b> {
    request: &'w CheckRequest<'a, 'b>,
    cases: Cases,
    search: Search,
    followed: RaceFreePrograms,
}

/// Outcome of a case.
enum CaseOutcome {
    Held,
    Skipped(SkippedSize),
    Broken(Box<Violation>),
    Stopped(RunError),
}

impl<'w, 'a, 'b> Walk<'w, 'a, 'b> {
    fn new(request: &'w CheckRequest<'a, 'b>) -> Self {
        let mut search = Search::new(request.check);
        search.can_fail = request.check == Check::Gates;
        Self {
            request,
            cases: Cases::of(request.session.def, request.check, request.inputs),
            search,
            followed: RaceFreePrograms::default(),
        }
    }

    /// Runs later cases while another trial runs this one.
    fn help(&self, at: (InputSource, u32), later: Range<u64>) {
        let request = self.request;
        if matches!(request.check, Check::Gates | Check::AccumulationOrder) {
            return;
        }
        let ahead = later.map_while(|number| self.cases.at(number));
        request.interpreted.help(request.library, at, ahead);
    }

    fn one(&mut self, at: (InputSource, u32)) -> CaseOutcome {
        let request = self.request;
        let (source, size) = at;
        let outcome = match request.check {
            Check::Gates => {
                match gates::case(request.session.def, request.library, at, &mut self.followed) {
                    Ok(()) => CaseOutcome::Held,
                    Err(violation) => CaseOutcome::Broken(violation),
                }
            }
            Check::AccumulationOrder => match accumulation::check(request, at, &mut self.search) {
                Ok(None) => CaseOutcome::Held,
                Ok(Some(disorder)) => CaseOutcome::Broken(Box::new(Violation {
                    check: request.check,
                    case: Some(at),
                    input: disorder.input,
                    difference: disorder.difference,
                })),
                Err(MissingCase::Skipped(reason)) => CaseOutcome::Skipped(reason),
                Err(miss) => missed(request, at, miss),
            },
            _ => match case(request, source, size) {
                Ok(case) => match check_case(request, &case, &mut self.search) {
                    Ok(()) => CaseOutcome::Held,
                    Err(CheckFailure::Error(error)) => CaseOutcome::Stopped(error),
                    Err(CheckFailure::Broken(difference)) => {
                        CaseOutcome::Broken(broken(request, at, difference))
                    }
                },
                Err(MissingCase::Skipped(reason)) => CaseOutcome::Skipped(reason),
                Err(miss) => missed(request, at, miss),
            },
        };
        // A failing check is able to fail.
        self.search.can_fail |= matches!(outcome, CaseOutcome::Broken(_));
        outcome
    }

    /// The reason why nothing could have failed the check, after this many cases.
    fn silent(&self, cases: u64) -> Option<Box<Violation>> {
        let request = self.request;
        let because = match cases {
            0 if request.check == Check::Corpus && self.cases.is_empty() => {
                "the corpus is empty".into()
            }
            0 => "no case was run: the runner takes none of the workgroup sizes".to_owned(),
            _ if request.check == Check::Gates && request.single_case.is_none() => {
                return gates::alike(request.session.def, request.inputs);
            }
            _ => self.search.silence()?.to_owned(),
        };
        Some(Box::new(Violation {
            check: request.check,
            case: None,
            input: None,
            difference: Difference::with_cause(because),
        }))
    }
}

fn missed(
    request: &CheckRequest<'_, '_>,
    at: (InputSource, u32),
    miss: MissingCase,
) -> CaseOutcome {
    let broken = |difference| CaseOutcome::Broken(broken(request, at, difference));
    match miss {
        MissingCase::Run(error) => match (request.check, termination::of_error(&error)) {
            (Check::Invariant(Invariant::Termination), Some(difference)) => broken(difference),
            _ => CaseOutcome::Stopped(error),
        },
        miss => broken(Difference {
            causes: miss.reasons(),
            ..Difference::default()
        }),
    }
}

fn broken(
    request: &CheckRequest<'_, '_>,
    at: (InputSource, u32),
    difference: Difference,
) -> Box<Violation> {
    // The input generator itself may have panicked.
    let (bench, source) = (request.session, at.0);
    let input = call(bench.def.id, EngineFunction::Inputs, source, None, || {
        bench.input(source)
    });
    Box::new(Violation {
        check: request.check,
        case: Some(at),
        input: input.ok().flatten(),
        difference,
    })
}
