//! Small engines, right ones and mutants, and the outcomes of their checks.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::Launch;
use vyre_conform_runtime::engine::{Check, EngineDef, Input, Output, Plan};
use vyre_conform_runtime::registry::Place;
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_runtime::valid::{Limits, ValidProgram};
use vyre_conform_suite::backend::{
    Backend, BackendError, Identity, LoadedOp, LoadedPrograms, OpCode,
};
use vyre_conform_suite::invariants::{
    CheckRequest, ClaimOutcome, EngineSession, Runner, check_claim,
};

/// The number of inputs of a check: lengths 1 to 8, so that workgroup sizes above them are ragged.
pub(super) const INPUTS: u64 = 8;

/// The library, whose ops are elaborated once.
pub(crate) fn catalog() -> &'static Catalog {
    static LIBRARY: OnceLock<Catalog> = OnceLock::new();
    LIBRARY.get_or_init(|| Catalog::linked().unwrap_or_else(|e| panic!("{e}")))
}

/// An engine over one column, with a reference and every invariant in `invariants`.
pub(crate) fn engine(
    invariants: &'static [Invariant],
    plan: fn(&Input, u32) -> Plan,
    reference: fn(&Input) -> Output,
) -> EngineDef {
    let place = Place::new(module_path!(), file!(), line!());
    EngineDef::new("engine::small", "small", place, plan, inputs)
        .docs("A small engine.")
        .invariants(invariants)
        .reference(Some(reference))
}

/// `n + 1` distinct words.
pub(crate) fn inputs(n: u64) -> Input {
    Input {
        columns: vec![(0..=n as u32).map(|k| k * 10 + 1).collect()],
    }
}

/// Outcome of a check of an engine on a runner.
pub(super) fn check_on(def: &EngineDef, runner: Runner<'_>, check: Check) -> ClaimOutcome {
    check_claim(&CheckRequest {
        check,
        session: &EngineSession::new(def, runner),
        interpreted: &EngineSession::new(def, Runner::Interpreter),
        library: &(),
        inputs: INPUTS,
        single_case: None,
    })
}

/// Outcome of an invariant of an engine on the interpreter.
pub(super) fn check_on_interpreter(def: &EngineDef, invariant: Invariant) -> ClaimOutcome {
    check_on(def, Runner::Interpreter, Check::Invariant(invariant))
}

/// The text of the violation that a check reports.
pub(super) fn violation(verdict: ClaimOutcome) -> String {
    match verdict {
        ClaimOutcome::Broken(violation) => {
            let because = violation.difference.causes.join("\n");
            format!("{:?}: {because}", violation.case)
        }
        other => panic!("not caught: {other:?}"),
    }
}

/// The number of cases on which a check holds.
pub(super) fn holds(verdict: ClaimOutcome) -> u64 {
    match verdict {
        ClaimOutcome::Holds { cases, .. } => cases,
        other => panic!("a right engine is refused: {other:?}"),
    }
}

/// Changes the words of a run, given the number of the run.
pub(super) type Lie = fn(u64, &mut Vec<Vec<u32>>);

/// A backend that interprets whole programs, or none.
pub(super) struct Programs {
    identity: Identity,
    limits: Limits,
    lie: Option<Lie>,
    options: Options,
}

impl Programs {
    /// A backend with this lie, for workgroups up to this size; without a lie it runs ops alone.
    pub(super) fn leak(slug: &str, lie: Option<Lie>, size: u32) -> &'static dyn Backend {
        Self::leak_with(slug, lie, size, Options::default())
    }

    /// A backend that interprets with these options.
    pub(super) fn interpreter_with(options: Options) -> &'static dyn Backend {
        Self::leak_with("with-options", Some(|_, _| {}), 256, options)
    }

    fn leak_with(
        slug: &str,
        lie: Option<Lie>,
        size: u32,
        options: Options,
    ) -> &'static dyn Backend {
        let identity = Identity {
            kind: "interpreter".into(),
            slug: slug.into(),
            device: "interpreter".into(),
            driver: "none".into(),
            features: vec![],
            limits: vec![],
        };
        let limits = Limits {
            workgroup_invocations: size,
            ..Limits::WEBGPU
        };
        Box::leak(Box::new(Self {
            identity,
            limits,
            lie,
            options,
        }))
    }
}

impl Backend for Programs {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        Err(BackendError::Other(format!("{} is an op", op.id)))
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let Some(lie) = self.lie else {
            let backend = self.identity.slug.clone();
            return Err(BackendError::Programs { backend });
        };
        Ok(Box::new(FlawedPrograms {
            programs: programs.to_vec(),
            lie,
            options: self.options.clone(),
            runs: AtomicU64::new(0),
        }))
    }
}

struct FlawedPrograms {
    programs: Vec<ValidProgram>,
    lie: Lie,
    options: Options,
    runs: AtomicU64,
}

impl LoadedPrograms for FlawedPrograms {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        let words = run_launch(&self.programs, launch, &self.options);
        let mut words = words.map_err(|fault| BackendError::Other(fault.to_string()))?;
        (self.lie)(self.runs.fetch_add(1, Ordering::Relaxed), &mut words);
        Ok(words)
    }
}
