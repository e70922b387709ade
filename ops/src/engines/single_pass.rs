//! Prefix sums of a long array in one dispatch, by [`look_back`](super::look_back): every word is read once.

use super::dispatches::{Dispatches, Slot};
use super::exchange;
use super::grid::FEWEST_ROUNDS;
use super::group_scan::GroupScan;
use super::look_back::LookBack;
use super::tiles::{self, Tiling};
use vyre_conform_runtime::ir::{AtomicOp, Kernel, Operand, Program, Type};

/// Words of workgroup memory beside the exchange: the tile, and the words of [`LookBack`].
const SHARED: u32 = 1 + LookBack::SHARED;

/// Elements per invocation in a tile: as many as fit in workgroup memory beside the scan over the workgroup; an odd
/// number, which spreads the tile over the banks of that memory; and at most 27, beyond which an NVIDIA H100 is no
/// faster (580.159.04, 2026-11-27).
fn items(size: u32) -> u32 {
    let most = (tiles::MEMORY - SHARED) / size - 2;
    // The least odd number leaves enough memory of the tile for the values found after the words are read.
    ((most - 1) | 1).clamp(LookBack::ARRAYS | 1, 27)
}

/// The dispatch that writes the prefix sums of `source`, which holds `len` elements, to `output`.
pub(crate) fn scan_array(
    d: &mut Dispatches,
    size: u32,
    len: u32,
    [source, output]: [Slot; 2],
    inclusive: bool,
) {
    let tiling = Tiling::of_tiles(len, size * items(size), FEWEST_ROUNDS);
    let [_, of_group, _] = tiling.params();
    let all = tiling.groups * of_group;
    let params = d.given(&[len, of_group, all]);
    let state = d.zeros(1 + LookBack::WORDS * all);
    let program = d.program(program(size, inclusive));
    let iterations = LookBack::iterations(size, all, size * items(size));
    let iterations: Vec<u64> = [tiling.iterations()]
        .into_iter()
        .chain(iterations)
        .collect();
    d.step(
        program,
        tiling.groups,
        &[params, source, output, state],
        &iterations,
    );
}

/// The program. Bindings: length, tiles of a workgroup and number of tiles; source; output; the number of the next
/// tile, and the words that tiles publish.
fn program(size: u32, inclusive: bool) -> Program {
    let items = items(size);
    let mut k = Kernel::new("scan_single_pass", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let [len, tiles, all] =
        [("len", 0), ("tiles", 1), ("all", 2)].map(|(name, at)| k.bind(name, params.at(at)));
    let source = k.read_only("source", Type::U32);
    let output = k.read_write("output", Type::U32);
    let state = k.read_write("state", Type::U32);
    let memory = k.workgroup("exchanged", Type::U32, size * items);
    let shared = k.workgroup("shared", Type::U32, SHARED);
    let group_scan = GroupScan::declare(&mut k, size);
    let local = k.bind("local", tiles::lane(size));
    let own = k.bind("own", local * items);
    let of = exchange::Tile {
        size,
        items,
        memory,
        group_scan,
        local,
        own,
        inclusive,
    };
    k.count("round", 0, tiles, |k, _| {
        k.when(local.equals(0), |k| {
            let next = k.atomic(AtomicOp::Add, state, 0, 1);
            k.store(shared, 0, next);
        });
        k.barrier();
        let tile = k.bind("tile", shared.at(0));
        let start = k.bind("start", tile * (size * items) + local);
        let look = LookBack {
            size,
            words: size * items,
            state,
            tiles: all,
            source,
            memory,
            shared,
        };
        of.scan(
            k,
            start,
            |i| source.at(i),
            |_, _| (),
            |k, total| look.run(k, local, tile, total),
            |k, i, prefix, _, ()| {
                k.when(i.clone().less(len), |k| k.store(output, i, prefix));
            },
        );
    });
    k.finish()
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;
    use vyre_conform_interp::{Options, run_launch};
    use vyre_conform_runtime::dispatch::Contents;
    use vyre_conform_runtime::valid::{Limits, validate_program};

    /// The prefix sums of these words if `state` gives the initial number and words of the tiles.
    fn scanned(words: &[u32], size: u32, state: impl Fn(usize, usize) -> Vec<u32>) -> Vec<u32> {
        let len = words.len() as u32;
        let mut d = Dispatches::new(|_, read| vec![read[0].clone()]);
        let source = d.given(words);
        let output = d.output(len);
        scan_array(&mut d, size, len, [source, output], false);
        let mut plan = d.finish();
        let Some(Contents::Zeros(known)) = plan.launch.buffers.pop() else {
            panic!("the state is the last buffer, and begins as zeros");
        };
        let begun = state((known - 1) / 2, (size * items(size)) as usize);
        plan.launch.buffers.push(Contents::Words(begun));
        let valid = validate_program(plan.programs.remove(0), &(), &Limits::INTERPRETER);
        let programs = [valid.expect("a valid program")];
        let mut read = run_launch(&programs, &plan.launch, &Options::default()).expect("words");
        read.remove(0)
    }

    fn due(words: &[u32]) -> Vec<u32> {
        let sums = words.iter().scan(0_u32, |sum, word| {
            let before = *sum;
            *sum = before.wrapping_add(*word);
            Some(before)
        });
        sums.collect()
    }

    /// Oracle: sums by the standard library. No workgroup takes a tile before the fourth, as if the first workgroups
    /// had stalled.
    #[test]
    fn a_tile_that_publishes_nothing_is_added_up_by_another() {
        for size in [1, 32, 64] {
            let tile = (size * items(size)) as usize;
            let words: Vec<u32> = (0..6 * tile as u32 - 5)
                .map(|i| shapes::random(3, i))
                .collect();
            let found = scanned(&words, size, |tiles, _| {
                let mut state = vec![0; 1 + 2 * tiles];
                state[0] = 3;
                state
            });
            assert_eq!(
                found[3 * tile..words.len()],
                due(&words)[3 * tile..],
                "{size}"
            );
            assert!(found[..3 * tile].iter().all(|word| *word == 0), "{size}");
        }
    }

    /// Oracle: sums by the standard library. Every tile except the first has published only its own sum, and there are
    /// more tiles than looks before the first invocation continues alone.
    #[test]
    fn sums_of_single_tiles_are_added_up_as_far_back_as_they_go() {
        for (size, before) in [(32, 300), (64, 40), (128, 200)] {
            let tile = (size * items(size)) as usize;
            let len = (before + 1) * tile;
            let words: Vec<u32> = (0..len as u32).map(|i| shapes::random(4, i)).collect();
            let found = scanned(&words, size, |tiles, of| {
                let mut state = vec![0; 1 + 2 * tiles];
                state[0] = before as u32;
                for (k, words) in words.chunks(of).take(before).enumerate() {
                    let sum = words
                        .iter()
                        .fold(0, |sum: u32, word| sum.wrapping_add(*word));
                    let stage = if k == 0 { 2 << 16 } else { 1 << 16 };
                    state[1 + k] = stage | (sum & 0xFFFF);
                    state[1 + tiles + k] = stage | (sum >> 16);
                }
                state
            });
            let first = before * tile;
            assert_eq!(found[first..len], due(&words)[first..], "{size}");
        }
    }
}
