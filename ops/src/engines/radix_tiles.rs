//! A stable pass of a radix sort over a digit of six bits; a 32-bit key has six such digits.
//!
//! As in [`super::radix_sort_pass`], every workgroup counts the digits of its run, and the scan of the counts, digit by
//! digit, gives each workgroup its first place for each digit. Within a tile the pairs are sorted by the digit before
//! they are written, so that pairs of one digit go to neighbouring words. That takes two rounds of three bits each: an
//! invocation keeps the eight counts of its pairs in a word, and a scan over the invocations turns them into places
//! (Merrill and Grimshaw, "High Performance and Scalable Radix Sorting", 2011, section 3; Satish, Harris and Garland,
//! 2009, section 4.1).
//!
//! A tile has as many pairs as fit in the memory of a workgroup, at most 3840. Each of 64 digits then has sixty
//! adjacent pairs on average. Each of the 256 digits of a byte would have fifteen, and so few adjacent words leave more
//! partly written cache lines than the caches hold. On an NVIDIA H100 (580.159.04, 2026-11-26) six passes take 17 ms
//! for 2^28 pairs; four passes over bytes took 21 ms.

use super::counters::{Counters, MOST, Runs};
use super::dispatches::{Dispatches, Slot};
use super::grid::FEWEST_ROUNDS;
use super::lanes::{HALF, ITEMS, Lanes};
use super::tiles::{self, Tiling};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Program, Type, Var};

/// Bits of a digit.
pub(super) const BITS: u32 = 2 * HALF;

/// Values of a digit.
const DIGITS: u32 = 1 << BITS;

/// Smallest number of pairs of a workgroup in large inputs: several for each digit.
const RUN: u32 = 16 * DIGITS;

/// Columns of counters of a counting workgroup.
const COLUMNS: u32 = 32;

/// True if these passes suit this many pairs at a workgroup size: every workgroup has enough pairs and memory, and no
/// counter of a column overflows.
pub(super) fn fits(len: u32, size: u32) -> bool {
    let has_memory = size.saturating_mul(ITEMS) <= tiles::MEMORY - 3 * DIGITS;
    let counts = || {
        let run = tiling(len, size).iterations() * u64::from(size * ITEMS);
        run.div_ceil(size.min(COLUMNS).into()) <= MOST.into()
    };
    len > RUN && has_memory && counts()
}

/// The division of this many pairs.
fn tiling(len: u32, size: u32) -> Tiling {
    let tile = size * ITEMS;
    Tiling::of_tiles(len, tile, RUN.div_ceil(tile).max(FEWEST_ROUNDS))
}

/// The dispatches of a pass over the digit from bit `shift` up, for `len` pairs.
pub(super) fn dispatches(
    d: &mut Dispatches,
    size: u32,
    len: u32,
    shift: u32,
    [keys, values]: [Slot; 2],
    [sorted_keys, sorted_values]: [Slot; 2],
) {
    let tiling = tiling(len, size);
    let columns = size.min(COLUMNS);
    let tile = size * ITEMS;
    let runs = Runs::of(len, tiling.iterations() as u32 * tile, columns);
    let shift = d.given(&[shift]);
    let [counts, places] = [(); 2].map(|()| d.scratch(DIGITS * tiling.groups));
    let program = d.program(count(columns));
    let params = d.given(&[len, runs.run, runs.batches, runs.groups]);
    let [rounds, per_round] = Counters::iterations(DIGITS, columns);
    let buffers = [params, shift, keys, counts];
    let iterations = [runs.iterations(), rounds, per_round];
    d.step(program, runs.groups, &buffers, &iterations);
    tiles::scan_array(d, size, DIGITS * tiling.groups, [counts, places], false);
    let program = d.program(scatter(size));
    let params = d.given(&tiling.params());
    let buffers = [
        params,
        shift,
        keys,
        values,
        places,
        sorted_keys,
        sorted_values,
    ];
    let digits = digit_rounds(size).into();
    let iterations = [digits, tiling.iterations(), digits, digits];
    d.step(program, tiling.groups, &buffers, &iterations);
}

/// Counts the digits of every workgroup's run; the counts of one digit are adjacent.
fn count(columns: u32) -> Program {
    let mut k = Kernel::new("count_tiles", [columns, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let shift = k.uniform("shift", Type::U32, 1);
    let keys = k.read_only("keys", Type::U32);
    let counts = k.read_write("counts", Type::U32);
    let counters = Counters::declare(&mut k, DIGITS, columns);
    let [len, run, batches, groups] = [("len", 0), ("run", 1), ("batches", 2), ("groups", 3)]
        .map(|(name, i)| k.bind(name, params.at(i)));
    let shift = k.bind("shift", shift.at(0));
    let group = k.bind("group", Expr::workgroup_id(Axis::X));
    let first = k.bind("first", group * run);
    let end = k.bind("end", (first + run).min(len));
    let digit = |i: Expr| (keys.at(i) >> shift) & (DIGITS - 1);
    counters.for_each(
        &mut k,
        [first, end, batches],
        digit,
        |k, _, digit, is_in| {
            counters.add(k, digit, is_in);
        },
    );
    k.barrier();
    counters.pairs(
        &mut k,
        |k| [0, 1].map(|_| k.variable("sum", 0)).to_vec(),
        |k, words, at, sums| {
            let counted = k.bind("counted", words.at(at));
            k.assign(sums[0], sums[0] + (counted & MOST));
            k.assign(sums[1], sums[1] + (counted >> 16));
        },
        |k, digit, sums| {
            for (half, sum) in (0..).zip(sums) {
                k.store(counts, (digit + half) * groups + group, *sum);
            }
        },
    );
    k.finish()
}

/// Stores every pair at its place.
fn scatter(size: u32) -> Program {
    let mut k = Kernel::new("scatter_tiles", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let shift = k.uniform("shift", Type::U32, 1);
    let keys = k.read_only("keys", Type::U32);
    let values = k.read_only("values", Type::U32);
    let places = k.read_only("places", Type::U32);
    let sorted_keys = k.read_write("sorted_keys", Type::U32);
    let sorted_values = k.read_write("sorted_values", Type::U32);
    // The tile in either order, and its ranks in between.
    let shared = k.workgroup("exchanged", Type::U32, size * ITEMS);
    // For every digit, the place of its next pair.
    let next = k.workgroup("next", Type::U32, DIGITS);
    // For every digit, its start and end in a sorted tile.
    let [begins, ends] = ["begins", "ends"].map(|name| k.workgroup(name, Type::U32, DIGITS));
    let lanes = Lanes::of(&mut k, size, shared);
    let local = lanes.local;
    let shift = k.bind("shift", shift.at(0));
    let group = k.bind("group", Expr::workgroup_id(Axis::X));
    let groups = k.bind("groups", params.at(2) + 1);
    let tiles = k.bind("tiles", params.at(1));
    each_digit(&mut k, size, local, |k, digit| {
        k.store(next, digit, places.at(digit * groups + group));
    });
    k.count("tile", 0, tiles, |k, tile| {
        let digit = |key: Expr| (key >> shift) & (DIGITS - 1);
        // Padding keys after the last pair are the largest and stay there.
        let key = |[start, len]: [Var; 2], j: u32| {
            let index = start + j * size;
            let behind = index.clone().at_least(len).select(u32::MAX, 0);
            keys.at(index) | behind
        };
        // Start of the invocation's pairs, and end of all. Recomputed each time, so that they occupy no registers in
        // between.
        let stand = |k: &mut Kernel| {
            let first = group * params.at(1);
            let start = k.bind("start", (first + tile) * (size * ITEMS) + local);
            [start, k.bind("len", params.at(0))]
        };
        let at = stand(k);
        let own: Vec<Var> = (0..ITEMS).map(|j| k.bind("key", key(at, j))).collect();
        let digits = own.iter().map(|key| digit((*key).into())).collect();
        let digits = lanes.in_a_row(k, digits);
        // Sorts by the lower half of the digit; the upper half remains, with the original place in the tile.
        let to = lanes.ranks(k, &digits);
        let left = (0..).zip(digits);
        let left = left.map(|(j, digit)| (digit >> HALF) | ((lanes.row + j) << HALF));
        let words = lanes.exchange(k, to, left.collect());
        // Sorts by the upper half; then gives each pair its destination, in the original order.
        let ranks = lanes.ranks(k, &words);
        for (word, rank) in words.into_iter().zip(ranks) {
            k.store(shared, word >> HALF, rank);
        }
        each_digit(k, size, local, |k, digit| {
            k.store(begins, digit, 0);
            k.store(ends, digit, 0);
        });
        k.barrier();
        let to = lanes.apart(k);
        k.barrier();
        for (to, key) in to.iter().zip(own) {
            k.store(shared, *to, key);
        }
        k.barrier();
        let sorted = lanes.apart(k);
        for (j, key) in (0..).zip(&sorted) {
            let at = local + j * size;
            let own = k.bind("digit", digit((*key).into()));
            let before = k.bind("before", digit(shared.at(at.clone() - 1)));
            let begins_here = match j {
                0 => at.clone().differs(0) & own.differs(before),
                _ => own.differs(before),
            };
            k.when(begins_here, |k| {
                k.store(begins, own, at.clone());
                k.store(ends, before, at);
            });
        }
        k.when(local.equals(size - 1), |k| {
            let last = sorted[ITEMS as usize - 1];
            k.store(ends, digit(last.into()), size * ITEMS);
        });
        k.barrier();
        let [start, _] = stand(k);
        let own: Vec<Var> = (0..ITEMS)
            .map(|j| k.bind("value", values.at(start + j * size)))
            .collect();
        // The offset added to a pair's place in the tile gives its destination; the next tile continues at the end of
        // this one.
        each_digit(k, size, local, |k, digit| {
            let begin = k.bind("begin", begins.at(digit));
            let place = k.bind("place", next.at(digit) - begin);
            k.store(begins, digit, place);
            k.store(next, digit, place + ends.at(digit));
        });
        for (to, value) in to.into_iter().zip(own) {
            k.store(shared, to, value);
        }
        k.barrier();
        // The next tile overwrites workgroup memory that only this invocation reads here.
        let values = lanes.apart(k);
        let len = k.bind("len", params.at(0));
        for (j, (key, value)) in (0..).zip(sorted.into_iter().zip(values)) {
            let place = begins.at(digit(key.into())) + (local + j * size);
            let place = k.bind("place", place);
            // The padding keys go after the last pair again.
            k.when(place.less(len), |k| {
                k.store(sorted_keys, place, key);
                k.store(sorted_values, place, value);
            });
        }
    });
    k.finish()
}

/// One invocation handles each digit.
fn each_digit(k: &mut Kernel, size: u32, local: Var, body: impl FnOnce(&mut Kernel, Var)) {
    k.count("round", 0, digit_rounds(size), |k, round| {
        let digit = k.bind("digit", round * size + local);
        match DIGITS.is_multiple_of(size) {
            true => body(k, digit),
            false => k.when(digit.less(DIGITS), |k| body(k, digit)),
        }
    });
}

/// Iterations of the loop of [`each_digit`].
const fn digit_rounds(size: u32) -> u32 {
    DIGITS.div_ceil(size)
}
