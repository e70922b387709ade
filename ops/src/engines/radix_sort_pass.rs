use super::dispatches::{Dispatches, Slot};
use super::shapes;
use super::tiles::{self, ITEMS, Params, Tiling};
use std::cmp::Ordering;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Record};
use vyre_conform_runtime::ir::{
    AtomicOp, Axis, Buffer, Expr, Kernel, LocalId, Operand, Program, Type, Var,
};
use vyre_conform_runtime::vyre_engine;

/// Bits of a digit.
pub(super) const BITS: u32 = 4;

/// Values of a digit.
const DIGITS: u32 = 1 << BITS;

/// Input: keys, one value per key, and one word, the lowest bit of the digit. Output: a record of digit, key and value
/// for every pair, sorted by digit; pairs of one digit keep their order.
///
/// One pass of a least-significant-digit radix sort over digits of four bits (Satish, Harris and Garland, "Designing
/// Efficient Sorting Algorithms for Manycore GPUs", 2009, section 4). Every workgroup counts the digits of its run. The
/// scan of the counts, digit by digit, gives each workgroup its first place for each digit. Within a tile the places
/// follow from a scan over the invocations of packed counts, two of sixteen bits per word.
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = order,
)]
pub fn radix_sort_pass(input: &Input, size: u32) -> Plan {
    let [keys, values] = [&input.columns[0], &input.columns[1]];
    let len = keys.len() as u32;
    let mut d = Dispatches::new(|input, read| {
        let [len, shift] = [input.columns[0].len(), input.columns[2][0] as usize];
        let pairs = read[0].iter().zip(&read[1]).take(len);
        pairs
            .map(|(key, value)| record(*key, *value, shift as u32))
            .collect()
    });
    let keys = d.given(keys);
    let values = d.given(values);
    let sorted = [(); 2].map(|()| d.output(len));
    dispatches(
        &mut d,
        size,
        len,
        input.columns[2][0],
        [keys, values],
        sorted,
    );
    d.finish()
}

/// The dispatches of a pass over the digit from bit `shift` up, for `len` pairs.
pub(crate) fn dispatches(
    d: &mut Dispatches,
    size: u32,
    len: u32,
    shift: u32,
    [keys, values]: [Slot; 2],
    [sorted_keys, sorted_values]: [Slot; 2],
) {
    let tiling = Tiling::of(len, size);
    let params = d.given(&tiling.params());
    let shift = d.given(&[shift]);
    let counts = d.zeros(DIGITS * tiling.groups);
    let places = d.scratch(DIGITS * tiling.groups);
    let program = d.program(count(size));
    let iterations = [tiling.iterations(), ITEMS.into()];
    d.step(
        program,
        tiling.groups,
        &[params, shift, keys, counts],
        &iterations,
    );
    tiles::scan_array(d, size, DIGITS * tiling.groups, [counts, places], false);
    let program = d.program(scatter(size));
    let buffers = [
        params,
        shift,
        keys,
        values,
        places,
        sorted_keys,
        sorted_values,
    ];
    d.step(program, tiling.groups, &buffers, &[tiling.iterations()]);
}

fn record(key: u32, value: u32, shift: u32) -> Record {
    vec![(key >> shift) % DIGITS, key, value]
}

/// The entry of a digit in the table of all workgroups' counts.
fn entry(digit: impl Into<Expr>, last_group: Var) -> Expr {
    digit.into() * (last_group + 1) + Expr::workgroup_id(Axis::X)
}

/// Counts the digits of every workgroup's run.
fn count(size: u32) -> Program {
    let mut k = Kernel::new("count_digits", [size, 1, 1]);
    let params = Params::of(&mut k);
    let shift = k.uniform("shift", Type::U32, 1);
    let keys = k.read_only("keys", Type::U32);
    let counts = k.read_write("counts", Type::U32);
    let own = k.array("own", Type::U32, DIGITS);
    let first = k.bind("first", Expr::workgroup_id(Axis::X) * params.tiles);
    k.count("tile", 0, params.tiles, |k, tile| {
        let start = (first + tile) * (size * ITEMS) + Expr::local_id(Axis::X);
        let start = k.bind("start", start);
        k.count("item", 0, ITEMS, |k, item| {
            let at = k.bind("at", start + item * size);
            k.when(at.less(params.len), |k| {
                let digit = k.bind("digit", (keys.at(at) >> shift.at(0)) & (DIGITS - 1));
                let more = Expr::element(own, Type::U32, digit.into()) + 1;
                k.store_element(own, digit, more);
            });
        });
    });
    for digit in 0..DIGITS {
        let sum = Expr::element(own, Type::U32, digit.into());
        k.atomic(AtomicOp::Add, counts, entry(digit, params.last_group), sum);
    }
    k.finish()
}

/// Counts of all digits, two a word: digit `d` in the half `d % 2` of word `d / 2`.
const PACKED: u32 = DIGITS / 2;

fn half(word: Expr, digit: impl Into<Expr>) -> Expr {
    (word >> ((digit.into() & 1) << 4)) & 0xFFFF
}

fn packed(array: LocalId, digit: Var) -> Expr {
    Expr::element(array, Type::U32, digit >> 1)
}

/// Stores every pair at its place.
fn scatter(size: u32) -> Program {
    let mut k = Kernel::new("scatter_digits", [size, 1, 1]);
    let params = Params::of(&mut k);
    let shift = k.uniform("shift", Type::U32, 1);
    let keys = k.read_only("keys", Type::U32);
    let values = k.read_only("values", Type::U32);
    let places = k.read_only("places", Type::U32);
    let sorted_keys = k.read_write("sorted_keys", Type::U32);
    let sorted_values = k.read_write("sorted_values", Type::U32);
    let sums = k.workgroup("sums", Type::U32, PACKED * size);
    let local = k.bind("local", Expr::local_id(Axis::X));
    let first = k.bind("first", Expr::workgroup_id(Axis::X) * params.tiles);
    // Number of pairs of each digit in the earlier tiles of the run.
    let earlier = k.array("earlier", Type::U32, DIGITS);
    k.count("tile", 0, params.tiles, |k, tile| {
        let start = k.bind("start", ((first + tile) * size + local) * ITEMS);
        let own = k.array("own", Type::U32, PACKED);
        let items: Vec<[Var; 4]> = (0..ITEMS)
            .map(|j| {
                let at = k.bind("at", start + j);
                let key = k.bind("key", keys.at(at));
                let digit = k.bind("digit", (key >> shift.at(0)) & (DIGITS - 1));
                // Number of this invocation's earlier items with the same digit.
                let rank = k.bind("rank", half(packed(own, digit), digit));
                let one = at.less(params.len).cast(Type::U32) << ((digit & 1) << 4);
                k.store_element(own, digit >> 1, packed(own, digit) + one);
                [at, key, digit, rank]
            })
            .collect();
        let before = scan_packed(k, size, local, sums, own);
        for [at, key, digit, rank] in items {
            k.when(at.less(params.len), |k| {
                let group = places.at(entry(digit, params.last_group));
                let run = Expr::element(earlier, Type::U32, digit.into());
                let tile = half(packed(before, digit), digit);
                let place = k.bind("place", group + run + tile + rank);
                k.store(sorted_keys, place, key);
                k.store(sorted_values, place, values.at(at));
            });
        }
        for digit in 0..DIGITS {
            let all = sums.at((size - 1) * PACKED + digit / 2);
            let run = Expr::element(earlier, Type::U32, digit.into());
            k.store_element(earlier, digit, run + half(all, digit));
        }
        // The next tile overwrites words that this one still reads.
        k.barrier();
    });
    k.finish()
}

/// The sums of `own` over the invocations before this one; `sums` then holds the sums up to and including each
/// invocation. A tile has at most 4096 pairs, so every count fits in sixteen bits.
fn scan_packed(k: &mut Kernel, size: u32, local: Var, sums: Buffer, own: LocalId) -> LocalId {
    let words = 0..PACKED;
    for word in words.clone() {
        let value = Expr::element(own, Type::U32, word.into());
        k.store(sums, local * PACKED + word, value);
    }
    k.barrier();
    let mut step = 1;
    while step < size {
        let next: Vec<Var> = words
            .clone()
            .map(|word| {
                // An invocation number below zero wraps out of bounds, where a load returns zero.
                let part = |j: u32| sums.at((local - j * step) * PACKED + word);
                let parts = (0..4).filter(|j| j * step < size).map(part);
                let sum = parts.reduce(|a, b| a + b).unwrap_or(Expr::u32(0));
                k.bind("next", sum)
            })
            .collect();
        k.barrier();
        for (word, sum) in words.clone().zip(next) {
            k.store(sums, local * PACKED + word, sum);
        }
        k.barrier();
        step *= 4;
    }
    let before = k.array("before", Type::U32, PACKED);
    for word in words {
        let own = Expr::element(own, Type::U32, word.into());
        k.store_element(before, word, sums.at(local * PACKED + word) - own);
    }
    before
}

/// A stable sort of the standard library.
fn reference(input: &Input) -> Output {
    let shift = input.columns[2][0];
    let pairs = input.columns[0].iter().zip(&input.columns[1]);
    let mut records: Output = pairs
        .map(|(key, value)| record(*key, *value, shift))
        .collect();
    records.sort_by_key(|record| record[0]);
    records
}

/// By digit, then by value: the values of every input ascend, so an unstable sort would show.
fn order(a: &Record, b: &Record) -> Ordering {
    (a[0], a[2]).cmp(&(b[0], b[2]))
}

/// Keys of every length and pattern, any digit; the values are the positions.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n);
    let shift = n as u32 % 8 * 4;
    Input {
        columns: vec![shapes::words(n, len), (0..len).collect(), vec![shift]],
    }
}

/// The published example, with its decimal digits written as digits of four bits.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, figure 8.3, ones",
        input: || figure(0, &[0x329, 0x457, 0x657, 0x839, 0x436, 0x720, 0x355]),
        output: || {
            sorted(
                0,
                &[
                    (0x720, 5),
                    (0x355, 6),
                    (0x436, 4),
                    (0x457, 1),
                    (0x657, 2),
                    (0x329, 0),
                    (0x839, 3),
                ],
            )
        },
    },
    CorpusCase {
        source: "Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, figure 8.3, tens",
        input: || figure(4, &[0x720, 0x355, 0x436, 0x457, 0x657, 0x329, 0x839]),
        output: || {
            sorted(
                4,
                &[
                    (0x720, 0),
                    (0x329, 5),
                    (0x436, 2),
                    (0x839, 6),
                    (0x355, 1),
                    (0x457, 3),
                    (0x657, 4),
                ],
            )
        },
    },
    CorpusCase {
        source: "Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, figure 8.3, hundreds",
        input: || figure(8, &[0x720, 0x329, 0x436, 0x839, 0x355, 0x457, 0x657]),
        output: || {
            sorted(
                8,
                &[
                    (0x329, 1),
                    (0x355, 4),
                    (0x436, 2),
                    (0x457, 5),
                    (0x657, 6),
                    (0x720, 0),
                    (0x839, 3),
                ],
            )
        },
    },
];

fn figure(shift: u32, keys: &[u32]) -> Input {
    let positions = (0..keys.len() as u32).collect();
    Input {
        columns: vec![keys.to_vec(), positions, vec![shift]],
    }
}

fn sorted(shift: u32, pairs: &[(u32, u32)]) -> Output {
    let record = |(key, value): &(u32, u32)| record(*key, *value, shift);
    pairs.iter().map(record).collect()
}
