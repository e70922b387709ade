use super::dispatches::{Dispatches, Slot};
use super::tiles::{self, Params, Tiling};
use super::{exchange, shapes};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Input: flags and one value per flag. Output: for every flag that is not zero, in order, a record of its index and
/// its value.
///
/// The exclusive scan of the flags gives every kept value its place (Harris, Sengupta and Owens, GPU Gems 3, section
/// 39.3.1, "Stream Compaction").
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = Ord::cmp,
)]
pub fn compact(input: &Input, size: u32) -> Plan {
    let [flags, values] = [&input.columns[0], &input.columns[1]];
    let len = flags.len() as u32;
    let mut d = Dispatches::new(|_, read| {
        let kept = read[2][0] as usize;
        let records = read[0].iter().zip(&read[1]).take(kept);
        records.map(|(index, value)| vec![*index, *value]).collect()
    });
    let flags = d.given(flags);
    let values = d.given(values);
    let [indices, kept] = [(); 2].map(|()| d.output(len));
    let count = d.output(1);
    d.counts_queue(0, len);
    dispatches(&mut d, size, len, [flags, values, indices, kept, count]);
    d.finish()
}

/// The dispatches that write index and value of every flagged element of `len`, and their number.
pub(crate) fn dispatches(
    d: &mut Dispatches,
    size: u32,
    len: u32,
    [flags, values, indices, kept, count]: [Slot; 5],
) {
    let small = Tiling::of(len, size);
    // A single workgroup gains nothing from an exchange.
    let exchanged = small.groups > 1 && exchange::fits(size);
    let (tiling, items) = match exchanged {
        true => (exchange::tiling(len, size), exchange::ITEMS),
        false => (small, tiles::ITEMS),
    };
    let params = d.given(&tiling.params());
    let iterations = [tiling.iterations()];
    let offsets = match tiling.groups {
        1 => d.zeros(1),
        groups => {
            let sums = d.scratch(groups);
            let program = d.program(counts(size, items));
            d.step(program, groups, &[params, flags, sums], &iterations);
            tiles::scan_sums(d, size, tiling, sums)
        }
    };
    let program = d.program(scatter(size, exchanged));
    let buffers = [params, flags, values, offsets, indices, kept, count];
    d.step(program, tiling.groups, &buffers, &iterations);
}

/// Number of nonzero flags in every workgroup's run.
fn counts(size: u32, items: u32) -> Program {
    tiles::sums_of("count_flags", size, items, |k: &mut Kernel| {
        let flags = k.read_only("flags", Type::U32);
        move |i| flags.at(i).differs(0).cast(Type::U32)
    })
}

/// Stores every kept value at its place.
fn scatter(size: u32, exchanged: bool) -> Program {
    let mut k = Kernel::new("scatter_kept", [size, 1, 1]);
    let params = Params::of(&mut k);
    let flags = k.read_only("flags", Type::U32);
    let values = k.read_only("values", Type::U32);
    let offsets = k.read_only("offsets", Type::U32);
    let indices = k.read_write("indices", Type::U32);
    let kept = k.read_write("kept", Type::U32);
    let count = k.read_write("count", Type::U32);
    let group = Expr::workgroup_id(Axis::X);
    let offset = offsets.at(group.clone());
    let flag = |i: Expr| flags.at(i).differs(0).cast(Type::U32);
    let keep = |k: &mut Kernel, i: Expr, place: Expr, is_kept: Var, value: Expr| {
        k.when(is_kept, |k| {
            let place = k.bind("place", place);
            k.store(indices, place, i);
            k.store(kept, place, value);
        });
    };
    let tiles = params.tiles;
    let total = match exchanged {
        true => exchange::scan_run(
            &mut k,
            size,
            tiles,
            offset,
            flag,
            |k, i| k.bind("value", values.at(i)),
            |k, i, place, is_kept, value| keep(k, i, place.into(), is_kept, value.into()),
        ),
        false => tiles::scan_run(&mut k, size, tiles, offset, flag, |k, i, place, is_kept| {
            let value = values.at(i.clone());
            keep(k, i, place, is_kept, value);
        }),
    };
    let is_last = group.equals(params.last_group) & Expr::local_id(Axis::X).equals(0);
    k.when(is_last, |k| k.store(count, 0, total));
    k.finish()
}

/// A filter of the standard library.
fn reference(input: &Input) -> Output {
    let elements = (0..).zip(input.columns[0].iter().zip(&input.columns[1]));
    let kept = elements.filter(|(_, (flag, _))| **flag != 0);
    kept.map(|(index, (_, value))| vec![index, *value])
        .collect()
}

/// Values of every length and pattern; all kept, none, every third, or at random.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n);
    let flag = |i: u32| match (n / 7) % 4 {
        0 => shapes::random(n, i ^ 0x8000_0000) & 1,
        1 => shapes::random(n, i) | 1,
        2 => u32::from(i % 3 == 2),
        _ => 0,
    };
    Input {
        columns: vec![(0..len).map(flag).collect(), shapes::words(n, len)],
    }
}

/// The published example.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "NVIDIA CUB documentation, cub::DeviceSelect::Flagged, snippet",
    input: || Input {
        columns: vec![vec![1, 0, 0, 1, 0, 1, 1, 0], vec![1, 2, 3, 4, 5, 6, 7, 8]],
    },
    output: || vec![vec![0, 1], vec![3, 4], vec![5, 6], vec![6, 7]],
}];
