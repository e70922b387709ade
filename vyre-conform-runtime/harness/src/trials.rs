//! Obligations as trials of a test binary.

pub use super::execute::WHOLE_PROGRAMS;
use super::lanes::{self, Lanes, lane};
use super::{Context, execute};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::LawParam;
use vyre_conform_spec::Category;
use vyre_conform_suite::backend::{Backend, BackendError, OpCode};
use vyre_conform_suite::invariants::Runner;
use vyre_conform_suite::plan::{Implementation, Obligation, Part};
use vyre_conform_suite::record::{Failure, NotRun, Outcome, Record};

/// What will become of a trial, known before it runs. Test runners count an outcome decided while
/// running as a pass, so a trial that cannot run is marked ignored from the start.
pub enum Fate {
    /// It runs.
    Run,
    /// There is no adapter, for this reason.
    NoAdapter(String),
    /// The backend lacks this hardware.
    Unsupported {
        /// What it lacks, in words.
        hardware: String,
    },
}

impl Fate {
    /// How it ends without being run; `None` where it runs.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Run => None,
            Self::NoAdapter(reason) => Some(Outcome::NotRun(NotRun::NoAdapter(reason.clone()))),
            Self::Unsupported { hardware } => Some(Outcome::UnsupportedByBackend {
                hardware: hardware.clone(),
            }),
        }
    }
}

/// One trial an obligation, in the order of the plan; those of lanes come last, and are met from now on.
pub(super) fn trials(context: &'static Context, arguments: &Arguments) -> Vec<Trial> {
    let (mut trials, mut waiting) = (vec![], vec![]);
    let mut lanes = Lanes::default();
    let fates = lanes::fates(context);
    for (obligation, fate) in context.plan().obligations().iter().zip(fates) {
        let runs = matches!(fate, Fate::Run);
        let trial = trial(context, obligation, fate, arguments);
        let lane = lane(context, obligation).filter(|_| runs && !arguments.list);
        match lane.filter(|_| !arguments.is_filtered_out(&trial) && !arguments.is_ignored(&trial)) {
            None => trials.push(trial),
            Some(lane) => {
                let told = lanes.add(lane, obligation);
                let ended = move || {
                    told.recv()
                        .unwrap_or_else(|_| Err(Failed::without_message()))
                };
                waiting.push(Trial::ignorable_test(obligation.id.clone(), ended));
            }
        }
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    lanes.start(context, arguments.test_threads.unwrap_or(cores));
    trials.append(&mut waiting);
    trials
}

fn trial(
    context: &'static Context,
    obligation: &'static Obligation,
    fate: Fate,
    arguments: &Arguments,
) -> Trial {
    let id = obligation.id.clone();
    if let Some(outcome) = fate.outcome().filter(|_| !arguments.list) {
        context.record(Record::not_run(obligation, outcome));
    }
    match fate {
        Fate::Run => Trial::ignorable_test(id, move || result(&meet(context, obligation).outcome)),
        Fate::NoAdapter(reason) => {
            let required = context.settings().require_gpu;
            Trial::test(id, move || Err(Failed::from(no_adapter(required, &reason))))
                .with_kind("no adapter")
                .with_ignored_flag(!required)
        }
        Fate::Unsupported { .. } => Trial::ignorable_test(id, move || match fate.outcome() {
            Some(outcome) => result(&outcome),
            None => Ok(Completion::Completed),
        })
        .with_kind("UnsupportedByBackend")
        .with_ignored_flag(true),
    }
}

/// Why a trial of an adapter fails, or is ignored, where there is none.
pub fn no_adapter(required: bool, reason: &str) -> String {
    match required {
        true => format!("VYRE_REQUIRE_GPU=1, but there is no adapter {reason}"),
        false => reason.to_owned(),
    }
}

/// What will become of the trial of an obligation.
pub fn fate(context: &Context, obligation: &Obligation) -> Fate {
    let Some(slug) = obligation.backend() else {
        return Fate::Run;
    };
    if let Some(reason) = context.no_adapter() {
        return Fate::NoAdapter(reason.to_owned());
    }
    if let Part::Engine(_) | Part::Programs = obligation.part {
        let runs = context.backend(slug).map(Runner::Backend);
        return match runs.is_some_and(|runner| runner.runs_programs()) {
            true => Fate::Run,
            false => Fate::Unsupported {
                hardware: WHOLE_PROGRAMS.into(),
            },
        };
    }
    let op = context
        .catalog()
        .find(&obligation.op)
        .expect("the plan comes from the catalog");
    let backend = context.backend(slug);
    match backend.and_then(|backend| lacking(context.catalog(), backend, obligation, op)) {
        Some(hardware) => Fate::Unsupported { hardware },
        None => Fate::Run,
    }
}

/// What the backend lacks for what this obligation loads: the feature of a Category C op, memory for tables and
/// arrays of a body, or what it says itself.
pub fn lacking(
    catalog: &Catalog,
    backend: &dyn Backend,
    obligation: &Obligation,
    op: &Op,
) -> Option<String> {
    let (identity, limits) = (backend.identity(), backend.limits());
    let absent = |op: &Op| match op.def.category {
        Category::C {
            hardware,
            available,
        } if !available(identity) => Some(hardware.to_owned()),
        _ => None,
    };
    let lacks = |code: &OpCode<'_>| match code.fits(identity, &limits) {
        Err(BackendError::UnsupportedByBackend { hardware, .. }) => Some(hardware),
        _ => backend.lacks(code),
    };
    let body_lacks = |op: &Op| {
        let of_code = || {
            let module = op.module().as_ref().ok()?;
            lacks(&OpCode::of(op.def, module, op.correction()))
        };
        absent(op).or_else(of_code)
    };
    let own = match &obligation.question.subject {
        // An alternate brings a text of its own.
        Implementation::Alternate { name, .. } => {
            let alternate = op.def.alternates.iter().find(|a| a.name == *name)?;
            absent(op).or_else(|| lacks(&OpCode::alternate(op.def, alternate)))
        }
        _ => body_lacks(op),
    };
    let (Part::Law { law, .. } | Part::Regressions { law: Some(law) }) = &obligation.part else {
        return own;
    };
    let params = op.def.laws.get(*law)?.params.iter();
    let named = params.filter_map(|param| match param {
        LawParam::Op(named) => catalog.by_key(named.key),
        _ => None,
    });
    own.or_else(|| named.into_iter().find_map(body_lacks))
}

/// Meets an obligation and records how it ended, whatever the author's code does.
pub fn meet(context: &Context, obligation: &Obligation) -> Record {
    let running = context.running(&obligation.id);
    let record = catch_unwind(AssertUnwindSafe(|| execute(context, obligation)));
    drop(running);
    let record =
        record.unwrap_or_else(|panic| Record::not_run(obligation, panicked(obligation, &*panic)));
    context.record(record.clone());
    record
}

/// How a trial of a test binary ends.
pub(super) fn result(outcome: &Outcome) -> Result<Completion, Failed> {
    match outcome {
        Outcome::Passed => Ok(Completion::Completed),
        Outcome::Failed(failure) => Err(Failed::from(failure.report.clone())),
        Outcome::UnsupportedByBackend { hardware } => Err(Failed::from(format!(
            "UnsupportedByBackend: it lacks {hardware}"
        ))),
        Outcome::NotRun(why @ NotRun::Because { .. }) => Ok(Completion::ignored_with(why)),
        Outcome::NotRun(why) => Err(Failed::from(why.to_string())),
    }
}

/// A panic in the author's code, or in a backend's, is a failure with words, and the other trials go on.
pub fn panicked(obligation: &Obligation, panic: &(dyn Any + Send)) -> Outcome {
    let said = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    let headline = match obligation.part {
        Part::Engine(_) => format!(
            "{}: a function of the engine panicked: {said}. It has a result for every input",
            obligation.id
        ),
        Part::Programs => format!("{}: the backend panicked: {said}", obligation.id),
        // Panics of references are caught where they are called, with their inputs.
        _ => match obligation.backend() {
            Some(backend) => format!(
                "{}: the backend `{backend}` panicked: {said}. It gives an error instead",
                obligation.id
            ),
            None => format!(
                "{}: panicked: {said}. A reference has a result for every input",
                obligation.id
            ),
        },
    };
    let report = format!("{headline}\n");
    Outcome::Failed(Box::new(Failure {
        headline,
        report,
        ..Failure::default()
    }))
}
