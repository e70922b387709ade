//! `check`: the conformance suite of everything linked, trial by trial, as `harness!` runs it: the same
//! plan, the same names, the same filters.

mod event;
mod teller;

use super::evidence::{Evidence, some};
use super::exit::{Failure, Status};
use super::filter::Filter;
use super::interrupt::{self, interrupted};
use super::loudness::Loudness;
use super::near::meant;
use super::selection::Selection;
use clap::Args;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};
use teller::{Counts, Teller};
use vyre_conform_harness::report::warn;
use vyre_conform_harness::run::executor::{self, Front};
use vyre_conform_harness::run::{Met, Task, unavailable};
use vyre_conform_harness::{self as harness, Context, Settings};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::sync::cores;
use vyre_conform_spec::Capabilities as _;
use vyre_conform_suite::backend::MAKES_INPUTS;
use vyre_conform_suite::plan::Obligation;
use vyre_conform_suite::record::{NotRun, Outcome};

/// What `check` is asked for.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    filter: Filter,
    /// Only list the trials.
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    evidence: Evidence,
    #[command(flatten)]
    selection: Selection,
    /// Trials that run side by side; one a core by default, and a quarter more where a GPU of wgpu is among the adapters.
    #[arg(long, value_parser = some)]
    threads: Option<NonZeroUsize>,
    /// Tell what happens as JSON lines on stdout.
    #[arg(long)]
    json: bool,
}

/// Runs `check`.
pub(super) fn check(arguments: &Arguments, loudness: Loudness) -> Result<Status, Failure> {
    let (backends, no_adapter) = arguments.selection.backends_or_reason()?;
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let mut settings = Settings::from_env().map_err(Failure::usage)?;
    arguments.evidence.apply(&mut settings);
    let selection = &arguments.selection;
    let context = selection.context(catalog, settings, backends, no_adapter)?;
    let all = context.plan().obligations();
    let chosen: Vec<&Obligation> = all
        .iter()
        .filter(|o| arguments.filter.takes(&o.id))
        .collect();
    if chosen.is_empty() {
        let meant = arguments.filter.meant(context.catalog());
        return Err(Failure::nothing(format!(
            "no trial has such a name; `check --list` shows every one{meant}"
        )));
    }
    if let Some(name) = arguments.filter.idle(all.iter().map(|o| &*o.id)) {
        return Err(Failure::nothing(format!(
            "no trial has `{name}` in its name, which is one of those that the filter names: nothing would be shown of \
             it. `check --list` shows every trial{}",
            meant(context.catalog(), name)
        )));
    }
    if arguments.list {
        chosen
            .iter()
            .for_each(|o| sayln!("{}", listed(&context, o)));
        return Ok(Status::Success);
    }
    interrupt::listen();
    let teller = Teller::new(
        arguments.json,
        loudness,
        context.settings().require_gpu,
        all.len(),
        chosen.len(),
    );
    teller.start(&context, arguments.filter.text());
    let began = Instant::now();
    let threads = arguments.threads;
    let threads = threads.map_or_else(|| side_by_side(&context), usize::from);
    let front = Check {
        context: &context,
        teller: &teller,
    };
    context.watching(
        |line| warn(line),
        || {
            let (queues, stations) = executor::in_lanes(&context, chosen.iter().copied(), threads);
            executor::run(&queues, &stations, &front);
        },
    );
    let mut incomplete = match chosen.len() == all.len() && context.settings().case.is_none() {
        true => harness::incomplete(&context),
        false => vec![],
    };
    incomplete.extend(harness::unexplained(&context));
    let counts = teller.counts();
    let summary = match arguments.filter.is_exact() {
        true => String::new(),
        false => harness::summary(&context),
    };
    teller.end(&summary, &incomplete, interrupted(), began.elapsed());
    if interrupted() {
        let run = counts.run();
        return Err(Failure::interrupted(format!(
            "interrupted after {run} of {} trials; inputs that failed are saved",
            chosen.len()
        )));
    }
    match counts.failed == 0 && incomplete.is_empty() {
        true => Ok(Status::Success),
        false => Ok(Status::Refuted),
    }
}

/// How many trials run side by side unless somebody says so: where a device makes inputs by itself, some wait for it.
fn side_by_side(context: &Context) -> usize {
    let cores = cores();
    let slugs = context.slugs();
    let mut backends = slugs.iter().filter_map(|slug| context.backend(slug));
    match backends.any(|backend| backend.identity().has(MAKES_INPUTS)) {
        true => cores + cores / 4,
        false => cores,
    }
}

/// A line of the list, as a test binary has it.
fn listed(context: &Context, obligation: &Obligation) -> String {
    let kind = match unavailable(context, obligation) {
        Some(Outcome::NotRun(NotRun::NoAdapter(_))) => "[no adapter] ",
        Some(Outcome::UnsupportedByBackend { .. }) => "[UnsupportedByBackend] ",
        _ => "",
    };
    format!("{kind}{}: test", obligation.id)
}

/// What the executor tells of: until the last trial, or until Ctrl-C.
struct Check<'a> {
    context: &'a Context,
    teller: &'a Teller,
}

impl Front for Check<'_> {
    fn goes_on(&self) -> bool {
        !interrupted()
    }

    fn ended(&self, _task: &Task<'_>, met: Met, _station: usize, took: Duration) {
        if let Met::Whole(record) = met {
            self.teller.trial(&record, took);
            self.context.record(record);
        }
    }
}

impl Counts {
    /// How many trials ended.
    fn run(&self) -> usize {
        self.passed + self.failed + self.ignored
    }
}
