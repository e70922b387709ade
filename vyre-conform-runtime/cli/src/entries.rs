//! Append-only files such as the journal of `certify`: finished work is kept, whatever happens to the process.
//!
//! An entry is a line: 16 hexadecimal digits (the first half of the BLAKE3 hash of the rest), a space, and JSON. Each
//! line is passed to the operating system at once, so that killing the process loses none. A line that was cut when the
//! process died is the last one and has no line feed; a line that was damaged later does not match its digits.

use std::fs::{File, TryLockError};
use std::io::Read;
use std::path::Path;

/// Number of hexadecimal digits of the hash.
pub(super) const DIGITS: usize = 16;
/// Maximal bytes of a file that is read.
pub(super) const MAX_BYTES: u64 = 1 << 30;

/// The first digits of the hash of a text.
pub(super) fn hash(json: &[u8]) -> String {
    blake3::hash(json).to_hex()[..DIGITS].to_owned()
}

/// The line of an entry, with its line feed.
pub(super) fn line(value: &serde_json::Value) -> String {
    let json = value.to_string();
    format!("{} {json}\n", hash(json.as_bytes()))
}

/// The JSON of a line whose hash matches.
pub(super) fn checked(line: &[u8]) -> Option<&str> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (digits, json) = line.split_once(' ')?;
    (digits == hash(json.as_bytes())).then_some(json)
}

/// The complete lines of a file; their total length is the intact length.
pub(super) fn whole(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|b| *b == b'\n');
    &bytes[..end.map_or(0, |k| k + 1)]
}

/// Reads a file from its current position.
///
/// # Errors
///
/// If it cannot be read, or has more than [`MAX_BYTES`].
pub(super) fn bytes(path: &Path, file: &File) -> Result<Vec<u8>, String> {
    let place = path.display();
    let mut bytes = vec![];
    file.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| format!("{place}: {e}"))?;
    if bytes.len() as u64 > MAX_BYTES {
        Err(format!("{place} has more than {MAX_BYTES} bytes"))
    } else {
        Ok(bytes)
    }
}

/// Locks a file while it is open: two concurrent writers would destroy it. File systems and devices without locks are
/// accepted.
///
/// # Errors
///
/// If another process holds the lock.
pub(super) fn locked(path: &Path, file: &File) -> Result<(), String> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(format!(
            "another process is writing {} and runs this work already: wait for it, or stop it; nothing was run",
            path.display()
        )),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// True if the path is neither created nor removed, such as `/dev/null`.
pub(super) fn is_device(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir())
}

/// Flushes written data to disk.
pub(super) fn synced(file: &File) -> std::io::Result<()> {
    match file.sync_data() {
        // A device such as /dev/null has no disk.
        Err(e) if e.kind() == std::io::ErrorKind::InvalidInput => Ok(()),
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the form of a line at the top of this file.
    #[test]
    fn damaged_and_torn_lines_are_detected() {
        let value = serde_json::json!({"op": "u32::add", "text": "a\nb"});
        let line = line(&value);
        assert_eq!(line.matches('\n').count(), 1);
        let json = checked(line.as_bytes()).expect("it fits");
        let read: serde_json::Value = serde_json::from_str(json).expect("JSON");
        assert_eq!(read, value);
        let all = line.repeat(2);
        for cut in 0..=all.len() {
            let expected = line.len() * (cut / line.len());
            assert_eq!(whole(&all.as_bytes()[..cut]).len(), expected, "{cut}");
        }
        for at in 0..line.len() {
            let mut damaged = line.clone().into_bytes();
            damaged[at] ^= 1;
            assert_eq!(checked(&damaged), None, "{at}");
        }
        assert_eq!(checked(line.trim_end().as_bytes()), None);
    }
}
