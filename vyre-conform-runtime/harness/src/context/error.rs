//! Reasons why no run starts.

use crate::backends::{BackendsError, and};
use crate::options::SettingsError;
use crate::regressions::StoreError;
use std::path::PathBuf;
use vyre_conform_runtime::catalog::CatalogError;
use vyre_conform_suite::backend::AbsentBackend;
use vyre_conform_suite::plan::PlanError;

/// Reason why no run starts.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContextError {
    /// A setting is malformed.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The ops linked into this program are not a valid catalog.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// The backends of the run cannot be determined.
    #[error(transparent)]
    Backends(#[from] BackendsError),
    /// The saved failures cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Saved failures belong to an unregistered op or engine.
    #[error(
        "{path} keeps failures of `{id}`, which is not a registered op or engine: restore the id, or move the file \
         away. If the folder belongs to another crate, use the command of that crate, or name another folder \
         (`--root`)"
    )]
    Orphan {
        /// Path of the file.
        path: PathBuf,
        /// The unregistered id.
        id: String,
    },
    /// A GPU is required, and the run has only the processor.
    #[error("VYRE_REQUIRE_GPU=1, but only {} was selected, which is not a GPU", slugs.join(", "))]
    NoGpu {
        /// The backends of the run.
        slugs: Vec<String>,
    },
    /// A required backend is missing.
    #[error(
        "VYRE_REQUIRE_ADAPTERS requires `{wanted}`, but the adapters are: {}{}",
        if slugs.is_empty() { "none".to_owned() } else { slugs.join(", ") },
        and(absent)
    )]
    Missing {
        /// The required name.
        wanted: String,
        /// The backends of the run.
        slugs: Vec<String>,
        /// The missing registered backends; the request may mean one of them.
        absent: Vec<AbsentBackend>,
    },
    /// The plan refuses an obligation.
    #[error(transparent)]
    Plan(#[from] PlanError),
}
