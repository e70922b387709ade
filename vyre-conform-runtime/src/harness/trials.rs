//! Obligations as trials of a test binary.

use super::execute::WHOLE_PROGRAMS;
use super::{Context, execute};
use crate::invariants::Runner;
use crate::plan::{Obligation, Part};
use crate::record::{Failure, NotRun, Outcome, Record};
use crate::spec::Category;
use libtest_mimic::{Arguments, Failed, Trial};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a trial will end is sometimes known while it is built; test runners count an outcome decided
/// while running as a pass, so these are marked ignored from the start.
enum Fate {
    Run,
    NoAdapter(String),
    Unsupported { hardware: String },
}

/// One trial an obligation, in the order of the plan.
pub(super) fn trials(context: &'static Context, arguments: &Arguments) -> Vec<Trial> {
    let trials = context.plan().obligations().iter();
    trials
        .map(|obligation| trial(context, obligation, arguments))
        .collect()
}

fn trial(
    context: &'static Context,
    obligation: &'static Obligation,
    arguments: &Arguments,
) -> Trial {
    let id = obligation.id.clone();
    match fate(context, obligation) {
        Fate::Run => Trial::test(id, move || run(context, obligation)),
        Fate::NoAdapter(reason) => {
            let required = context.settings().require_gpu;
            let ignored = !required;
            record_unless_listing(context, obligation, arguments, || {
                Outcome::NotRun(NotRun::NoAdapter(reason.clone()))
            });
            Trial::test(id, move || {
                let why = if required {
                    "VYRE_REQUIRE_GPU=1, but there is no adapter"
                } else {
                    ""
                };
                Err(Failed::from(format!("{why} {reason}").trim()))
            })
            .with_kind("no adapter")
            .with_ignored_flag(ignored)
        }
        Fate::Unsupported { hardware } => {
            let text = format!("UnsupportedByBackend: it lacks {hardware}");
            record_unless_listing(context, obligation, arguments, || {
                Outcome::UnsupportedByBackend {
                    hardware: hardware.clone(),
                }
            });
            Trial::test(id, move || Err(Failed::from(text.clone())))
                .with_kind("UnsupportedByBackend")
                .with_ignored_flag(true)
        }
    }
}

fn fate(context: &Context, obligation: &Obligation) -> Fate {
    let Some(slug) = obligation.backend() else {
        return Fate::Run;
    };
    if let Some(reason) = context.no_adapter() {
        return Fate::NoAdapter(reason.to_owned());
    }
    if let Part::Engine(_) = obligation.part {
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
    match op.def.category {
        Category::C {
            hardware,
            available,
        } if !available(context.identity(slug)) => Fate::Unsupported {
            hardware: hardware.to_owned(),
        },
        _ => Fate::Run,
    }
}

fn record_unless_listing(
    context: &Context,
    obligation: &Obligation,
    arguments: &Arguments,
    outcome: impl Fn() -> Outcome,
) {
    if !arguments.list {
        context.record(Record {
            obligation: obligation.clone(),
            outcome: outcome(),
            cases: 0,
            skipped: vec![],
        });
    }
}

fn run(context: &'static Context, obligation: &'static Obligation) -> Result<(), Failed> {
    let record = catch_unwind(AssertUnwindSafe(|| execute(context, obligation)));
    let record = record.unwrap_or_else(|panic| Record {
        obligation: obligation.clone(),
        outcome: panicked(obligation, &*panic),
        cases: 0,
        skipped: vec![],
    });
    let result = match &record.outcome {
        Outcome::Passed => Ok(()),
        Outcome::Failed(failure) => Err(Failed::from(failure.report.clone())),
        Outcome::UnsupportedByBackend { hardware } => Err(Failed::from(format!(
            "UnsupportedByBackend: it lacks {hardware}"
        ))),
        Outcome::NotRun(why) => Err(Failed::from(format!("not run: {why:?}"))),
    };
    context.record(record);
    result
}

/// A panic in the author's code is a failure with words, and the other trials go on.
pub(crate) fn panicked(obligation: &Obligation, panic: &(dyn Any + Send)) -> Outcome {
    let said = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    let headline = format!(
        "{}: panicked: {said}. A reference has a result for every input",
        obligation.id
    );
    let report = format!("{headline}\n");
    Outcome::Failed(Box::new(Failure {
        headline,
        report,
        ..Failure::default()
    }))
}
