//! Layout of a tile of words in a workgroup, and ranking by three bits of each word: an invocation keeps the eight
//! counts of its words in one word, and a scan over the invocations turns them into places. A stable pass of a radix
//! sort consists of two such rounds ([`super::radix_tiles`]).

use super::counters::MOST;
use super::group_scan::GroupScan;
use super::tiles;
use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Var};

/// Bits by which a round sorts.
pub(super) const HALF: u32 = 3;

/// Words of an invocation in a tile: odd, as in [`super::exchange`], and at most the largest count of four bits.
pub(super) const ITEMS: u32 = 15;

/// Layout of the words of a tile for the invocations of a workgroup: the words of one invocation in a row, or
/// interleaved with those of the other invocations, as they are read and written.
pub(super) struct Lanes {
    size: u32,
    shared: Buffer,
    scan: GroupScan,
    /// Number of the invocation in its workgroup.
    pub(super) local: Var,
    /// The first of the invocation's words in a row.
    pub(super) row: Var,
    /// Address of the invocation's counter in a row of counts.
    count: Var,
    /// Address of the counts that the invocation sums.
    raked: [Var; PACKED as usize],
}

/// Words of an invocation's counts, two counts per word: half a digit `n` is in the half `n / 4` of word `n % 4`.
const PACKED: u32 = (1 << HALF) / 2;

impl Lanes {
    pub(super) fn of(k: &mut Kernel, size: u32, shared: Buffer) -> Self {
        let local = k.bind("local", tiles::lane(size));
        // The four words of counts that an invocation sums are adjacent, so 32 invocations would use only eight of the
        // 32 banks of the memory. Therefore word `i` is stored at `i ^ (i / 32 % 4)`.
        let swapped = |index: Expr, row: Expr| match size.is_multiple_of(32 * PACKED) {
            true => index ^ (row & (PACKED - 1)),
            false => index,
        };
        let count = k.bind("count", swapped(local.into(), local >> 5));
        let raked = [0, 1, 2, 3].map(|n| {
            let index = local * PACKED + swapped(Expr::u32(n), local >> (5 - 2));
            k.bind("raked", index)
        });
        Self {
            size,
            shared,
            scan: GroupScan::within(shared, PACKED * size, size),
            local,
            row: k.bind("row", local * ITEMS),
            count,
            raked,
        }
    }

    /// The invocation's words, interleaved.
    pub(super) fn apart(&self, k: &mut Kernel) -> Vec<Var> {
        let word = |j| self.shared.at(self.local + j * self.size);
        (0..ITEMS).map(|j| k.bind("word", word(j))).collect()
    }

    /// Converts interleaved words to words in a row. Until then every invocation may read its own interleaved words,
    /// and nothing else.
    pub(super) fn in_a_row(&self, k: &mut Kernel, words: Vec<Expr>) -> Vec<Var> {
        for (j, word) in (0..).zip(words) {
            k.store(self.shared, self.local + j * self.size, word);
        }
        k.barrier();
        self.row(k)
    }

    /// The invocation's words in a row; the memory is free afterwards.
    fn row(&self, k: &mut Kernel) -> Vec<Var> {
        let words = (0..ITEMS).map(|j| k.bind("word", self.shared.at(self.row + j)));
        let words = words.collect();
        k.barrier();
        words
    }

    /// Moves words in a row to these places; returns the new words in a row. The memory must be free.
    pub(super) fn exchange(&self, k: &mut Kernel, to: Vec<Var>, words: Vec<Expr>) -> Vec<Var> {
        for (to, word) in to.into_iter().zip(words) {
            k.store(self.shared, to, word);
        }
        k.barrier();
        self.row(k)
    }

    /// Places of words in a row after a stable sort by their lowest bits, those of half a digit. The memory must be
    /// free, and is free afterwards.
    pub(super) fn ranks(&self, k: &mut Kernel, words: &[Var]) -> Vec<Var> {
        // The counts of all half digits, four bits each.
        let mut counts = k.bind("counts", 0);
        // Number of the invocation's earlier words with the same half digit, four bits each.
        let mut own_ranks: [Option<Var>; 2] = [None; 2];
        for (j, word) in (0..).zip(words) {
            // A shift counts modulo 32.
            let shift = k.bind("shift", *word << 2);
            let rank = ((counts >> shift) & 15) << (4 * (j % 8));
            let ranks = &mut own_ranks[j as usize / 8];
            *ranks = Some(match ranks {
                Some(ranks) => k.bind("ranks", *ranks | rank),
                None => k.bind("ranks", rank),
            });
            counts = k.bind("counts", counts + (Expr::u32(1) << shift));
        }
        // They are stored in workgroup memory, so that they occupy no registers.
        let behind = PACKED * self.size + GroupScan::words(self.size);
        let wait = |half: usize| self.local + (behind + half as u32 * self.size);
        for (half, ranks) in own_ranks.into_iter().enumerate() {
            k.store(
                self.shared,
                wait(half),
                ranks.map_or(Expr::u32(0), Expr::from),
            );
        }
        for n in 0..PACKED {
            let [low, high] = [n, n + PACKED].map(|n| (counts >> (4 * n)) & 15);
            k.store(self.shared, self.count + n * self.size, low | (high << 16));
        }
        k.barrier();
        // An invocation sums four words in a row, of any half digits and invocations.
        let raked = self.raked.map(|at| k.bind("raked", self.shared.at(at)));
        let [a, b, c, d] = raked;
        let sum = k.bind("sum", a + b + c + d);
        let (before, all) = self.scan.run(k, self.local, sum);
        // The counts in the lower halves of the words come before the others.
        let mut sum = k.bind("sum", before + (all << 16));
        for (at, raked) in self.raked.into_iter().zip(raked) {
            k.store(self.shared, at, sum);
            sum = k.bind("sum", sum + raked);
        }
        k.barrier();
        let own_ranks = [0, 1].map(|half| k.bind("ranks", self.shared.at(wait(half))));
        let ranks = (0..).zip(words).map(|(j, word)| {
            let at = (*word & (PACKED - 1)) * self.size + self.count;
            let place = (self.shared.at(at) >> ((*word & PACKED) << 2)) & MOST;
            let ranks = own_ranks[j as usize / 8];
            k.bind("place", place + ((ranks >> (4 * (j % 8))) & 15))
        });
        let ranks = ranks.collect();
        k.barrier();
        ranks
    }
}
