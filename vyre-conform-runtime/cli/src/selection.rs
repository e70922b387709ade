//! Which adapters a command runs on, and which crate keeps the failing inputs.

mod names;

use super::exit::Failure;
use clap::Args;
use std::path::PathBuf;
use vyre_conform_harness::backends::{ADAPTER_VARIABLE, Backends, asked};
use vyre_conform_harness::{Context, Settings};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::{Backend, kernel_rust, requests};

/// What commands that run something are asked for.
#[derive(Debug, Args)]
pub(super) struct Selection {
    /// Part of the kind of backend, such as `vulkan`.
    #[arg(long)]
    backend: Option<String>,
    /// Part of an adapter's name, device or driver, or several, separated by commas; may be given several times. `adapters` lists
    /// them. All by default. Its profiles of
    /// native floats are asked for by name: `llvmpipe+native`, `llvmpipe+wgsl`; so are the processor, `cpu+kernel-rust`,
    /// the C compiler, `c11`, and `opencl` and `cuda`. `all` stands for every adapter and every backend that is here, profiles
    /// left out.
    #[arg(long, value_name = "NAMES")]
    adapter: Vec<String>,
    #[command(flatten)]
    root: Root,
}

/// Where failing inputs are kept.
#[derive(Debug, Args)]
pub(super) struct Root {
    /// The crate whose `regressions/` folder is replayed and added to; by default CARGO_MANIFEST_DIR,
    /// or the current folder.
    #[arg(long, global = true, value_name = "FOLDER")]
    root: Option<PathBuf>,
}

/// That there is no adapter, and which backends need none.
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
    /// There are adapters, and one of the names is that of none.
    pub(super) fn backends_or_reason(
        &self,
    ) -> Result<(Vec<&'static dyn Backend>, Option<String>), Failure> {
        names::chosen(&self.adapter.join(","), self.backend.as_deref())
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
        let named = [of_environment, self.adapter.join(",")];
        let known = asked(&named.join(","))?;
        let backends = Backends {
            list: backends,
            reason: no_adapter,
            absent: known.absent,
        };
        Ok(Context::of(catalog, settings, backends, &self.folder())?)
    }
}
