//! `certify`: runs the suite and writes what it showed as a certificate.

mod assemble;
mod journal;
mod output;
mod result;
mod shard;
mod skeleton;
mod work;

pub(super) use output::{Existing, write_new};
pub(super) use result::TaskResult;
pub(super) use skeleton::{FILTERED, registry, selected, skeleton};

use super::exit::{Failure, Status};
use super::progress::Progress;
use crate::backend::Backend;
use crate::catalog::Catalog;
use crate::certify::certificate::{self, Certificate, OutcomeName, RunFacts};
use crate::harness::options::{count, seed};
use crate::harness::{Context, Settings};
use crate::plan::Domain;
use clap::{Args, ValueEnum};
use journal::{Head, Journal};
use serde_json::json;
use shard::Shard;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};
use work::{End, Finished, Work};

/// What `certify` is asked for.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Part of the ids of what to run, such as `u32::add` or `::law::`; everything by default.
    filter: Option<String>,
    /// Where the certificate goes; with several adapters one file each, FILE.<adapter>.json.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The level that every op must reach; where one does not, the exit code is 1.
    #[arg(long, value_parser = ["L1", "L2", "L3", "L4"])]
    level: Option<String>,
    /// Witnesses a law and a parity check, such as 1e8; a level needs a million.
    #[arg(long, value_parser = |text: &str| count(text).ok_or("a number such as 1000000 or 1e8"))]
    cases: Option<u64>,
    /// Seed of the witness stream.
    #[arg(long, value_parser = |text: &str| seed(text).ok_or("a 64-bit number, decimal or 0x..."))]
    seed: Option<u64>,
    /// More domains for every law.
    #[arg(long, value_delimiter = ',')]
    evidence: Vec<MoreEvidence>,
    /// Part of the kind of backend, such as `vulkan`.
    #[arg(long)]
    backend: Option<String>,
    /// Part of an adapter's name, device or driver; `adapters` lists them. All by default.
    #[arg(long)]
    adapter: Option<String>,
    /// k/n for shard k of n counted from 1, or `auto` for what a Slurm array, an indexed Kubernetes
    /// job, or VYRE_SHARD_INDEX with VYRE_SHARD_COUNT say.
    #[arg(long)]
    shard: Option<String>,
    /// Go on with a run that was interrupted, from its journal.
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Overwrite FILE and an unfinished journal.
    #[arg(long)]
    force: bool,
    /// Where the journal is kept; beside FILE by default.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// The crate whose `regressions/` folder is replayed and added to; by default CARGO_MANIFEST_DIR,
    /// or the current folder.
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
    /// Threads of the CPU reference; one a core by default.
    #[arg(long)]
    threads: Option<usize>,
    /// Tell what happens as JSON lines on stdout.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MoreEvidence {
    ExhaustiveU16,
    ExhaustiveFull,
}

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Runs `certify`.
pub(super) fn certify(arguments: &Arguments) -> Result<Status, Failure> {
    let began = SystemTime::now();
    let get = |name: &str| std::env::var(name).ok();
    let shard = match &arguments.shard {
        Some(text) => Shard::parse(text, &get).map_err(Failure::usage)?,
        None => Shard::WHOLE,
    };
    let journal_path = arguments.journal.clone().unwrap_or_else(|| {
        let mut name = arguments.output.clone().into_os_string();
        name.push(".journal");
        name.into()
    });
    let existing = match arguments.force {
        true => Existing::Replace,
        false => Existing::Keep,
    };
    output::check(&arguments.output, existing)?;
    let backends = backends(arguments)?;
    let paths = output::paths(&arguments.output, &backends);
    for path in &paths {
        output::check(path, existing)?;
    }
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let registry = registry(&catalog);
    let mut settings = settings(arguments)?;
    if arguments.resume {
        // What the run saved by itself before it ended is no part of what it began with.
        settings.saved = Some(Journal::read(&journal_path).map_err(Failure::io)?.0.saved);
    }
    let context = context(
        catalog,
        settings,
        backends.clone(),
        arguments.root.as_deref(),
    )?;
    let filter = arguments.filter.as_deref();
    let wanted = |id: &str| selected(filter, id);
    if !context.plan().obligations().iter().any(|o| wanted(&o.id)) {
        let filter = filter.unwrap_or_default();
        return Err(Failure::nothing(format!(
            "no part has `{filter}` in its id; `list` shows every op"
        )));
    }
    let head = head(&context, filter, shard, &registry)?;
    let (journal, done) = match arguments.resume {
        true => Journal::resume(&journal_path, &head),
        false => {
            Journal::begin(&journal_path, &head, arguments.force).map(|journal| (journal, vec![]))
        }
    }
    .map_err(Failure::io)?;
    let progress = Progress::new(arguments.json);
    on_interrupt();
    progress.event(
        "start",
        json!({"shard": shard.to_string(), "adapters": context.slugs(), "filter": filter,
            "tasks_done_before": done.len()}),
    );
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.unwrap_or(cores);
    let work = Work::new(
        &context,
        &wanted,
        shard,
        done,
        journal,
        &progress,
        &INTERRUPTED,
    );
    let end = work.run(threads);
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
    let mut status = Status::Success;
    for (k, (backend, path)) in backends.iter().zip(&paths).enumerate() {
        let due = skeleton(
            &context,
            backend.identity(),
            head.settings.clone(),
            skeleton::shards(shard),
            &registry,
        );
        let evidence = assemble::assemble(&context, due, &results, shard);
        let rate =
            |(cases, time): (u64, Duration)| (cases as f64 / time.as_secs_f64().max(1e-6)) as u64;
        let mut rates = BTreeMap::from([("reference".to_owned(), rate(spent[0]))]);
        rates.insert("backend".to_owned(), rate(spent[k + 1]));
        let certificate = Certificate::seal(evidence, facts(began, threads, rates));
        write_new(path, certificate.text().as_bytes(), existing)?;
        let level = arguments.level.as_deref();
        let text = conclusion(&certificate, path, level);
        progress.event(
            "certificate",
            json!({"file": path.display().to_string(), "digest": certificate.digest,
                "levels": certificate.evidence.levels}),
        );
        if !arguments.json {
            print!("{text}");
        }
        let failed = certificate
            .parts()
            .any(|p| p.outcome == OutcomeName::Failed);
        if failed || !reached(&certificate, level) {
            status = Status::Refuted;
        }
    }
    journal.remove().map_err(Failure::io)?;
    Ok(status)
}

/// The adapters that were asked for.
pub(super) fn backends(arguments: &Arguments) -> Result<Vec<&'static dyn Backend>, Failure> {
    use crate::backend::wgpu as adapters;
    let selected = adapters::selected().map_err(Failure::nothing)?;
    let part = |text: &str, part: &Option<String>| {
        part.as_ref()
            .is_none_or(|p| text.to_lowercase().contains(&p.to_lowercase()))
    };
    let found: Vec<&'static dyn Backend> = selected
        .into_iter()
        .filter(|b| {
            let id = b.identity();
            let names = [&id.slug, &id.device, &id.driver];
            part(&id.kind, &arguments.backend) && names.iter().any(|n| part(n, &arguments.adapter))
        })
        .map(|b| b as &'static dyn Backend)
        .collect();
    if found.is_empty() {
        let reason = adapters::adapters().reason.clone();
        return Err(Failure::nothing(reason.unwrap_or_else(|| {
            "no adapter has the names that --backend and --adapter ask for; `adapters` lists them".into()
        })));
    }
    Ok(found)
}

fn settings(arguments: &Arguments) -> Result<Settings, Failure> {
    let mut settings = Settings::from_env().map_err(Failure::usage)?;
    if settings.case.is_some() {
        let message = "VYRE_CASE narrows trials to one case, a certificate is about all: unset it";
        return Err(Failure::usage(message));
    }
    if let Some(cases) = arguments.cases {
        settings.plan.witnesses = cases;
    }
    if let Some(seed) = arguments.seed {
        settings.plan.seed = seed;
    }
    for kind in &arguments.evidence {
        let domain = match kind {
            MoreEvidence::ExhaustiveU16 => Domain::ExhaustiveU16,
            MoreEvidence::ExhaustiveFull => Domain::ExhaustiveFull,
        };
        if !settings.plan.extra_domains.contains(&domain) {
            settings.plan.extra_domains.push(domain);
        }
    }
    Ok(settings)
}

/// A run over everything linked, on these backends.
pub(super) fn context(
    catalog: Catalog,
    settings: Settings,
    backends: Vec<&'static dyn Backend>,
    root: Option<&Path>,
) -> Result<Context, Failure> {
    let root = match root {
        Some(root) => root.to_owned(),
        None => match std::env::var_os("CARGO_MANIFEST_DIR") {
            Some(folder) => folder.into(),
            None => PathBuf::from("."),
        },
    };
    Context::new(catalog, settings, backends, None, &root).map_err(Failure::nothing)
}

fn head(
    context: &Context,
    filter: Option<&str>,
    shard: Shard,
    registry: &str,
) -> Result<Head, Failure> {
    let mut saved = BTreeMap::new();
    for op in context.catalog().ops() {
        let cases = context.saved(op.def.id).map_err(Failure::io)?;
        if !cases.is_empty() {
            saved.insert(op.def.id.to_owned(), cases.len());
        }
    }
    let slugs = context.slugs();
    Ok(Head {
        format: Head::FORMAT.into(),
        suite_version: env!("CARGO_PKG_VERSION").into(),
        spec_digest: certificate::spec_digest(),
        registry_digest: registry.into(),
        backends: slugs
            .iter()
            .map(|s| skeleton::backend(context.identity(s)))
            .collect(),
        settings: skeleton::settings(context, filter),
        shard: [shard.number, shard.of],
        saved,
    })
}

/// The first Ctrl-C lets running tasks end and keeps them; the second ends at once.
fn on_interrupt() {
    // A handler that cannot be set leaves the default one, which ends the process; the journal is
    // whole in that case too.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(Status::Interrupted.code().into());
        }
        eprintln!("interrupted: waiting for the tasks that run; once more to end at once");
    });
}

fn facts(began: SystemTime, threads: usize, rates: BTreeMap<String, u64>) -> RunFacts {
    let time = |t| humantime::format_rfc3339_seconds(t).to_string();
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname")
        .ok()
        .or_else(|| std::env::var("COMPUTERNAME").ok())
        .or_else(|| std::env::var("HOSTNAME").ok());
    RunFacts {
        started: time(began),
        finished: time(SystemTime::now()),
        host: host.unwrap_or_default().trim().to_owned(),
        threads: threads as u64,
        rates,
        checksum: String::new(),
    }
}

/// Whether the level that was asked for is established, for everything that the filter took.
fn reached(certificate: &Certificate, level: Option<&str>) -> bool {
    level.is_none_or(|level| certificate::reached(&certificate.evidence, level))
}

/// What the certificate says, in a few lines.
fn conclusion(certificate: &Certificate, path: &Path, level: Option<&str>) -> String {
    use std::fmt::Write;
    let mut out = super::describe::describe(certificate);
    if let Some(level) = level.filter(|_| !reached(certificate, level)) {
        let _ = writeln!(out, "{level} was asked for and is not established");
    }
    let _ = writeln!(out, "{}\n{}", certificate.digest, path.display());
    out
}
