//! Counters of many bins in workgroup memory, one column per invocation, so that no two invocations share a counter:
//! workgroup memory has no atomic steps here.
//!
//! A counter has sixteen bits; two share a word. Neighbouring invocations have neighbouring words in every bin
//! (Podlozhnyuk, "Histogram calculation in CUDA", 2007, section "Per-thread histograms").

use super::tiles;
use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Operand, Type, Var};

/// The largest number of bins.
pub(super) const BINS: u32 = 256;

/// The largest count.
pub(super) const MOST: u32 = 0xFFFF;

/// Words of an array that an invocation loads before it counts the first of them.
const BATCH: u32 = 32;

/// Division of an array among workgroups with a column of counters for each invocation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runs {
    /// Words of a workgroup.
    pub(super) run: u32,
    /// Workgroups.
    pub(super) groups: u32,
    /// Batches of an invocation.
    pub(super) batches: u32,
}

impl Runs {
    /// Runs of this many words, of `len`, for this many columns.
    pub(super) fn of(len: u32, run: u32, columns: u32) -> Self {
        Self {
            run,
            groups: len.div_ceil(run).max(1),
            batches: run.div_ceil(columns * BATCH),
        }
    }

    /// Upper bound on the iterations of the loop of [`Counters::for_each`].
    pub(super) fn iterations(self) -> u64 {
        self.batches.into()
    }
}

/// The counters of a workgroup.
pub(super) struct Counters {
    words: Buffer,
    bins: u32,
    columns: u32,
    /// Number of the invocation in its workgroup, and of its column.
    pub(super) column: Var,
}

impl Counters {
    /// Counters of this many bins for workgroups of this many invocations.
    pub(super) fn declare(k: &mut Kernel, bins: u32, columns: u32) -> Self {
        let words = k.workgroup("counters", Type::U32, bins.div_ceil(2) * columns);
        let column = k.bind("column", tiles::lane(columns));
        Self {
            words,
            bins,
            columns,
            column,
        }
    }

    /// Increments a bin of the invocation's column if the condition is true; returns the count before. It has no
    /// branch, so words can be loaded before earlier ones are counted.
    pub(super) fn add(&self, k: &mut Kernel, bin: Var, is_counted: Expr) -> Expr {
        let at = k.bind("at", (bin >> 1) * self.columns + self.column);
        let half = k.bind("half", (bin & 1) << 4);
        let word = k.bind("word", self.words.at(at));
        k.store(self.words, at, word + (is_counted.cast(Type::U32) << half));
        (word >> half) & MOST
    }

    /// Calls `body` with the index and the bin of every word of the invocation's share of the workgroup's run, and
    /// whether the run contains the word. Neighbouring invocations take neighbouring words. `word` loads one.
    pub(super) fn for_each(
        &self,
        k: &mut Kernel,
        [first, end, batches]: [Var; 3],
        word: impl Fn(Expr) -> Expr,
        mut body: impl FnMut(&mut Kernel, Expr, Var, Expr),
    ) {
        k.count("batch", 0, batches, |k, batch| {
            let start = k.bind(
                "start",
                first + batch * (BATCH * self.columns) + self.column,
            );
            let index = |j: u32| start + j * self.columns;
            let bins: Vec<Var> = (0..BATCH).map(|j| k.bind("bin", word(index(j)))).collect();
            for (j, bin) in (0..).zip(bins) {
                body(k, index(j), bin, index(j).less(end));
            }
        });
    }

    /// Visits the columns of each pair of bins that share words: `start` declares variables, `visit` gets the address
    /// of a column's word, and `finish` gets the first bin of the pair. An invocation takes every pair whose number is its
    /// own modulo the number of columns, and begins with its own column, so that the accesses of a workgroup are spread
    /// over the banks of the memory.
    pub(super) fn pairs(
        &self,
        k: &mut Kernel,
        start: impl FnOnce(&mut Kernel) -> Vec<Var>,
        mut visit: impl FnMut(&mut Kernel, Buffer, Var, &[Var]),
        finish: impl FnOnce(&mut Kernel, Var, &[Var]),
    ) {
        let pairs = self.bins.div_ceil(2);
        k.count("round", 0, pairs.div_ceil(self.columns), |k, round| {
            let pair = k.bind("pair", round * self.columns + self.column);
            k.when(pair.less(pairs), |k| {
                let state = start(k);
                k.count("turn", 0, self.columns, |k, turn| {
                    let column = (turn + self.column) % self.columns;
                    let at = k.bind("at", pair * self.columns + column);
                    visit(k, self.words, at, &state);
                });
                let bin = k.bind("bin", pair << 1);
                finish(k, bin, &state);
            });
        });
    }

    /// Upper bounds on the iterations of the loops of [`Counters::pairs`].
    pub(super) fn iterations(bins: u32, columns: u32) -> [u64; 2] {
        let rounds = bins.div_ceil(2).div_ceil(columns);
        [rounds.into(), columns.into()]
    }
}
