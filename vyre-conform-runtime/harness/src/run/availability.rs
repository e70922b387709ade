//! Availability of obligations before they run: the backend may lack what they need.

use crate::context::Context;
use crate::limit::{LIMIT, call_with_limit};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::{Language, WGSL_TEXTS};
use vyre_conform_suite::invariants::{Runner, called_ops, missing_engine_support};
use vyre_conform_suite::plan::{Obligation, Part, WHOLE_PROGRAMS, missing_support};
use vyre_conform_suite::record::{NotRun, Outcome};

/// The outcome of an obligation that cannot run, because there is no adapter or its backend lacks something; `None` if
/// it can run.
///
/// # Panics
///
/// If the obligation is not of this context's plan.
pub fn unavailable(context: &Context, obligation: &Obligation) -> Option<Outcome> {
    let slug = obligation.backend()?;
    if let Some(reason) = context.no_adapter() {
        return Some(Outcome::NotRun(NotRun::NoAdapter(reason.to_owned())));
    }
    let backend = context.backend(slug);
    let hardware = match obligation.part {
        Part::Wgsl(_) => {
            let takes = backend.is_some_and(|of| of.language() == Some(Language::Wgsl));
            (!takes).then(|| WGSL_TEXTS.to_owned())
        }
        Part::Engine(_) | Part::Programs | Part::Filetests => {
            let runs = backend.map(Runner::Backend);
            let able = runs.is_some_and(|runner| runner.runs_programs());
            let engine = context.catalog().find_engine(&obligation.op);
            match (able, engine, backend) {
                (false, ..) => Some(WHOLE_PROGRAMS.to_owned()),
                (true, Some(engine), Some(backend)) => {
                    let calls = || calls_of(context, engine);
                    missing_engine_support(context.catalog(), backend, calls)
                }
                _ => None,
            }
        }
        _ => {
            let op = context.catalog().find(&obligation.op);
            let op = op.expect("the plan comes from the catalog");
            backend.and_then(|backend| missing_support(context.catalog(), backend, obligation, op))
        }
    };
    hardware.map(|hardware| Outcome::UnsupportedByBackend { hardware })
}

/// The ops that the programs of an engine call; empty if one of its functions does not return, which its trials report.
fn calls_of(context: &Context, engine: &'static EngineDef) -> Vec<String> {
    static KNOWN: Mutex<BTreeMap<usize, Arc<OnceLock<Vec<String>>>>> = Mutex::new(BTreeMap::new());
    let place = std::ptr::from_ref(engine).addr();
    // Backends are queried in parallel: one thread calls the engine, and the others wait.
    let known = lock(&KNOWN).entry(place).or_default().clone();
    let calls = known.get_or_init(|| {
        let limit = context.settings().limit.unwrap_or(LIMIT);
        call_with_limit(limit, || called_ops(engine)).unwrap_or_default()
    });
    calls.clone()
}

/// The backend in whose lane an obligation runs: one with a time limit of its own. `None` for the reference and for
/// backends without.
pub(crate) fn lane<'o>(context: &Context, obligation: &'o Obligation) -> Option<&'o str> {
    let slug = obligation.backend()?;
    let backend = context.backend(slug)?;
    backend.call_time_limit().map(|_| slug)
}

/// The result of [`unavailable`] for each obligation of the plan, in order. Backends are queried in parallel.
pub(crate) fn of_all(context: &Context) -> Vec<Option<Outcome>> {
    let obligations = context.plan().obligations();
    let mut lanes: BTreeMap<Option<&str>, Vec<usize>> = BTreeMap::new();
    for (k, obligation) in obligations.iter().enumerate() {
        lanes.entry(lane(context, obligation)).or_default().push(k);
    }
    let of = |lane: Vec<usize>| {
        let known = lane.into_iter();
        let known = known.map(|k| (k, unavailable(context, &obligations[k])));
        known.collect::<Vec<_>>()
    };
    let mut all: Vec<_> = thread::scope(|scope| {
        let threads = lanes
            .into_values()
            .map(|lane| scope.spawn(move || of(lane)));
        let threads: Vec<_> = threads.collect();
        let results = threads.into_iter().map(|threads| {
            let results = threads.join();
            results.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        results.flatten().collect()
    });
    all.sort_unstable_by_key(|(k, _)| *k);
    all.into_iter().map(|(_, known)| known).collect()
}
