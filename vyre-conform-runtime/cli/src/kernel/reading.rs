//! Files that the commands of kernels read and write.

use super::super::exit::Failure;
use std::io::Read;
use std::path::Path;
use vyre_conform_certificate::escape::plain;

/// The bytes of a file, at most this many.
///
/// # Errors
/// The reason, with the limit where the file is larger.
pub(super) fn bytes(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = vec![];
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    // A file that never ends, such as /dev/zero, must not fill the memory.
    file.take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    if bytes.len() as u64 > most {
        return Err(format!(
            "the file has more than {most} bytes, which is the limit"
        ));
    }
    Ok(bytes)
}

/// The bytes of a file that lies in a folder or below.
///
/// # Errors
/// As [`bytes`], and a file outside of the folder.
pub(super) fn within(folder: &Path, path: &str, most: u64) -> Result<Vec<u8>, String> {
    let whole = folder.canonicalize().map_err(|error| error.to_string())?;
    let file = whole
        .join(path)
        .canonicalize()
        .map_err(|error| error.to_string())?;
    if !file.starts_with(&whole) {
        return Err("the file lies outside of the manifest's folder: copy it there".to_owned());
    }
    bytes(&file, most)
}

/// The folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A message about a file.
pub(super) fn named(path: &Path, why: &str) -> String {
    format!("{}: {why}", plain(&path.display().to_string()))
}

/// Writes a file.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::io(named(path, &error.to_string())))
}
