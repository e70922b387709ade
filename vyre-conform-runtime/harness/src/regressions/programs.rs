//! `<digest>.wire` and `<digest>.launch`: a program on which runners once disagreed, and its launch.

use super::StoreError;
use super::folder::require_folder;
use std::fs;
use std::path::{Path, PathBuf};
use vyre_conform_fuzz::Case;
use vyre_conform_ir::wire;

/// The FNV-1a hash of bytes: names files, and guards nothing.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The error of a path.
fn io(path: &Path) -> impl FnOnce(std::io::Error) -> StoreError {
    let path = path.to_owned();
    move |source| StoreError::Io { path, source }
}

/// Makes the folder if there is none.
fn make_folder(folder: &Path) -> Result<(), StoreError> {
    require_folder(folder)?;
    fs::create_dir_all(folder).map_err(io(folder))
}

/// Saves a case under the digest of its bytes; the path of its program. The launch is written first,
/// each file beside its place and renamed, so that a program that is there is complete.
///
/// # Errors
/// What the file system refuses, and a program beyond the limits of the wire format.
pub fn save_program(folder: &Path, case: &Case) -> Result<PathBuf, StoreError> {
    let launch = case.launch_text().into_bytes();
    let program = wire::encode(&case.program).map_err(|error| StoreError::Format {
        path: folder.to_owned(),
        message: error.to_string(),
    })?;
    let digest = digest(&[&program[..], &launch].concat());
    let path = folder.join(format!("{digest:016x}.wire"));
    make_folder(folder)?;
    for (path, bytes) in [
        (path.with_extension("launch"), launch),
        (path.clone(), program),
    ] {
        let beside = path.with_extension(format!("{}.new", std::process::id()));
        fs::write(&beside, bytes).map_err(io(&beside))?;
        fs::rename(&beside, &path).map_err(io(&path))?;
    }
    Ok(path)
}

/// Makes the folder if there is none, and writes and removes a file in it.
///
/// # Errors
/// What the file system refuses.
pub fn require_writable(folder: &Path) -> Result<(), StoreError> {
    make_folder(folder)?;
    let beside = folder.join(format!("writable.{}.new", std::process::id()));
    fs::write(&beside, b"").map_err(io(&beside))?;
    fs::remove_file(&beside).map_err(io(&beside))
}

/// Every saved case, by path; none if there is no folder.
///
/// # Errors
/// What cannot be read, or is not as [`save_program`] writes it: a launch without its program, too.
pub fn programs(folder: &Path) -> Result<Vec<(PathBuf, Case)>, StoreError> {
    require_folder(folder)?;
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(vec![]),
        Err(source) => return Err(io(folder)(source)),
    };
    let mut paths = vec![];
    for entry in entries {
        paths.push(entry.map_err(io(folder))?.path());
    }
    let is = |path: &PathBuf, extension: &str| path.extension().is_some_and(|e| e == extension);
    paths.sort();
    let mut launches = paths.iter().filter(|path| is(path, "launch"));
    if let Some(path) = launches.find(|path| !path.with_extension("wire").exists()) {
        return Err(StoreError::Format {
            path: path.clone(),
            message: "its program, with the extension .wire, is gone or was never written to its end: bring it back, or remove the \
                      launch".into(),
        });
    }
    paths.retain(|path| is(path, "wire"));
    let read = |path: PathBuf| program(&path).map(|case| (path, case));
    paths.into_iter().map(read).collect()
}

/// The case whose program is in this file.
///
/// # Errors
/// What cannot be read, or is not as [`save_program`] writes it.
pub fn program(path: &Path) -> Result<Case, StoreError> {
    let launch = path.with_extension("launch");
    let bytes = fs::read(path).map_err(io(path))?;
    let text = fs::read_to_string(&launch).map_err(io(&launch))?;
    let program = wire::decode(&bytes).map_err(|error| StoreError::Format {
        path: path.to_owned(),
        message: error.to_string(),
    })?;
    Case::parse(program, &text).map_err(|error| StoreError::Format {
        path: launch,
        message: error.to_string(),
    })
}
