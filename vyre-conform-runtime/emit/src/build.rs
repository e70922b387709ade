//! For the `build.rs` of an application: a text in the folder that cargo gives it.

use super::{EmitError, LevelSource, Request, emit};
use std::path::PathBuf;
use vyre_conform_runtime::catalog::Catalog;

/// The reason why a file was not written.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// There is no text.
    #[error(transparent)]
    Emit(#[from] EmitError),
    /// Not in a build script.
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

/// Writes the text of a request to this file in `OUT_DIR`, and gives its path. Cargo runs the script again where
/// it or one of its dependencies changes.
///
/// # Errors
/// There is no text, no such folder, or the file cannot be written.
pub fn write(catalog: &Catalog, request: &Request, name: &str) -> Result<PathBuf, BuildError> {
    write_with_levels(catalog, request, name, &[])
}

/// The same with what certificates show about the ops, as [`emit`] has it. That the script is to run again where one of
/// their files changes is for the script to say, `cargo::rerun-if-changed=all.json`.
///
/// # Errors
/// As [`write()`].
pub fn write_with_levels(
    catalog: &Catalog,
    request: &Request,
    name: &str,
    shown: &[LevelSource<'_>],
) -> Result<PathBuf, BuildError> {
    let text = emit(catalog, request, shown)?;
    let folder = std::env::var_os("OUT_DIR").ok_or(BuildError::NoFolder)?;
    let file = PathBuf::from(folder).join(name);
    // A file that did not change is not touched, so that nothing behind it is built again.
    let same = std::fs::read_to_string(&file).is_ok_and(|there| there == text);
    if !same {
        std::fs::write(&file, text).map_err(|error| BuildError::Io {
            file: file.clone(),
            error,
        })?;
    }
    println!("cargo::rerun-if-changed=build.rs");
    Ok(file)
}
