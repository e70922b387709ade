//! A run over chosen toy ops, on an interpreting backend, with a separate folder for regressions.

use std::sync::atomic::{AtomicU64, Ordering};
use vyre_conform_harness::{Context, Settings, execute};
use vyre_conform_interp as interp;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::{self, Signature};
use vyre_conform_runtime::valid::Valid;
use vyre_conform_runtime::value::Value;
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, Identity, LoadedOp, OpCode, Operand,
};
use vyre_conform_suite::record::Outcome;

/// The registered toy ops with these ids.
pub(crate) fn catalog(ids: &[&str]) -> Catalog {
    let ops = registry::ops()
        .into_iter()
        .filter(|op| ids.contains(&op.id))
        .collect();
    Catalog::of(ops, registry::helpers()).expect("toy ops with distinct ids")
}

/// A folder for the saved cases of a test.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Every adapter as a backend; empty without adapters.
pub(crate) fn adapters() -> Vec<&'static dyn Backend> {
    let adapters = vyre_conform_tests::adapters().iter();
    adapters.map(|b| *b as &'static dyn Backend).collect()
}

/// A run with few witnesses, to keep tests quick.
pub(crate) fn context(
    ids: &[&str],
    backends: Vec<&'static dyn Backend>,
    root: &std::path::Path,
) -> Context {
    let mut settings = Settings::default();
    settings.plan.witnesses = 4096;
    context_with(settings, ids, backends, root)
}

/// A run with these settings.
pub(crate) fn context_with(
    settings: Settings,
    ids: &[&str],
    backends: Vec<&'static dyn Backend>,
    root: &std::path::Path,
) -> Context {
    Context::new(catalog(ids), settings, backends, None, root).expect("a runnable plan")
}

/// Runs and records every obligation whose id contains the filter; returns the outcomes.
pub(crate) fn run(context: &Context, filter: &str) -> Vec<(String, Outcome)> {
    let requested = context
        .plan()
        .obligations()
        .iter()
        .filter(|o| o.id.contains(filter));
    requested
        .map(|obligation| {
            let record = execute(context, obligation);
            context.record(record.clone());
            (obligation.id.clone(), record.outcome)
        })
        .collect()
}

/// The report of the only failure among the outcomes.
pub(crate) fn report(outcomes: &[(String, Outcome)]) -> String {
    let mut reports = outcomes.iter().filter_map(|(_, outcome)| match outcome {
        Outcome::Failed(failure) => Some(failure.report.clone()),
        _ => None,
    });
    reports.next().expect("a failure")
}

/// A backend that runs the interpreter: enough to test the suite without any adapter. `wrong` may
/// change the result of a case.
pub(crate) struct InterpreterBackend {
    identity: Identity,
    wrong: fn(u64, u32) -> Result<u32, BackendError>,
}

impl InterpreterBackend {
    /// A backend with this slug, alive for the rest of the process.
    pub(crate) fn leak(
        slug: &str,
        wrong: fn(u64, u32) -> Result<u32, BackendError>,
    ) -> &'static dyn Backend {
        let identity = Identity {
            kind: "interpreter".into(),
            slug: slug.into(),
            device: "interpreter".into(),
            driver: "none".into(),
            features: vec![],
            limits: vec![],
        };
        Box::leak(Box::new(Self { identity, wrong }))
    }

    /// A right backend.
    pub(crate) fn right() -> &'static dyn Backend {
        Self::leak("right", |_, word| Ok(word))
    }
}

impl Backend for InterpreterBackend {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        op.available_on(&self.identity)?;
        let Code::Module(module) = op.code else {
            return Err(BackendError::Other("this backend runs no WGSL".into()));
        };
        Ok(Box::new(InterpreterOp {
            module: module.clone(),
            signature: op.signature,
            wrong: self.wrong,
            done: AtomicU64::new(0),
        }))
    }
}

struct InterpreterOp {
    module: Valid,
    signature: Signature,
    wrong: fn(u64, u32) -> Result<u32, BackendError>,
    done: AtomicU64,
}

impl LoadedOp for InterpreterOp {
    fn signature(&self) -> Signature {
        self.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let mut out = vec![];
        for case in 0..cases {
            let types = self.signature.operands.iter();
            let values: Vec<Value> = operands
                .iter()
                .zip(types)
                .map(|(operand, ty)| match operand {
                    Operand::Storage(words) => {
                        Value::from_words(*ty, &words[case * ty.words()..(case + 1) * ty.words()])
                    }
                    Operand::Uniform(value) | Operand::Literal(value) => *value,
                })
                .collect();
            let value = interp::call(&self.module, &values, self.signature.result)
                .map_err(|fault| BackendError::Other(fault.to_string()))?;
            let number = self.done.fetch_add(1, Ordering::Relaxed);
            for word in value.words() {
                out.push((self.wrong)(number, *word)?);
            }
        }
        Ok(out)
    }
}
