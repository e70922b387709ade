//! Files that several processes, on one or several machines, may write concurrently: writers take turns, and data is on
//! disk before anything relies on it.

use super::StoreError;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// Age at which a file that is being written belongs to a dead process.
const PATIENCE: Duration = Duration::from_secs(20);
/// Interval between checks of its age.
const PAUSE: Duration = Duration::from_millis(5);

/// Flushes the folder of a file, so that a power cut does not undo a rename.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}

/// Refuses a path that is, or is below, something other than a folder; the file system's error would not name it.
pub(super) fn require_folder(folder: &Path) -> Result<(), StoreError> {
    let there = |path: &&Path| path.symlink_metadata().is_ok();
    let Some(path) = folder.ancestors().find(there) else {
        return Ok(());
    };
    let found = match path.metadata() {
        Ok(what) if what.is_dir() => return Ok(()),
        Ok(_) => "a file",
        Err(e) if e.kind() == ErrorKind::NotFound => "a link to nothing",
        Err(source) => {
            let path = path.into();
            return Err(StoreError::Io { path, source });
        }
    };
    Err(StoreError::NoFolder {
        path: path.into(),
        found,
    })
}

/// A file that is written beside its place and renamed into it. While it exists, the same place has no other writer, on
/// this machine or on another with the same file system: its name is created exclusively, while locks of the operating
/// system do not work everywhere.
#[derive(Debug)]
pub struct Replacement {
    place: PathBuf,
    beside: PathBuf,
    file: File,
    renamed: bool,
}

impl Replacement {
    /// Waits for its turn and creates the file.
    pub fn begin(place: &Path) -> io::Result<Self> {
        Self::begin_within(place, PATIENCE)
    }

    fn begin_within(place: &Path, patience: Duration) -> io::Result<Self> {
        let mut beside = place.as_os_str().to_owned();
        beside.push(".new");
        let beside = PathBuf::from(beside);
        let began = Instant::now();
        loop {
            match OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(&beside)
            {
                Ok(file) => {
                    return Ok(Self {
                        place: place.into(),
                        beside,
                        file,
                        renamed: false,
                    });
                }
                Err(e) if e.kind() != ErrorKind::AlreadyExists => return Err(e),
                Err(_) => {}
            }
            // By the file's own time, which another writer in the meantime has renewed.
            let age =
                |m: std::fs::Metadata| SystemTime::now().duration_since(m.modified().ok()?).ok();
            let age = std::fs::metadata(&beside).ok().and_then(age);
            if began.elapsed() >= patience && age.is_some_and(|age| age >= patience) {
                match std::fs::remove_file(&beside) {
                    Err(e) if e.kind() != ErrorKind::NotFound => return Err(e),
                    _ => {}
                }
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Puts the bytes in place and on disk.
    pub fn finish(mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.file.sync_all()?;
        std::fs::rename(&self.beside, &self.place)?;
        self.renamed = true;
        sync_folder(&self.place)
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if !self.renamed {
            // Other writers must not wait for an abandoned file.
            let _ = std::fs::remove_file(&self.beside);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: counting: of many writers that each append a line, none is lost.
    #[test]
    fn writers_take_turns() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("list");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..25 {
                        let turn = Replacement::begin(&place).expect("a turn");
                        let mut text = std::fs::read(&place).unwrap_or_default();
                        text.push(b'x');
                        turn.finish(&text).expect("room");
                    }
                });
            }
        });
        assert_eq!(std::fs::read(&place).expect("a file").len(), 100);
        assert_eq!(folder.path().read_dir().expect("a folder").count(), 1);
    }

    /// Oracle: the promise that a dead process does not block others forever, and that a live one is waited for.
    #[test]
    fn stale_lock_of_a_dead_process_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("list");
        std::fs::write(folder.path().join("list.new"), "half").expect("written");
        let patience = Duration::from_millis(60);
        let began = Instant::now();
        let turn = Replacement::begin_within(&place, patience).expect("a turn");
        assert!(began.elapsed() >= patience);
        turn.finish(b"whole").expect("room");
        assert_eq!(std::fs::read(&place).expect("a file"), b"whole");
        drop(Replacement::begin(&place).expect("a turn"));
        assert!(!folder.path().join("list.new").exists(), "given up");
    }

    /// Oracle: hand-written entries.
    #[test]
    fn non_folders_are_refused_by_name() {
        let root = tempfile::tempdir().expect("a folder");
        let folder = root.path().join("regressions");
        assert!(require_folder(&folder).is_ok(), "nothing is there");
        std::fs::create_dir(&folder).expect("made");
        assert!(require_folder(&folder).is_ok() && require_folder(&folder.join("x/y")).is_ok());
        std::fs::remove_dir(&folder).expect("removed");
        std::fs::write(&folder, "text").expect("written");
        for inside in [folder.clone(), folder.join("programs")] {
            let message = require_folder(&inside).expect_err("a file").to_string();
            let expected = format!("{} is a file, where the folder", folder.display());
            assert!(message.starts_with(&expected), "{message}");
            assert!(message.contains("Move it away"), "{message}");
        }
        #[cfg(unix)]
        {
            std::fs::remove_file(&folder).expect("removed");
            std::os::unix::fs::symlink(root.path().join("nowhere"), &folder).expect("linked");
            let message = require_folder(&folder).expect_err("a link").to_string();
            assert!(message.contains("is a link to nothing"), "{message}");
        }
    }
}
