//! The location of verdicts.

use etcetera::BaseStrategy as _;
use std::path::PathBuf;

/// Location of verdicts between runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerdictFolder {
    /// Nowhere: every trial runs.
    #[default]
    Off,
    /// The user's cache folder, as the system names it.
    Cache,
    /// This folder.
    Folder(PathBuf),
}

impl VerdictFolder {
    /// The folder, if there is one.
    pub fn path(&self) -> Option<PathBuf> {
        match self {
            Self::Off => None,
            Self::Cache => {
                let base = etcetera::choose_base_strategy().ok()?;
                Some(base.cache_dir().join("vyre-conform").join("verdicts"))
            }
            Self::Folder(folder) => Some(folder.clone()),
        }
    }
}
