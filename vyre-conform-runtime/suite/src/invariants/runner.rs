//! What runs launches: the interpreter, or a backend.

use crate::backend::{Backend, BackendError, LoadedPrograms, lacks_hardware};
use vyre_conform_interp::{Options, Order, ProgramFault, Report, report_launch, schedules};
use vyre_conform_ir::dispatch::Launch;
use vyre_conform_ir::valid::{Limits, ValidProgram};

/// What runs launches.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Runner<'b> {
    /// The reference interpreter.
    Interpreter,
    /// A backend.
    Backend(&'b dyn Backend),
}

/// Programs, ready to run.
#[non_exhaustive]
pub enum PreparedPrograms<'b> {
    /// For the interpreter.
    Interpreter(Vec<ValidProgram>),
    /// On a backend.
    Backend(Box<dyn LoadedPrograms + 'b>),
}

/// The reason why a launch gave no words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The interpreter stopped.
    #[error("the interpreter stopped: {0}")]
    Fault(#[from] ProgramFault),
    /// Nothing was dispatched, because the interpreter shows that the launch does not end as it should: a
    /// device might not come back from it.
    #[error("not dispatched: {0}")]
    Withheld(String),
    /// The programs call an op of one hardware feature that the backend cannot run, or the backend answers that it
    /// lacks what the programs or the launch need: nothing was run.
    #[error("the backend lacks {0}")]
    Unsupported(String),
    /// The backend gave none.
    #[error(transparent)]
    Backend(BackendError),
}

impl From<BackendError> for RunError {
    /// A lack is one whenever the backend says it: before it loads, while it loads, or when it is to run.
    fn from(error: BackendError) -> Self {
        match error {
            BackendError::UnsupportedByBackend { hardware, .. } => Self::Unsupported(hardware),
            error => Self::Backend(error),
        }
    }
}

/// How the interpreter's step limit is drawn from the declared bound: an engine that takes a little
/// more than it declares fails `Termination` alone, one that never ends fails soon.
const STEPS_BEYOND: u64 = 16;

impl<'b> Runner<'b> {
    /// The name in trials.
    pub fn name(&self) -> &str {
        match self {
            Self::Interpreter => "interpreter",
            Self::Backend(backend) => &backend.identity().slug,
        }
    }

    /// The limits that programs are validated for.
    pub fn limits(&self) -> Limits {
        match self {
            Self::Interpreter => Limits::INTERPRETER,
            Self::Backend(backend) => backend.limits(),
        }
    }

    /// Prepares programs that were validated for [`limits`](Self::limits).
    pub fn load(&self, programs: Vec<ValidProgram>) -> Result<PreparedPrograms<'b>, RunError> {
        Ok(match self {
            Self::Interpreter => PreparedPrograms::Interpreter(programs),
            Self::Backend(backend) => {
                let mut each = programs.iter();
                // A backend that does not ask would run the reference in the place of the text.
                if let Some(lacks) = each.find_map(|program| lacks_hardware(program, *backend)) {
                    return Err(RunError::Unsupported(lacks));
                }
                PreparedPrograms::Backend(backend.load_programs(&programs)?)
            }
        })
    }

    /// The orders a case is run in: on the interpreter ascending, shuffled, with the invocations
    /// of a workgroup interleaved; and with those of several workgroups, where the programs can meet without a race. A
    /// backend takes its own.
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
    /// Runs a launch in an order. `most_steps` is the bound that the engine declares, and `watched` are the
    /// words of its queues, as in [`Options::watched`]. A backend reports words alone.
    pub fn run(
        &self,
        launch: &Launch,
        order: Order,
        most_steps: u64,
        watched: &[(usize, usize)],
    ) -> Result<Observation, RunError> {
        match self {
            Self::Interpreter(programs) => {
                let options = Options {
                    order,
                    races: true,
                    watched: watched.to_vec(),
                    ..limited(most_steps)
                };
                let mut report = report_launch(programs, launch, &options)?;
                Ok(Observation {
                    words: std::mem::take(&mut report.words),
                    report: Some(report),
                })
            }
            Self::Backend(loaded) => {
                let words = loaded.run_within(launch, most_steps)?;
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
    /// At most `most` schedules of a launch on the interpreter; a backend takes its own.
    pub(super) fn schedules(
        &self,
        launch: &Launch,
        most_steps: u64,
        most: usize,
    ) -> Result<Vec<Order>, RunError> {
        match self {
            Self::Interpreter(programs) => {
                Ok(schedules(programs, launch, &limited(most_steps), most)?.orders)
            }
            Self::Backend(_) => Ok(vec![]),
        }
    }
}

/// How the interpreter runs a launch that declares at most this many steps.
fn limited(most_steps: u64) -> Options {
    let defaults = Options::default();
    let steps = most_steps.saturating_mul(STEPS_BEYOND);
    Options {
        steps: steps.clamp(1, defaults.steps),
        ..defaults
    }
}

/// What a launch left.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Observation {
    /// The words that were read back.
    pub words: Vec<Vec<u32>>,
    /// What the interpreter reports beside them: without words, which are those above.
    pub report: Option<Report>,
}
