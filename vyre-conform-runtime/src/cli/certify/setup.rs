//! What a run is about: adapters, settings, the saved failures it replays.

use super::journal::Head;
use super::shard::Shard;
use super::{Arguments, MoreEvidence, skeleton};
use crate::backend::Backend;
use crate::catalog::Catalog;
use crate::certify::certificate;
use crate::cli::exit::Failure;
use crate::harness::{Context, Settings};
use crate::plan::Domain;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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

/// What the environment and the arguments ask for; the arguments win.
pub(super) fn settings(arguments: &Arguments) -> Result<Settings, Failure> {
    let mut settings = Settings::from_env().map_err(Failure::usage)?;
    if settings.case.is_some() {
        let message = "VYRE_CASE narrows trials to one case, a certificate is about all: unset it";
        return Err(Failure::usage(message));
    }
    if let Some(cases) = arguments.cases {
        settings.plan.witnesses = cases;
    }
    settings.plan.track = arguments.track;
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

/// What the run is about, before it is known which failures are saved.
pub(super) fn head(
    settings: &Settings,
    backends: &[&'static dyn Backend],
    filter: Option<&str>,
    shard: Shard,
    registry: &str,
) -> Head {
    Head {
        format: Head::FORMAT.into(),
        suite_version: env!("CARGO_PKG_VERSION").into(),
        spec_digest: certificate::spec_digest(),
        registry_digest: registry.into(),
        backends: backends
            .iter()
            .map(|b| skeleton::backend(b.identity()))
            .collect(),
        settings: skeleton::settings(&settings.plan, filter),
        shard: [shard.number, shard.of],
        saved: BTreeMap::new(),
    }
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

/// How many saved failures of each op the run replays.
pub(super) fn saved(context: &Context) -> Result<BTreeMap<String, usize>, Failure> {
    let mut saved = BTreeMap::new();
    for op in context.catalog().ops() {
        let cases = context.saved(op.def.id).map_err(Failure::io)?;
        if !cases.is_empty() {
            saved.insert(op.def.id.to_owned(), cases.len());
        }
    }
    Ok(saved)
}
