//! Lookup of the trials of a run.

use super::certificates::KeptVerdicts;
use super::driver::{REFERENCE, driver_name};
use super::keys::Keys;
use super::{HeldTrials, MIN_REPEATED, Subject, now};
use crate::context::Context;
use std::collections::HashMap;
use vyre_conform_suite::plan::Obligation;
use vyre_conform_verdicts::{RunInputs, Verdict, VerdictStore, split_sample};

impl Context {
    /// Looks up these trials in the store of verdicts, once per run; `None` if the run keeps no verdicts.
    pub fn look_up(&self, chosen: &[&Obligation]) -> Option<&HeldTrials> {
        if let Some(held) = HeldTrials::new(self, chosen) {
            self.keep_held(held);
        }
        self.held()
    }

    /// The digests of everything that the results of all trials on a backend depend on; `None` where the packages that
    /// decide are unknown.
    pub fn run_inputs(&self, slug: &str) -> Option<RunInputs> {
        let obligations = self.plan().obligations().iter();
        let own = obligations.filter(|of| of.backend().is_none_or(|backend| backend == slug));
        Some(Keys::new(self)?.inputs(own))
    }
}

impl HeldTrials {
    /// Looks trials up, in the store and then in kept certificates; `None` where the run keeps no verdicts.
    pub(super) fn new(context: &Context, chosen: &[&Obligation]) -> Option<Self> {
        let settings = context.settings();
        if settings.case.is_some() {
            return None;
        }
        let store = VerdictStore::open(&settings.verdicts.path()?);
        let keys = Keys::new(context)?;
        let inputs = keys.inputs(chosen.iter().copied());
        let subject = |obligation: &&Obligation| {
            let (key, driver) = (keys.key(&inputs, obligation)?, driver(context, obligation));
            Some((obligation.id.clone(), Subject { key, driver }))
        };
        let subjects: HashMap<String, Subject> = chosen.iter().filter_map(subject).collect();
        let mut found: HashMap<String, Verdict> = HashMap::new();
        let mut notes = vec![];
        if !settings.fresh {
            let stored = subjects.iter().filter_map(|(id, subject)| {
                let verdict = store.find(&subject.key)?;
                let is_of_trial = verdict.obligation == *id && verdict.driver == subject.driver;
                is_of_trial.then(|| (id.clone(), verdict.clone()))
            });
            found = stored.collect();
            if found.len() < subjects.len() {
                let kept = KeptVerdicts::read(context, &inputs);
                notes = kept.notes;
                let kept = kept.verdicts.into_iter().filter(|(id, verdict)| {
                    let is_key = subjects.get(id).is_some_and(|of| of.key == verdict.key);
                    is_key && !store.is_withdrawn(&verdict.driver, verdict.at)
                });
                for (id, verdict) in kept {
                    found.entry(id).or_insert(verdict);
                }
            }
        }
        let held: Vec<(String, Verdict)> = found.into_iter().collect();
        let (repeated, rest) = split_sample(held, &now().to_string(), MIN_REPEATED, |(id, _)| id);
        let not_run: HashMap<String, Verdict> = rest.into_iter().collect();
        store.rely(not_run.values().map(|verdict| verdict.key), now());
        Some(Self {
            store,
            subjects,
            not_run,
            repeated: repeated.into_iter().collect(),
            notes,
        })
    }
}

/// The driver of a trial's device, or the reference.
fn driver(context: &Context, obligation: &Obligation) -> String {
    match obligation.backend() {
        None => REFERENCE.to_owned(),
        Some(slug) => {
            let identity = context.identity(slug);
            driver_name(&identity.kind, &identity.device, &identity.driver)
        }
    }
}
