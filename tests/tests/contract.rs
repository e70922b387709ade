//! The self-test of backends: a right backend passes, and a backend that violates a clause fails that clause alone.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use vyre_conform_interp::{self as interp, Interpreter, run_launch};
use vyre_conform_runtime::dispatch::Launch;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::spec::ValueType;
use vyre_conform_runtime::valid::{Valid, ValidProgram};
use vyre_conform_suite::backend::{
    Backend, BackendError, Clause, Code, Identity, LoadedOp, LoadedPrograms, OpCode, Operand, check,
};

/// Long enough for a batch of 2^18 cases on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A device on the suite's interpreter that violates a clause.
struct Device {
    breaks: Option<Clause>,
    identities: [Identity; 2],
    loads: AtomicU64,
    launches: AtomicU64,
    running: AtomicUsize,
    /// The modules, in the order of loading.
    modules: Mutex<Vec<(Signature, Valid)>>,
    /// Results of the last run.
    stale: Mutex<Vec<u32>>,
}

impl Device {
    fn open(breaks: Option<Clause>) -> Result<Self, String> {
        if breaks == Some(Clause::Opens) {
            return Err("no card in slot 3".into());
        }
        let slug = match breaks {
            Some(Clause::Slug) => "two words",
            _ => "device",
        };
        Ok(Self {
            breaks,
            identities: [slug, "another"].map(Identity::named),
            loads: AtomicU64::new(0),
            launches: AtomicU64::new(0),
            running: AtomicUsize::new(0),
            modules: Mutex::default(),
            stale: Mutex::default(),
        })
    }

    fn breaks(&self, clause: Clause) -> bool {
        self.breaks == Some(clause)
    }
}

impl Backend for Device {
    fn identity(&self) -> &Identity {
        let changed = self.breaks(Clause::Identity) && self.loads.load(Ordering::Relaxed) > 3;
        &self.identities[usize::from(changed)]
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        self.loads.fetch_add(1, Ordering::Relaxed);
        let Code::Module(module) = op.code else {
            return Err(BackendError::Other("it reads no WGSL".into()));
        };
        if self.breaks(Clause::Loads) && op.signature.result == ValueType::U64 {
            return Err(BackendError::Other("it knows no u64".into()));
        }
        let loaded = (op.signature, module.clone());
        self.modules.lock().expect("no panic").push(loaded);
        Ok(Box::new(DeviceOp(self, module.clone(), op.signature)))
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        Ok(Box::new(Programs(self, programs.to_vec())))
    }
}

struct DeviceOp<'a>(&'a Device, Valid, Signature);

impl DeviceOp<'_> {
    /// Correct results, except for faults in operands.
    fn right(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let modules = self.0.modules.lock().expect("no panic").clone();
        let latest = modules.iter().rfind(|(signature, _)| *signature == self.2);
        let module = match latest {
            Some((_, latest)) if self.0.breaks(Clause::Ops) => latest,
            _ => &self.1,
        };
        let mut device = Interpreter::new(module);
        let mut out = vec![0; cases * self.2.result.words()];
        for (case, result) in out.chunks_mut(self.2.result.words()).enumerate() {
            let mut words = vec![];
            for (operand, ty) in operands.iter().zip(self.2.operands) {
                match operand {
                    Operand::Literal(_) if self.0.breaks(Clause::Passing) => {
                        words.resize(words.len() + ty.words(), 0);
                    }
                    operand => words.extend(operand.words(case, *ty)),
                }
            }
            let called = device.call_words(&words, result);
            called.map_err(|e| BackendError::Other(e.to_string()))?;
        }
        Ok(out)
    }

    /// Changes the results so that they violate the clause.
    fn spoil(&self, out: &mut Vec<u32>, cases: usize) {
        let ty = self.2.result;
        match self.0.breaks {
            Some(Clause::Length) if cases > 1 => drop(out.pop()),
            Some(Clause::Results) if ty == ValueType::U32 => out[cases - 1] ^= 1,
            Some(Clause::Layout) if ty == ValueType::U64 => {
                out.chunks_mut(2).for_each(<[u32]>::reverse)
            }
            Some(Clause::Bool) if ty == ValueType::Bool => {
                out.iter_mut().for_each(|word| *word = word.wrapping_neg());
            }
            Some(Clause::Floats) if ty == ValueType::F32 => {
                for word in out
                    .iter_mut()
                    .filter(|word| f32::from_bits(**word).is_nan())
                {
                    *word = f32::NAN.to_bits();
                }
            }
            Some(Clause::Batch) if cases > 1 << 16 => out[1 << 16..].fill(0),
            Some(Clause::Repeats) if cases == 4096 => {
                std::mem::swap(out, &mut self.0.stale.lock().expect("no panic"));
                out.resize(cases * ty.words(), 0);
            }
            _ => {}
        }
    }
}

impl LoadedOp for DeviceOp<'_> {
    fn signature(&self) -> Signature {
        match self.2.result {
            ValueType::Bool if self.0.breaks(Clause::Signature) => Signature {
                result: ValueType::U32,
                ..self.2
            },
            _ => self.2,
        }
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        match self.0.breaks {
            Some(Clause::Panics) => panic!("a bus error"),
            Some(Clause::Returns) => std::thread::sleep(Duration::from_secs(3600)),
            Some(Clause::Errors) => {
                return Err(BackendError::Panicked {
                    inputs: vec![],
                    detail: "so there".into(),
                });
            }
            _ => {}
        }
        self.0.running.fetch_add(1, Ordering::SeqCst);
        let mut out = self.right(operands, cases)?;
        if self.0.breaks(Clause::Threads) {
            std::thread::sleep(Duration::from_millis(2));
            if self.0.running.load(Ordering::SeqCst) > 1 {
                out[0] ^= 1;
            }
        }
        self.spoil(&mut out, cases);
        self.0.running.fetch_sub(1, Ordering::SeqCst);
        Ok(out)
    }
}

struct Programs<'a>(&'a Device, Vec<ValidProgram>);

impl LoadedPrograms for Programs<'_> {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        let before = self.0.launches.fetch_add(1, Ordering::Relaxed);
        let words = run_launch(&self.1, launch, &interp::Options::default());
        let mut words = words.map_err(|e| BackendError::Other(e.to_string()))?;
        if self.0.breaks(Clause::Programs) && before > 0 {
            words[0][3] += 1;
        }
        Ok(words)
    }
}

const CLAUSES: [Clause; 19] = [
    Clause::Opens,
    Clause::Slug,
    Clause::Identity,
    Clause::Panics,
    Clause::Returns,
    Clause::Loads,
    Clause::Signature,
    Clause::Length,
    Clause::Results,
    Clause::Layout,
    Clause::Bool,
    Clause::Floats,
    Clause::Passing,
    Clause::Batch,
    Clause::Threads,
    Clause::Ops,
    Clause::Repeats,
    Clause::Errors,
    Clause::Programs,
];

/// Oracle: the clause that the device violates, and no other.
#[test]
#[ignore = "a long run: seconds"]
fn violation_of_each_clause_is_detected() {
    for clause in CLAUSES {
        let patience = match clause {
            Clause::Returns => Duration::from_millis(500),
            _ => PATIENCE,
        };
        let actual = check(move || Device::open(Some(clause)), patience);
        let violations = actual.expect_err(&format!("{clause:?} is broken"));
        let clauses: Vec<Clause> = violations.iter().map(|v| v.clause).collect();
        assert_eq!(clauses, [clause], "{violations:?}");
        assert!(!violations[0].to_string().is_empty());
    }
}

/// Oracle: the interpreter, which violates none; a backend may run no programs.
#[test]
#[ignore = "a long run: seconds"]
fn a_right_backend_breaks_no_clause() {
    assert_eq!(check(|| Device::open(None), PATIENCE), Ok(()));
    assert_eq!(check(super::toy_backend::right, PATIENCE), Ok(()));
}

/// Oracle: the documentation of `Loads`.
#[test]
fn backend_without_any_support_shows_nothing() {
    struct IncapableBackend(Identity);
    impl Backend for IncapableBackend {
        fn identity(&self) -> &Identity {
            &self.0
        }
        fn missing_support(&self, _op: &OpCode<'_>) -> Option<String> {
            Some("everything".into())
        }
        fn load<'a>(&'a self, _op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
            Err(BackendError::Other("it lacks everything".into()))
        }
    }
    let open = || Ok::<_, String>(IncapableBackend(Identity::named("lacks")));
    let actual = check(open, PATIENCE);
    let violations = actual.expect_err("nothing loads");
    assert_eq!(violations[0].clause, Clause::Loads);
}
