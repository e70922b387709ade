use super::super::dispatches::{Dispatches, Slot};
use super::super::shapes;
use super::super::tiles::{self, Params, Tiling};
use std::cmp::Ordering;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Record};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: flags and one value per flag. Output: a record of 1, index and value for every flag that is not zero, in
/// order, then a record of 0, index and value for every other.
///
/// A stable partition. A scan of the flags counts the flagged values before each, and a reduction counts all of them. A
/// flagged value goes after the flagged ones before it; any other value goes after all flagged ones and the others
/// before it (Blelloch, "Prefix Sums and Their Applications", 1990, section 1.3, the split of its radix sort).
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = order,
)]
pub fn partition(input: &Input, size: u32) -> Plan {
    let [flags, values] = [&input.columns[0], &input.columns[1]];
    let len = flags.len() as u32;
    let mut d = Dispatches::new(|input, read| {
        let records = read[0].iter().zip(&read[1]).take(input.columns[0].len());
        let side = |place: u32| u32::from(place < read[2][0]);
        (0..)
            .zip(records)
            .map(|(place, (index, value))| vec![side(place), *index, *value])
            .collect()
    });
    let [flags, values] = [flags, values].map(|column| d.given(column));
    let [indices, placed] = [(); 2].map(|()| d.output(len));
    let count = d.output(1);
    dispatches(&mut d, size, len, [flags, values, indices, placed, count]);
    d.finish()
}

/// The dispatches that write index and value of every element of `len`, flagged ones first, and the number of flagged
/// ones.
pub(crate) fn dispatches(
    d: &mut Dispatches,
    size: u32,
    len: u32,
    [flags, values, indices, placed, count]: [Slot; 5],
) {
    let tiling = Tiling::of(len, size);
    let params = d.given(&tiling.params());
    let iterations = [tiling.iterations()];
    let sums = d.scratch(tiling.groups);
    let program = d.program(tiles::sums("count_flags", size, |k: &mut Kernel| {
        let flags = k.read_only("flags", Type::U32);
        move |i| flags.at(i).differs(0).cast(Type::U32)
    }));
    d.step(program, tiling.groups, &[params, flags, sums], &iterations);
    let one = Tiling::of_one_group(tiling.groups, size);
    let program = d.program(tiles::sums("add_counts", size, |k: &mut Kernel| {
        let source = k.read_only("source", Type::U32);
        move |i| source.at(i)
    }));
    let params_of_one = d.given(&one.params());
    d.step(
        program,
        1,
        &[params_of_one, sums, count],
        &[one.iterations()],
    );
    let offsets = tiles::scan_sums(d, size, tiling, sums);
    let program = d.program(scatter(size));
    let buffers = [params, flags, values, offsets, count, indices, placed];
    d.step(program, tiling.groups, &buffers, &iterations);
}

/// Stores every value at its place.
fn scatter(size: u32) -> Program {
    let mut k = Kernel::new("scatter_sides", [size, 1, 1]);
    let params = Params::of(&mut k);
    let flags = k.read_only("flags", Type::U32);
    let values = k.read_only("values", Type::U32);
    let offsets = k.read_only("offsets", Type::U32);
    let count = k.read_only("count", Type::U32);
    let indices = k.read_write("indices", Type::U32);
    let placed = k.read_write("placed", Type::U32);
    let flagged = k.bind("flagged", count.at(0));
    tiles::scan_run(
        &mut k,
        size,
        params.tiles,
        offsets.at(Expr::workgroup_id(Axis::X)),
        |i| flags.at(i).differs(0).cast(Type::U32),
        |k, i, before, is_flagged| {
            k.when(i.clone().less(params.len), |k| {
                let before = k.bind("before", before);
                let behind = flagged + i.clone() - before;
                let place = is_flagged.differs(0).select(before, behind);
                let place = k.bind("place", place);
                k.store(indices, place, i.clone());
                k.store(placed, place, values.at(i));
            });
        },
    );
    k.finish()
}

/// A partition by the standard library.
fn reference(input: &Input) -> Output {
    let elements = (0..).zip(input.columns[0].iter().zip(&input.columns[1]));
    let records = elements.map(|(index, (flag, value))| (*flag != 0, index, *value));
    let (first, second): (Vec<_>, Vec<_>) = records.partition(|(flagged, ..)| *flagged);
    let record = |(flagged, index, value)| vec![u32::from(flagged), index, value];
    first.into_iter().chain(second).map(record).collect()
}

/// Flagged ones first, then by index.
fn order(a: &Record, b: &Record) -> Ordering {
    (b[0], a[1]).cmp(&(a[0], b[1]))
}

/// Values of every length and pattern; random flags, all, every third, or none.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n);
    let flag = |i: u32| match (n / 7 + n) % 4 {
        0 => shapes::random(n, i ^ 0x8000_0000) & 1,
        1 => u32::from(i % 3 == 2) << (i % 32),
        2 => shapes::random(n, i) | 1,
        _ => u32::from(shapes::random(n, i).is_multiple_of(2 * n as u32)),
    };
    Input {
        columns: vec![(0..len).map(flag).collect(), shapes::words(n, len)],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Thrust documentation, thrust::stable_partition, snippet: the even ones of 1 to 10 first",
        input: || of((1..=10).collect(), |value| value % 2 == 0),
        output: || {
            let even = [2, 4, 6, 8, 10].map(|value| vec![1, value - 1, value]);
            let odd = [1, 3, 5, 7, 9].map(|value| vec![0, value - 1, value]);
            [even, odd].concat()
        },
    },
    CorpusCase {
        source: "cppreference.com, std::stable_partition, example: the positive ones first",
        input: || {
            let values = [0, 0, 3, -1, 2, 4, 5, 0, 7].map(|value: i32| value as u32);
            of(values.to_vec(), |value| value as i32 > 0)
        },
        output: || {
            let first = [(2, 3), (4, 2), (5, 4), (6, 5), (8, 7)];
            let second = [(0, 0), (1, 0), (3, u32::MAX), (7, 0)];
            let first = first.map(|(index, value)| vec![1, index, value]);
            let second = second.map(|(index, value)| vec![0, index, value]);
            [&first[..], &second].concat()
        },
    },
];

fn of(values: Vec<u32>, flagged: fn(u32) -> bool) -> Input {
    let flags = values.iter().map(|value| flagged(*value).into()).collect();
    Input {
        columns: vec![flags, values],
    }
}
