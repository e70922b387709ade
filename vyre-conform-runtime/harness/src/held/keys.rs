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
use crate::{Context, limit};
use std::cell::RefCell;
use std::collections::HashMap;
use vyre_conform_certificate::certificate::{EngineText, engine_texts, op_digest, results_digest};
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_suite::backend::Identity;
use vyre_conform_suite::invariants::called_ops;
use vyre_conform_suite::plan::{Obligation, PROGRAMS, Part};
use vyre_conform_verdicts::{Key, KeyBuilder, RunInputs, TrialName};

/// Digest of the deciding packages; empty in a package from a registry.
const SUITE: &str = env!("VYRE_CONFORM_FINGERPRINT");

/// Maximal number of inputs of an engine whose results are part of its digest.
const ENGINE_INPUTS: u64 = 16;

/// Computes the keys of a run.
pub(crate) struct Keys<'a> {
    context: &'a Context,
    /// The digest of the inputs that every key has.
    common: Key,
    /// Digests of ops and engines by id.
    subjects: RefCell<HashMap<String, Option<Key>>>,
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
            subjects: RefCell::default(),
        })
    }

    /// The digests of all inputs of the keys of these obligations, as far as they are known.
    pub(crate) fn inputs<'b>(
        &self,
        obligations: impl Iterator<Item = &'b Obligation>,
    ) -> RunInputs {
        let mut inputs = RunInputs::new(self.common);
        for obligation in obligations {
            if !inputs.subjects.contains_key(&obligation.op)
                && let Some(digest) = self.subject(&obligation.op)
            {
                inputs.subjects.insert(obligation.op.clone(), digest);
            }
            if let Some(slug) = obligation.backend()
                && !inputs.backends.contains_key(slug)
                && let Some(digest) = self.backend(slug)
            {
                inputs.backends.insert(slug.to_owned(), digest);
            }
        }
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

    /// The digest of an op, an engine, or what random programs are made of.
    fn subject(&self, id: &str) -> Option<Key> {
        if let Some(known) = self.subjects.borrow().get(id) {
            return *known;
        }
        let catalog = self.context.catalog();
        let digest = if id == PROGRAMS {
            self.of_all(catalog.ops().iter().map(|op| op.def.id), "")
        } else if let Some(engine) = catalog.find_engine(id) {
            self.of_engine(engine)
        } else {
            self.of_op(id)
        };
        self.subjects.borrow_mut().insert(id.to_owned(), digest);
        digest
    }

    /// The digest of a text and of these ops.
    fn of_all<'b>(&self, ids: impl Iterator<Item = &'b str>, text: &str) -> Option<Key> {
        let mut key = KeyBuilder::default().with("text", text);
        for id in ids {
            key = key.with("op", self.subject(id)?);
        }
        Some(key.finish())
    }

    /// The digest of an op and of results of its reference as it is compiled.
    fn of_op(&self, id: &str) -> Option<Key> {
        let (context, id) = (self.context.clone(), id.to_owned());
        let (declaration, results) = self.within_limit(move || {
            let op = context.catalog().find(&id)?;
            Some((op_digest(op), results_digest(&op.def.op)))
        })?;
        let key = KeyBuilder::default().with("declaration", declaration);
        Some(key.with("results", results).finish())
    }

    /// The digest of an engine and of the ops that its programs call.
    fn of_engine(&self, engine: &'static EngineDef) -> Option<Key> {
        if self.context.settings().plan.engine_inputs > ENGINE_INPUTS {
            return None;
        }
        let (text, called) = self.within_limit(move || {
            let text = engine_texts(&[engine]).first().map(EngineText::digest)?;
            Some((text, called_ops(engine)))
        })?;
        self.of_all(called.iter().map(String::as_str), &text)
    }

    /// The result of a function that calls the author's code; `None` if it does not return in time.
    fn within_limit<R: Send + 'static>(
        &self,
        work: impl FnOnce() -> Option<R> + Send + 'static,
    ) -> Option<R> {
        let limit = self.context.settings().limit.unwrap_or(limit::LIMIT);
        limit::within(limit, work).ok().flatten()
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
