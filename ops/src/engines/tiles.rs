//! Sums and prefix sums of a long array by tiles: shared by reduce, the scans and everything that allocates places for
//! its output.
//!
//! Reduce, then scan (Blelloch, "Prefix Sums and Their Applications", 1990, section 1.2.2; Harris, Sengupta and Owens,
//! GPU Gems 3, chapter 39): each workgroup owns a run of tiles; one dispatch sums every run, one workgroup scans the
//! sums, and a last dispatch scans every run from its offset. Arrays of several workgroups are scanned by [`exchange`].

use super::dispatches::{Dispatches, Slot};
use super::exchange;
use super::grid::{FEWEST_ROUNDS, MOST_GROUPS};
use super::group_scan::GroupScan;
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Program, Type, Var};

/// Elements of an invocation in a tile.
pub(super) const ITEMS: u32 = 16;

/// Words of workgroup memory that every WebGPU device has.
pub(super) const MEMORY: u32 = 16_384 / 4;

/// Division of an array: every workgroup takes the same number of consecutive tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiling {
    /// Elements.
    len: u32,
    /// Tiles of a workgroup.
    tiles: u32,
    /// Workgroups.
    pub(super) groups: u32,
}

impl Tiling {
    /// The division of this many elements at a workgroup size.
    pub(super) fn of(len: u32, workgroup_size: u32) -> Self {
        Self::of_tiles(len, workgroup_size * ITEMS, FEWEST_ROUNDS)
    }

    /// The division of this many elements into tiles; a workgroup takes at least `fewest` if there are enough.
    pub(super) fn of_tiles(len: u32, tile: u32, fewest: u32) -> Self {
        let all = len.div_ceil(tile).clamp(1, u32::MAX);
        let tiles = all.div_ceil(MOST_GROUPS).max(fewest.min(all));
        Self {
            len,
            tiles,
            groups: all.div_ceil(tiles),
        }
    }

    /// All elements for one workgroup.
    pub(super) fn of_one_group(len: u32, workgroup_size: u32) -> Self {
        Self {
            len,
            tiles: len.div_ceil(workgroup_size * ITEMS).clamp(1, u32::MAX),
            groups: 1,
        }
    }

    /// The parameters of the programs here: length, tiles of a workgroup, last workgroup.
    pub(super) fn params(self) -> [u32; 3] {
        [self.len, self.tiles, self.groups - 1]
    }

    /// Upper bound on the iterations of the loop over a workgroup's tiles.
    pub(super) fn iterations(self) -> u64 {
        self.tiles.into()
    }
}

/// The parameters of [`Tiling::params`] in a kernel.
pub(super) struct Params {
    pub(super) len: Var,
    pub(super) tiles: Var,
    pub(super) last_group: Var,
}

impl Params {
    /// The next binding of the kernel, read once.
    pub(super) fn of(k: &mut Kernel) -> Self {
        let params = k.uniform("params", Type::U32, 3);
        Self {
            len: k.bind("len", params.at(0)),
            tiles: k.bind("tiles", params.at(1)),
            last_group: k.bind("last_group", params.at(2)),
        }
    }
}

/// The number of the invocation in its workgroup. If the size is a power of two, a mask bounds it, so that a compiler
/// sees which indices into workgroup memory are valid and omits their checks.
pub(super) fn lane(size: u32) -> Expr {
    match size.is_power_of_two() {
        true => Expr::local_id(Axis::X) & (size - 1),
        false => Expr::local_id(Axis::X),
    }
}

/// A program that writes the sum of every workgroup's run. Bindings: parameters, the buffers that `source` declares,
/// sums. `source` returns the element at an index, 0 from the end of the array on.
pub(super) fn sums<S: Fn(Expr) -> Expr>(
    name: &str,
    size: u32,
    source: impl FnOnce(&mut Kernel) -> S,
) -> Program {
    sums_of(name, size, ITEMS, source)
}

/// [`sums`] over tiles of `items` elements per invocation.
pub(super) fn sums_of<S: Fn(Expr) -> Expr>(
    name: &str,
    size: u32,
    items: u32,
    source: impl FnOnce(&mut Kernel) -> S,
) -> Program {
    let mut k = Kernel::new(name, [size, 1, 1]);
    let params = Params::of(&mut k);
    let element = source(&mut k);
    let sums = k.read_write("sums", Type::U32);
    let local = k.bind("local", Expr::local_id(Axis::X));
    let group = k.bind("group", Expr::workgroup_id(Axis::X));
    let first = k.bind("first", group * params.tiles);
    let sum = k.variable("sum", 0);
    k.count("tile", 0, params.tiles, |k, tile| {
        // Neighbouring invocations read neighbouring elements.
        let start = k.bind("start", (first + tile) * (size * items) + local);
        let items = (0..items).map(|j| element(start + j * size));
        let all = items.reduce(|a, b| a + b).unwrap_or(Expr::u32(0));
        k.assign(sum, sum + all);
    });
    let total = group_sum(&mut k, local, sum, size);
    k.when(local.equals(0), |k| k.store(sums, group, total));
    k.finish()
}

/// The sum over the workgroup of a value of each invocation; only invocation 0 gets it.
fn group_sum(k: &mut Kernel, local: Var, value: Var, size: u32) -> Expr {
    if size == 1 {
        return value.into();
    }
    let parts = k.workgroup("parts", Type::U32, size);
    k.store(parts, local, value);
    k.barrier();
    let mut live = size;
    while live > 1 {
        let kept = live.div_ceil(4);
        let part = |j: u32| match (j + 1) * kept <= live {
            true => parts.at(local + j * kept),
            // The last of the four quarters may be shorter than the others.
            false => (local + j * kept)
                .less(live)
                .select(parts.at(local + j * kept), 0),
        };
        let quarters = (1..4).filter(|j| j * kept < live).map(part);
        let sum = quarters.fold(parts.at(local), |sum, part| sum + part);
        k.when(local.less(kept), |k| k.store(parts, local, sum));
        k.barrier();
        live = kept;
    }
    parts.at(0)
}

/// Scans a workgroup's run of tiles. For every element in the array's order, `write` gets its index, the sum of the
/// elements before it, and the element. `element` returns 0 from the end of the array on. Returns the sum up to the end
/// of the run.
pub(super) fn scan_run(
    k: &mut Kernel,
    size: u32,
    tiles: Var,
    offset: Expr,
    element: impl Fn(Expr) -> Expr,
    mut write: impl FnMut(&mut Kernel, Expr, Expr, Var),
) -> Var {
    let group_scan = GroupScan::declare(k, size);
    let local = k.bind("local", Expr::local_id(Axis::X));
    let group = k.bind("group", Expr::workgroup_id(Axis::X));
    let first = k.bind("first", group * tiles);
    let carry = k.variable("carry", offset);
    k.count("tile", 0, tiles, |k, tile| {
        let start = k.bind("start", ((first + tile) * size + local) * ITEMS);
        let items: Vec<Var> = (0..ITEMS)
            .map(|j| k.bind("item", element(start + j)))
            .collect();
        // The sums before each item within the invocation, and their total.
        let mut sums = vec![];
        let mut sum: Option<Var> = None;
        for item in &items {
            sums.push(sum);
            let next = sum.map_or((*item).into(), |sum| sum + *item);
            sum = Some(k.bind("sum", next));
        }
        let sum = sum.unwrap_or(start);
        let (before, all) = group_scan.run(k, local, sum);
        let base = k.bind("base", carry + before);
        for ((j, item), sum) in (0..).zip(items).zip(sums) {
            let prefix = sum.map_or(base.into(), |sum| base + sum);
            write(k, start + j, prefix, item);
        }
        k.assign(carry, carry + all);
    });
    carry
}

/// A program that writes prefix sums, exclusive or inclusive ones. Bindings: parameters, source,
/// offsets of the workgroups, output.
pub(super) fn scan(name: &str, size: u32, inclusive: bool) -> Program {
    let mut k = Kernel::new(name, [size, 1, 1]);
    let params = Params::of(&mut k);
    let source = k.read_only("source", Type::U32);
    let offsets = k.read_only("offsets", Type::U32);
    let output = k.read_write("output", Type::U32);
    let offset = offsets.at(Expr::workgroup_id(Axis::X));
    scan_run(
        &mut k,
        size,
        params.tiles,
        offset,
        |i| source.at(i),
        |k, i, before, item| {
            let sum = if inclusive { before + item } else { before };
            k.when(i.clone().less(params.len), |k| k.store(output, i, sum));
        },
    );
    k.finish()
}

/// The dispatch that gives every workgroup its offset: the exclusive scan, by one workgroup, of as
/// many sums as the tiling has workgroups.
pub(super) fn scan_sums(d: &mut Dispatches, size: u32, tiling: Tiling, sums: Slot) -> Slot {
    let one = Tiling::of_one_group(tiling.groups, size);
    let params = d.given(&one.params());
    let none = d.zeros(1);
    let offsets = d.scratch(tiling.groups);
    let program = d.program(scan("scan_sums", size, false));
    d.step(
        program,
        1,
        &[params, sums, none, offsets],
        &[one.iterations()],
    );
    offsets
}

/// The dispatches that write the prefix sums of `source`, which holds `len` elements, to `output`. A single workgroup
/// gains nothing from an exchange; longer arrays are scanned by [`exchange`].
pub(crate) fn scan_array(
    d: &mut Dispatches,
    size: u32,
    len: u32,
    [source, output]: [Slot; 2],
    inclusive: bool,
) {
    let tiling = Tiling::of(len, size);
    if tiling.groups > 1 && exchange::fits(size) {
        return exchange::scan_array(d, size, len, [source, output], inclusive);
    }
    let params = d.given(&tiling.params());
    let iterations = [tiling.iterations()];
    let offsets = match tiling.groups {
        1 => d.zeros(1),
        groups => {
            let sums = d.scratch(groups);
            let program = d.program(word_sums(size, ITEMS));
            d.step(program, groups, &[params, source, sums], &iterations);
            scan_sums(d, size, tiling, sums)
        }
    };
    let program = d.program(scan("scan_tiles", size, inclusive));
    let buffers = [params, source, offsets, output];
    d.step(program, tiling.groups, &buffers, &iterations);
}

/// [`sums_of`] of words.
pub(super) fn word_sums(size: u32, items: u32) -> Program {
    sums_of("tile_sums", size, items, |k| {
        let source = k.read_only("source", Type::U32);
        move |i| source.at(i)
    })
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;
    use vyre_conform_interp::{Options, run_launch};
    use vyre_conform_runtime::valid::{Limits, validate_program};

    /// Oracle: sums by the standard library. One workgroup, as in [`scan_sums`], over three tiles: at every workgroup
    /// size except 1, the suite's inputs have too few workgroups for an invocation to take several sums.
    #[test]
    fn one_workgroup_scans_more_sums_than_a_tile_has() {
        for size in [1, 2, 5, 32, 64, 256] {
            let len = 2 * size * ITEMS + 5;
            let sums: Vec<u32> = (0..len).map(|i| shapes::random(7, i)).collect();
            let tiling = Tiling::of_one_group(len, size);
            assert_eq!(tiling.iterations(), 3);
            let mut d = Dispatches::new(|_, read| vec![read[0].clone()]);
            let params = d.given(&tiling.params());
            let (given, none) = (d.given(&sums), d.zeros(1));
            let offsets = d.output(len);
            let program = d.program(scan("scan_sums", size, false));
            let buffers = [params, given, none, offsets];
            d.step(program, 1, &buffers, &[tiling.iterations()]);
            let mut plan = d.finish();
            let valid = validate_program(plan.programs.remove(0), &(), &Limits::INTERPRETER);
            let programs = [valid.expect("a valid program")];
            let words = run_launch(&programs, &plan.launch, &Options::default()).expect("words");
            let due = sums.iter().scan(0_u32, |sum, word| {
                let before = *sum;
                *sum = sum.wrapping_add(*word);
                Some(before)
            });
            assert!(due.eq(words[0][..len as usize].iter().copied()), "{size}");
        }
    }
}
