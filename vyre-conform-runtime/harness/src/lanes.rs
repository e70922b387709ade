//! Trials of backends whose calls may be waited for run in lanes of their own: a call that does not come back holds
//! up trials of its backend alone.

use super::Context;
use super::trials::{Fate, fate, meet, result};
use libtest_mimic::{Completion, Failed};
use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use vyre_conform_suite::plan::Obligation;

/// The backend whose lane an obligation is met in; none of the reference and of backends that keep their own time.
pub fn lane<'o>(context: &Context, obligation: &'o Obligation) -> Option<&'o str> {
    let slug = obligation.backend()?;
    let backend = context.backend(slug)?;
    backend.patience().map(|_| slug)
}

/// What will become of each obligation of the plan, in order. Backends are asked side by side.
pub(super) fn fates(context: &Context) -> Vec<Fate> {
    let obligations = context.plan().obligations();
    let mut lanes: BTreeMap<Option<&str>, Vec<(usize, &Obligation)>> = BTreeMap::new();
    for (k, obligation) in obligations.iter().enumerate() {
        let lane = lanes.entry(lane(context, obligation)).or_default();
        lane.push((k, obligation));
    }
    let of = |lane: Vec<(usize, &Obligation)>| {
        let fates = lane.into_iter().map(|(k, o)| (k, fate(context, o)));
        fates.collect::<Vec<_>>()
    };
    let mut fates: Vec<(usize, Fate)> = thread::scope(|scope| {
        let asked = lanes
            .into_values()
            .map(|lane| scope.spawn(move || of(lane)));
        let asked: Vec<_> = asked.collect();
        let told = asked.into_iter().map(|asked| {
            let told = asked.join();
            told.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        told.flatten().collect()
    });
    fates.sort_unstable_by_key(|(k, _)| *k);
    fates.into_iter().map(|(_, fate)| fate).collect()
}

/// A trial of a lane, and who is told how it ends.
type Job = (&'static Obligation, Sender<Result<Completion, Failed>>);

/// The lanes of a run of a test binary.
#[derive(Default)]
pub(super) struct Lanes(BTreeMap<&'static str, Vec<Job>>);

impl Lanes {
    /// Puts an obligation at the end of its lane; where its result will come from.
    pub(super) fn add(
        &mut self,
        lane: &'static str,
        obligation: &'static Obligation,
    ) -> Receiver<Result<Completion, Failed>> {
        let (tell, told) = mpsc::channel();
        self.0.entry(lane).or_default().push((obligation, tell));
        told
    }

    /// Begins to meet what is in the lanes, in each so many at a time.
    pub(super) fn start(self, context: &'static Context, threads: usize) {
        for jobs in self.0.into_values() {
            let threads = threads.clamp(1, jobs.len());
            let jobs = Arc::new(Mutex::new(jobs.into_iter()));
            for _ in 0..threads {
                let jobs = jobs.clone();
                let next = move || jobs.lock().unwrap_or_else(|e| e.into_inner()).next();
                thread::spawn(move || {
                    while let Some((obligation, tell)) = next() {
                        // Nobody waits for a result after the run.
                        let _ = tell.send(result(&meet(context, obligation).outcome));
                    }
                });
            }
        }
    }
}
