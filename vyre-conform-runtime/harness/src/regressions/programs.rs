//! `<digest>.vir`: a program on which runners disagreed, with its launch, as text that is readable in a diff.

use super::StoreError;
use super::folder::require_folder;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use vyre_conform_fuzz::{Case, FiletestCase, filetest_cases};

/// The FNV-1a hash of bytes, for file names, without cryptographic strength.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Converts an I/O error at a path.
fn io(path: &Path) -> impl FnOnce(std::io::Error) -> StoreError {
    let path = path.to_owned();
    move |source| StoreError::Io { path, source }
}

/// Creates the folder if it is missing.
fn make_folder(folder: &Path) -> Result<(), StoreError> {
    require_folder(folder)?;
    fs::create_dir_all(folder).map_err(io(folder))
}

/// Saves a case under the digest of its text and returns the path. The file is written beside its place and renamed, so
/// that it is always complete.
///
/// # Errors
///
/// I/O errors, and a program beyond the limits of the text form.
pub fn save_program(folder: &Path, case: &Case) -> Result<PathBuf, StoreError> {
    let text = case.text();
    let path = folder.join(format!("{:016x}.vir", digest(text.as_bytes())));
    let message = match Case::parse(&text) {
        Ok(read) if read == *case => None,
        Ok(_) => Some("another case would be read from it".to_owned()),
        Err(error) => Some(error.to_string()),
    };
    if let Some(message) = message {
        return Err(StoreError::Format { path, message });
    }
    make_folder(folder)?;
    let beside = path.with_extension(format!("{}.new", std::process::id()));
    fs::write(&beside, text).map_err(io(&beside))?;
    fs::rename(&beside, &path).map_err(io(&path))?;
    Ok(path)
}

/// Creates the folder if it is missing, and writes and removes a file in it.
///
/// # Errors
///
/// I/O errors.
pub fn require_writable(folder: &Path) -> Result<(), StoreError> {
    make_folder(folder)?;
    let beside = folder.join(format!("writable.{}.new", std::process::id()));
    fs::write(&beside, b"").map_err(io(&beside))?;
    fs::remove_file(&beside).map_err(io(&beside))
}

/// All saved cases, by path; empty if there is no folder.
///
/// # Errors
///
/// If a file cannot be read or [`save_program`] did not write it.
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
    paths.retain(|path| path.extension().is_some_and(|e| e == "vir"));
    paths.sort();
    let read = |path: PathBuf| program(&path).map(|case| (path, case));
    paths.into_iter().map(read).collect()
}

/// The case in this file.
///
/// # Errors
///
/// If it cannot be read or [`save_program`] did not write it.
pub fn program(path: &Path) -> Result<Case, StoreError> {
    let text = program_text(path)?;
    Case::parse(&text).map_err(|error| StoreError::Format {
        path: path.to_owned(),
        message: error.to_string(),
    })
}

/// The launches in this file, with their expected results.
///
/// # Errors
///
/// If it cannot be read, or is neither a saved program nor a filetest.
pub fn launches(path: &Path) -> Result<Vec<FiletestCase>, StoreError> {
    let text = program_text(path)?;
    let is_word = |line: &str| line.starts_with("; gives") || line.starts_with("; run:");
    if !text.lines().any(is_word) {
        return program(path).map(|case| vec![FiletestCase::without_words(case)]);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    filetest_cases(&name, &text).map_err(|error| StoreError::Format {
        path: path.to_owned(),
        message: error.to_string(),
    })
}

/// Maximal size of a program's file: ten times the text of the maximal number of nodes.
const MAX_BYTES: u64 = 64 << 20;

/// The text of a program in this file.
///
/// # Errors
///
/// If it cannot be read, is larger than the text of any program, or is not UTF-8.
pub fn program_text(path: &Path) -> Result<String, StoreError> {
    let mut bytes = vec![];
    // An endless file must not fill the memory.
    let file = fs::File::open(path).map_err(io(path))?;
    let read = file.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    let read = read.map_err(io(path))? as u64;
    let format = |message: String| StoreError::Format {
        path: path.to_owned(),
        message,
    };
    if read > MAX_BYTES {
        let message = format!("it has more than {MAX_BYTES} bytes, and no program has more");
        return Err(format(message));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format(format!("byte {at} is not UTF-8"))
    })
}
