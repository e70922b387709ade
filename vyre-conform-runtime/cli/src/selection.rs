//! Selection of adapters, and of the crate that keeps failing inputs.

mod names;

use super::exit::Failure;
use clap::Args;
use std::path::PathBuf;
use vyre_conform_harness::backends::{ADAPTER_VARIABLE, Backends, with_requests};
use vyre_conform_harness::{Context, Settings};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::{Backend, kernel_rust, requests};

/// Options of commands that run something.
#[derive(Clone, Debug, Args)]
pub(super) struct Selection {
    #[command(flatten)]
    adapters: Adapters,
    #[command(flatten)]
    root: Root,
}

/// Options for the selection of adapters.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Adapters {
    /// Part of the kind of backend, such as `vulkan`.
    #[arg(long)]
    backend: Option<String>,
    /// Part of an adapter's name, device or driver; separate several by commas or repeat the option. `adapters` lists
    /// them. All adapters by default. These run only when named: profiles of native floats (`llvmpipe+native`,
    /// `llvmpipe+wgsl`), the processor (`cpu+kernel-rust`), and the backends `c11`, `opencl` and `cuda`. `all` selects
    /// every adapter and backend of this machine, without profiles.
    #[arg(long, value_name = "NAMES")]
    adapter: Vec<String>,
}

/// Folder of saved failing inputs.
#[derive(Clone, Debug, Args)]
pub(super) struct Root {
    /// The crate whose saved failures (`regressions/`) run first and grow; by default CARGO_MANIFEST_DIR, or the
    /// current folder.
    #[arg(long, global = true, value_name = "FOLDER")]
    root: Option<PathBuf>,
}

/// The error for a machine without adapters, which names the backends that need none.
pub(super) fn without(reason: &str) -> Failure {
    let processor = kernel_rust().identity().slug.as_str();
    let names: Vec<String> = std::iter::once(processor.to_owned())
        .chain(requests())
        .map(|name| format!("`--adapter {name}`"))
        .collect();
    let named = match &names[..] {
        [one] => format!("{one} needs"),
        [most @ .., last] => format!("{} and {last} need", most.join(", ")),
        [] => return Failure::nothing(reason.to_owned()),
    };
    Failure::nothing(format!("{reason}. {named} none"))
}

impl Root {
    /// The folder of the crate.
    pub(super) fn folder(&self) -> PathBuf {
        let given = self.root.clone();
        let cargo = || std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        given.or_else(cargo).unwrap_or_else(|| PathBuf::from("."))
    }
}

impl Adapters {
    /// The selected adapters, or the reason why this machine has none.
    ///
    /// # Errors
    ///
    /// If there are adapters, and one of the names matches none.
    pub(super) fn backends_or_reason(
        &self,
    ) -> Result<(Vec<&'static dyn Backend>, Option<String>), Failure> {
        names::chosen(&self.adapter.join(","), self.backend.as_deref())
    }

    /// The options in command-line syntax.
    pub(super) fn written(&self) -> String {
        let kinds = self.backend.iter().map(|kind| format!(" --backend {kind}"));
        let names = self.adapter.iter().map(|name| format!(" --adapter {name}"));
        kinds.chain(names).collect()
    }

    /// True if adapters were named.
    pub(super) const fn are_named(&self) -> bool {
        !self.adapter.is_empty() || self.backend.is_some()
    }
}

impl Selection {
    /// The selected adapters, at least one.
    pub(super) fn backends(&self) -> Result<Vec<&'static dyn Backend>, Failure> {
        match self.backends_or_reason()? {
            (_, Some(reason)) => Err(without(&reason)),
            (found, None) => Ok(found),
        }
    }

    /// The selected adapters, or the reason why this machine has none.
    ///
    /// # Errors
    ///
    /// If there are adapters, and one of the names matches none.
    pub(super) fn backends_or_reason(
        &self,
    ) -> Result<(Vec<&'static dyn Backend>, Option<String>), Failure> {
        self.adapters.backends_or_reason()
    }

    /// The folder of the crate.
    pub(super) fn folder(&self) -> PathBuf {
        self.root.folder()
    }

    /// A run of this catalog on these backends; without backends, their trials are listed as ignored.
    pub(super) fn context(
        &self,
        catalog: Catalog,
        mut settings: Settings,
        backends: Vec<&'static dyn Backend>,
        no_adapter: Option<String>,
    ) -> Result<Context, Failure> {
        settings.program = std::env::args().next();
        let of_environment = std::env::var(ADAPTER_VARIABLE).unwrap_or_default();
        let named = [of_environment, self.adapters.adapter.join(",")];
        let known = with_requests(&named.join(","))?;
        let backends = Backends {
            list: backends,
            reason: no_adapter,
            absent: known.absent,
        };
        Ok(Context::of(catalog, settings, backends, &self.folder())?)
    }
}
