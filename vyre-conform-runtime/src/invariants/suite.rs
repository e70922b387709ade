//! One check over all its cases.

use super::case::Case;
use super::judge::{End, judge};
use super::silence::Search;
use super::{Bench, Difference, Miss, RunError, Runner, Violation};
use super::{gates, termination};
use crate::engine::{Check, SIZES, Skipped, Source};
use crate::ir::Library;
use crate::spec::Invariant;
use crate::strategy::quietly;
use std::collections::BTreeSet;
use std::sync::Arc;

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
    pub only: Option<(Source, u32)>,
}

/// How a check ended.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It holds on so many cases, and these sizes were left out.
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
        at: (Source, u32),
        /// Why.
        error: RunError,
    },
}

/// Asks.
pub fn ask(ask: &Ask<'_, '_>) -> Verdict {
    if ask.check == Check::Gates {
        return match gates::check(ask.bench.def, ask.library, ask.inputs) {
            Ok(cases) => Verdict::Holds {
                cases,
                skipped: vec![],
            },
            Err(violation) => Verdict::Broken(violation),
        };
    }
    let mut cases = 0;
    let mut skipped = BTreeSet::new();
    // A replay looks at one case, which need not tell anything.
    let mut search = Search::new(ask.check);
    search.found = ask.only.is_some();
    for (source, size) in places(ask) {
        let case = match case(ask, source, size) {
            Ok(case) => case,
            Err(Miss::Skipped(why)) => {
                skipped.insert(why);
                continue;
            }
            Err(miss) => return missed(ask, (source, size), miss),
        };
        match judge(ask, &case, &mut search) {
            Ok(()) => {}
            Err(End::Error(error)) => {
                let at = (source, size);
                return Verdict::Stopped { at, error };
            }
            Err(End::Broken(difference)) => {
                return broken(ask, (source, size), difference);
            }
        }
        cases += 1;
    }
    let nothing = match cases {
        0 => Some("no case was run: the runner takes none of the workgroup sizes"),
        _ => search.silence(),
    };
    match nothing {
        Some(because) => Verdict::Broken(Box::new(Violation {
            check: ask.check,
            at: None,
            input: None,
            difference: Difference::told(because),
        })),
        None => Verdict::Holds {
            cases,
            skipped: skipped.into_iter().collect(),
        },
    }
}

/// The cases of a check, smallest inputs first.
fn places(ask: &Ask<'_, '_>) -> Vec<(Source, u32)> {
    if let Some(only) = ask.only {
        return vec![only];
    }
    let corpus = (0..ask.bench.def.corpus.len()).map(Source::Corpus);
    let sources: Vec<Source> = match ask.check {
        Check::Corpus => corpus.collect(),
        Check::Reference => (0..ask.inputs).map(Source::Generated).collect(),
        _ => (0..ask.inputs)
            .map(Source::Generated)
            .chain(corpus)
            .collect(),
    };
    let sizes = |source| SIZES.map(|size| (source, size));
    sources.into_iter().flat_map(sizes).collect()
}

/// A case of the check. A launch that the interpreter stops, or that takes more steps than its plan declares, is
/// not dispatched to a backend: a device may hang in it, and what it leaves would tell nothing.
fn case<'b>(ask: &Ask<'_, 'b>, source: Source, size: u32) -> Result<Arc<Case<'b>>, Miss> {
    if let Runner::Backend(_) = ask.bench.runner {
        ask.bench.size_fits(size).map_err(Miss::Skipped)?;
        let told = match ask.interpreted.case(ask.library, source, size) {
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
    ask.bench.case(ask.library, source, size)
}

/// The case of a source at the first of [`SIZES`] that it can be run at.
pub(super) fn first_case<'b>(ask: &Ask<'_, 'b>, source: Source) -> Option<Arc<Case<'b>>> {
    SIZES
        .into_iter()
        .find_map(|size| case(ask, source, size).ok())
}

fn missed(ask: &Ask<'_, '_>, at: (Source, u32), miss: Miss) -> Verdict {
    match miss {
        Miss::Run(error) => match (ask.check, termination::of_error(&error)) {
            (Check::Invariant(Invariant::Termination), Some(difference)) => {
                broken(ask, at, difference)
            }
            _ => Verdict::Stopped { at, error },
        },
        Miss::Invalid { program, rules } => {
            let mut because = vec![format!("program `{program}` is not valid:")];
            because.extend(rules.iter().map(ToString::to_string));
            let difference = Difference {
                because,
                ..Difference::default()
            };
            broken(ask, at, difference)
        }
        Miss::Absent(source) => {
            let text = format!("the corpus has no case {source}");
            broken(ask, at, Difference::told(text))
        }
        Miss::Panicked(told) => broken(ask, at, Difference::told(told)),
        Miss::Skipped(why) => broken(ask, at, Difference::told(why.to_string())),
    }
}

fn broken(ask: &Ask<'_, '_>, at: (Source, u32), difference: Difference) -> Verdict {
    Verdict::Broken(Box::new(Violation {
        check: ask.check,
        at: Some(at),
        // The function that makes inputs may be what panicked.
        input: quietly(|| ask.bench.input(at.0)).ok().flatten(),
        difference,
    }))
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
