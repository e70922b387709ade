//! One check over all its cases.

use super::accumulation;
use super::author::call;
use super::case::ExecutedCase;
use super::gates::{self, Followed};
use super::judge::{End, judge};
use super::silence::Search;
use super::termination;
use super::{Bench, Difference, Miss, RunError, Runner, Violation};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use vyre_conform_ir::Library;
use vyre_conform_runtime::engine::{Cases, Check, Input, InputSource, SIZES, Skipped};
use vyre_conform_runtime::registry::calls::EngineFunction;
use vyre_conform_spec::Invariant;

/// What is asked, and of which cases.
pub struct Ask<'a, 'b> {
    /// The question.
    pub check: Check,
    /// The engine on what runs it.
    pub bench: &'a Bench<'b>,
    /// The engine on the interpreter, for `parity`.
    pub interpreted: &'a Bench<'b>,
    /// The ops that programs call.
    pub library: &'a dyn Library,
    /// How many generated inputs there are.
    pub inputs: u64,
    /// The one case that is asked about, for a replay.
    pub only: Option<(InputSource, u32)>,
}

/// How a check ended.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It holds on this many cases, and these sizes were left out.
    Holds {
        /// Cases that were run.
        cases: u64,
        /// Sizes the runner cannot take.
        skipped: Vec<Skipped>,
    },
    /// It does not.
    Broken(Box<Violation>),
    /// A launch gave no words, on this case.
    Stopped {
        /// Input and workgroup size.
        at: (InputSource, u32),
        /// Why.
        error: RunError,
    },
}

/// What the cases of a range showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Showed {
    /// Cases that were run.
    pub cases: u64,
    /// Those of them that break what is claimed.
    pub failures: u64,
    /// The one with the lowest number.
    pub first: Option<(u64, Box<Violation>)>,
    /// Cases at sizes that the runner cannot take, by the reason.
    pub skipped: BTreeMap<Skipped, u64>,
}

/// Why a range of cases has no result.
#[derive(Clone, Debug)]
pub enum Halt {
    /// The check is none: nothing could have failed it.
    Silent(Box<Violation>),
    /// A launch gave no words.
    Stopped {
        /// Input and workgroup size.
        at: (InputSource, u32),
        /// Why.
        error: Box<RunError>,
    },
}

/// Asks about every case, or the one that is asked about, until one breaks what is claimed.
pub fn ask(ask: &Ask<'_, '_>) -> Verdict {
    let mut walk = Walk::new(ask);
    let numbered = walk.cases;
    let mut skipped = BTreeSet::new();
    // A replay looks at one case, which need not tell anything.
    walk.search.found |= ask.only.is_some();
    let all = match ask.only {
        Some(_) => 1,
        None => numbered.len(),
    };
    let places = (0..all).map_while(|number| ask.only.or_else(|| numbered.at(number)));
    let mut cases = 0;
    for (at, number) in places.zip(1..) {
        walk.help(at, number..all);
        match walk.one(at) {
            Met::Held => cases += 1,
            Met::Skipped(why) => _ = skipped.insert(why),
            Met::Broken(violation) => return Verdict::Broken(violation),
            Met::Stopped(error) => return Verdict::Stopped { at, error },
        }
    }
    match walk.silent(cases) {
        Some(violation) => Verdict::Broken(violation),
        None => Verdict::Holds {
            cases,
            skipped: skipped.into_iter().collect(),
        },
    }
}

/// Asks about the cases with these numbers, all of them. The range that begins with the first case also answers for
/// the whole check: that some case was run, and that one could have told a right engine from a wrong one. For that it
/// looks at later cases where its own do not show it, so that it does not matter how the cases are cut.
///
/// # Errors
/// [`Halt`]: what ends the check by itself.
pub fn ask_range(ask: &Ask<'_, '_>, range: Range<u64>) -> Result<Showed, Halt> {
    let mut walk = Walk::new(ask);
    let numbered = walk.cases;
    let end = range.end.min(numbered.len());
    let leads = range.start == 0;
    walk.search.found |= !leads;
    let mut showed = Showed::default();
    for number in range.start..end {
        let Some(at) = numbered.at(number) else {
            break;
        };
        walk.help(at, number + 1..end);
        match walk.one(at) {
            Met::Held => showed.cases += 1,
            Met::Skipped(why) => *showed.skipped.entry(why).or_default() += 1,
            Met::Broken(violation) => {
                showed.cases += 1;
                showed.failures += 1;
                showed.first.get_or_insert((number, violation));
            }
            Met::Stopped(error) => {
                let error = Box::new(error);
                return Err(Halt::Stopped { at, error });
            }
        }
    }
    if leads {
        let mut ran = showed.cases;
        for at in (end..numbered.len()).map_while(|number| numbered.at(number)) {
            if ran > 0 && walk.search.found {
                break;
            }
            // What is wrong with it is reported by the range that it is in.
            ran += u64::from(matches!(walk.one(at), Met::Held | Met::Broken(_)));
        }
        if let Some(violation) = walk.silent(ran) {
            return Err(Halt::Silent(violation));
        }
    }
    Ok(showed)
}

/// A walk over cases of a check.
struct Walk<'w, 'a, 'b> {
    ask: &'w Ask<'a, 'b>,
    cases: Cases,
    search: Search,
    followed: Followed,
}

/// How a case ended.
enum Met {
    Held,
    Skipped(Skipped),
    Broken(Box<Violation>),
    Stopped(RunError),
}

impl<'w, 'a, 'b> Walk<'w, 'a, 'b> {
    fn new(ask: &'w Ask<'a, 'b>) -> Self {
        let mut search = Search::new(ask.check);
        search.found = ask.check == Check::Gates;
        Self {
            ask,
            cases: Cases::of(ask.bench.def, ask.check, ask.inputs),
            search,
            followed: Followed::default(),
        }
    }

    /// Runs later cases while another trial runs this one.
    fn help(&self, at: (InputSource, u32), later: Range<u64>) {
        let ask = self.ask;
        if matches!(ask.check, Check::Gates | Check::AccumulationOrder) {
            return;
        }
        let ahead = later.map_while(|number| self.cases.at(number));
        ask.interpreted.help(ask.library, at, ahead);
    }

    fn one(&mut self, at: (InputSource, u32)) -> Met {
        let ask = self.ask;
        let (source, size) = at;
        let met = match ask.check {
            Check::Gates => match gates::case(ask.bench.def, ask.library, at, &mut self.followed) {
                Ok(()) => Met::Held,
                Err(violation) => Met::Broken(violation),
            },
            Check::AccumulationOrder => match accumulation::check(ask, at, &mut self.search) {
                Ok(None) => Met::Held,
                Ok(Some(disorder)) => Met::Broken(Box::new(Violation {
                    check: ask.check,
                    at: Some(at),
                    input: disorder.input,
                    difference: disorder.difference,
                })),
                Err(Miss::Skipped(why)) => Met::Skipped(why),
                Err(miss) => missed(ask, at, miss),
            },
            _ => match case(ask, source, size) {
                Ok(case) => match judge(ask, &case, &mut self.search) {
                    Ok(()) => Met::Held,
                    Err(End::Error(error)) => Met::Stopped(error),
                    Err(End::Broken(difference)) => Met::Broken(broken(ask, at, difference)),
                },
                Err(Miss::Skipped(why)) => Met::Skipped(why),
                Err(miss) => missed(ask, at, miss),
            },
        };
        // What fails is not a check that cannot fail.
        self.search.found |= matches!(met, Met::Broken(_));
        met
    }

    /// Why the check is none, after this many cases were run.
    fn silent(&self, cases: u64) -> Option<Box<Violation>> {
        let ask = self.ask;
        let because = match cases {
            0 if ask.check == Check::Corpus && self.cases.is_empty() => {
                "the corpus is empty".into()
            }
            0 => "no case was run: the runner takes none of the workgroup sizes".to_owned(),
            _ if ask.check == Check::Gates && ask.only.is_none() => {
                return gates::alike(ask.bench.def, ask.inputs);
            }
            _ => self.search.silence()?.to_owned(),
        };
        Some(Box::new(Violation {
            check: ask.check,
            at: None,
            input: None,
            difference: Difference::told(because),
        }))
    }
}

/// A case of the check.
fn case<'b>(
    ask: &Ask<'_, 'b>,
    source: InputSource,
    size: u32,
) -> Result<Arc<ExecutedCase<'b>>, Miss> {
    dispatchable(ask, size, || {
        ask.interpreted.case(ask.library, source, size)
    })?;
    ask.bench.case(ask.library, source, size)
}

/// The case of an input that is none of the engine's own, run once.
pub(super) fn launched<'b>(
    ask: &Ask<'_, 'b>,
    at: (InputSource, u32),
    input: &Input,
) -> Result<ExecutedCase<'b>, Miss> {
    dispatchable(ask, at.1, || {
        let made = ask.interpreted.made(ask.library, at, input.clone(), 1);
        made.map(Arc::new)
    })?;
    ask.bench.made(ask.library, at, input.clone(), 1)
}

/// Whether a case may be dispatched. A launch that the interpreter stops, or that takes more steps than its plan
/// declares, is not dispatched to a backend: a device may hang in it, and what it leaves would tell nothing.
fn dispatchable<'b>(
    ask: &Ask<'_, 'b>,
    size: u32,
    interpreted: impl FnOnce() -> Result<Arc<ExecutedCase<'b>>, Miss>,
) -> Result<(), Miss> {
    if let Runner::Backend(_) = ask.bench.runner {
        ask.bench.size_fits(size).map_err(Miss::Skipped)?;
        let told = match interpreted() {
            Err(Miss::Run(error @ RunError::Fault(_))) => Some(error.to_string()),
            Ok(interpreted) => termination::check(&interpreted).map(|d| d.because.join("; ")),
            // Anything else is found on the backend as well.
            Err(_) => None,
        };
        if let Some(told) = told {
            let what = format!("on this input at this workgroup size {told}");
            return Err(Miss::Run(RunError::Withheld(what)));
        }
    }
    Ok(())
}

/// The case of a source at the first of [`SIZES`] that it can be run at.
pub(super) fn first_case<'b>(
    ask: &Ask<'_, 'b>,
    source: InputSource,
) -> Option<Arc<ExecutedCase<'b>>> {
    SIZES
        .into_iter()
        .find_map(|size| case(ask, source, size).ok())
}

fn missed(ask: &Ask<'_, '_>, at: (InputSource, u32), miss: Miss) -> Met {
    let broken = |difference| Met::Broken(broken(ask, at, difference));
    match miss {
        Miss::Run(error) => match (ask.check, termination::of_error(&error)) {
            (Check::Invariant(Invariant::Termination), Some(difference)) => broken(difference),
            _ => Met::Stopped(error),
        },
        miss => broken(Difference {
            because: miss.because(),
            ..Difference::default()
        }),
    }
}

fn broken(ask: &Ask<'_, '_>, at: (InputSource, u32), difference: Difference) -> Box<Violation> {
    // The function that makes inputs may be what panicked.
    let (bench, source) = (ask.bench, at.0);
    let input = call(bench.def.id, EngineFunction::Inputs, source, None, || {
        bench.input(source)
    });
    Box::new(Violation {
        check: ask.check,
        at: Some(at),
        input: input.ok().flatten(),
        difference,
    })
}

/// Whether a backend lacks whole programs, or a case stopped for another reason.
impl Runner<'_> {
    /// Whether it runs whole programs at all.
    pub fn runs_programs(&self) -> bool {
        let Self::Backend(backend) = self else {
            return true;
        };
        let loaded = backend.load_programs(&[]);
        !matches!(loaded, Err(crate::backend::BackendError::Programs { .. }))
    }
}
