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
use vyre_conform_verdicts::{Key, KeyBuilder};

/// Digest of the deciding packages; empty in a package from a registry.
const SUITE: &str = env!("VYRE_CONFORM_FINGERPRINT");

/// Maximal number of inputs of an engine whose results are part of its digest.
const ENGINE_INPUTS: u64 = 16;

/// Computes the keys of a run.
pub(super) struct Keys<'a> {
    context: &'a Context,
    /// The common inputs of all keys.
    common: KeyBuilder,
    /// Digests of ops and engines by id.
    subjects: RefCell<HashMap<String, Option<String>>>,
}

impl<'a> Keys<'a> {
    /// Keys for a run; `None` if the deciding packages are unknown.
    pub(super) fn new(context: &'a Context) -> Option<Self> {
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
            common,
            subjects: RefCell::default(),
        })
    }

    /// The key of an obligation; `None` if one of its inputs is unknown.
    pub(super) fn key(&self, obligation: &Obligation) -> Option<Key> {
        let key = self
            .common
            .clone()
            .with("obligation", &obligation.id)
            .with("subject", self.subject(&obligation.op)?)
            .with("saved", self.saved(obligation)?);
        let key = match obligation.backend() {
            None => key,
            Some(slug) => key.with("backend", self.backend(slug)?),
        };
        Some(key.finish())
    }

    /// The digest of an op, an engine, or the random programs.
    fn subject(&self, id: &str) -> Option<String> {
        if let Some(known) = self.subjects.borrow().get(id) {
            return known.clone();
        }
        let catalog = self.context.catalog();
        let digest = if id == PROGRAMS {
            let ops = catalog.ops().iter().map(|op| self.subject(op.def.id));
            ops.collect::<Option<Vec<String>>>().map(|ops| ops.concat())
        } else if let Some(engine) = catalog.find_engine(id) {
            self.of_engine(engine)
        } else {
            self.of_op(id)
        };
        self.subjects
            .borrow_mut()
            .insert(id.to_owned(), digest.clone());
        digest
    }

    /// The digest of an op and of results of its compiled reference.
    fn of_op(&self, id: &str) -> Option<String> {
        let (context, id) = (self.context.clone(), id.to_owned());
        self.within_limit(move || {
            let op = context.catalog().find(&id)?;
            Some(op_digest(op) + &results_digest(&op.def.op))
        })
    }

    /// The digest of an engine and of the ops that its programs call.
    fn of_engine(&self, engine: &'static EngineDef) -> Option<String> {
        if self.context.settings().plan.engine_inputs > ENGINE_INPUTS {
            return None;
        }
        let (text, called) = self.within_limit(move || {
            let text = engine_texts(&[engine]).first().map(EngineText::digest)?;
            Some((text, called_ops(engine)))
        })?;
        let called = called.into_iter().map(|id| self.subject(&id));
        Some(text + &called.collect::<Option<Vec<String>>>()?.concat())
    }

    /// The result of calling an author's code; `None` if it does not return within the limit.
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

    /// The digest of a backend with its code and driver.
    fn backend(&self, slug: &str) -> Option<String> {
        let backend = self.context.backend(slug)?;
        let implementation = backend.implementation()?;
        let Identity {
            kind,
            slug: _,
            device,
            driver,
            features,
            limits,
        } = backend.identity();
        let features = features.join("\n");
        let limits: String = limits
            .iter()
            .map(|(name, value)| format!("{name} {value}\n"))
            .collect();
        Some(format!(
            "{implementation}\n{kind}\n{device}\n{driver}\n{features}\n\n{limits}"
        ))
    }
}
