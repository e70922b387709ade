//! `verify`, `merge` and `diff` read certificates here.

use super::exit::Failure;
use std::io::Read;
use std::path::Path;
use vyre_conform_certificate::certificate::{self, Certificate, MOST_BYTES};
use vyre_conform_certificate::escape::plain;

/// The most bytes that are taken from a file: one more than any certificate has.
const MOST: u64 = MOST_BYTES + 1;

/// The bytes of a file.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let place = path.display();
    let io = |e: std::io::Error| Failure::io(format!("{place}: {e}"));
    let file = std::fs::File::open(path).map_err(io)?;
    let mut bytes = vec![];
    // A file that never ends, such as /dev/zero, must not fill the memory.
    file.take(MOST).read_to_end(&mut bytes).map_err(io)?;
    Ok(bytes)
}

/// What is called `-`.
pub(super) const STDIN: &str = "-";

/// The same, where `-` is standard input.
pub(super) fn bytes_or_stdin(path: &Path) -> Result<Vec<u8>, Failure> {
    if path.as_os_str() != STDIN {
        return bytes(path);
    }
    let mut bytes = vec![];
    let read = std::io::stdin().lock().take(MOST).read_to_end(&mut bytes);
    read.map_err(|e| Failure::io(format!("standard input: {e}")))?;
    Ok(bytes)
}

/// The certificate in a file, whose digest fits.
pub(super) fn read(path: &Path) -> Result<Certificate, Failure> {
    certificate::parse(&bytes(path)?).map_err(|error| {
        let place = path.display().to_string();
        let message = format!("{}: {}", plain(&place), plain(&error.to_string()));
        match error.is_edited() {
            true => Failure::refuted(message),
            false => Failure::io(message),
        }
    })
}
