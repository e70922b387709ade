//! `certify`: runs the suite and writes what it showed as a certificate.

mod assemble;
mod beginning;
mod certified;
mod conclusion;
mod journal;
mod output;
mod result;
mod setup;
mod shard;
mod skeleton;
mod work;

pub use certified::{CertifiedError, certified};
pub(super) use output::{Existing, write_certificate, write_new};
pub(super) use result::TaskResult;

use super::baselines;
use super::evidence::{Evidence, some};
use super::exit::{Failure, Status};
use super::interrupt::{self, INTERRUPTED};
use super::kills;
use super::levels;
use super::loudness::Loudness;
use super::near::meant;
use super::progress::Progress;
use super::prover::Proving;
use super::selection::Selection;
use beginning::Beginning;
use clap::Args;
use journal::Journal;
use serde_json::json;
use shard::Shard;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::SystemTime;
use vyre_conform_certificate::certificate::{Certificate, RunFacts, misfits};
use vyre_conform_certificate::expected::{names, selected};
use vyre_conform_harness::suite_digests;
use vyre_conform_runtime::baseline::baselines as declared_baselines;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::sync::cores;
use vyre_conform_spec::{Level, Track};
use vyre_conform_suite::plan::{Tracks, plan};
use work::{End, Finished, Work, Workers};

/// What `certify` is asked for.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Part of the ids of what to run, such as `u32::add` or `::law::`, or several, separated by commas;
    /// everything by default.
    filter: Option<String>,
    /// Where the certificate goes; with several adapters one file each, FILE.<adapter>.json.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The level that every op of its track must reach, and of L3, L3f and L4f the engines; where it is not established,
    /// the exit code is 1. It covers everything and cannot be combined with a filter.
    #[arg(long, value_parser = levels::parser())]
    level: Option<Level>,
    /// Only the ops and engines of this track: `integer`, `float`, or `approximate`, which is in no certificate with
    /// another; by default everything strict.
    #[arg(long, value_parser = |text: &str| Track::from_name(text)
        .ok_or("`integer`, `float` or `approximate`"))]
    track: Option<Track>,
    #[command(flatten)]
    proving: Proving,
    /// Change the body of every integer op as `mutate` does, and keep how many changes its declaration and parity refuse.
    #[arg(long)]
    mutate: bool,
    /// Measure on hardware, when everything else has run, how fast each op and engine is beside WGSL written by
    /// hand, or beside a copy. --level L4 asks for this and for --prove.
    #[arg(long)]
    baselines: bool,
    #[command(flatten)]
    evidence: Evidence,
    #[command(flatten)]
    selection: Selection,
    /// k/n for shard k of n counted from 1, or `auto` for what a Slurm array, an indexed Kubernetes
    /// job, or VYRE_SHARD_INDEX with VYRE_SHARD_COUNT say.
    #[arg(long)]
    shard: Option<String>,
    /// Go on with a run that was interrupted, from its journal; a run that was finished ends at once.
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// As --resume, and begin where there is nothing to go on with: for engines that start a failed
    /// task again.
    #[arg(long, conflicts_with_all = ["force", "resume"])]
    resume_if_any: bool,
    /// Overwrite FILE and an unfinished journal.
    #[arg(long)]
    force: bool,
    /// Where the journal is kept; beside FILE by default.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Threads of the CPU reference; one a core by default.
    #[arg(long, value_parser = some)]
    threads: Option<NonZeroUsize>,
    /// The most devices of each adapter that share its work; all by default.
    #[arg(long, value_parser = some)]
    devices: Option<NonZeroUsize>,
    /// Workers of each device of an adapter, which take turns in using it; the processor makes inputs and
    /// expected values for each by itself. By default one, and on hardware as many as half of the cores, at most 8.
    #[arg(long, value_parser = some)]
    workers: Option<NonZeroUsize>,
    /// The folder that keeps digests of the reference on every input and on very many witnesses, so that they are
    /// computed once;
    /// VYRE_DIGESTS by default, and nowhere without it.
    #[arg(long, value_name = "FOLDER")]
    digests: Option<PathBuf>,
    /// Tell what happens as JSON lines on stdout.
    #[arg(long)]
    json: bool,
}

/// Runs `certify`.
pub(super) fn certify(arguments: &Arguments, loudness: Loudness) -> Result<Status, Failure> {
    let began = SystemTime::now();
    if let (Some(filter), Some(level)) = (&arguments.filter, arguments.level) {
        return Err(Failure::usage(format!(
            "--level {level} cannot be asked of `{filter}` alone: a level covers every op and engine of its track, and a filter leaves \
             some out. Leave out one of the two"
        )));
    }
    // What is not UTF-8 must not count as absent.
    let get = |name: &str| std::env::var_os(name).map(|v| v.to_string_lossy().into_owned());
    let shard = match &arguments.shard {
        Some(text) => Shard::parse(text, &get).map_err(Failure::usage)?,
        None => Shard::WHOLE,
    };
    let journal_path = arguments.journal.clone().unwrap_or_else(|| {
        let mut name = arguments.output.clone().into_os_string();
        name.push(".journal");
        name.into()
    });
    // A run that goes on may find what it wrote before it died.
    let tolerated = match arguments.force || arguments.goes_on() {
        true => Existing::Replace,
        false => Existing::Keep,
    };
    output::check(&arguments.output, tolerated)?;
    let backends = arguments.selection.backends()?;
    let paths = output::paths(&arguments.output, &backends);
    output::distinct(&paths)?;
    for path in &paths {
        output::check(path, tolerated)?;
    }
    output::apart(&paths, &journal_path)?;
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let mut settings = setup::settings(arguments, shard)?;
    if settings.plan.baselines
        && let [wrong, ..] = &misfits(&declared_baselines(), &catalog)[..]
    {
        return Err(Failure::usage(wrong));
    }
    if settings.plan.prove {
        settings.plan.composed = setup::composed(&catalog);
    }
    let suite = suite_digests(&catalog, &settings).map_err(Failure::refuted)?;
    let filter = arguments.filter.as_deref();
    let mut head = setup::head(&settings, &backends, filter, shard, &suite);
    let beginning = beginning::find(arguments, &head, &journal_path, &paths)?;
    let progress = Progress::new(arguments.json, loudness);
    if let Beginning::Finished(certificates) = beginning {
        let found = certificates.iter().zip(&paths);
        let ends =
            found.map(|(c, path)| conclusion::conclude(arguments, &progress, c, path, loudness));
        return Ok(Status::worst(ends));
    }
    if let Beginning::GoOn = beginning {
        // What the run saved by itself before it ended is not part of what it began with.
        settings.saved = Some(Journal::read(&journal_path).map_err(Failure::io)?.0.saved);
    }
    settings.work = (!shard.is_whole()).then(|| head.work());
    let context = arguments
        .selection
        .context(catalog, settings, backends.clone(), None)?;
    let wanted = |id: &str| selected(filter, id);
    if !context.plan().obligations().iter().any(|o| wanted(&o.id)) {
        let filter = filter.unwrap_or_default();
        let mut options = context.settings().plan.clone();
        options.tracks = Tracks::Only(Track::Approximate);
        let planned = plan(context.catalog(), &context.slugs(), &options);
        let approximate = planned.is_ok_and(|p| p.obligations().iter().any(|o| wanted(&o.id)));
        if arguments.track.is_none() && approximate {
            return Err(Failure::nothing(format!(
                "`{filter}` takes approximate ops alone, which have certificates of their own: add \
                 --track approximate"
            )));
        }
        let of = |track: Track| format!(" of the {} track", track.name());
        let track = arguments.track.map(of).unwrap_or_default();
        return Err(Failure::nothing(format!(
            "no part{track} has `{filter}` in its id; `list` shows every op and its track{}",
            meant(context.catalog(), filter)
        )));
    }
    if let Some(part) = names(filter).find(|part| {
        let mut all = context.plan().obligations().iter();
        !all.any(|o| o.id.contains(part))
    }) {
        return Err(Failure::nothing(format!(
            "no part has `{part}` in its id, which is one of those that the filter names: nothing would be shown of \
             it. `list` shows every op{}",
            meant(context.catalog(), part)
        )));
    }
    head.saved = setup::saved(&context)?;
    let saved = skeleton::saved(&context, filter).map_err(Failure::io)?;
    let (journal, done) = match beginning {
        Beginning::Anew { force } => {
            Journal::begin(&journal_path, &head, force).map(|journal| (journal, vec![]))
        }
        _ => Journal::resume(&journal_path, &head),
    }
    .map_err(Failure::io)?;
    interrupt::listen();
    progress.event(
        "start",
        json!({"shard": shard.to_string(), "adapters": context.slugs(), "filter": filter,
            "tasks_done_before": done.len()}),
    );
    for absent in context.absent() {
        progress.line(&absent.to_string());
    }
    let cores = cores();
    let threads = arguments.threads.map_or(cores, usize::from);
    let workers = Workers {
        threads,
        devices: arguments.devices.map_or(usize::MAX, usize::from),
        a_device: arguments.workers.map(usize::from),
    };
    let work = Work::new(
        &context,
        &wanted,
        shard,
        (journal, done),
        &workers,
        &progress,
        &INTERRUPTED,
    );
    let end = context.watching(|line| progress.line(line), || work.run());
    let Finished {
        results,
        journal,
        spent,
    } = work.finish();
    progress.finish();
    match end {
        End::Complete => {}
        End::Broken(message) => return Err(Failure::io(message)),
        End::Interrupted => {
            let done: usize = results.values().map(Vec::len).sum();
            progress.event("interrupted", json!({"tasks_done": done}));
            return Err(Failure::interrupted(format!(
                "interrupted; {done} finished tasks are in {}. Go on with the same arguments and \
                 --resume",
                journal_path.display()
            )));
        }
    }
    let mut scores = None;
    let mut ends = vec![];
    for (k, (backend, path)) in backends.iter().zip(&paths).enumerate() {
        let mut due = skeleton::skeleton(
            &context,
            backend.identity(),
            head.settings.clone(),
            shard,
            &suite,
        );
        due.regressions.clone_from(&saved);
        if head.settings.mutate {
            // They are about ops and declarations, whatever runs them.
            let scores = scores.get_or_insert_with(|| kills::scores(context.catalog(), &due.ops));
            for op in &mut due.ops {
                op.kills = scores.get(&op.id).cloned();
            }
        }
        let mut evidence = assemble::assemble(&context, due, &results, shard);
        let mut rates_found = baselines::Found::new();
        if head.settings.baselines {
            let tell = |line: &str| progress.line(line);
            rates_found = baselines::measure(&mut evidence, context.catalog(), *backend, &tell);
            progress.line(&baselines::summary(&evidence, &rates_found));
        }
        let rates = conclusion::rates(&spent, k + 1);
        let facts = RunFacts {
            proofs: conclusion::proofs(&results),
            baselines: rates_found,
            ..conclusion::facts(began, threads, rates, context.absent())
        };
        let certificate = Certificate::seal(evidence, facts);
        output::keep(path, &certificate, arguments).map_err(|failure| {
            failure.adding(&format!(
                "; everything that was run is in {}: mend that and go on with --resume",
                journal_path.display()
            ))
        })?;
        ends.push(conclusion::conclude(
            arguments,
            &progress,
            &certificate,
            path,
            loudness,
        ));
    }
    journal.remove().map_err(Failure::io)?;
    Ok(Status::worst(ends))
}

impl Arguments {
    fn goes_on(&self) -> bool {
        self.resume || self.resume_if_any
    }
}
