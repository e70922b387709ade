//! `check`: the conformance suite of everything linked, trial by trial, as with `harness!`: the same plan, names and
//! filters.

mod event;
mod reporter;

use super::evidence::{Evidence, parse_positive};
use super::exit::{Failure, Status};
use super::filter::Filter;
use super::interrupt::{self, interrupted};
use super::loudness::Verbosity;
use super::names;
use super::selection::Selection;
use super::suggestion::meant;
use clap::Args;
use event::LossEvent;
use reporter::{Counts, Ending, TrialReporter};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};
use vyre_conform_harness::report::warn;
use vyre_conform_harness::run::executor::{self, OutcomeSink};
use vyre_conform_harness::run::{Task, WorkOutcome, unavailable};
use vyre_conform_harness::{self as harness, Context, HeldTrials, Settings};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::sync::cores;
use vyre_conform_spec::Capabilities as _;
use vyre_conform_suite::backend::INPUT_GENERATION;
use vyre_conform_suite::plan::Obligation;
use vyre_conform_suite::record::{NotRun, Outcome};

/// Arguments of `check`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    filter: Filter,
    /// List the trials without running them.
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    evidence: Evidence,
    #[command(flatten)]
    selection: Selection,
    /// Trials that run in parallel; by default one for each core, and a quarter more with a GPU.
    #[arg(long, value_parser = parse_positive)]
    threads: Option<NonZeroUsize>,
    /// Run held trials as well (those in the store of verdicts).
    #[arg(long)]
    fresh: bool,
    /// Print events as JSON lines on stdout.
    #[arg(long)]
    json: bool,
}

/// Runs `check`.
pub(super) fn check(arguments: &Arguments, loudness: Verbosity) -> Result<Status, Failure> {
    let (backends, no_adapter) = arguments.selection.backends_or_reason()?;
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let settings = settings(arguments)?;
    let selection = &arguments.selection;
    let context = selection.context(catalog, settings, backends, no_adapter)?;
    let all = context.plan().obligations();
    let chosen = chosen(arguments, &context)?;
    if arguments.list {
        chosen
            .iter()
            .for_each(|o| sayln!("{}", listed(&context, o)));
        return Ok(Status::Success);
    }
    interrupt::listen();
    let teller = TrialReporter::new(
        arguments.json,
        loudness,
        context.settings().require_gpu,
        all.len(),
        chosen.len(),
    );
    teller.start(&context, arguments.filter.text().as_deref());
    let began = Instant::now();
    // A request for a single trial always runs it.
    let held = (!arguments.filter.is_exact())
        .then(|| context.look_up(&chosen))
        .flatten();
    let running = without_held(&context, &teller, held, &chosen);
    run(&context, &teller, running, arguments.threads);
    let incomplete = unmet(&context, chosen.len());
    let counts = teller.counts();
    let summary = summary(arguments, &context);
    let slugs = context.slugs();
    let losses = slugs
        .iter()
        .filter_map(|slug| LossEvent::new(&context, slug));
    let ending = Ending {
        held: held.and_then(HeldTrials::count),
        notes: &context.held_lines(),
        summary: &summary,
        incomplete: &incomplete,
        losses: losses.collect(),
        interrupted: interrupted(),
        took: began.elapsed(),
    };
    teller.end(ending);
    if interrupted() {
        let run = counts.run();
        return Err(Failure::interrupted(format!(
            "interrupted after {run} of {} trials; failing inputs are saved",
            chosen.len()
        )));
    }
    if counts.failed == 0 && incomplete.is_empty() {
        Ok(Status::Success)
    } else {
        Ok(Status::Refuted)
    }
}

/// The summary of the run; none for a single trial.
fn summary(arguments: &Arguments, context: &Context) -> String {
    if arguments.filter.is_exact() {
        String::new()
    } else {
        harness::summary(context)
    }
}

/// The settings of the environment and of the command line.
fn settings(arguments: &Arguments) -> Result<Settings, Failure> {
    let mut settings = Settings::from_env().map_err(Failure::usage)?;
    arguments.evidence.apply(&mut settings);
    settings.fresh = arguments.fresh;
    Ok(settings)
}

/// Runs obligations with their trials reported as they end.
fn run(
    context: &Context,
    teller: &TrialReporter,
    running: Vec<&Obligation>,
    threads: Option<NonZeroUsize>,
) {
    let threads = threads.map_or_else(|| side_by_side(context), usize::from);
    let front = Check { context, teller };
    context.watching(
        |line| warn(line),
        || executor::run_wholes(context, running, threads, &front),
    );
}

/// The selected trials.
fn chosen<'c>(arguments: &Arguments, context: &'c Context) -> Result<Vec<&'c Obligation>, Failure> {
    let all = context.plan().obligations();
    let filter = arguments.filter.within(context.catalog());
    let chosen = all.iter().filter(|o| filter.takes(&o.op, &o.id));
    let chosen: Vec<&Obligation> = chosen.collect();
    if chosen.is_empty() {
        let meant = filter.meant(context.catalog());
        return Err(Failure::nothing(format!(
            "no trial has this name; `check --list` lists all trials{meant}"
        )));
    }
    if let Some(idle) = names::idle(filter.names(), context.plan()) {
        return Err(Failure::nothing(format!(
            "no trial is called `{0}`, which is one of the names. `check --list` shows every trial{1}",
            idle.text(),
            meant(context.catalog(), idle.text())
        )));
    }
    Ok(chosen)
}

/// Requirements of a run with this many selected trials that are not met.
fn unmet(context: &Context, chosen: usize) -> Vec<String> {
    let is_whole = chosen == context.plan().obligations().len();
    let mut incomplete = if is_whole && context.settings().case.is_none() {
        harness::incomplete(context)
    } else {
        vec![]
    };
    incomplete.extend(harness::unexplained(context));
    incomplete.extend(harness::lossy(context));
    incomplete
}

/// The trials that run. Held ones are output and recorded at once.
fn without_held<'a>(
    context: &Context,
    teller: &TrialReporter,
    held: Option<&HeldTrials>,
    chosen: &[&'a Obligation],
) -> Vec<&'a Obligation> {
    let runs = |obligation: &&&Obligation| {
        let Some(record) = held.and_then(|held| held.record(obligation)) else {
            return true;
        };
        teller.held(&record);
        context.record(record);
        false
    };
    chosen.iter().filter(runs).copied().collect()
}

/// Default number of parallel trials: if a device generates inputs itself, some trials wait for it.
fn side_by_side(context: &Context) -> usize {
    let cores = cores();
    let slugs = context.slugs();
    let mut backends = slugs.iter().filter_map(|slug| context.backend(slug));
    if backends.any(|backend| backend.identity().has(INPUT_GENERATION)) {
        cores + cores / 4
    } else {
        cores
    }
}

/// A line of the list, as from a test binary.
fn listed(context: &Context, obligation: &Obligation) -> String {
    let kind = match unavailable(context, obligation) {
        Some(Outcome::NotRun(NotRun::NoAdapter(_))) => "[no adapter] ",
        Some(Outcome::UnsupportedByBackend { .. }) => "[UnsupportedByBackend] ",
        _ => "",
    };
    format!("{kind}{}: test", obligation.id)
}

/// Front end of the executor, until the last trial or Ctrl-C.
struct Check<'a> {
    context: &'a Context,
    teller: &'a TrialReporter,
}

impl OutcomeSink for Check<'_> {
    fn should_continue(&self) -> bool {
        !interrupted()
    }

    fn task_ended(&self, _task: &Task<'_>, outcome: WorkOutcome, _station: usize, took: Duration) {
        if let WorkOutcome::Whole(record) = outcome {
            let record = match self.context.held() {
                Some(held) => held.record_result(record),
                None => record,
            };
            self.teller.trial(&record, took);
            self.context.record(record);
        }
    }
}

impl Counts {
    /// The number of trials that ended.
    fn run(&self) -> usize {
        self.passed + self.failed + self.ignored
    }
}
