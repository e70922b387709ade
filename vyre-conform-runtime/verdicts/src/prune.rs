//! Pruning: a store that stays within a size.

use crate::VerdictStore;
use crate::segment::{self, Writer};
use crate::store::StoredVerdict;
use crate::verdict::Entry;
use std::cmp::Reverse;
use std::io;
use std::path::{Path, PathBuf};

/// What stays when a store is pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// The size that all verdicts have at most, in bytes.
    pub bytes: u64,
}

impl Default for Retention {
    /// 64 MiB, some 200,000 verdicts.
    fn default() -> Self {
        Self { bytes: 64 << 20 }
    }
}

/// What pruning did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PruneReport {
    /// Verdicts that stay.
    pub kept: usize,
    /// Verdicts that went.
    pub removed: usize,
}

impl VerdictStore {
    /// Rewrites the folder as one segment with the verdicts that were used last, as many as fit. Segments that a
    /// process writes at the moment stay as they are.
    ///
    /// # Errors
    /// Those of reading and writing the folder. An error loses nothing.
    pub fn prune(folder: &Path, retention: Retention) -> io::Result<PruneReport> {
        let segments = match segment::list(folder) {
            Ok(paths) => paths,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(PruneReport::default());
            }
            Err(error) => return Err(error),
        };
        // The locks come first, and stay until the segments are gone: what is read afterwards is all that they hold.
        let with_lock = |path: PathBuf| Some((segment::idle(&path)?, path));
        let locked: Vec<_> = segments.into_iter().filter_map(with_lock).collect();
        let store = Self::open(folder);
        let staying = store.most_recent(retention);
        let pruned = PruneReport {
            kept: staying.len(),
            removed: store.held().count() - staying.len(),
        };
        let mut entries = store.withdrawals();
        entries.extend(staying.into_iter().flat_map(StoredVerdict::into_entries));
        let mut writer = Writer::create(folder)?;
        writer.append(&entries)?;
        writer.sync()?;
        for (_lock, path) in &locked {
            std::fs::remove_file(path)?;
        }
        Ok(pruned)
    }

    /// The verdicts that were used last, as many as fit.
    fn most_recent(&self, retention: Retention) -> Vec<StoredVerdict> {
        let mut held: Vec<&StoredVerdict> = self.held().collect();
        held.sort_by_key(|held| (Reverse((held.used, held.verdict.at)), held.verdict.key));
        let mut left = retention.bytes;
        let fits = |held: &&StoredVerdict| {
            let lines = (*held)
                .clone()
                .into_entries()
                .map(|entry| segment::line(&entry));
            let size = lines.iter().map(String::len).sum::<usize>() as u64;
            let fits = size <= left;
            left -= size.min(left);
            fits
        };
        held.into_iter().take_while(fits).cloned().collect()
    }
}

impl StoredVerdict {
    fn into_entries(self) -> [Entry; 2] {
        let used = Entry::Used {
            key: self.verdict.key,
            day: self.used,
        };
        [Entry::Passed(self.verdict), used]
    }
}
