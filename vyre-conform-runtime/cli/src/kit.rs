//! `kit`: the requests of a run as files for devices elsewhere (`docs/book/kit.md`).

use super::evidence::Evidence;
use super::exit::{Failure, Status};
use super::interrupt::{self, interrupted};
use super::loudness::Verbosity;
use super::names;
use super::selection::Root;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use std::time::Duration;
use vyre_conform_certificate::certificate::SuiteDigests;
use vyre_conform_certificate::expected::selected;
use vyre_conform_certificate::names::Names;
use vyre_conform_harness::backends::Backends;
use vyre_conform_harness::run::executor::{self, OutcomeSink, WorkerGroup};
use vyre_conform_harness::run::{QueuedObligation, Task, WorkOutcome, WorkQueue};
use vyre_conform_harness::{Context, Settings, suite_digests};
use vyre_conform_kit::{Head, KitBackend, KitSettings};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::sync::cores;
use vyre_conform_spec::Track;
use vyre_conform_suite::plan::{
    Lengths, Obligation, PROGRAMS, PlanOptions, Tracks, engine_length, programs_length,
};

/// Arguments of `kit`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    make: Make,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve a kit to the browsers of this machine.
    Serve(Serve),
}

/// Arguments of `kit -o FOLDER`.
#[derive(Debug, Args)]
struct Make {
    /// Ops, engines and parts, by names as in `certify`; everything by default.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// The folder to write; required without `serve`.
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Only the ops and engines of this track: `integer` or `float`; both by default.
    #[arg(long, value_parser = |text: &str| Track::from_name(text).filter(|track| track.is_strict())
        .ok_or("`integer` or `float`: approximate results are not compared by digests"))]
    track: Option<Track>,
    #[command(flatten)]
    evidence: Evidence,
    #[command(flatten)]
    root: Root,
}

/// Arguments of `kit serve`.
#[derive(Debug, Args)]
struct Serve {
    /// The folder of the kit.
    folder: PathBuf,
    /// The port; a free one by default.
    #[arg(long, default_value_t = 0)]
    port: u16,
}

/// Runs `kit`.
pub(super) fn kit(arguments: &Arguments, loudness: Verbosity) -> Result<Status, Failure> {
    match (&arguments.command, &arguments.make.output) {
        (Some(Command::Serve(serve)), _) => {
            let say = |address: &str| sayln!("{address} (Ctrl-C ends)");
            vyre_conform_kit::serve(&serve.folder, serve.port, &say).map_err(Failure::io)?;
            Ok(Status::Success)
        }
        (None, Some(folder)) => write(&arguments.make, folder, loudness),
        (None, None) => Err(Failure::usage(
            "name the folder to write: vyre-conform kit -o FOLDER",
        )),
    }
}

/// Plans the kit and writes its folder.
fn write(make: &Make, folder: &Path, loudness: Verbosity) -> Result<Status, Failure> {
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let mut settings = Settings::from_env().map_err(Failure::usage)?;
    make.evidence.apply(&mut settings);
    settings.plan.tracks = make.track.map_or(Tracks::Strict, Tracks::Only);
    let suite = suite_digests(&catalog, &settings).map_err(Failure::refuted)?;
    let head = Head {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        library: library(&suite),
        settings: kit_settings(&settings.plan),
        names: make.names.clone(),
        track: make.track.map(|track| track.name().to_owned()),
    };
    // Backends live as long as the process.
    let backend: &'static KitBackend = Box::leak(Box::new(KitBackend::planning(head)));
    let backends = Backends {
        list: vec![backend],
        reason: None,
        absent: vec![],
    };
    let context = Context::of(catalog, settings, backends, &make.root.folder())?.without_saving();
    interrupt::listen();
    planned(&context, &make.names)?;
    if interrupted() {
        return Err(Failure::interrupted("interrupted: no kit is written"));
    }
    backend.with_kit(|kit| written(kit, folder, loudness))
}

/// Runs the trials of the planning backend, so that it records what it is asked.
fn planned(context: &Context, written: &[String]) -> Result<(), Failure> {
    let names = names::within(context.catalog(), Names::parse(written));
    let names = (!names.is_empty()).then_some(names);
    if let Some(idle) = names
        .as_ref()
        .and_then(|names| names::idle(names, context.plan()))
    {
        return Err(Failure::nothing(format!(
            "no part is called `{}`; `list` shows every op",
            idle.text()
        )));
    }
    let station = WorkerGroup {
        queue: 0,
        workers: cores(),
        context: context.clone(),
    };
    let queue = WorkQueue::new(items(context, names.as_ref()));
    context.watching(
        |line| vyre_conform_harness::report::warn(line),
        || executor::run(&[queue], &[station], &Planning),
    );
    Ok(())
}

/// The selected obligations of the backend. Those with numbered cases are tallied and not concluded: the words that
/// stand for unknown results in a plan are wrong.
fn items<'c>(context: &'c Context, names: Option<&Names>) -> Vec<QueuedObligation<'c>> {
    let (catalog, options) = (context.catalog(), &context.settings().plan);
    let all = context.plan().obligations().iter();
    let asks = |o: &&Obligation| o.backend().is_some() && selected(names, o);
    let item = |obligation: &'c Obligation| {
        let (id, part) = (obligation.op.as_str(), &obligation.part);
        let length = match catalog.find_engine(id) {
            _ if id == PROGRAMS => programs_length(part, options),
            Some(engine) => engine_length(engine, part, options),
            None => catalog
                .find(id)
                .and_then(|op| Lengths::new(op, options).part_len(part)),
        };
        QueuedObligation {
            obligation,
            ranges: length.map(|length| std::iter::once(0..length).collect()),
        }
    };
    all.filter(asks).map(item).collect()
}

/// Writes a kit and reports its size.
pub(super) fn written(
    kit: &vyre_conform_kit::Kit,
    folder: &Path,
    loudness: Verbosity,
) -> Result<Status, Failure> {
    if kit.is_empty() {
        return Err(Failure::nothing("these names ask nothing of a device"));
    }
    let bytes = kit.write(folder).map_err(Failure::io)?;
    if !loudness.is_quiet() {
        let folder = folder.display();
        sayln!(
            "{folder}: {} requests, {:.1} MB, seed {}; `vyre-conform kit serve {folder}`, any static host, or `node \
             {folder}/run.mjs -o answers.json` runs it",
            kit.len(),
            bytes as f64 / 1e6,
            kit.head().settings.seed
        );
    }
    Ok(Status::Success)
}

/// The digest of library and suite.
pub(super) fn library(suite: &SuiteDigests) -> String {
    format!("{} {}", suite.spec, suite.registry)
}

/// The amount of evidence of a plan.
fn kit_settings(plan: &PlanOptions) -> KitSettings {
    KitSettings {
        seed: format!("{:#x}", plan.seed),
        cases: plan.witnesses,
        engine_inputs: plan.engine_inputs,
        programs: plan.programs,
    }
}

/// Outcomes of trials do not matter: their requests are recorded.
struct Planning;

impl OutcomeSink for Planning {
    fn should_continue(&self) -> bool {
        !interrupted()
    }

    fn task_ended(&self, _: &Task<'_>, _: WorkOutcome, _: usize, _: Duration) {}
}
