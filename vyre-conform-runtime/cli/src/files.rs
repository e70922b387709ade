//! Reading of certificates for `verify`, `merge` and `diff`.

use super::exit::Failure;
use std::io::Read;
use std::path::{Path, PathBuf};
use vyre_conform_certificate::certificate::{self, Certificate, MAX_BYTES};
use vyre_conform_certificate::escape::plain;

/// Maximal bytes that are read from a file: one more than any certificate has.
const MAX_READ: u64 = MAX_BYTES + 1;

/// The bytes of a file.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let place = path.display().to_string();
    // The name may come from a foreign archive through a shell's `*`.
    let io = |e: std::io::Error| Failure::io(format!("{}: {e}", plain(&place)));
    let file = std::fs::File::open(path).map_err(io)?;
    let mut bytes = vec![];
    // An endless file, such as /dev/zero, must not fill the memory.
    file.take(MAX_READ).read_to_end(&mut bytes).map_err(io)?;
    Ok(bytes)
}

/// Name of standard input.
pub(super) const STDIN: &str = "-";

/// The bytes of a file, or of standard input for `-`.
pub(super) fn bytes_or_stdin(path: &Path) -> Result<Vec<u8>, Failure> {
    if path.as_os_str() != STDIN {
        return bytes(path);
    }
    let mut bytes = vec![];
    let read = std::io::stdin()
        .lock()
        .take(MAX_READ)
        .read_to_end(&mut bytes);
    read.map_err(|e| Failure::io(format!("standard input: {e}")))?;
    Ok(bytes)
}

/// The certificate in a file, with a matching digest.
pub(super) fn read(path: &Path) -> Result<Certificate, Failure> {
    certificate::parse(&bytes(path)?).map_err(|error| {
        let place = path.display().to_string();
        let message = format!("{}: {}", plain(&place), plain(&error.to_string()));
        if error.is_edited() {
            Failure::refuted(message)
        } else {
            Failure::io(message)
        }
    })
}

/// Refuses an output file that is one of the inputs, under whatever name.
pub(super) fn apart(output: &Path, inputs: &[PathBuf]) -> Result<(), Failure> {
    let same = |input: &PathBuf| same_file::is_same_file(input, output).unwrap_or(false);
    if inputs.iter().any(same) {
        Err(Failure::io(format!(
            "{} is one of the input certificates and would be overwritten: name another file",
            output.display()
        )))
    } else {
        Ok(())
    }
}
