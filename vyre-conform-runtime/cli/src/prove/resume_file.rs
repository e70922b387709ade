//! The file of `prove --resume`: decided laws, one per line, for later runs.
//!
//! Its form is that of the journal of `certify` ([`entries`](crate::entries)): a head, which identifies the library,
//! and a line per law, written when it is decided. It saves time and is not evidence: `certify --prove`, which issues
//! certificates, does not read it.

mod head;
#[cfg(test)]
mod tests;

pub(super) use head::Head;

use super::outcome::ProveOutcome;
use super::table::Row;
use crate::entries::{bytes, checked, is_device, line, locked, synced, whole};
use crate::exit::Failure;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use vyre_conform_prove::method::{SolverTime, kept_under};
use vyre_conform_runtime::sync::lock;

/// Interval of flushes to disk.
const FLUSH: Duration = Duration::from_millis(200);

/// A decided law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Decision {
    /// Its name.
    law: String,
    /// Its fate.
    fate: ProveOutcome,
    /// Its time limit, in microseconds.
    given: u64,
    /// Its duration, in microseconds.
    took: u64,
    /// The available solvers.
    solvers: Vec<String>,
}

/// Parameters of a run's requests.
pub(super) struct RequestParameters<'a> {
    /// Time limit per law.
    pub(super) time: Duration,
    /// Names of the available solvers.
    pub(super) solvers: Vec<String>,
    /// Folder for formulas and proofs.
    pub(super) keep: Option<&'a Path>,
}

impl Decision {
    fn new(row: &Row, asking: &RequestParameters<'_>) -> Self {
        Self {
            law: row.name.clone(),
            fate: row.fate.clone(),
            given: micros(asking.time),
            took: micros(row.time),
            solvers: asking.solvers.clone(),
        }
    }

    /// True if a run need not repeat it: an undecided law may be decided with more time or a new solver, and a proof to
    /// be kept must exist.
    fn is_enough(&self, asking: &RequestParameters<'_>) -> bool {
        match &self.fate {
            ProveOutcome::Proved {
                engine, digests, ..
            } => match (asking.keep, digests) {
                (Some(folder), Some(digests)) => {
                    let names = kept_under(&self.law, *engine);
                    let mut pairs = names.iter().zip(digests);
                    pairs.all(|(name, digest)| is_of(&folder.join(name), digest))
                }
                _ => true,
            },
            ProveOutcome::Refuted { .. } => true,
            ProveOutcome::Undecided { .. } => {
                let known = |solver| self.solvers.contains(solver);
                self.given >= micros(asking.time) && asking.solvers.iter().all(known)
            }
            ProveOutcome::Contradiction { .. } => false,
        }
    }

    /// The row for a run that takes it over.
    pub(super) fn row(&self) -> Row {
        Row {
            name: self.law.clone(),
            fate: self.fate.clone(),
            time: Duration::from_micros(self.took),
            spent: SolverTime::default(),
            before: true,
        }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// True if a file exists with this digest.
fn is_of(path: &Path, digest: &str) -> bool {
    std::fs::read(path).is_ok_and(|bytes| blake3::hash(&bytes).to_hex().as_str() == digest)
}

/// The file, open for writing.
pub(super) struct DecidedLaws {
    path: PathBuf,
    before: HashMap<String, Decision>,
    writing: Mutex<Writing>,
}

struct Writing {
    file: File,
    /// Time of the last flush.
    flushed: Instant,
    /// Reason why it cannot be written.
    broken: Option<String>,
}

impl DecidedLaws {
    /// Opens a file, or creates it if missing.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written, another process writes it, it belongs to another library or version of this
    /// program, or a line is damaged. The file is then unchanged.
    pub(super) fn open(path: &Path, expected: &Head) -> Result<Self, Failure> {
        open(path, expected).map_err(Failure::io)
    }

    /// Sufficient decisions of earlier runs, by name.
    pub(super) fn known(&self, asking: &RequestParameters<'_>) -> HashMap<&str, &Decision> {
        let enough = self.before.values();
        let enough = enough.filter(|decided| decided.is_enough(asking));
        enough
            .map(|decided| (decided.law.as_str(), decided))
            .collect()
    }

    /// True if an earlier run decided the law, sufficiently or not.
    pub(super) fn has(&self, law: &str) -> bool {
        self.before.contains_key(law)
    }

    /// Keeps the result of a law.
    pub(super) fn keep(&self, row: &Row, asking: &RequestParameters<'_>) {
        if !row.fate.is_kept() {
            return;
        }
        let line = line(&serde_json::json!(Decision::new(row, asking)));
        let mut writing = lock(&self.writing);
        if writing.broken.is_some() {
            return;
        }
        let mut written = writing.file.write_all(line.as_bytes());
        if written.is_ok() && writing.flushed.elapsed() >= FLUSH {
            written = synced(&writing.file);
            writing.flushed = Instant::now();
        }
        writing.broken = written.err().map(|error| self.failed(&error));
    }

    /// True if all results were written.
    pub(super) fn is_whole(&self) -> bool {
        lock(&self.writing).broken.is_none()
    }

    /// Flushes everything to disk.
    ///
    /// # Errors
    ///
    /// If something could not be written.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        let writing = lock(&self.writing);
        match &writing.broken {
            Some(message) => Err(Failure::io(message)),
            None => synced(&writing.file).map_err(|error| Failure::io(self.failed(&error))),
        }
    }

    fn failed(&self, error: &std::io::Error) -> String {
        format!(
            "{}: {error}. Earlier results are intact; free space and continue with the same --resume",
            self.path.display()
        )
    }
}

fn open(path: &Path, expected: &Head) -> Result<DecidedLaws, String> {
    let place = path.display();
    let io = |error: std::io::Error| format!("{place}: {error}; nothing was tried");
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(path).map_err(io)?;
    // Locked before reading: lines that another process adds would be cut off.
    locked(path, &file)?;
    let bytes = bytes(path, &file)?;
    let whole = whole(&bytes);
    let before = match whole.is_empty() {
        // Part of the first line is left by a run that was killed at its start.
        true if line(&serde_json::json!(expected))
            .as_bytes()
            .starts_with(&bytes) =>
        {
            None
        }
        true => return Err(other(path)),
        false => Some(read(path, whole, expected)?),
    };
    if !is_device(path) {
        file.set_len(whole.len() as u64).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
    }
    if before.is_none() {
        let head = line(&serde_json::json!(expected));
        file.write_all(head.as_bytes()).map_err(io)?;
        synced(&file).map_err(io)?;
    }
    Ok(DecidedLaws {
        path: path.to_owned(),
        before: before.unwrap_or_default(),
        writing: Mutex::new(Writing {
            file,
            flushed: Instant::now(),
            broken: None,
        }),
    })
}

/// The laws in the complete lines of a file; the last line about each counts.
fn read(path: &Path, whole: &[u8], expected: &Head) -> Result<HashMap<String, Decision>, String> {
    let place = path.display();
    let begin = "name another file with --resume, or remove this one to try every law again";
    let mut before = HashMap::new();
    for (k, line) in whole.split_inclusive(|b| *b == b'\n').enumerate() {
        let number = k + 1;
        let json = match checked(line) {
            Some(json) => json,
            None if k == 0 => return Err(other(path)),
            None => return Err(format!("{place}: line {number} is damaged; {begin}")),
        };
        if k == 0 {
            let head: Head = serde_json::from_str(json).map_err(|_| other(path))?;
            if head.format != Head::FORMAT {
                return Err(other(path));
            }
            if let Some(refusal) = head.refusal(expected) {
                return Err(format!("{place} is {refusal}; {begin}"));
            }
            continue;
        }
        let decided: Decision = serde_json::from_str(json)
            .map_err(|error| format!("{place}: line {number}: {error}; {begin}"))?;
        before.insert(decided.law.clone(), decided);
    }
    Ok(before)
}

/// The error for another kind of file in its place.
fn other(path: &Path) -> String {
    format!(
        "{} is not a file of decided laws, or its first line is damaged: name another one with --resume; nothing was \
         tried",
        path.display()
    )
}
