//! The file of `prove --resume`: laws that were decided, a line each, which a later run takes over.
//!
//! Its form is that of the journal of `certify` ([`entries`](crate::entries)): a head, which says what the file is
//! about, and a line for each law, written when it is decided. It saves time and is evidence of nothing: a certificate
//! is made by `certify --prove`, which takes nothing from it.

mod head;
#[cfg(test)]
mod tests;

pub(super) use head::Head;

use super::outcome::Fate;
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

/// Between two flushes to the disk.
const FLUSH: Duration = Duration::from_millis(200);

/// A law that was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Decision {
    /// Its name.
    law: String,
    /// What became of it.
    fate: Fate,
    /// The time that it might take, in microseconds.
    given: u64,
    /// The time that it took, in microseconds.
    took: u64,
    /// The solvers that were there.
    solvers: Vec<String>,
}

/// What a run asks with.
pub(super) struct Asking<'a> {
    /// The time that a law may take.
    pub(super) time: Duration,
    /// The names of the solvers that are there.
    pub(super) solvers: Vec<String>,
    /// Where formulas and proofs are kept.
    pub(super) keep: Option<&'a Path>,
}

impl Decision {
    fn of(row: &Row, asking: &Asking<'_>) -> Self {
        Self {
            law: row.name.clone(),
            fate: row.fate.clone(),
            given: micros(asking.time),
            took: micros(row.time),
            solvers: asking.solvers.clone(),
        }
    }

    /// True if a run need not ask again: more time may decide what is not decided, and so may a solver that was not
    /// there; and a proof that is to be kept has to be there.
    fn is_enough(&self, asking: &Asking<'_>) -> bool {
        match &self.fate {
            Fate::Proved {
                engine, digests, ..
            } => match (asking.keep, digests) {
                (Some(folder), Some(digests)) => {
                    let names = kept_under(&self.law, *engine);
                    let mut pairs = names.iter().zip(digests);
                    pairs.all(|(name, digest)| is_of(&folder.join(name), digest))
                }
                _ => true,
            },
            Fate::Refuted { .. } => true,
            Fate::Undecided { .. } => {
                let known = |solver| self.solvers.contains(solver);
                self.given >= micros(asking.time) && asking.solvers.iter().all(known)
            }
            Fate::Contradiction { .. } => false,
        }
    }

    /// As a run that takes it over has it.
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

/// True if a file is there and has this digest.
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
    /// When it was flushed to the disk.
    flushed: Instant,
    /// The reason why it cannot be written.
    broken: Option<String>,
}

impl DecidedLaws {
    /// Opens a file, or begins it where there is none.
    ///
    /// # Errors
    /// It cannot be read or written, another process writes it, it is about another library or another version of this
    /// program, or a line is damaged. Nothing in it was changed.
    pub(super) fn open(path: &Path, due: &Head) -> Result<Self, Failure> {
        open(path, due).map_err(Failure::io)
    }

    /// What earlier runs know of laws, where that is enough, by their names.
    pub(super) fn known(&self, asking: &Asking<'_>) -> HashMap<&str, &Decision> {
        let enough = self.before.values();
        let enough = enough.filter(|decided| decided.is_enough(asking));
        enough
            .map(|decided| (decided.law.as_str(), decided))
            .collect()
    }

    /// Whether an earlier run decided the law, be it enough or not.
    pub(super) fn has(&self, law: &str) -> bool {
        self.before.contains_key(law)
    }

    /// Keeps what became of a law.
    pub(super) fn keep(&self, row: &Row, asking: &Asking<'_>) {
        if !row.fate.is_kept() {
            return;
        }
        let line = line(&serde_json::json!(Decision::of(row, asking)));
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

    /// True if everything that was kept could be written.
    pub(super) fn is_whole(&self) -> bool {
        lock(&self.writing).broken.is_none()
    }

    /// Flushes everything to the disk.
    ///
    /// # Errors
    /// Something could not be written.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        let writing = lock(&self.writing);
        match &writing.broken {
            Some(message) => Err(Failure::io(message)),
            None => synced(&writing.file).map_err(|error| Failure::io(self.failed(&error))),
        }
    }

    fn failed(&self, error: &std::io::Error) -> String {
        format!(
            "{}: {error}. What was kept before is whole; make room and go on with the same --resume",
            self.path.display()
        )
    }
}

fn open(path: &Path, due: &Head) -> Result<DecidedLaws, String> {
    let place = path.display();
    let io = |error: std::io::Error| format!("{place}: {error}; nothing was asked");
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(path).map_err(io)?;
    // Before it is read: what another process adds would be cut off.
    locked(path, &file)?;
    let bytes = bytes(path, &file)?;
    let whole = whole(&bytes);
    let before = match whole.is_empty() {
        // A piece of the first line is what is left of a run that was killed as it began.
        true if line(&serde_json::json!(due)).as_bytes().starts_with(&bytes) => None,
        true => return Err(other(path)),
        false => Some(read(path, whole, due)?),
    };
    if !is_device(path) {
        file.set_len(whole.len() as u64).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
    }
    if before.is_none() {
        let head = line(&serde_json::json!(due));
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

/// The laws in the whole lines of a file, the last line about each.
fn read(path: &Path, whole: &[u8], due: &Head) -> Result<HashMap<String, Decision>, String> {
    let place = path.display();
    let begin = "name another file with --resume, or remove this one to ask about every law again";
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
            if let Some(refusal) = head.refusal(due) {
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

/// Something else is in its place.
fn other(path: &Path) -> String {
    format!(
        "{} is not a file of decided laws, or its first line is damaged: name another one with --resume; nothing was \
         asked",
        path.display()
    )
}
