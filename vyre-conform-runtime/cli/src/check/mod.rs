//! `check`: the conformance suite of everything linked, trial by trial, as `harness!` runs it: the same
//! plan, the same names, the same filters.

mod event;
mod teller;

use super::evidence::Evidence;
use super::exit::{Failure, Status};
use super::filter::Filter;
use super::interrupt::{self, interrupted};
use super::loudness::Loudness;
use super::selection::Selection;
use clap::Args;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use teller::{Counts, Teller};
use vyre_conform_harness::lanes::lane;
use vyre_conform_harness::trials::{self, Fate, meet};
use vyre_conform_harness::{self as harness, Context, Settings};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::plan::Obligation;
use vyre_conform_suite::record::{Outcome, Record};

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
    /// Trials that run side by side; one a core by default.
    #[arg(long)]
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
        return Err(Failure::nothing(
            "no trial has such a name; `check --list` shows every one",
        ));
    }
    if arguments.list {
        chosen
            .iter()
            .for_each(|o| sayln!("{}", listed(&context, o)));
        return Ok(Status::Success);
    }
    interrupt::listen();
    let teller = Teller::new(arguments.json, loudness, all.len(), chosen.len());
    teller.start(&context, arguments.filter.text());
    let began = Instant::now();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.map_or(cores, usize::from);
    context.watching(
        |line| eprintln!("{line}"),
        || run(&context, &chosen, threads, &teller),
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

/// A line of the list, as a test binary has it.
fn listed(context: &Context, obligation: &Obligation) -> String {
    let kind = match trials::fate(context, obligation) {
        Fate::Run => "",
        Fate::NoAdapter(_) => "[no adapter] ",
        Fate::Unsupported { .. } => "[UnsupportedByBackend] ",
    };
    format!("{kind}{}: test", obligation.id)
}

/// Meets the obligations of each lane in order, so many at a time, until the last or until Ctrl-C.
fn run(context: &Context, chosen: &[&Obligation], threads: usize, teller: &Teller) {
    let mut lanes: BTreeMap<Option<&str>, Vec<&Obligation>> = BTreeMap::new();
    for obligation in chosen {
        let lane = lanes.entry(lane(context, obligation)).or_default();
        lane.push(obligation);
    }
    let lanes: Vec<_> = lanes
        .into_values()
        .map(|lane| (lane, AtomicUsize::new(0)))
        .collect();
    std::thread::scope(|scope| {
        for (lane, next) in &lanes {
            for _ in 0..threads.clamp(1, lane.len()) {
                scope.spawn(move || {
                    while !interrupted() {
                        let k = next.fetch_add(1, Ordering::Relaxed);
                        let Some(obligation) = lane.get(k) else {
                            return;
                        };
                        one(context, obligation, teller);
                    }
                });
            }
        }
    });
}

fn one(context: &Context, obligation: &Obligation, teller: &Teller) {
    let began = Instant::now();
    let fate = trials::fate(context, obligation);
    let Some(outcome) = fate.outcome() else {
        let record = meet(context, obligation);
        return teller.trial(&record, None, began.elapsed());
    };
    let record = Record::not_run(obligation, outcome);
    context.record(record.clone());
    let required = context.settings().require_gpu;
    let said = match &fate {
        Fate::NoAdapter(reason) => trials::no_adapter(required, reason),
        Fate::Unsupported { hardware } => format!("the backend lacks {hardware}"),
        Fate::Run => String::new(),
    };
    let failed = required && matches!(record.outcome, Outcome::NotRun(_));
    teller.trial(&record, Some((&said, failed)), began.elapsed());
}

impl Counts {
    /// How many trials ended.
    fn run(&self) -> usize {
        self.passed + self.failed + self.ignored
    }
}
