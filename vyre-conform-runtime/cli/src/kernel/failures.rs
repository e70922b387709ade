//! The file of saved failures beside a manifest.

use super::super::exit::Failure;
use super::reading::{bytes, named};
use std::path::{Path, PathBuf};
use vyre_conform_contract::{MAX_SAVED_FILE_BYTES, SavedKernelCase, read_saved, write_saved};

/// The file of the saved failures of a manifest.
pub(super) fn file(manifest: &Path) -> PathBuf {
    manifest.with_extension("failures.json")
}

/// The saved failures of a manifest; none where there is no file.
pub(super) fn saved(manifest: &Path) -> Result<Vec<SavedKernelCase>, Failure> {
    let path = file(manifest);
    if !path.exists() {
        return Ok(vec![]);
    }
    let failed = |why: String| Failure::io(named(&path, &why));
    let bytes = bytes(&path, MAX_SAVED_FILE_BYTES).map_err(failed)?;
    let text = String::from_utf8_lossy(&bytes);
    read_saved(&text).map_err(|error| failed(error.to_string()))
}

/// Adds failures to the file of a manifest. The file that was there stays whole until the new one is.
pub(super) fn save(manifest: &Path, failures: &[SavedKernelCase]) -> Result<(), Failure> {
    let known = saved(manifest)?;
    let text = write_saved(&known, failures);
    if failures.is_empty() || text == write_saved(&known, &[]) {
        return Ok(());
    }
    let path = file(manifest);
    let new = path.with_extension(format!("json.{}", std::process::id()));
    let written = std::fs::write(&new, text).and_then(|()| std::fs::rename(&new, &path));
    written.map_err(|error| Failure::io(named(&path, &error.to_string())))
}
