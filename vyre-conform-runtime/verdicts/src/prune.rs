//! Pruning: a store that stays within a size.

use crate::VerdictStore;
use crate::segment::{self, Writer};
use crate::store::StoredVerdict;
use crate::verdict::Entry;
use std::cmp::Reverse;
use std::io;
use std::path::{Path, PathBuf};

/// Limits of a pruned store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Maximal size of all verdicts, in bytes.
    pub bytes: u64,
}

impl Default for Retention {
    /// 64 MiB: about 200,000 verdicts.
    fn default() -> Self {
        Self { bytes: 64 << 20 }
    }
}

/// Result of pruning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PruneReport {
    /// Verdicts kept.
    pub kept: usize,
    /// Verdicts removed.
    pub removed: usize,
}

impl VerdictStore {
    /// Rewrites the folder as one segment of the most recently used verdicts, as many as fit. Segments that another
    /// process is writing remain unchanged.
    ///
    /// # Errors
    ///
    /// I/O errors of the folder. An error loses nothing.
    pub fn prune(folder: &Path, retention: Retention) -> io::Result<PruneReport> {
        let segments = match segment::list(folder) {
            Ok(paths) => paths,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(PruneReport::default());
            }
            Err(error) => return Err(error),
        };
        // Locks are taken first and held until the segments are removed, so that the text read in between is complete.
        let with_lock = |path: PathBuf| Some((segment::idle(&path)?, path));
        let locked: Vec<_> = segments.into_iter().filter_map(with_lock).collect();
        let store = Self::open(folder);
        let staying = store.most_recent(retention);
        let pruned = PruneReport {
            kept: staying.len(),
            removed: store.stored().count() - staying.len(),
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

    /// The most recently used verdicts, as many as fit.
    fn most_recent(&self, retention: Retention) -> Vec<StoredVerdict> {
        let mut stored: Vec<&StoredVerdict> = self.stored().collect();
        stored.sort_by_key(|stored| {
            (
                Reverse((stored.used, stored.verdict.at)),
                stored.verdict.key,
            )
        });
        let mut left = retention.bytes;
        let fits = |stored: &&StoredVerdict| {
            let lines = (*stored)
                .clone()
                .into_entries()
                .map(|entry| segment::line(&entry));
            let size = lines.iter().map(String::len).sum::<usize>() as u64;
            let fits = size <= left;
            left -= size.min(left);
            fits
        };
        stored.into_iter().take_while(fits).cloned().collect()
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
