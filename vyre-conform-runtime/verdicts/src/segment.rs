//! Segments: the files of a store.
//!
//! The first line is `vyre-conform verdicts 1`. Every other line is the first 16 hexadecimal digits of the BLAKE3
//! digest of a JSON text, a space, and that text.

use crate::verdict::Entry;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The first line.
pub(crate) const HEADER: &str = "vyre-conform verdicts 1";
/// File extension of segments.
pub(crate) const EXTENSION: &str = "verdicts";
/// Digits of a checksum.
const DIGITS: usize = 16;

/// Contents of a segment.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    pub(crate) entries: Vec<Entry>,
    /// Line numbers of the damaged lines.
    pub(crate) damaged: Vec<usize>,
}

/// A segment that this process writes, locked while it is open.
#[derive(Debug)]
pub(crate) struct Writer {
    file: File,
}

/// A line of a segment.
pub(crate) fn line(entry: &Entry) -> String {
    let text = serde_json::to_string(entry).expect("entries are JSON");
    format!("{} {text}\n", checksum(&text))
}

/// Parses a segment; `None` if the text is of another version or not a segment.
pub(crate) fn parse(text: &str) -> Option<Contents> {
    let mut lines = text.split_inclusive('\n');
    if lines.next()? != format!("{HEADER}\n") {
        return None;
    }
    let mut contents = Contents::default();
    for (number, line) in (2..).zip(lines) {
        match entry(line) {
            Some(entry) => contents.entries.push(entry),
            None => contents.damaged.push(number),
        }
    }
    Some(contents)
}

/// The entry of an intact line.
fn entry(line: &str) -> Option<Entry> {
    let (sum, text) = line.strip_suffix('\n')?.split_once(' ')?;
    if checksum(text) != sum {
        return None;
    }
    serde_json::from_str(text).ok()
}

fn checksum(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..DIGITS].to_owned()
}

impl Writer {
    /// A new segment of a folder.
    pub(crate) fn create(folder: &Path) -> io::Result<Self> {
        let suffix = format!(".{EXTENSION}");
        let named = tempfile::Builder::new()
            .suffix(&suffix)
            .tempfile_in(folder)?;
        let (mut file, path) = named.into_parts();
        file.lock()?;
        file.write_all(format!("{HEADER}\n").as_bytes())?;
        path.keep()?;
        Ok(Self { file })
    }

    /// Appends entries in one write: a process that dies leaves intact lines and at most one cut line.
    pub(crate) fn append(&mut self, entries: &[Entry]) -> io::Result<()> {
        let text: String = entries.iter().map(line).collect();
        self.file.write_all(text.as_bytes())
    }

    /// Flushes the written entries to disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// The bytes of a segment. Other kinds of files, such as pipes, are not opened: reading them may never end.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    if std::fs::metadata(path)?.is_file() {
        std::fs::read(path)
    } else {
        let kind = io::ErrorKind::InvalidInput;
        Err(io::Error::new(kind, "it is not a regular file"))
    }
}

/// Locks a segment that no process writes. The lock keeps other processes from removing it.
pub(crate) fn idle(path: &Path) -> Option<File> {
    if !std::fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let file = OpenOptions::new().read(true).write(true).open(path).ok()?;
    file.try_lock().ok()?;
    Some(file)
}

/// The segments of a folder, sorted by name.
pub(crate) fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = vec![];
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == EXTENSION)
        {
            paths.push(path);
        }
    }
    paths.sort_unstable();
    Ok(paths)
}
