//! The journal of a run: finished work is kept, whatever happens to the process.
//!
//! A text file, one line an entry ([`entries`](crate::entries)). The first line is the head, which identifies the run;
//! every other line is a finished task. A line that was cut when the process died is ignored; a line damaged later is
//! an error. Lines are flushed to the disk several times a second, so that a power cut loses little. A thread of its
//! own does that ([`Disk`]): no worker waits for a disk.

mod lines;
#[cfg(test)]
mod tests;

use super::result::TaskResult;
use crate::entries::{
    DIGITS, MAX_BYTES, bytes, checked, hash, is_device, line, locked, synced, whole,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use vyre_conform_certificate::certificate::{Backend, Settings};

/// Interval of flushes to disk.
pub(super) const FLUSH: Duration = Duration::from_millis(200);

/// Identity of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    /// [`Head::FORMAT`].
    pub(super) format: String,
    /// Version of the suite.
    pub(super) suite_version: String,
    /// Digest of the vocabulary.
    pub(super) spec_digest: String,
    /// Digest of the registration.
    pub(super) registry_digest: String,
    /// Digest of the native expressions, if one of the backends compiles them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) expressions: Option<String>,
    /// The backends.
    pub(super) backends: Vec<Backend>,
    /// The request.
    pub(super) settings: Settings,
    /// Number and count of shards.
    pub(super) shard: [u64; 2],
    /// Number of saved failures of each op at the start of the run.
    pub(super) saved: BTreeMap<String, usize>,
}

impl Head {
    /// Value of the field `format`.
    pub(super) const FORMAT: &str = "vyre-conform journal 1";

    /// Digest of the common identity of all shards of the work.
    pub(super) fn work(&self) -> String {
        let all = Self {
            shard: [0, self.shard[1]],
            saved: BTreeMap::new(),
            ..self.clone()
        };
        hash(serde_json::json!(all).to_string().as_bytes())
    }

    /// The first difference from another run.
    fn differs(&self, other: &Self) -> Option<(&'static str, String, String)> {
        let mine = self.fields();
        let theirs = other.fields();
        let mut pairs = mine.into_iter().zip(theirs);
        pairs
            .find(|(a, b)| a.1 != b.1)
            .map(|(a, b)| (a.0, a.1, b.1))
    }

    /// All fields except the saved failures, which a resumed run takes over.
    fn fields(&self) -> [(&'static str, String); 19] {
        let Settings {
            seed,
            witnesses,
            domains,
            engine_inputs,
            programs,
            filter,
            track,
            prove,
            mutate,
            baselines,
            filetests,
            wgsl,
        } = &self.settings;
        let given = |text: &Option<String>| text.clone().unwrap_or_else(|| "not given".into());
        [
            ("format", self.format.clone()),
            ("suite version", self.suite_version.clone()),
            ("spec digest", self.spec_digest.clone()),
            ("registry digest", self.registry_digest.clone()),
            ("digest of native expressions", given(&self.expressions)),
            ("backends", serde_json::json!(self.backends).to_string()),
            ("shard", format!("{}/{}", self.shard[0], self.shard[1])),
            // Separate fields, so that the message names the different one.
            ("setting `seed`", seed.clone()),
            ("setting `cases`", witnesses.to_string()),
            ("setting `evidence`", format!("[{}]", domains.join(", "))),
            ("setting `engine_inputs`", engine_inputs.to_string()),
            ("setting `programs`", programs.to_string()),
            ("setting `filter`", given(filter)),
            (
                "setting `track`",
                given(&track.map(|track| track.name().to_owned())),
            ),
            ("setting `prove`", prove.to_string()),
            ("setting `mutate`", mutate.to_string()),
            ("setting `baselines`", baselines.to_string()),
            (
                "digest of filetests",
                given(&filetests.as_ref().map(|of| of.digest.clone())),
            ),
            (
                "digest of shaders",
                given(&wgsl.as_ref().map(|of| of.digest.clone())),
            ),
        ]
    }
}

/// State of the journal file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JournalState {
    /// There is no file.
    Nothing,
    /// Part of a head: the process died while it wrote the first line.
    Torn,
    /// A file with a first line.
    Begun,
}

/// A journal that is open for writing.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: Arc<File>,
    /// True if some written data may not be on disk.
    dirty: Arc<AtomicBool>,
}

/// Flushes a journal to disk.
#[derive(Debug)]
pub(super) struct Disk {
    path: PathBuf,
    file: Arc<File>,
    dirty: Arc<AtomicBool>,
}

impl Disk {
    /// Flushes written data.
    pub(super) fn flush(&self) -> Result<(), String> {
        if !self.dirty.swap(false, Ordering::Relaxed) {
            return Ok(());
        }
        synced(&self.file).map_err(|e| failed(&self.path, &e))
    }
}

impl Journal {
    /// The state of the file. An unreadable file counts as begun, so that nothing is overwritten.
    pub(super) fn find(path: &Path) -> JournalState {
        let mut start = vec![];
        match File::open(path).map(|file| file.take(MAX_BYTES).read_to_end(&mut start)) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => JournalState::Nothing,
            Ok(Ok(_)) if !start.contains(&b'\n') => {
                let digits = &start[..start.len().min(DIGITS)];
                if digits.iter().all(u8::is_ascii_hexdigit) && !is_device(path) {
                    JournalState::Torn
                } else {
                    JournalState::Begun
                }
            }
            _ => JournalState::Begun,
        }
    }

    /// Creates a journal and writes its head, so that a full disk is noticed before any work is done.
    pub(super) fn begin(path: &Path, head: &Head, force: bool) -> Result<Self, String> {
        if force && !is_journal(path) {
            return Err(format!(
                "{} exists already and is not a journal: name another file with --journal; nothing was run",
                path.display()
            ));
        }
        let mut options = OpenOptions::new();
        options.write(true).truncate(false);
        let file = if force || is_device(path) {
            options.create(true).open(path)
        } else {
            options.create_new(true).open(path)
        };
        let file = file.map_err(|e| match e.kind() {
            std::io::ErrorKind::AlreadyExists => format!(
                "{} exists already: an earlier run was not finished. Continue with --resume, or start over with \
                 --force",
                path.display()
            ),
            _ => format!("{}: {e}; nothing was run", path.display()),
        })?;
        locked(path, &file)?;
        if !is_device(path) {
            file.set_len(0).map_err(|e| failed(path, &e))?;
        }
        let mut journal = Self {
            path: path.into(),
            file: Arc::new(file),
            dirty: Arc::default(),
        };
        journal.line(&serde_json::json!(head))?;
        journal.flush()?;
        Ok(journal)
    }

    /// Head and results of a journal. A cut last line is ignored; the returned number of bytes excludes it.
    pub(super) fn read(path: &Path) -> Result<(Head, Vec<TaskResult>, u64), String> {
        let place = path.display();
        let file =
            File::open(path).map_err(|e| format!("{place}: {e}; there is nothing to resume"))?;
        let bytes = bytes(path, &file)?;
        let whole = whole(&bytes);
        let mut lines = vec![];
        for (k, line) in whole.split_inclusive(|b| *b == b'\n').enumerate() {
            let json = checked(line).ok_or_else(|| {
                format!(
                    "{place}: line {} is damaged; start over with --force",
                    k + 1
                )
            })?;
            lines.push(json);
        }
        let shape = |k: usize, e: serde_json::Error| format!("{place}: line {}: {e}", k + 1);
        let Some((head, rest)) = lines.split_first() else {
            return Err(format!("{place} has no head; start over with --force"));
        };
        let head = serde_json::from_str(head).map_err(|e| shape(0, e))?;
        let results = rest.iter().enumerate();
        let results =
            results.map(|(k, line)| serde_json::from_str(line).map_err(|e| shape(k + 1, e)));
        let results = results.collect::<Result<Vec<TaskResult>, _>>()?;
        match lines::impossible(&results) {
            // The head is the first line.
            Some(k) => Err(format!(
                "{place}: line {} belongs to another run than the others; start over with --force",
                k + 2
            )),
            None => Ok((head, results, whole.len() as u64)),
        }
    }

    /// Opens a journal to continue, and returns the finished work. `due` is the head that this run would write; the
    /// journal of another run is refused.
    pub(super) fn resume(path: &Path, expected: &Head) -> Result<(Self, Vec<TaskResult>), String> {
        let io = |e: std::io::Error| format!("{}: {e}; nothing was run", path.display());
        let mut file = OpenOptions::new().write(true).open(path).map_err(io)?;
        // Locked before reading: lines that another process adds would be cut off.
        locked(path, &file)?;
        let (head, results, whole) = Self::read(path)?;
        if let Some((what, found, expected)) = head.differs(expected) {
            return Err(format!(
                "{} is the journal of another run: its {what} is {found}, now it is {expected}. Run with the same \
                 arguments, or start over with --force",
                path.display()
            ));
        }
        file.set_len(whole).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        let journal = Self {
            path: path.into(),
            file: Arc::new(file),
            dirty: Arc::default(),
        };
        Ok((journal, results))
    }

    /// Keeps a finished task.
    pub(super) fn keep(&mut self, result: &TaskResult) -> Result<(), String> {
        self.line(&serde_json::json!(result))
    }

    fn line(&mut self, value: &serde_json::Value) -> Result<(), String> {
        let written = (&*self.file).write_all(line(value).as_bytes());
        self.dirty.store(true, Ordering::Relaxed);
        written.map_err(|e| failed(&self.path, &e))
    }

    /// A handle that flushes to disk, from this or another thread.
    pub(super) fn disk(&self) -> Disk {
        Disk {
            path: self.path.clone(),
            file: self.file.clone(),
            dirty: self.dirty.clone(),
        }
    }

    /// Flushes to the disk.
    pub(super) fn flush(&self) -> Result<(), String> {
        self.disk().flush()
    }

    /// Removes the journal of a run whose certificate is written.
    pub(super) fn remove(self) -> Result<(), String> {
        if is_device(&self.path) {
            return Ok(());
        }
        std::fs::remove_file(&self.path).map_err(|e| format!("{}: {e}", self.path.display()))
    }
}

fn failed(path: &Path, e: &std::io::Error) -> String {
    format!(
        "{}: {e}. Earlier results are intact; free space and continue with --resume",
        path.display()
    )
}

/// True if a file begins like a journal; also for damaged and missing ones.
fn is_journal(path: &Path) -> bool {
    if is_device(path) {
        return true;
    }
    let mut start = vec![];
    let read = File::open(path).map(|file| file.take(DIGITS as u64 + 1).read_to_end(&mut start));
    let digit = |(k, byte): (usize, &u8)| match k {
        DIGITS => *byte == b' ',
        _ => byte.is_ascii_hexdigit(),
    };
    // The writer reports an unreadable file.
    !matches!(read, Ok(Ok(_))) || start.iter().enumerate().all(digit)
}
