//! Why no run begins.

use crate::backends::{BackendsError, and};
use crate::options::SettingsError;
use crate::regressions::StoreError;
use std::path::PathBuf;
use vyre_conform_runtime::catalog::CatalogError;
use vyre_conform_suite::backend::AbsentBackend;
use vyre_conform_suite::plan::PlanError;

/// The reason why no run begins.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContextError {
    /// A setting cannot be understood.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// What is linked into this program is not a catalog.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// It is not known which backends take part.
    #[error(transparent)]
    Backends(#[from] BackendsError),
    /// The saved failures cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There are saved failures of what is not registered.
    #[error(
        "{path} keeps failures of `{id}`, which is not a registered op or engine: give it its old id, or move the file \
         away; where the folder is that of another crate, take the command over the ops of that crate, or name another \
         folder (`--root`)"
    )]
    Orphan {
        /// Where they are kept.
        path: PathBuf,
        /// What they are of.
        id: String,
    },
    /// A GPU is required, and the run is on the processor alone.
    #[error("VYRE_REQUIRE_GPU=1, but {} is all that was asked for, and is not a GPU", slugs.join(", "))]
    NoGpu {
        /// The backends of the run.
        slugs: Vec<String>,
    },
    /// A backend that is required is not there.
    #[error(
        "VYRE_REQUIRE_ADAPTERS asks for `{wanted}`, but the adapters are: {}{}",
        if slugs.is_empty() { "none".to_owned() } else { slugs.join(", ") },
        and(absent)
    )]
    Missing {
        /// What is required.
        wanted: String,
        /// The backends of the run.
        slugs: Vec<String>,
        /// The registered backends that are not there: one of them may be meant.
        absent: Vec<AbsentBackend>,
    },
    /// The plan refuses an obligation.
    #[error(transparent)]
    Plan(#[from] PlanError),
}
