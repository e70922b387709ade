//! `verify`, `merge` and `diff` read certificates here.

use super::exit::Failure;
use crate::certify::certificate::{self, Certificate};
use std::io::Read;
use std::path::Path;

/// The most bytes that are taken from a file: one more than any certificate has.
const MOST: u64 = (256 << 20) + 1;

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

/// The certificate in a file, whose digest fits.
pub(super) fn read(path: &Path) -> Result<Certificate, Failure> {
    let place = path.display();
    certificate::parse(&bytes(path)?).map_err(|e| Failure::io(format!("{place}: {e}")))
}
