//! Parity by digests: the device digests its results, the host those of the reference.

use super::{BLOCK_CASES, DigestReference, HostDigest, reference};
use crate::backend::{BackendError, LoadedOp, ParityError, parity};
use crate::failing::Tally;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use vyre_conform_runtime::generate::Source;
use vyre_conform_runtime::registry::calls::inherited;

/// Number of blocks that device and host digest in parallel, so that the processors of a large machine rarely idle near
/// the end.
const PARALLEL_BLOCKS: u64 = 256;

/// Known digests of the reference, by block number. They belong to one op, one source and one key.
pub trait ExpectedDigests: Sync {
    /// The digest of the whole block that starts at case `block * BLOCK_CASES`.
    fn digest(&self, block: u64) -> Option<HostDigest>;
    /// Stores a digest that the reference has just produced.
    fn store(&self, block: u64, digest: HostDigest);
    /// Corrects a stored digest that differs from the reference's.
    ///
    /// # Errors
    ///
    /// If results that passed were compared with other wrong digests.
    fn correct(&self, block: u64, right: HostDigest) -> Result<(), ParityError> {
        self.store(block, right);
        Ok(())
    }
}

/// Digests stored in memory.
#[derive(Debug, Default)]
pub struct MemoryDigests(Mutex<HashMap<u64, HostDigest>>);

impl ExpectedDigests for MemoryDigests {
    fn digest(&self, block: u64) -> Option<HostDigest> {
        self.0.lock().ok()?.get(&block).copied()
    }
    fn store(&self, block: u64, digest: HostDigest) {
        if let Ok(mut known) = self.0.lock() {
            known.insert(block, digest);
        }
    }
}

/// [`parity()`] by digests; `None` if the backend cannot digest the source's cases itself. `threads` evaluate the
/// reference. If a digest differs from a stored one, the reference is evaluated again, because the stored one may be
/// wrong. A block whose digests differ runs again and is read back, so that its failing cases are counted and shown.
///
/// # Errors
/// As for [`parity()`]; for an op with a tolerance, because a digest detects inequality and not distance; and if a
/// block's digest differs while every result read back agrees, because the device is then not deterministic.
pub fn parity_by_digest(
    loaded: &dyn LoadedOp,
    op: DigestReference<'_>,
    source: &dyn Source,
    range: Range<u64>,
    key: u64,
    expected: &dyn ExpectedDigests,
    threads: usize,
) -> Option<Result<Tally, ParityError>> {
    if !loaded.digests_of(source) {
        return None;
    }
    if let Some(ulps) = op.op().tolerance.as_ulps() {
        return Some(Err(BackendError::Validation(format!(
            "results that may be {ulps} ulps off cannot be compared by digests, which tell only whether \
             words are the same: compare them case by case with `parity`"
        ))
        .into()));
    }
    let run = Run {
        op,
        source,
        key,
        expected,
        threads,
    };
    Some(run.compare(loaded, range))
}

/// An expected digest.
#[derive(Clone, Copy)]
struct ExpectedDigest {
    digest: HostDigest,
    /// True if it was stored before this run of the reference.
    was_stored: bool,
}

struct Run<'a> {
    op: DigestReference<'a>,
    source: &'a dyn Source,
    key: u64,
    expected: &'a dyn ExpectedDigests,
    threads: usize,
}

impl Run<'_> {
    fn compare(&self, loaded: &dyn LoadedOp, range: Range<u64>) -> Result<Tally, ParityError> {
        let mut tally = Tally::default();
        let mut start = range.start;
        while start < range.end {
            let end = range
                .end
                .min((start / BLOCK_CASES + PARALLEL_BLOCKS) * BLOCK_CASES);
            let blocks: Vec<Range<u64>> = blocks(start..end).collect();
            let (device, reference) = std::thread::scope(|scope| {
                let reference = scope.spawn(inherited(|| self.expected_digests(&blocks)));
                let device = loaded.digests(self.source, start..end, self.key);
                let reference = reference.join();
                (
                    device,
                    reference.unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                )
            });
            let (device, reference) = (device?, reference?);
            if device.len() != reference.len() {
                return Err(BackendError::ShortOutput {
                    expected: 4 * reference.len(),
                    found: 4 * device.len(),
                }
                .into());
            }
            for (block, (digest, expected)) in blocks.into_iter().zip(device.iter().zip(reference))
            {
                tally.cases += block.end - block.start;
                if *digest != expected.digest.digest()
                    && *digest != self.recomputed(&block, expected)?.digest()
                {
                    self.read_back(loaded, block, &mut tally)?;
                }
            }
            start = end;
        }
        Ok(tally)
    }

    /// The reference's digest, recomputed in this run, of a block that differs on the device.
    fn recomputed(
        &self,
        block: &Range<u64>,
        expected: ExpectedDigest,
    ) -> Result<HostDigest, ParityError> {
        if !expected.was_stored {
            return Ok(expected.digest);
        }
        let right = reference(self.op, self.source, block.clone(), self.key)?;
        if right != expected.digest {
            self.expected.correct(block.start / BLOCK_CASES, right)?;
        }
        Ok(right)
    }

    /// The reference's digests of these blocks.
    fn expected_digests(&self, blocks: &[Range<u64>]) -> Result<Vec<ExpectedDigest>, ParityError> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = vec![];
            while let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
                done.push((block.start, self.one(block)?));
            }
            Ok(done)
        };
        let parts: Result<Vec<_>, ParityError> = std::thread::scope(|scope| {
            let threads = 0..self.threads.clamp(1, blocks.len().max(1));
            let running: Vec<_> = threads.map(|_| scope.spawn(inherited(work))).collect();
            let joined = running.into_iter().map(|thread| {
                let joined = thread.join();
                joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            joined.collect()
        });
        let mut all: Vec<(u64, ExpectedDigest)> = parts?.into_iter().flatten().collect();
        all.sort_unstable_by_key(|(start, _)| *start);
        Ok(all.into_iter().map(|(_, digest)| digest).collect())
    }

    fn one(&self, block: &Range<u64>) -> Result<ExpectedDigest, ParityError> {
        let number = block.start / BLOCK_CASES;
        let is_whole = block.end - block.start == BLOCK_CASES;
        if let Some(known) = self.expected.digest(number).filter(|_| is_whole) {
            return Ok(ExpectedDigest {
                digest: known,
                was_stored: true,
            });
        }
        let digest = reference(self.op, self.source, block.clone(), self.key)?;
        if is_whole {
            self.expected.store(number, digest);
        }
        Ok(ExpectedDigest {
            digest,
            was_stored: false,
        })
    }

    /// Adds the failures of a block whose digests differ.
    fn read_back(
        &self,
        loaded: &dyn LoadedOp,
        block: Range<u64>,
        into: &mut Tally,
    ) -> Result<(), ParityError> {
        let (start, end) = (block.start, block.end);
        let found = parity(loaded, self.op.op(), self.source, block)?;
        if found.failures == 0 {
            return Err(BackendError::Other(format!(
                "the digests of cases {start} to {end} differ, and every result read back agrees: \
                 the device is not deterministic"
            ))
            .into());
        }
        into.failures += found.failures;
        if into.first.is_none() {
            into.first = found.first;
        }
        Ok(())
    }
}

/// The range, split at multiples of [`BLOCK_CASES`].
pub(in crate::backend) fn blocks(range: Range<u64>) -> impl Iterator<Item = Range<u64>> {
    let first = range.start / BLOCK_CASES;
    let last = range.end.div_ceil(BLOCK_CASES);
    (first..last).map(move |block| {
        let whole = block * BLOCK_CASES..(block + 1) * BLOCK_CASES;
        whole.start.max(range.start)..whole.end.min(range.end)
    })
}
