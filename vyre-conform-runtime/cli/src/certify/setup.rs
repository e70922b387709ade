//! Scope of a run: its settings and the saved failures that it replays.

use super::Arguments;
use super::journal::Head;
use super::shard::Shard;
use crate::exit::Failure;
use std::collections::{BTreeMap, BTreeSet};
use vyre_conform_certificate::certificate::SuiteDigests;
use vyre_conform_certificate::expected;
use vyre_conform_harness::{Context, Settings};
use vyre_conform_prove::composed::Composer;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_spec::{Level, Track};
use vyre_conform_suite::backend::{Backend, compiles_expressions};
use vyre_conform_suite::plan::Tracks;

/// The settings of the environment and the arguments; the arguments win.
pub(super) fn settings(arguments: &Arguments, shard: Shard) -> Result<Settings, Failure> {
    let mut settings = Settings::from_env().map_err(Failure::usage)?;
    if settings.case.is_some() {
        let message = "VYRE_CASE selects one case, and a certificate covers all: unset it";
        return Err(Failure::usage(message));
    }
    arguments.evidence.apply(&mut settings);
    let other = arguments.track.filter(|track| *track != Track::Integer);
    if let (true, Some(track)) = (arguments.proving.prove, other) {
        return Err(Failure::usage(format!(
            "--prove needs laws of integers, and the {} track has none: omit one of the two",
            track.name()
        )));
    }
    if let (true, Some(track)) = (arguments.mutate, other) {
        return Err(Failure::usage(format!(
            "--mutate needs ops of integers, and the {} track has none: omit one of the two",
            track.name()
        )));
    }
    let fourth = arguments.level == Some(Level::L4);
    if let (true, Some(track)) = (fourth, other) {
        return Err(Failure::usage(format!(
            "level L4 needs ops of integers, and the {} track has none: omit one of the two",
            track.name()
        )));
    }
    let baselines = arguments.baselines || fourth;
    if baselines && !shard.is_whole() {
        return Err(Failure::usage(
            "--baselines and level L4 need an undivided run, because rates of different machines are not merged: omit \
             --shard",
        ));
    }
    settings.plan.baselines = baselines;
    settings.plan.mutate = arguments.mutate;
    settings.plan.prove = arguments.proving.prove || fourth;
    match (settings.plan.prove, arguments.proving.option()) {
        (true, _) => settings.prover = Some(arguments.proving.prover()?),
        (false, Some(option)) => {
            return Err(Failure::usage(format!(
                "{option} applies to proofs of laws: add --prove or --level L4"
            )));
        }
        (false, None) => {}
    }
    settings.plan.tracks = arguments.track.map_or(Tracks::Strict, Tracks::Only);
    if let Some(folder) = &arguments.digests {
        settings.digests = Some(folder.clone());
    }
    Ok(settings)
}

/// The laws that composition theorems prove.
pub(super) fn composed(catalog: &Catalog) -> BTreeSet<(String, usize)> {
    let all = Composer::new(catalog).all().into_iter();
    all.map(|(op, law)| (op.to_owned(), law)).collect()
}

/// The identity of the run, without the saved failures.
pub(super) fn head(
    settings: &Settings,
    backends: &[&'static dyn Backend],
    filter: Option<&str>,
    shard: Shard,
    suite: &SuiteDigests,
) -> Head {
    Head {
        format: Head::FORMAT.into(),
        suite_version: env!("CARGO_PKG_VERSION").into(),
        spec_digest: suite.spec.clone(),
        registry_digest: suite.registry.clone(),
        expressions: (backends.iter())
            .any(|b| compiles_expressions(&b.identity().kind))
            .then(|| suite.expressions.clone()),
        backends: backends.iter().map(|b| b.identity().into()).collect(),
        settings: expected::settings(&settings.plan, filter),
        shard: [shard.number, shard.of],
        saved: BTreeMap::new(),
    }
}

/// The number of saved failures of each op and engine that the run replays.
pub(super) fn saved(context: &Context) -> Result<BTreeMap<String, usize>, Failure> {
    let mut saved = BTreeMap::new();
    let ops = context.catalog().ops().iter().map(|op| op.def.id);
    let engines = context.catalog().engines().iter().map(|e| e.id);
    for id in ops.chain(engines) {
        let cases = context.saved(id).map_err(Failure::io)?;
        if !cases.is_empty() {
            saved.insert(id.to_owned(), cases.len());
        }
    }
    Ok(saved)
}
