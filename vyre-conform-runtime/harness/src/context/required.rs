//! Devices that the settings require.

use super::error::ContextError;
use crate::options::Settings;
use vyre_conform_spec::Profile;
use vyre_conform_suite::backend::{AbsentBackend, Backend};

/// Checks that the devices that the settings require are present; `slugs` are those of the run's backends.
pub(super) fn required(
    settings: &Settings,
    backends: &[&'static dyn Backend],
    slugs: &[String],
    absent: &[AbsentBackend],
) -> Result<(), ContextError> {
    let slugs = || slugs.to_vec();
    let is_processor = |b: &&dyn Backend| b.identity().profile() == Some(Profile::KernelRust);
    if settings.require_gpu && !backends.is_empty() && backends.iter().all(is_processor) {
        return Err(ContextError::NoGpu { slugs: slugs() });
    }
    let mut wanted = settings.require_adapters.iter();
    let missing = wanted.find(|wanted| !slugs().iter().any(|s| s.contains(wanted.as_str())));
    match missing {
        None => Ok(()),
        Some(wanted) => Err(ContextError::Missing {
            wanted: wanted.clone(),
            slugs: slugs(),
            absent: absent.to_vec(),
        }),
    }
}
