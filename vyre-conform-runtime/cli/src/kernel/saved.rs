//! Saved failures: the file beside a manifest, and `kernel replay`.

use super::super::exit::{Failure, Status};
use super::super::loudness::Loudness;
use super::contract::{ContractArguments, Subject};
use super::reading::{bytes, named};
use clap::Args;
use std::path::{Path, PathBuf};
use vyre_conform_contract::{MAX_SAVED_FILE_BYTES, SavedKernelCase, read_saved, write_saved};
use vyre_conform_runtime::catalog::Catalog;

/// The arguments of `kernel replay`.
#[derive(Debug, Args)]
pub(super) struct ReplayArguments {
    #[command(flatten)]
    contract: ContractArguments,
    /// The beginning of a saved case's name; all of them by default.
    #[arg(long, value_name = "NAME")]
    case: Option<String>,
}

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

/// Runs `kernel replay`.
pub(super) fn replay(
    arguments: &ReplayArguments,
    catalog: &Catalog,
    loudness: Loudness,
) -> Result<Status, Failure> {
    let subject = Subject::new(&arguments.contract, catalog)?;
    let mut options = subject.options.clone();
    options.is_replay = true;
    let begin = arguments.case.as_deref().unwrap_or_default();
    options
        .saved
        .retain(|saved| saved.name().starts_with(begin));
    if options.saved.is_empty() {
        let place = file(&arguments.contract.manifest);
        let why = "no such case is saved here: `kernel check` saves those that fail";
        return Err(Failure::nothing(named(&place, why)));
    }
    if !arguments.contract.json && !loudness.is_quiet() {
        for saved in &options.saved {
            sayln!(
                "{}: {} on {}, {}",
                saved.name(),
                saved.rule,
                saved.party,
                saved.id
            );
        }
    }
    let report = subject.check(&options)?;
    Ok(subject.shown(&report, arguments.contract.json, loudness))
}
