//! The sum of all tiles before one, from the published sums of their workgroups: "decoupled look-back" (Merrill and
//! Garland, 2016).
//!
//! A tile publishes its own sum as soon as it is known, and later the sum including all tiles before it. A sum has two
//! words of 16 bits. Each word has its stage above these bits; the stage grows and is written by atomic maxima. Two
//! words with the same stage belong together, and no other ordering is needed. A workgroup reads several tiles at once,
//! nearest first, and adds the sums up to the first one that includes all earlier tiles.
//!
//! The position of a barrier must not depend on values read, so the number of looks is fixed. If sums remain after
//! them, or a tile has not published in time, the first invocation adds the rest alone, if necessary from the words of
//! the tile.

use vyre_conform_runtime::ir::{AtomicOp, Buffer, Expr, Kernel, Operand, Var};

/// Stages of a published sum.
const NOTHING: u32 = 0;
const OWN: u32 = 1;
const WITH_ALL_BEFORE: u32 = 2;

/// Tiles of the first look: the nearest tiles have usually published by then, and waiting for farther ones costs time.
const FIRST: u32 = 32;
/// Tiles of every further look.
const FURTHER: u32 = 128;
/// Looks. An NVIDIA H100 runs at most 1,056 tiles at once (580.159.04).
const LOOKS: u32 = 9;
/// Reads of a word before the look is abandoned: about a millisecond on an NVIDIA H100.
const POLLS: u32 = 1000;
/// Tiles whose sums one invocation adds.
const TOGETHER: u32 = 16;

/// Indices of shared words.
const SUM: u32 = 1;
const END: u32 = 2;
const STUCK: u32 = 3;

/// Inputs of a look-back.
pub(super) struct LookBack {
    pub(super) size: u32,
    /// Words of a tile.
    pub(super) words: u32,
    /// The number of the next tile, then the lower words of all tiles, then the upper ones.
    pub(super) state: Buffer,
    /// Number of tiles.
    pub(super) tiles: Var,
    pub(super) source: Buffer,
    /// [`LookBack::ARRAYS`] free words of workgroup memory per invocation.
    pub(super) memory: Buffer,
    /// Workgroup memory; word 0 is not used here.
    pub(super) shared: Buffer,
}

impl LookBack {
    /// Words of shared memory after the first.
    pub(super) const SHARED: u32 = 3;
    /// Words of memory of an invocation.
    pub(super) const ARRAYS: u32 = 4;
    /// Words published by a tile.
    pub(super) const WORDS: u32 = 2;

    /// Upper bounds on the iterations of the loops here.
    pub(super) fn iterations(size: u32, tiles: u32, words: u32) -> [u64; 6] {
        let parts = FURTHER.min(size).div_ceil(TOGETHER);
        [LOOKS, POLLS, TOGETHER, parts, tiles, words].map(u64::from)
    }

    /// Publishes `total`, the sum of a tile, and returns the sum of all tiles before it. Barriers precede and follow
    /// every use of the memory.
    pub(super) fn run(&self, k: &mut Kernel, local: Var, tile: Var, total: Var) -> Expr {
        let shared = self.shared;
        k.when(local.equals(0), |k| {
            let stage = tile.equals(0).select(WITH_ALL_BEFORE, OWN);
            let stage = k.bind("stage", stage);
            self.publish(k, tile, stage, total);
            k.store(shared, SUM, 0);
            k.store(shared, END, tile);
            k.store(shared, STUCK, 0);
        });
        k.barrier();
        k.count("look", 0, LOOKS, |k, look| {
            let [first, further] = [FIRST, FURTHER].map(|tiles| tiles.min(self.size));
            let width = k.bind("width", look.equals(0).select(first, further));
            let end = k.bind("end", shared.at(END));
            let going = end.differs(0) & shared.at(STUCK).equals(0);
            let going = k.bind("going", going);
            k.when(local.less(width) & going, |k| self.wait(k, local, end));
            k.barrier();
            let [stages, sums, more_stages, more_sums] = [0, 1, 2, 3].map(|n| n * self.size);
            let from = k.bind("from", local * TOGETHER);
            k.when(from.less(width) & going, |k| {
                let most = k.bind("most", (width - from).min(TOGETHER));
                let (stage, sum) = self.joined(k, [stages, sums], from, most);
                k.store(self.memory, local + more_stages, stage);
                k.store(self.memory, local + more_sums, sum);
            });
            k.barrier();
            k.when(local.equals(0) & going, |k| {
                let none = k.bind("none", 0);
                let parts = k.bind("parts", (width + (TOGETHER - 1)) / TOGETHER);
                let (stage, sum) = self.joined(k, [more_stages, more_sums], none, parts);
                k.when_else(
                    stage.equals(NOTHING),
                    |k| k.store(shared, STUCK, 1),
                    |k| {
                        k.store(shared, SUM, shared.at(SUM) + sum);
                        let left = stage.equals(OWN).select(end - width, 0);
                        k.store(shared, END, left);
                    },
                );
            });
            k.barrier();
        });
        k.when(local.equals(0), |k| {
            let sum = k.variable("sum", shared.at(SUM));
            self.alone(k, sum);
            k.store(shared, SUM, sum);
            let with_all = k.bind("with_all", sum + total);
            let stage = k.bind("stage", WITH_ALL_BEFORE);
            self.publish(k, tile, stage, with_all);
        });
        k.barrier();
        shared.at(SUM)
    }

    fn publish(&self, k: &mut Kernel, tile: Var, stage: Var, sum: Var) {
        let lower = (stage << 16) | (sum & 0xFFFF);
        k.atomic(AtomicOp::Max, self.state, tile + 1, lower);
        let upper = (stage << 16) | (sum >> 16);
        k.atomic(AtomicOp::Max, self.state, tile + self.tiles + 1, upper);
    }

    /// Stores the published sum of the tile `local` tiles before the last one before `end`, as soon as it is published.
    /// Before the first tile the sum is 0.
    fn wait(&self, k: &mut Kernel, local: Var, end: Var) {
        let stage = k.variable("stage", WITH_ALL_BEFORE);
        let sum = k.variable("sum", 0);
        let of = k.bind("of", end - 1 - local);
        k.when(of.less(end), |k| {
            k.assign(stage, NOTHING);
            let polls = k.variable("polls", 0);
            let waits = stage.equals(NOTHING) & polls.less(POLLS);
            k.repeat_while(POLLS.into(), waits, |k| {
                self.read(k, of, stage, sum);
                k.assign(polls, polls + 1);
            });
        });
        k.store(self.memory, local, stage);
        k.store(self.memory, local + self.size, sum);
    }

    /// One read of a tile's published sum: the stage is [`NOTHING`] if the two words have different stages.
    fn read(&self, k: &mut Kernel, tile: Var, stage: Var, sum: Var) {
        let lower = k.atomic_load(self.state, tile + 1);
        let upper = k.atomic_load(self.state, tile + self.tiles + 1);
        let whole = (lower >> 16).equals(upper >> 16);
        k.assign(stage, whole.select(lower >> 16, NOTHING));
        k.assign(sum, (lower & 0xFFFF) | (upper << 16));
    }

    /// The sum of this many elements of two arrays of memory, from `from` to the first that is not a tile's own sum,
    /// and the stage of that element.
    fn joined(&self, k: &mut Kernel, [stages, sums]: [u32; 2], from: Var, most: Var) -> (Var, Var) {
        let stage = k.variable("stage", OWN);
        let sum = k.variable("sum", 0);
        k.count("part", 0, most, |k, part| {
            k.when(stage.equals(OWN), |k| {
                let place = k.bind("place", from + part);
                k.assign(stage, self.memory.at(place + stages));
                k.assign(sum, sum + self.memory.at(place + sums));
            });
        });
        (stage, sum)
    }

    /// Adds the remaining sums to `sum`, tile by tile.
    fn alone(&self, k: &mut Kernel, sum: Var) {
        let end = k.bind("end", self.shared.at(END));
        k.count("back", 0, end, |k, back| {
            let of = k.bind("of", end - 1 - back);
            let stage = k.variable("stage", NOTHING);
            let part = k.variable("part", 0);
            self.read(k, of, stage, part);
            k.when(stage.equals(NOTHING), |k| {
                k.assign(part, 0);
                let from = k.bind("from", of * self.words);
                k.count("word", 0, self.words, |k, word| {
                    k.assign(part, part + self.source.at(from + word));
                });
            });
            k.assign(sum, sum + part);
            k.when(stage.equals(WITH_ALL_BEFORE), |k| k.leave_loop());
        });
    }
}
