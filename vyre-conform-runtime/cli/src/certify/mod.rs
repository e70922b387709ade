//! `certify`: runs the suite and writes its results as a certificate.

mod answered;
mod assemble;
mod certified;
mod conclusion;
mod issue;
mod journal;
mod losses;
mod output;
mod preparation;
mod result;
mod setup;
mod shard;
mod skeleton;
mod startup;
mod work;

pub use certified::{CertifiedError, certified};
pub(super) use output::{Existing, write_certificate, write_new};
pub(super) use result::TaskResult;

use super::evidence::{Evidence, parse_positive};
use super::exit::{Failure, Status};
use super::interrupt::{self, INTERRUPTED};
use super::levels;
use super::loudness::Verbosity;
use super::progress::Progress;
use super::prover::Proving;
use super::selection::Selection;
use super::suggestion::meant;
use answered::AnsweredRun;
use clap::Args;
use issue::{CertificateIssuer, CertificateReporter};
use preparation::{CertifyRun, Preparation};
use serde_json::json;
use shard::Shard;
use startup::StartState;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use vyre_conform_certificate::certificate::misfits;
use vyre_conform_certificate::expected::selected;
use vyre_conform_certificate::names::Names;
use vyre_conform_harness::{Context, Settings};
use vyre_conform_runtime::baseline::baselines as declared_baselines;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::sync::cores;
use vyre_conform_spec::{Level, Track};
use vyre_conform_suite::backend::{Backend, REQUESTS_PER_LOSS};
use vyre_conform_suite::plan::{Tracks, plan};
use work::{Work, WorkEnd, WorkResult, Workers};

/// Arguments of `certify`.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// Ops, engines and parts to run, such as `u32::add` or `::law::`, by names as in `check`; everything by default.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// The file to write; with several adapters a file for each, FILE.<adapter>.json.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Require this level of every op of its track, and for L3, L3f and L4f of the engines; the exit code is 1 if it is
    /// not established. Cannot be combined with a filter.
    #[arg(long, value_parser = levels::parser())]
    level: Option<Level>,
    /// Run only the ops and engines of this track: `integer`, `float` or `approximate`; both strict tracks by default.
    #[arg(long, value_parser = |text: &str| Track::from_name(text)
        .ok_or("`integer`, `float` or `approximate`"))]
    track: Option<Track>,
    #[command(flatten)]
    proving: Proving,
    /// Change the body of every integer op as `mutate` does, and record how many changes its declaration and parity
    /// refuse.
    #[arg(long)]
    mutate: bool,
    /// Measure the speed of each op and engine against hand-written WGSL or a copy, after everything else. Requires
    /// hardware. --level L4 implies this and --prove.
    #[arg(long)]
    baselines: bool,
    #[command(flatten)]
    evidence: Evidence,
    #[command(flatten)]
    selection: Selection,
    /// k/n for shard k of n, counted from 1; or `auto`, which reads a Slurm array, an indexed Kubernetes job, or
    /// VYRE_SHARD_INDEX and VYRE_SHARD_COUNT.
    #[arg(long)]
    shard: Option<String>,
    /// Continue an interrupted run from its journal; a finished run ends at once.
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Continue as --resume does, or begin if there is no journal: for schedulers that restart failed tasks.
    #[arg(long, conflicts_with_all = ["force", "resume"])]
    resume_if_any: bool,
    /// Overwrite FILE and an unfinished journal.
    #[arg(long)]
    force: bool,
    /// The file of the journal; beside FILE by default.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Threads of the CPU reference; one for each core by default.
    #[arg(long, value_parser = parse_positive)]
    threads: Option<NonZeroUsize>,
    /// The most devices that share the work of each adapter; all by default.
    #[arg(long, value_parser = parse_positive)]
    devices: Option<NonZeroUsize>,
    /// Workers for each device. Each generates its own inputs and expected values and waits its turn on the device. By
    /// default one; on hardware half of the cores, at most 8.
    #[arg(long, value_parser = parse_positive)]
    workers: Option<NonZeroUsize>,
    /// Keep digests of reference results in this folder, so that later runs need not compute them; VYRE_DIGESTS by
    /// default.
    #[arg(long, value_name = "FOLDER")]
    digests: Option<PathBuf>,
    /// A file of answers to a kit, whose device is the backend; repeat it for the kits that followed. Device, driver and
    /// time are the sender's word.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["backend", "adapter"])]
    answers: Vec<PathBuf>,
    /// Write a kit with the questions that the answers leave open into this folder.
    #[arg(long, value_name = "FOLDER")]
    next: Option<PathBuf>,
    /// Print events as JSON lines on stdout.
    #[arg(long)]
    json: bool,
}

/// Reports the start of the run, and listens for interruptions.
fn announce(progress: &Progress, run: &CertifyRun, answered: Option<&AnsweredRun>) {
    interrupt::listen();
    let filter = run.names.as_ref().map(ToString::to_string);
    progress.event(
        "start",
        json!({"shard": run.shard.to_string(), "adapters": run.context.slugs(), "filter": filter,
            "tasks_done_before": run.journal.1.len()}),
    );
    for absent in run.context.absent() {
        progress.line(&absent.to_string());
    }
    if let Some(run) = answered {
        progress.line(&run.said());
    }
}

/// Runs `certify`.
pub(super) fn certify(arguments: &Arguments, loudness: Verbosity) -> Result<Status, Failure> {
    let began = SystemTime::now();
    arguments.level_or_names()?;
    let answered = AnsweredRun::of(arguments)?;
    let arguments = answered.as_ref().map_or(arguments, |run| &run.arguments);
    let run = Preparation::new(arguments, answered.as_ref())?;
    let beginning = startup::find(
        arguments,
        &run.head,
        &run.journal,
        (&run.paths, &run.catalog),
    )?;
    let progress = Progress::new(arguments.json, loudness);
    let close = CertificateReporter {
        arguments,
        progress: &progress,
        requests_per_loss: (run.settings.requests_per_loss).unwrap_or(REQUESTS_PER_LOSS),
        loudness,
    };
    if let StartState::Finished(certificates) = beginning {
        return Ok(close.all(&certificates, &run.paths));
    }
    let run = run.begin(arguments, beginning)?;
    announce(&progress, &run, answered.as_ref());
    let workers = arguments.all_workers();
    let work = Work::new(
        &run.context,
        run.names.as_ref(),
        run.shard,
        run.journal,
        &workers,
        &progress,
        &INTERRUPTED,
    );
    let end = run
        .context
        .watching(|line| progress.line(line), || work.run());
    let result = work.finish();
    progress.finish();
    completed(end, &result, &progress, &run.journal_path)?;
    if let Some(Err(open)) = answered.as_ref().map(|run| run.settled(loudness)) {
        result.journal.remove().map_err(Failure::io)?;
        return Err(open);
    }
    let issue = CertificateIssuer {
        close: &close,
        context: &run.context,
        began,
        threads: workers.threads,
        shard: run.shard,
        head: &run.head,
        suite: &run.suite,
        saved: &run.saved,
        result: &result,
        journal: &run.journal_path,
    };
    let ends = issue.all(&run.backends, &run.paths);
    // Answers are there to be certified again, so their journal is of no use.
    if ends.is_ok() || answered.is_some() {
        result.journal.remove().map_err(Failure::io)?;
    }
    Ok(Status::worst(ends?))
}

/// The settings of the run.
fn settings(arguments: &Arguments, shard: Shard, catalog: &Catalog) -> Result<Settings, Failure> {
    let mut settings = setup::settings(arguments, shard)?;
    if settings.plan.baselines
        && let [wrong, ..] = &misfits(&declared_baselines(), catalog)[..]
    {
        return Err(Failure::usage(wrong));
    }
    if settings.plan.prove {
        settings.plan.composed = setup::composed(catalog);
    }
    Ok(settings)
}

/// Refuses names that select no part of the plan.
fn some_part(
    arguments: &Arguments,
    context: &Context,
    names: Option<&Names>,
) -> Result<(), Failure> {
    let obligations = context.plan().obligations();
    if obligations.iter().any(|o| selected(names, o)) {
        let idle = names.and_then(|names| super::names::idle(names, context.plan()));
        return match idle {
            None => Ok(()),
            Some(idle) => Err(Failure::nothing(format!(
                "no part is called `{}`, which is one of the names. `list` shows every op{}",
                idle.text(),
                meant(context.catalog(), idle.text())
            ))),
        };
    }
    let written = arguments.names.join(",");
    let mut options = context.settings().plan.clone();
    options.tracks = Tracks::Only(Track::Approximate);
    let planned = plan(context.catalog(), &context.slugs(), &options);
    let approximate = planned.is_ok_and(|p| p.obligations().iter().any(|o| selected(names, o)));
    if arguments.track.is_none() && approximate {
        return Err(Failure::nothing(format!(
            "`{written}` selects only approximate ops, which have separate certificates: add --track \
             approximate"
        )));
    }
    let of = |track: Track| format!(" of the {} track", track.name());
    let track = arguments.track.map(of).unwrap_or_default();
    Err(Failure::nothing(format!(
        "no part{track} is called `{written}`; `list` shows every op and its track{}",
        meant(context.catalog(), &written)
    )))
}

/// Reports work that did not end.
fn completed(
    end: WorkEnd,
    result: &WorkResult,
    progress: &Progress,
    journal: &Path,
) -> Result<(), Failure> {
    match end {
        WorkEnd::Complete => Ok(()),
        WorkEnd::Broken(message) => Err(Failure::io(message)),
        WorkEnd::Interrupted => {
            let done: usize = result.results.values().map(Vec::len).sum();
            progress.event("interrupted", json!({"tasks_done": done}));
            Err(Failure::interrupted(format!(
                "interrupted; {done} finished tasks are in {}. Continue with the same arguments and --resume",
                journal.display()
            )))
        }
    }
}

impl Arguments {
    /// Refuses a level together with names.
    fn level_or_names(&self) -> Result<(), Failure> {
        match self.level {
            Some(level) if !self.names.is_empty() => Err(Failure::usage(format!(
                "--level {level} cannot be combined with `{}`: a level covers every op and engine of its track. Omit \
                 one of the two",
                self.names.join(",")
            ))),
            _ => Ok(()),
        }
    }

    /// The treatment of files that exist: a run that goes on may find what it wrote before it died.
    fn tolerated(&self) -> Existing {
        if self.force || self.goes_on() {
            Existing::Replace
        } else {
            Existing::Keep
        }
    }

    /// The file of the journal.
    fn journal_path(&self) -> PathBuf {
        self.journal.clone().unwrap_or_else(|| {
            let mut name = self.output.clone().into_os_string();
            name.push(".journal");
            name.into()
        })
    }

    /// The files of the certificates, which may be written and differ from each other and from the journal.
    fn free_paths(
        &self,
        backends: &[&'static dyn Backend],
        journal: &Path,
    ) -> Result<Vec<PathBuf>, Failure> {
        let paths = output::paths(&self.output, backends);
        output::distinct(&paths)?;
        for path in &paths {
            output::check(path, self.tolerated())?;
        }
        output::apart(&paths, journal)?;
        Ok(paths)
    }

    /// Threads, devices and workers of the run.
    fn all_workers(&self) -> Workers {
        Workers {
            threads: self.threads.map_or(cores(), usize::from),
            devices: self.devices.map_or(usize::MAX, usize::from),
            per_device: self.workers.map(usize::from),
        }
    }

    fn goes_on(&self) -> bool {
        self.resume || self.resume_if_any
    }
}
