//! The adapters that run a kernel.

use super::super::exit::Failure;
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_wgpu::{SelectError, WgpuBackend, loaded, select, selected};

/// The selection without an adapter.
const NONE: &str = "none";

/// The adapters of a selection.
pub(super) fn adapters(wanted: &str) -> Result<Vec<&'static WgpuBackend>, Failure> {
    if wanted.trim() == NONE {
        return Ok(vec![]);
    }
    let failed = |error: SelectError| {
        let is_empty = matches!(error, SelectError::Empty { .. });
        let error = error.asked_by("--adapter");
        let hint = "; `--adapter none` runs the interpreter alone";
        if is_empty {
            Failure::usage(error).adding(hint)
        } else {
            Failure::nothing(error).adding(hint)
        }
    };
    if wanted.is_empty() {
        return selected().map_err(failed);
    }
    let all = loaded().map_err(failed)?;
    let identities: Vec<_> = all.list.iter().map(|backend| backend.identity()).collect();
    let chosen = select(&identities, wanted, all.reason.as_deref()).map_err(failed)?;
    Ok(chosen.into_iter().map(|k| &all.list[k]).collect())
}
