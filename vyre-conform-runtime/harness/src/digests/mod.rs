//! Digests of an op's reference on an input set, every input or very many witnesses, computed once. They are kept in
//! memory, and in a file if the settings name a folder.
//!
//! A file is text: a line of JSON that identifies the digests, a line per block, and a line with BLAKE3 over all before
//! it. Digests are only useful if the CPU reference produced them, so a file must pass three checks before use:
//!
//! - its head is the expected one: op and version, the function and its package, everything registered about the op,
//!   the crates that references of the package call with their versions, key, cases and size of a block, version of
//!   suite and vocabulary;
//! - the hash matches, so that it was neither truncated nor edited by accident;
//! - one block in [`ONE_IN`], computed again, gives the same digest. This detects a reference that changed without a
//!   new version: in a crate that it calls, or in the processor.
//!
//! Any other file is refused with a reason, and its digests are computed again. A digest that differs from the device's
//! is also computed again before the device is blamed ([`parity_by_digest`]). If the kept one was wrong, the file is
//! abandoned, and its digests that were already used are computed again.
//!
//! [`parity_by_digest`]: vyre_conform_suite::backend::digest::parity_by_digest

mod file;

pub(super) use file::Head;

use crate::regressions::Replacement;
use crate::report::warn;
use file::{hex, parse, text};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use vyre_conform_runtime::generate::Set;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::digest::{ExpectedDigests, HostDigest};
use vyre_conform_suite::backend::{BackendError, ParityError};

/// The key of the digests of an input set in a run with this seed: the seed, or for witnesses its complement. Witnesses
/// are the stream of the seed, and a digest's weights must be independent of the operands.
pub(super) fn key(set: Set, seed: u64) -> u64 {
    match set {
        Set::Witnessed => !seed,
        _ => seed,
    }
}

/// One block in this many is computed again before a file is used.
const ONE_IN: usize = 64;

/// Computes the digest of a block with the reference.
pub(super) type Recompute = Box<dyn Fn(u64) -> Result<HostDigest, ParityError> + Send + Sync>;

/// The digests of one op, input set and key.
pub(super) struct DigestStore {
    head: Head,
    key: u64,
    place: Option<PathBuf>,
    recompute: Recompute,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Digests that this process computed.
    own: BTreeMap<u64, HostDigest>,
    /// Digests from the file.
    read: BTreeMap<u64, HostDigest>,
    /// Blocks from the file that were used.
    used: BTreeSet<u64>,
    /// True if the file lacks some digests.
    unsaved: bool,
    /// Messages about the file.
    remarks: Vec<String>,
}

impl DigestStore {
    /// Opens the digests, from the file in the folder if it may be used.
    pub(super) fn open(head: Head, key: u64, folder: Option<&Path>, recompute: Recompute) -> Self {
        let place = folder.map(|folder| folder.join(head.file()));
        let kept = Self {
            head,
            key,
            place,
            recompute,
            state: Mutex::default(),
        };
        if let Some(place) = &kept.place {
            match kept.read(place) {
                Ok(read) => kept.lock().read = read,
                Err(reason) => kept.remark(&format!(
                    "{} is ignored: {reason}. The reference computes its digests again",
                    place.display()
                )),
            }
        }
        kept
    }

    /// The key of the digests.
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The digests of a file that passes the checks; none if there is no file.
    fn read(&self, place: &Path) -> Result<BTreeMap<u64, HostDigest>, String> {
        let text = match std::fs::read_to_string(place) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
            text => text.map_err(|e| e.to_string())?,
        };
        let digests = parse(&self.head, &text)?;
        // By position in the file: a file with few blocks has one of them checked as well.
        for (block, digest) in digests.iter().step_by(ONE_IN) {
            let right = (self.recompute)(*block).map_err(|e| e.to_string())?;
            if right != *digest {
                return Err(format!(
                    "the reference gives block {block} the digest {}, the file {}",
                    hex(right),
                    hex(*digest)
                ));
            }
        }
        Ok(digests)
    }

    /// Adds missing digests to the file, keeping those that another process added.
    pub(super) fn save(&self) {
        let Some(place) = &self.place else { return };
        if !std::mem::take(&mut self.lock().unsaved) {
            return;
        }
        let write = || -> std::io::Result<()> {
            if let Some(folder) = place.parent() {
                std::fs::create_dir_all(folder)?;
            }
            let turn = Replacement::begin(place)?;
            let mut all = self.lock().read.clone();
            // From another process with the same head; faults in it are found when it is read.
            let there = std::fs::read_to_string(place).unwrap_or_default();
            if self.lock().remarks.is_empty() {
                all.extend(parse(&self.head, &there).unwrap_or_default());
            }
            all.extend(&self.lock().own);
            turn.finish(text(&self.head, &all).as_bytes())
        };
        if let Err(e) = write() {
            self.remark(&format!(
                "{}: {e}: the digests are not kept",
                place.display()
            ));
        }
    }

    /// Messages about the file.
    #[cfg(test)]
    fn remarks(&self) -> Vec<String> {
        self.lock().remarks.clone()
    }

    fn remark(&self, text: &str) {
        warn(text);
        self.lock().remarks.push(text.to_owned());
    }

    /// A panicked thread must not stop the others.
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl ExpectedDigests for DigestStore {
    fn digest(&self, block: u64) -> Option<HostDigest> {
        let mut state = self.lock();
        if let Some(own) = state.own.get(&block) {
            return Some(*own);
        }
        let read = state.read.get(&block).copied()?;
        state.used.insert(block);
        Some(read)
    }

    fn store(&self, block: u64, digest: HostDigest) {
        let mut state = self.lock();
        state.own.insert(block, digest);
        state.unsaved = true;
    }

    fn correct(&self, block: u64, right: HostDigest) -> Result<(), ParityError> {
        let (read, used) = {
            let mut state = self.lock();
            (
                std::mem::take(&mut state.read),
                std::mem::take(&mut state.used),
            )
        };
        let place = self.place.as_deref().unwrap_or(Path::new("")).display();
        self.remark(&format!(
            "{place} is ignored from now on: the reference gives block {block} the digest {}, the file another",
            hex(right)
        ));
        self.store(block, right);
        for used in used.into_iter().filter(|used| *used != block) {
            let digest = (self.recompute)(used)?;
            self.store(used, digest);
            if read.get(&used) != Some(&digest) {
                return Err(BackendError::Other(format!(
                    "results of block {used} were compared with a digest in {place} that is not the reference's: run \
                     this again; the file has been replaced"
                ))
                .into());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::file::{tests::head, text};
    use super::*;
    use vyre_conform_certificate::certificate::DigestProfile;
    use vyre_conform_suite::backend::digest::Digest;

    fn right(block: u64) -> HostDigest {
        HostDigest::kept(Digest([block as u32, 1, 2, 3]))
    }

    fn open(head: Head, folder: &Path) -> DigestStore {
        DigestStore::open(head, 7, Some(folder), Box::new(|block| Ok(right(block))))
    }

    /// A folder whose file has all digests; those of `wrong` blocks are wrong.
    fn filled(wrong: &[u64]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = open(head(), folder.path());
        for block in 0..200 {
            let Digest(mut words) = right(block).digest();
            words[3] ^= u32::from(wrong.contains(&block));
            kept.store(block, HostDigest::kept(Digest(words)));
        }
        kept.save();
        assert_eq!(kept.remarks(), [""; 0]);
        folder
    }

    /// Oracle: the words of certificates about the key.
    #[test]
    fn key_equals_the_documented_key_of_certificates() {
        let stated = DigestProfile::of_this_suite().key;
        let expected =
            "the seed of the settings; of parts on the domain `witnessed` its bitwise complement";
        assert_eq!(stated, expected);
        for seed in [0, 0x5eed, u64::MAX] {
            for set in Set::ALL.into_iter().chain([Set::ExhaustiveFull]) {
                let of = match set.name() {
                    "witnessed" => u64::MAX - seed,
                    _ => seed,
                };
                assert_eq!(key(set, seed), of, "{}", set.name());
            }
        }
    }

    /// Oracle: the kept digests.
    #[test]
    fn kept_digests_are_found_next_time() {
        let folder = filled(&[]);
        let kept = open(head(), folder.path());
        for block in 0..200 {
            assert_eq!(kept.digest(block), Some(right(block)));
        }
        assert_eq!((kept.digest(200), kept.remarks()), (None, vec![]));
        // Two processes each add digests.
        let folder = tempfile::tempdir().expect("a folder");
        let (one, two) = (open(head(), folder.path()), open(head(), folder.path()));
        one.store(1, right(1));
        two.store(2, right(2));
        one.save();
        two.save();
        let both = open(head(), folder.path());
        assert_eq!(
            (both.digest(1), both.digest(2)),
            (Some(right(1)), Some(right(2)))
        );
        assert_eq!(folder.path().read_dir().expect("a folder").count(), 1);
    }

    /// Oracle: the expected provenance: any other is refused by the name of its field.
    #[test]
    fn digests_of_anything_else_are_refused_by_name() {
        let folder = filled(&[]);
        type Edit = (&'static str, fn(&mut Head));
        let edits: [Edit; 9] = [
            ("source", |h| h.source = "witnessed".into()),
            ("op_digest", |h| h.op_digest = "blake3:2".into()),
            ("oracle", |h| {
                h.oracle = "lowering of u32::x on llvmpipe".into()
            }),
            ("oracle", |h| {
                h.oracle = "CPU reference here::x of here 0.2.0".into()
            }),
            ("oracle_crates", |h| {
                h.oracle_crates = vec!["core-math 1.4.1".into()]
            }),
            ("oracle_crates", |h| h.oracle_crates.clear()),
            ("suite_version", |h| h.suite_version = "1".into()),
            ("spec_digest", |h| h.spec_digest = "blake3:3".into()),
            ("cases", |h| h.cases -= 1),
        ];
        for (field, edit) in edits {
            let mut theirs = head();
            edit(&mut theirs);
            let all = (0..200).map(|block| (block, right(block))).collect();
            std::fs::write(folder.path().join(head().file()), text(&theirs, &all))
                .expect("written");
            let kept = open(head(), folder.path());
            assert_eq!(kept.digest(3), None, "{field}");
            assert!(
                kept.remarks()[0].contains(&format!("its {field} is")),
                "{:?}",
                kept.remarks()
            );
            // The recomputed digest replaces it.
            kept.store(3, right(3));
            kept.save();
            assert_eq!(open(head(), folder.path()).digest(3), Some(right(3)));
            assert_eq!(open(head(), folder.path()).digest(4), None);
        }
    }

    /// Oracle: planted digests: of a block that is computed again at once, and of one that is found by a
    /// difference.
    #[test]
    fn wrong_digest_discards_the_file() {
        let folder = filled(&[128]);
        let kept = open(head(), folder.path());
        assert_eq!((kept.digest(128), kept.digest(1)), (None, None));
        assert!(
            kept.remarks()[0].contains("block 128"),
            "{:?}",
            kept.remarks()
        );
        let folder = filled(&[5]);
        let kept = open(head(), folder.path());
        assert_eq!(kept.digest(4), Some(right(4)));
        assert_ne!(kept.digest(5), Some(right(5)));
        kept.correct(5, right(5))
            .expect("block 4 was held against its own digest");
        assert_eq!((kept.digest(5), kept.digest(6)), (Some(right(5)), None));
        kept.save();
        assert_eq!(open(head(), folder.path()).digest(5), Some(right(5)));
        // An earlier result that passed was compared with a wrong digest as well.
        let folder = filled(&[5, 7]);
        let kept = open(head(), folder.path());
        assert!(kept.digest(7).is_some());
        let stopped = kept.correct(5, right(5)).unwrap_err().to_string();
        assert!(stopped.contains("block 7"), "{stopped}");
    }
}
