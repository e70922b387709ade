//! Keys of obligations: digests of all inputs of their results.
//!
//! | input | covers |
//! |---|---|
//! | `suite` | the source of the packages that decide, or their versions in the lock file |
//! | `packages` | every package of the lock file: what compiles shaders, hashes and draws numbers |
//! | `machine` | architecture, system, and whether debug assertions are on |
//! | `obligation` | the name of the trial: kind, law, domain, input set, backend |
//! | `subject` | of an op its declaration and everything that it calls, and results of its compiled reference; of an engine its programs, launches, results and the ops that it calls; of random programs every op |
//! | `settings` | the number of witnesses, of inputs of engines and of programs, and the seed |
//! | `saved` | saved failures, of the trials that replay them |
//! | `backend` | its implementation, device, driver, features and limits |

use super::lock_file;
use super::subjects::subject_digests;
use crate::context::Context;
use std::collections::BTreeSet;
use vyre_conform_suite::backend::Identity;
use vyre_conform_suite::plan::{Obligation, Part};
use vyre_conform_verdicts::{Key, KeyBuilder, RunInputs, TrialName};

/// Digest of the deciding packages; empty in a package from a registry.
const SUITE: &str = env!("VYRE_CONFORM_FINGERPRINT");

/// Computes the keys of a run.
pub(crate) struct Keys<'a> {
    context: &'a Context,
    /// The digest of the inputs that every key has.
    common: Key,
}

impl<'a> Keys<'a> {
    /// The keys of a run; `None` where the packages that decide are unknown.
    pub(crate) fn new(context: &'a Context) -> Option<Self> {
        let root = context.store().folder().parent()?;
        let packages = lock_file::packages(root, !SUITE.is_empty())?;
        let plan = &context.settings().plan;
        let machine = format!(
            "{} {} {}",
            std::env::consts::ARCH,
            std::env::consts::OS,
            cfg!(debug_assertions)
        );
        let settings = format!(
            "{} {} {} {}",
            plan.witnesses, plan.seed, plan.engine_inputs, plan.programs
        );
        let common = KeyBuilder::default()
            .with("suite", SUITE)
            .with("packages", packages)
            .with("machine", machine)
            .with("settings", settings);
        Some(Self {
            context,
            common: common.finish(),
        })
    }

    /// The digests of all inputs of the keys of these obligations, as far as they are known.
    pub(crate) fn inputs<'b>(
        &self,
        obligations: impl Iterator<Item = &'b Obligation>,
    ) -> RunInputs {
        let mut inputs = RunInputs::new(self.common);
        let mut subjects: BTreeSet<&str> = BTreeSet::new();
        for obligation in obligations {
            subjects.insert(&obligation.op);
            if let Some(slug) = obligation.backend()
                && !inputs.backends.contains_key(slug)
                && let Some(digest) = self.backend(slug)
            {
                inputs.backends.insert(slug.to_owned(), digest);
            }
        }
        inputs.subjects = subject_digests(self.context, &subjects);
        inputs
    }

    /// The key of an obligation, from the inputs of its run; `None` where something that it depends on is unknown.
    pub(super) fn key(&self, inputs: &RunInputs, obligation: &Obligation) -> Option<Key> {
        inputs.key(TrialName {
            trial: &obligation.id,
            subject: &obligation.op,
            backend: obligation.backend(),
            saved: &self.saved(obligation)?,
        })
    }

    /// The saved failures that an obligation replays, as in their file.
    fn saved(&self, obligation: &Obligation) -> Option<Vec<u8>> {
        if obligation.part.kind() != (Part::Regressions { law: None }).kind() {
            return Some(vec![]);
        }
        std::fs::read(self.context.store().path(&obligation.op)).ok()
    }

    /// The digest of a backend: its code, device, driver, features and limits.
    fn backend(&self, slug: &str) -> Option<Key> {
        let backend = self.context.backend(slug)?;
        let Identity {
            kind,
            slug: _,
            device,
            driver,
            features,
            limits,
        } = backend.identity();
        let mut key = KeyBuilder::default()
            .with("implementation", backend.implementation()?)
            .with("kind", kind)
            .with("device", device)
            .with("driver", driver);
        for feature in features {
            key = key.with("feature", feature);
        }
        for (name, value) in limits {
            key = key.with("limit", name).with("value", value.to_le_bytes());
        }
        Some(key.finish())
    }
}
