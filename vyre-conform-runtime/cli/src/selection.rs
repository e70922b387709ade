//! Which adapters a command runs on, and which crate keeps the failing inputs.

use super::exit::Failure;
use clap::Args;
use std::path::PathBuf;
use vyre_conform_harness::backends::{
    ADAPTER_VARIABLE, Backends, asked, from_env, listed, selected,
};
use vyre_conform_harness::report::warn;
use vyre_conform_harness::{Context, Settings};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::{Backend, Profile, is_request, kernel_rust, requests};
use vyre_conform_wgpu::is_called;

/// What `--adapter` takes for everything that is here.
const ALL: &str = "all";

/// What commands that run something are asked for.
#[derive(Debug, Args)]
pub(super) struct Selection {
    /// Part of the kind of backend, such as `vulkan`.
    #[arg(long)]
    backend: Option<String>,
    /// Part of an adapter's name, device or driver; `adapters` lists them. All by default. Its profiles of
    /// native floats are asked for by name: `llvmpipe+native`, `llvmpipe+wgsl`; so are the processor, `cpu+kernel-rust`,
    /// the C compiler, `c11`, and `opencl` and `cuda`. `all` stands for every adapter and every backend that is here, profiles
    /// left out.
    #[arg(long)]
    adapter: Option<String>,
    #[command(flatten)]
    root: Root,
}

/// Where failing inputs are kept.
#[derive(Debug, Args)]
pub(super) struct Root {
    /// The crate whose `regressions/` folder is replayed and added to; by default CARGO_MANIFEST_DIR,
    /// or the current folder.
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
}

/// That there is no adapter, and which backends need none.
pub(super) fn without(reason: &str) -> Failure {
    let processor = kernel_rust().identity().slug.as_str();
    let names: Vec<String> = std::iter::once(processor)
        .chain(requests())
        .map(|name| format!("`--adapter {name}`"))
        .collect();
    let need = if names.len() == 1 { "needs" } else { "need" };
    Failure::nothing(format!("{reason}. {} {need} none", names.join(" and ")))
}

impl Root {
    /// The folder of the crate.
    pub(super) fn folder(&self) -> PathBuf {
        let given = self.root.clone();
        let cargo = || std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        given.or_else(cargo).unwrap_or_else(|| PathBuf::from("."))
    }
}

impl Selection {
    /// The adapters that were asked for, at least one.
    pub(super) fn backends(&self) -> Result<Vec<&'static dyn Backend>, Failure> {
        match self.backends_or_reason()? {
            (_, Some(reason)) => Err(without(&reason)),
            (found, None) => Ok(found),
        }
    }

    /// The adapters that were asked for, or why this machine has none.
    ///
    /// # Errors
    /// There are adapters, and none of them was asked for.
    pub(super) fn backends_or_reason(
        &self,
    ) -> Result<(Vec<&'static dyn Backend>, Option<String>), Failure> {
        let part = self.adapter.as_deref().unwrap_or_default().to_lowercase();
        let named = std::env::var_os(ADAPTER_VARIABLE).is_some();
        if part == ALL && !named {
            return self.every();
        }
        // A profile takes part only where it is named, as some backends do, and here it is.
        let found = match (Profile::is_asked_for(&part) || is_request(&part)) && !named {
            true => selected(&part),
            false => from_env(),
        };
        let Backends { list, reason, .. } = match named {
            true => found?,
            false => found.map_err(|error| error.asked_by("--adapter"))?,
        };
        if list.is_empty() {
            return Ok((vec![], reason.or_else(|| Some("no GPU adapter".into()))));
        }
        let has = |text: &str, part: &Option<String>| {
            part.as_ref()
                .is_none_or(|p| text.to_lowercase().contains(&p.to_lowercase()))
        };
        let found: Vec<&'static dyn Backend> = list
            .into_iter()
            .filter(|b| {
                let id = b.identity();
                has(&id.kind, &self.backend) && (part.is_empty() || is_called(id, &part))
            })
            .collect();
        match found.is_empty() {
            true if named => Err(Failure::nothing(format!(
                "no adapter that {ADAPTER_VARIABLE} leaves has the names that --backend and --adapter ask for: unset \
                 {ADAPTER_VARIABLE}, or ask for one that it names"
            ))),
            true => Err(Failure::nothing(
                "no adapter has the names that --backend and --adapter ask for; `adapters` lists them, and profiles \
                 are asked for by their whole names",
            )),
            false => Ok((found, None)),
        }
    }

    /// Every adapter and every registered backend that is here, in no profile.
    fn every(&self) -> Result<(Vec<&'static dyn Backend>, Option<String>), Failure> {
        let found = listed()?;
        for absent in &found.absent {
            warn(absent);
        }
        let kind = self.backend.as_deref().unwrap_or_default().to_lowercase();
        let list: Vec<&'static dyn Backend> = found
            .list
            .into_iter()
            .filter(|b| b.identity().profile().is_none())
            .filter(|b| b.identity().kind.to_lowercase().contains(&kind))
            .collect();
        match list.is_empty() {
            true => Ok((
                vec![],
                found.reason.or_else(|| Some("no GPU adapter".into())),
            )),
            false => Ok((list, None)),
        }
    }

    /// Where failing inputs are kept.
    pub(super) fn folder(&self) -> PathBuf {
        self.root.folder()
    }

    /// A run of this catalog on these backends; without one, a run that shows what needs one as
    /// ignored.
    pub(super) fn context(
        &self,
        catalog: Catalog,
        mut settings: Settings,
        backends: Vec<&'static dyn Backend>,
        no_adapter: Option<String>,
    ) -> Result<Context, Failure> {
        settings.program = std::env::args().next();
        let of_environment = std::env::var(ADAPTER_VARIABLE).unwrap_or_default();
        let named = [
            of_environment.as_str(),
            self.adapter.as_deref().unwrap_or_default(),
        ];
        let known = asked(&named.join(","))?;
        let backends = Backends {
            list: backends,
            reason: no_adapter,
            absent: known.absent,
        };
        Ok(Context::of(catalog, settings, backends, &self.folder())?)
    }
}
