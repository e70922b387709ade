//! A self-test that checks a backend's contract before a suite runs.
//!
//! It is not a conformance suite: its ops are few and small, and each clause is tested by typical violations.

mod ops;
mod probe;
mod programs;

use super::{
    Backend, BackendError, Clause, ContractViolation, GuardedBackend, LoadedOp, Operand,
    Unavailable,
};
use probe::{Batch, Probe};
use std::thread;
use std::time::Duration;
use vyre_conform_ir::value::Value;

/// The largest batch of a run, as in parity.
pub(super) const LARGEST: usize = 1 << 18;

/// Number of threads that run one op concurrently, and of runs per thread.
const THREADS: usize = 4;
const ROUNDS: u64 = 8;

/// Opens a backend and checks its [contract](Backend#contract). Each call may take `patience`
/// ([`PATIENCE`](super::PATIENCE) in a run), or as long as the backend requests.
///
/// ```text
/// assert_eq!(backend::check(MyBackend::open, backend::PATIENCE), Ok(()));
/// ```
///
/// # Errors
/// Every broken clause once; clauses that depend on a broken one are not checked.
pub fn check<B: Backend + 'static, E: Into<Unavailable>>(
    open: impl FnOnce() -> Result<B, E> + Send + 'static,
    patience: Duration,
) -> Result<(), Vec<ContractViolation>> {
    let open = move || match open() {
        Ok(backend) => Ok(Box::new(backend) as Box<dyn Backend>),
        Err(reason) => Err(reason.into()),
    };
    let backend = GuardedBackend::open("the backend", patience, open).map_err(|v| vec![v])?;
    let mut observation = ContractReport {
        backend: &backend,
        violations: vec![],
    };
    observation.ops();
    programs::check(&mut observation);
    // An abandoned backend breaks this clause; its consequences are not further violations.
    let mut violations = match backend.violation() {
        Some(violation) => vec![violation.clone()],
        None => observation.violations,
    };
    violations.sort_by_key(|violation| violation.clause);
    violations.dedup_by_key(|violation| violation.clause);
    if violations.is_empty() {
        Ok(())
    } else {
        Err(violations)
    }
}

/// Observations about a backend.
struct ContractReport<'a> {
    backend: &'a GuardedBackend,
    violations: Vec<ContractViolation>,
}

impl<'a> ContractReport<'a> {
    fn broken(&mut self, clause: Clause, observation: impl Into<String>) {
        self.violations
            .push(ContractViolation::new(clause, observation));
    }

    /// Records an error in place of a result.
    fn error(&mut self, clause: Clause, what: &str, error: &BackendError) {
        let clause = match error {
            BackendError::Panicked { .. } => Clause::Errors,
            BackendError::ShortOutput { .. } => Clause::Length,
            _ => clause,
        };
        self.broken(clause, format!("{what}: {error}"));
    }

    fn ops(&mut self) {
        let probes = ops::probes();
        let mut loads = 0;
        for probe in &probes {
            if let Some(loaded) = self.load(probe) {
                loads += 1;
                self.op(probe, &*loaded);
            }
        }
        if loads == 0 && self.violations.is_empty() {
            self.broken(Clause::Loads, "it lacks every op of the self-test");
        }
        if self.violations.is_empty() {
            self.side_by_side(&probes);
        }
    }

    /// Loads the op; `None` if the backend lacks it or breaks a clause.
    fn load(&mut self, probe: &Probe) -> Option<Box<dyn LoadedOp + 'a>> {
        let backend = self.backend;
        let code = probe.code();
        if backend.missing_support(&code).is_some() {
            return None;
        }
        match backend.load(&code) {
            Ok(loaded) if loaded.signature() == probe.signature => Some(loaded),
            Ok(loaded) => {
                let (found, expected) = (loaded.signature(), probe.signature);
                let observation = format!(
                    "`{}` has the signature {expected}, but the loaded op has {found}",
                    probe.id
                );
                self.broken(Clause::Signature, observation);
                None
            }
            Err(error) => {
                let what = format!(
                    "`missing_support` does not name `{}`, but `load` fails",
                    probe.id
                );
                self.error(Clause::Loads, &what, &error);
                None
            }
        }
    }

    /// Checks one op for everything that it can break.
    fn op(&mut self, probe: &Probe, loaded: &dyn LoadedOp) {
        for cases in [1, 2, 1000] {
            let batch = Batch::new(probe, cases as u64, cases);
            if !self.runs(probe.clause, probe, loaded, &batch, &batch.operands()) {
                return;
            }
        }
        for operand in 0..probe.signature.operands.len() {
            let passings: [fn(Value) -> Operand<'static>; 2] = [Operand::Uniform, Operand::Literal];
            for passing in passings {
                let mut batch = Batch::new(probe, 5, 100);
                let value = batch.fix(probe, operand);
                let mut operands = batch.operands();
                operands[operand] = passing(value);
                self.runs(Clause::Passing, probe, loaded, &batch, &operands);
            }
        }
        let batch = Batch::new(probe, 7, LARGEST);
        self.runs(Clause::Batch, probe, loaded, &batch, &batch.operands());
        let (first, other) = (Batch::new(probe, 8, 4096), Batch::new(probe, 9, 4096));
        for batch in [&first, &other, &first] {
            self.runs(Clause::Repeats, probe, loaded, batch, &batch.operands());
        }
        if self.violations.is_empty() {
            self.threads(probe, loaded);
        }
    }

    /// Checks the results of a run; returns true if they are correct.
    fn runs(
        &mut self,
        clause: Clause,
        probe: &Probe,
        loaded: &dyn LoadedOp,
        batch: &Batch,
        operands: &[Operand<'_>],
    ) -> bool {
        match probe.wrong(clause, batch, loaded.run(operands, batch.cases)) {
            Ok(()) => true,
            Err((clause, observation)) => {
                self.broken(clause, observation);
                false
            }
        }
    }

    /// Runs one op on several threads, each with its own batches.
    fn threads(&mut self, probe: &Probe, loaded: &dyn LoadedOp) {
        let one = |thread: u64| {
            for round in 0..ROUNDS {
                let batch = Batch::new(probe, 100 + thread * ROUNDS + round, 2048);
                let found = loaded.run(&batch.operands(), batch.cases);
                probe.wrong(Clause::Threads, &batch, found)?;
            }
            Ok(())
        };
        let ended: Vec<Result<(), (Clause, String)>> = thread::scope(|scope| {
            let threads = 0..THREADS as u64;
            let running: Vec<_> = threads.map(|n| scope.spawn(move || one(n))).collect();
            let ended = running.into_iter().filter_map(|thread| thread.join().ok());
            ended.collect()
        });
        for (clause, observation) in ended.into_iter().filter_map(Result::err) {
            self.broken(clause, observation);
        }
    }

    /// Loads all ops at once, runs them, and runs them again while dropping one after the other.
    fn side_by_side(&mut self, probes: &[Probe]) {
        let mut loaded = vec![];
        for probe in probes {
            loaded.extend(self.load(probe).map(|loaded| (probe, loaded)));
        }
        while !loaded.is_empty() {
            for (probe, loaded) in &loaded {
                let batch = Batch::new(probe, 11, 500);
                self.runs(Clause::Ops, probe, &**loaded, &batch, &batch.operands());
            }
            loaded.remove(0);
        }
    }
}
