//! The store: the verdicts of a folder.

use crate::segment::{self, Writer};
use crate::verdict::Entry;
use crate::{Key, Verdict};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds of a day.
const DAY: u64 = 86_400;

/// Seconds by which the clock of another machine that shares the folder may run ahead.
const CLOCK_TOLERANCE: u64 = DAY;

/// The verdicts of a folder.
#[derive(Debug)]
pub struct VerdictStore {
    folder: PathBuf,
    held: HashMap<Key, StoredVerdict>,
    /// The second up to which the verdicts of each driver are void.
    withdrawn: HashMap<String, u64>,
    notes: Vec<String>,
    writing: Mutex<OwnSegment>,
}

/// A verdict and the last day on which a run relied on it.
#[derive(Clone, Debug)]
pub(crate) struct StoredVerdict {
    pub(crate) verdict: Verdict,
    pub(crate) used: u64,
}

/// The segment of this process.
#[derive(Debug)]
enum OwnSegment {
    /// Nothing is written yet.
    Unopened,
    Open(Writer),
    /// Writing failed, for this reason.
    Failed(String),
}

impl VerdictStore {
    /// Opens the store of a folder, which need not exist. Unreadable segments are ignored with a note each.
    pub fn open(folder: &Path) -> Self {
        let mut notes = vec![];
        let mut entries = read(folder, &mut notes);
        notes.extend(drop_future(&mut entries, folder, seconds_now()));
        let withdrawn = withdrawn(&entries);
        Self {
            folder: folder.to_owned(),
            held: stored(entries, &withdrawn),
            withdrawn,
            notes,
            writing: Mutex::new(OwnSegment::Unopened),
        }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The ignored segments and the reason why writing failed, one line each.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = self.notes.clone();
        if let OwnSegment::Failed(reason) = &*self.lock() {
            notes.push(format!(
                "{}: new verdicts are not kept: {reason}",
                self.folder.display()
            ));
        }
        notes
    }

    /// The verdict under this key, as of the opening of the store.
    pub fn find(&self, key: &Key) -> Option<&Verdict> {
        self.held.get(key).map(|held| &held.verdict)
    }

    /// All verdicts, sorted by the names of trials and drivers.
    pub fn verdicts(&self) -> Vec<&Verdict> {
        let mut verdicts: Vec<&Verdict> = self.held.values().map(|held| &held.verdict).collect();
        verdicts.sort_by(|a, b| {
            (&a.obligation, &a.driver, a.key).cmp(&(&b.obligation, &b.driver, b.key))
        });
        verdicts
    }

    pub(crate) fn stored(&self) -> impl Iterator<Item = &StoredVerdict> {
        self.held.values()
    }

    /// Keeps a verdict for later runs. An unwritable folder adds a note and is not an error.
    pub fn keep(&self, verdict: Verdict) {
        self.append(&[Entry::Passed(verdict)]);
    }

    /// Records that a run relied on these verdicts at this time, in seconds since 1970.
    pub fn rely(&self, keys: impl IntoIterator<Item = Key>, now: u64) {
        let day = now / DAY;
        let is_new = |key: &Key| self.held.get(key).is_some_and(|held| held.used < day);
        let used = keys
            .into_iter()
            .filter(is_new)
            .map(|key| Entry::Used { key, day });
        self.append(&used.collect::<Vec<_>>());
    }

    /// Withdraws all verdicts of a driver up to this second since 1970, and those with a later date from a clock that
    /// runs ahead by less than a day.
    pub fn withdraw(&self, driver: &str, now: u64) {
        let of_driver = self
            .held
            .values()
            .filter(|held| held.verdict.driver == driver);
        self.append(&[Entry::Withdrawn {
            driver: driver.to_owned(),
            until: of_driver.map(|held| held.verdict.at).fold(now, u64::max),
        }]);
    }

    /// True if the verdicts of a driver up to this second since 1970 are withdrawn.
    pub fn is_withdrawn(&self, driver: &str, position: u64) -> bool {
        self.withdrawn
            .get(driver)
            .is_some_and(|until| position <= *until)
    }

    /// The withdrawals in the folder.
    pub(crate) fn withdrawals(&self) -> Vec<Entry> {
        let entry = |(driver, until): (&String, &u64)| Entry::Withdrawn {
            driver: driver.clone(),
            until: *until,
        };
        self.withdrawn.iter().map(entry).collect()
    }

    /// True if the verdicts exceed this limit, so that pruning pays off.
    pub fn is_large(&self, retention: crate::Retention) -> bool {
        // A verdict takes about 300 bytes.
        self.held.len() as u64 * 300 > retention.bytes
    }

    /// Flushes the kept verdicts to disk.
    pub fn sync(&self) {
        let mut writing = self.lock();
        if let OwnSegment::Open(writer) = &*writing
            && let Err(error) = writer.sync()
        {
            *writing = OwnSegment::Failed(error.to_string());
        }
    }

    pub(crate) fn append(&self, entries: &[Entry]) {
        if entries.is_empty() {
            return;
        }
        let mut writing = self.lock();
        if let OwnSegment::Unopened = &*writing {
            *writing = match self.create() {
                Ok(writer) => OwnSegment::Open(writer),
                Err(error) => OwnSegment::Failed(error.to_string()),
            };
        }
        if let OwnSegment::Open(writer) = &mut *writing
            && let Err(error) = writer.append(entries)
        {
            *writing = OwnSegment::Failed(error.to_string());
        }
    }

    fn create(&self) -> io::Result<Writer> {
        std::fs::create_dir_all(&self.folder)?;
        Writer::create(&self.folder)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, OwnSegment> {
        self.writing
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// The entries of every segment of a folder.
fn read(folder: &Path, notes: &mut Vec<String>) -> Vec<Entry> {
    let paths = match segment::list(folder) {
        Ok(paths) => paths,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return vec![],
        Err(error) => {
            notes.push(format!(
                "{}: verdicts are not used: {error}",
                folder.display()
            ));
            return vec![];
        }
    };
    let mut entries = vec![];
    for path in paths {
        entries.extend(read_segment(&path, notes));
    }
    entries
}

/// Drops the entries with a date after the clock, and returns a note about them.
fn drop_future(entries: &mut Vec<Entry>, folder: &Path, now: u64) -> Option<String> {
    let latest = now.saturating_add(CLOCK_TOLERANCE);
    let count = entries.len();
    entries.retain(|entry| entry.seconds() <= latest);
    let dropped = count - entries.len();
    (dropped > 0).then(|| {
        format!(
            "{}: {dropped} lines ignored, whose dates are after the clock of this machine",
            folder.display()
        )
    })
}

/// The clock, in seconds since 1970.
fn seconds_now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

fn read_segment(path: &Path, notes: &mut Vec<String>) -> Vec<Entry> {
    let name = path.display();
    let bytes = match segment::read(path) {
        Ok(bytes) => bytes,
        // Another process pruned the segment.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return vec![],
        Err(error) => {
            notes.push(format!("{name}: ignored: {error}"));
            return vec![];
        }
    };
    let Some(contents) = segment::parse(&String::from_utf8_lossy(&bytes)) else {
        notes.push(format!(
            "{name}: ignored: the first line is not `{}`",
            segment::HEADER
        ));
        return vec![];
    };
    if let [first, ..] = contents.damaged[..] {
        let count = contents.damaged.len();
        notes.push(format!(
            "{name}: {count} damaged lines ignored, the first is line {first}"
        ));
    }
    contents.entries
}

/// The second up to which the verdicts of each driver are void.
fn withdrawn(entries: &[Entry]) -> HashMap<String, u64> {
    let mut withdrawn: HashMap<String, u64> = HashMap::new();
    for entry in entries {
        if let Entry::Withdrawn { driver, until } = entry {
            let last = withdrawn.entry(driver.clone()).or_default();
            *last = (*until).max(*last);
        }
    }
    withdrawn
}

/// The verdicts in force: the last of each key, unless a later withdrawal covers its driver.
fn stored(entries: Vec<Entry>, withdrawn: &HashMap<String, u64>) -> HashMap<Key, StoredVerdict> {
    let mut stored: HashMap<Key, StoredVerdict> = HashMap::new();
    let mut used: HashMap<Key, u64> = HashMap::new();
    for entry in entries {
        match entry {
            Entry::Passed(verdict) => {
                let is_void = withdrawn
                    .get(&verdict.driver)
                    .is_some_and(|until| verdict.at <= *until);
                let is_newer = |old: &StoredVerdict| old.verdict.at < verdict.at;
                if !is_void && stored.get(&verdict.key).is_none_or(is_newer) {
                    let used = verdict.at / DAY;
                    stored.insert(verdict.key, StoredVerdict { verdict, used });
                }
            }
            Entry::Used { key, day } => {
                let last = used.entry(key).or_default();
                *last = day.max(*last);
            }
            Entry::Withdrawn { .. } => {}
        }
    }
    for (key, stored) in &mut stored {
        stored.used = stored.used.max(used.get(key).copied().unwrap_or(0));
    }
    stored
}
