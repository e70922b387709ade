//! Runners of launches: the interpreter or a backend.

use crate::backend::{Backend, BackendError, LoadedPrograms, missing_hardware};
use vyre_conform_interp::{Options, Order, ProgramFault, Report, report_launch, schedules};
use vyre_conform_ir::dispatch::Launch;
use vyre_conform_ir::valid::{Limits, ValidProgram};

/// Runner of launches.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Runner<'b> {
    /// The reference interpreter.
    Interpreter,
    /// A backend.
    Backend(&'b dyn Backend),
}

/// Prepared programs.
#[non_exhaustive]
pub enum PreparedPrograms<'b> {
    /// For the interpreter.
    Interpreter(Vec<ValidProgram>),
    /// On a backend.
    Backend(Box<dyn LoadedPrograms + 'b>),
}

/// Reason why a launch gave no results.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The interpreter stopped.
    #[error("the interpreter stopped: {0}")]
    Fault(#[from] ProgramFault),
    /// Not dispatched, because the interpreter shows that the launch does not end as declared: a device might hang.
    #[error("not dispatched: {0}")]
    Withheld(String),
    /// The programs call an op of one hardware feature that the backend cannot run, or the backend reports a lack for
    /// the programs or the launch. Nothing ran.
    #[error("the backend lacks {0}")]
    Unsupported(String),
    /// The backend failed.
    #[error(transparent)]
    Backend(BackendError),
}

impl From<BackendError> for RunError {
    /// A lack counts whenever the backend reports it: before, during or after loading.
    fn from(error: BackendError) -> Self {
        match error {
            BackendError::UnsupportedByBackend { hardware, .. } => Self::Unsupported(hardware),
            error => Self::Backend(error),
        }
    }
}

/// Factor from the declared bound to the interpreter's step limit: an engine slightly over its bound fails only
/// `Termination`, and an endless one fails soon.
const STEPS_BEYOND: u64 = 16;

impl<'b> Runner<'b> {
    /// True if it runs programs at all.
    pub fn runs_programs(&self) -> bool {
        let Self::Backend(backend) = self else {
            return true;
        };
        let loaded = backend.load_programs(&[]);
        !matches!(loaded, Err(crate::backend::BackendError::Programs { .. }))
    }

    /// Its name in trials.
    pub fn name(&self) -> &str {
        match self {
            Self::Interpreter => "interpreter",
            Self::Backend(backend) => &backend.identity().slug,
        }
    }

    /// True for a backend that [records requests](Backend::is_recorder).
    pub(super) fn is_recorder(&self) -> bool {
        matches!(self, Self::Backend(backend) if backend.is_recorder())
    }

    /// Limits for the validation of programs.
    pub fn limits(&self) -> Limits {
        match self {
            Self::Interpreter => Limits::INTERPRETER,
            Self::Backend(backend) => backend.limits(),
        }
    }

    /// Prepares programs validated for [`limits`](Self::limits).
    pub fn load(&self, programs: Vec<ValidProgram>) -> Result<PreparedPrograms<'b>, RunError> {
        Ok(match self {
            Self::Interpreter => PreparedPrograms::Interpreter(programs),
            Self::Backend(backend) => {
                let mut each = programs.iter();
                // A backend that does not check this would run the reference in place of the text.
                if let Some(lacks) = each.find_map(|program| missing_hardware(program, *backend)) {
                    return Err(RunError::Unsupported(lacks));
                }
                PreparedPrograms::Backend(backend.load_programs(&programs)?)
            }
        })
    }

    /// The orders of a case: on the interpreter ascending, shuffled, and interleaved within workgroups; also
    /// interleaved across workgroups if the programs can interact without a race. A backend has its own order.
    pub(super) const fn orders(&self, can_meet: bool) -> &'static [Order] {
        const ALL: &[Order] = &[
            Order::Ascending,
            Order::Seeded(1),
            Order::Interleaved(2),
            Order::Concurrent(3),
            Order::Concurrent(4),
        ];
        match (self, can_meet) {
            (Self::Interpreter, true) => ALL,
            (Self::Interpreter, false) => ALL.split_at(3).0,
            (Self::Backend(_), _) => ALL.split_at(1).0,
        }
    }
}

impl PreparedPrograms<'_> {
    /// Runs a launch in an order. `max_steps` is the engine's declared bound, and `watched` are the words of its
    /// queues, as in [`Options::watched`]. A backend reports only words.
    pub fn run(
        &self,
        launch: &Launch,
        order: Order,
        max_steps: u64,
        watched: &[(usize, usize)],
    ) -> Result<Observation, RunError> {
        match self {
            Self::Interpreter(programs) => {
                let options = Options {
                    order,
                    races: true,
                    watched: watched.to_vec(),
                    ..limited(max_steps)
                };
                let mut report = report_launch(programs, launch, &options)?;
                Ok(Observation {
                    words: std::mem::take(&mut report.words),
                    report: Some(report),
                })
            }
            Self::Backend(loaded) => {
                let words = loaded.run_within(launch, max_steps)?;
                let due = |k: &usize| launch.buffers.get(*k).map_or(0, |b| b.len());
                let expected: usize = launch.read_back.iter().map(due).sum();
                let found = words.iter().map(Vec::len).sum();
                let fits = words.len() == launch.read_back.len()
                    && launch
                        .read_back
                        .iter()
                        .zip(&words)
                        .all(|(k, w)| due(k) == w.len());
                if !fits {
                    return Err(BackendError::ShortOutput { expected, found }.into());
                }
                Ok(Observation {
                    words,
                    report: None,
                })
            }
        }
    }
}

impl PreparedPrograms<'_> {
    /// At most `most` schedules of a launch on the interpreter; a backend has its own.
    pub(super) fn schedules(
        &self,
        launch: &Launch,
        max_steps: u64,
        most: usize,
    ) -> Result<Vec<Order>, RunError> {
        match self {
            Self::Interpreter(programs) => {
                Ok(schedules(programs, launch, &limited(max_steps), most)?.orders)
            }
            Self::Backend(_) => Ok(vec![]),
        }
    }
}

/// The interpreter's options for a launch with at most this many declared steps.
fn limited(max_steps: u64) -> Options {
    let defaults = Options::default();
    let steps = max_steps.saturating_mul(STEPS_BEYOND);
    Options {
        steps: steps.clamp(1, defaults.steps),
        ..defaults
    }
}

/// Results of a launch.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Observation {
    /// The words read back.
    pub words: Vec<Vec<u32>>,
    /// The interpreter's report, without the words above.
    pub report: Option<Report>,
}
