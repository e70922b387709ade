//! The indices of marked positions, ascending: shared by indices of lines and fields and by searches.

use super::dispatches::{Dispatches, Slot};
use super::tiles::{self, Params, Tiling};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Program, Type};

/// The dispatches that write every marked index below `len` to `places`, ascending, and their number to `count`, by an
/// exclusive scan of `marked`: 1 for a marked index, 0 for others and from the end on. `marked` declares the buffers
/// that it reads, which are bound to `sources`.
pub(super) fn dispatches<S: Fn(Expr) -> Expr>(
    d: &mut Dispatches,
    size: u32,
    len: u32,
    sources: &[Slot],
    [places, count]: [Slot; 2],
    marked: impl Fn(&mut Kernel) -> S,
) {
    let tiling = Tiling::of(len, size);
    let params = d.given(&tiling.params());
    let iterations = [tiling.iterations()];
    let with = |after: &[Slot]| [&[params][..], sources, after].concat();
    let offsets = match tiling.groups {
        1 => d.zeros(1),
        groups => {
            let sums = d.scratch(groups);
            let program = d.program(tiles::sums("count_marks", size, &marked));
            d.step(program, groups, &with(&[sums]), &iterations);
            tiles::scan_sums(d, size, tiling, sums)
        }
    };
    let program = d.program(scatter(size, marked));
    let buffers = with(&[offsets, places, count]);
    d.step(program, tiling.groups, &buffers, &iterations);
}

/// Stores every marked index at its place.
fn scatter<S: Fn(Expr) -> Expr>(size: u32, marked: impl Fn(&mut Kernel) -> S) -> Program {
    let mut k = Kernel::new("scatter_marks", [size, 1, 1]);
    let params = Params::of(&mut k);
    let mark = marked(&mut k);
    let offsets = k.read_only("offsets", Type::U32);
    let places = k.read_write("places", Type::U32);
    let count = k.read_write("count", Type::U32);
    let group = Expr::workgroup_id(Axis::X);
    let total = tiles::scan_run(
        &mut k,
        size,
        params.tiles,
        offsets.at(group.clone()),
        mark,
        |k, i, place, is_marked| k.when(is_marked, |k| k.store(places, place, i)),
    );
    let is_last = group.equals(params.last_group) & Expr::local_id(Axis::X).equals(0);
    k.when(is_last, |k| k.store(count, 0, total));
    k.finish()
}
