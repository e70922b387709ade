//! Support for an application's `build.rs`: writes a text to the folder that Cargo provides.

use super::{EmitError, LevelSource, Request, emit};
use std::path::PathBuf;
use vyre_conform_runtime::catalog::Catalog;

/// The reason why a file was not written.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The text cannot be emitted.
    #[error(transparent)]
    Emit(#[from] EmitError),
    /// Not called from a build script.
    #[error("OUT_DIR is not set: this is for the `build.rs` of a package, which cargo runs")]
    NoFolder,
    /// The file cannot be written.
    #[error("{}: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
}

vyre_conform_runtime::debug_is_display!(BuildError);

/// Writes the text of a request to this file in `OUT_DIR`, and returns its path. Cargo reruns the
/// script if it or one of its dependencies changes.
///
/// # Errors
/// The text cannot be emitted, `OUT_DIR` is not set, or the file cannot be written.
pub fn write(catalog: &Catalog, request: &Request, name: &str) -> Result<PathBuf, BuildError> {
    write_with_levels(catalog, request, name, &[])
}

/// [`write()`] with levels from certificates, as in [`emit`]. The script must declare that it depends on
/// their files, `cargo::rerun-if-changed=all.json`.
///
/// # Errors
/// The errors of [`write()`].
pub fn write_with_levels(
    catalog: &Catalog,
    request: &Request,
    name: &str,
    levels: &[LevelSource<'_>],
) -> Result<PathBuf, BuildError> {
    let text = emit(catalog, request, levels)?;
    let folder = std::env::var_os("OUT_DIR").ok_or(BuildError::NoFolder)?;
    let file = PathBuf::from(folder).join(name);
    // An unchanged file is not rewritten, so that dependents are not rebuilt.
    let same = std::fs::read_to_string(&file).is_ok_and(|existing| existing == text);
    if !same {
        std::fs::write(&file, text).map_err(|error| BuildError::Io {
            file: file.clone(),
            error,
        })?;
    }
    println!("cargo::rerun-if-changed=build.rs");
    Ok(file)
}
