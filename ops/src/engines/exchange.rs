//! Prefix sums of a long array by tiles whose elements are exchanged in workgroup memory.
//!
//! An invocation sums consecutive elements, but reads and writes elements interleaved with its neighbours', so that a
//! workgroup accesses neighbouring words of the array, which is fast (Merrill and Grimshaw, "Parallel Scan for Stream
//! Architectures", 2009, section 3.2). Workgroup memory converts between the two orders. An odd number of elements per
//! invocation spreads both orders over the banks of that memory.

use super::dispatches::{Dispatches, Slot};
use super::grid::FEWEST_ROUNDS;
use super::group_scan::GroupScan;
use super::tiles::{self, Params, Tiling};
use vyre_conform_runtime::ir::{Axis, Buffer, Expr, Kernel, Operand, Program, Type, Var};

/// Elements per invocation in a tile. With 7, 9, 11 and 13 the scan is equally fast on an NVIDIA H100;
/// [`super::compact`], which also keeps a value, is fastest with 7 (580.159.04, 2026-11-26).
pub(super) const ITEMS: u32 = 7;

/// Smallest number of invocations for an exchange: with fewer neighbouring words, memory transfers more than is needed.
const FEWEST: u32 = 32;

/// True if a workgroup of this size has enough invocations and memory for an exchange.
pub(super) const fn fits(size: u32) -> bool {
    size >= FEWEST && size.saturating_mul(ITEMS + 2) <= tiles::MEMORY
}

/// The division of this many elements at a workgroup size.
pub(super) fn tiling(len: u32, size: u32) -> Tiling {
    Tiling::of_tiles(len, size * ITEMS, FEWEST_ROUNDS)
}

/// A tile that is exchanged in workgroup memory.
pub(super) struct Tile {
    pub(super) size: u32,
    /// Elements per invocation.
    pub(super) items: u32,
    /// Workgroup memory for all elements.
    pub(super) memory: Buffer,
    pub(super) group_scan: GroupScan,
    pub(super) local: Var,
    /// The first element of the invocation in memory.
    pub(super) own: Var,
    /// True if a sum includes its own element.
    pub(super) inclusive: bool,
}

impl Tile {
    /// Scans a tile in which the invocation's element is at `start`, with its further ones a workgroup size apart.
    /// `prepare` is called for every index before anything is written; `offset` gets the sum of the tile and returns
    /// the sum before it; `write` gets an index, the sum before it (including its element if the tile is inclusive),
    /// the element, and the prepared value. Returns the sum of the tile.
    pub(super) fn scan<T>(
        &self,
        k: &mut Kernel,
        start: Var,
        element: impl Fn(Expr) -> Expr,
        prepare: impl Fn(&mut Kernel, Expr) -> T,
        offset: impl FnOnce(&mut Kernel, Var) -> Expr,
        mut write: impl FnMut(&mut Kernel, Expr, Var, Var, T),
    ) -> Var {
        let Self {
            size,
            items,
            memory,
            local,
            own,
            inclusive,
            ..
        } = *self;
        let index = |j: u32| start + j * size;
        let elements: Vec<Var> = (0..items)
            .map(|j| k.bind("item", element(index(j))))
            .collect();
        let prepared: Vec<T> = (0..items).map(|j| prepare(k, index(j))).collect();
        for (j, item) in (0..).zip(&elements) {
            k.store(memory, local + j * size, *item);
        }
        k.barrier();
        // The sums before each element within the invocation, and their total.
        let sum = k.variable("sum", 0);
        let prefixes: Vec<Var> = (0..items)
            .map(|j| {
                let mut prefix = None;
                if !inclusive {
                    prefix = Some(k.bind("before", sum));
                }
                k.assign(sum, sum + memory.at(own + j));
                prefix.unwrap_or_else(|| k.bind("with", sum))
            })
            .collect();
        let (earlier, all) = self.group_scan.run(k, local, sum);
        let offset = offset(k, all);
        let base = k.bind("base", offset + earlier);
        for (j, prefix) in (0..).zip(prefixes) {
            k.store(memory, own + j, base + prefix);
        }
        k.barrier();
        // The next tile overwrites workgroup memory that only this invocation reads here.
        let prefixes: Vec<Var> = (0..items)
            .map(|j| k.bind("prefix", memory.at(local + j * size)))
            .collect();
        let written = prefixes.into_iter().zip(elements).zip(prepared);
        for (j, ((prefix, item), prepared)) in (0..).zip(written) {
            write(k, index(j), prefix, item, prepared);
        }
        all
    }
}

/// Scans a workgroup's run of tiles like [`tiles::scan_run`], but with interleaved writes. `prepare` is called for
/// every index of a tile before anything is written; `write` gets its value.
pub(super) fn scan_run<T>(
    k: &mut Kernel,
    size: u32,
    tiles: Var,
    offset: Expr,
    element: impl Fn(Expr) -> Expr,
    prepare: impl Fn(&mut Kernel, Expr) -> T,
    write: impl FnMut(&mut Kernel, Expr, Var, Var, T),
) -> Var {
    let memory = k.workgroup("exchanged", Type::U32, size * ITEMS);
    let group_scan = GroupScan::declare(k, size);
    let local = k.bind("local", tiles::lane(size));
    let group = k.bind("group", Expr::workgroup_id(Axis::X));
    let own = k.bind("own", local * ITEMS);
    let first = k.bind("first", group * tiles);
    let carry = k.variable("carry", offset);
    let of = Tile {
        size,
        items: ITEMS,
        memory,
        group_scan,
        local,
        own,
        inclusive: false,
    };
    k.count("tile", 0, tiles, |k, tile| {
        let start = k.bind("start", (first + tile) * (size * ITEMS) + local);
        let before = |_: &mut Kernel, _| carry.into();
        let all = of.scan(k, start, element, prepare, before, write);
        k.assign(carry, carry + all);
    });
    carry
}

/// A program that writes prefix sums, with the bindings of [`tiles::scan`].
fn scan(size: u32, inclusive: bool) -> Program {
    let mut k = Kernel::new("scan_tiles", [size, 1, 1]);
    let params = Params::of(&mut k);
    let source = k.read_only("source", Type::U32);
    let offsets = k.read_only("offsets", Type::U32);
    let output = k.read_write("output", Type::U32);
    scan_run(
        &mut k,
        size,
        params.tiles,
        offsets.at(Expr::workgroup_id(Axis::X)),
        |i| source.at(i),
        |_, _| (),
        |k, i, before, item, ()| {
            let sum = if inclusive {
                before + item
            } else {
                before.into()
            };
            k.when(i.clone().less(params.len), |k| k.store(output, i, sum));
        },
    );
    k.finish()
}

/// The dispatches that write the prefix sums of `source`, which holds `len` elements, to `output`.
pub(super) fn scan_array(
    d: &mut Dispatches,
    size: u32,
    len: u32,
    [source, output]: [Slot; 2],
    inclusive: bool,
) {
    let tiling = tiling(len, size);
    let params = d.given(&tiling.params());
    let iterations = [tiling.iterations()];
    let sums = d.scratch(tiling.groups);
    let program = d.program(tiles::word_sums(size, ITEMS));
    d.step(program, tiling.groups, &[params, source, sums], &iterations);
    let offsets = tiles::scan_sums(d, size, tiling, sums);
    let program = d.program(scan(size, inclusive));
    let buffers = [params, source, offsets, output];
    d.step(program, tiling.groups, &buffers, &iterations);
}
