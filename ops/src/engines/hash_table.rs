use super::dispatches::Dispatches;
use super::grid::{self, Grid};
use super::shapes;
use std::collections::BTreeMap;
use vyre_conform_runtime::engine::{AtomicEvent, CorpusCase, History, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Expr, Kernel, Operand, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// The value of a free slot; no key equals it.
const FREE: u32 = u32::MAX;

/// Probes of an insertion that are stored, from the first on, in addition to the last one.
const KEPT: u32 = 8;

/// Knuth's multiplier: 2^32 divided by the golden ratio.
const GOLDEN: u32 = 0x9E37_79B9;

/// Input: keys, one value per key, and keys to look up; all ones is not a valid key. Output, in any order: for every
/// inserted key a record `[0, key, sum]` with the sum of its values, and for every lookup a record
/// `[1, number, found, sum]`, with zeros if the key is absent.
///
/// Open addressing with linear probing and multiplicative hashing (Knuth, The Art of Computer Programming 3, section
/// 6.4): a compare-exchange claims a slot for a key (Alcantara et al., "Real-Time Parallel Hashing on the GPU", 2009),
/// an atomic addition combines the values. Slots are never freed, so the place of a key depends on the order of the
/// invocations, but neither its presence nor its sum does. At most half of the slots are taken; a probe visits no slot
/// twice. The value that each insertion observed at its slot is stored, and at the first slots that it passed.
#[vyre_engine(
    invariants(.., NoDuplicateOutput, AtomicLinearizable),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn hash_table(input: &Input, size: u32) -> Plan {
    let [keys, values, wanted] = [0, 1, 2].map(|i| &input.columns[i]);
    let capacity = capacity(keys.len());
    let mut d = Dispatches::new(decode);
    let [keys_slot, values_slot, wanted_slot] = [keys, values, wanted].map(|c| d.given(c));
    let slots = d.output_of(vec![FREE; capacity as usize]);
    d.order_dependent();
    let sums = d.output(capacity);
    d.order_dependent();
    let used = d.output(1);
    d.counts_queue(0, keys.len() as u32);
    let seen = d.output(3 * keys.len() as u32);
    d.order_dependent();
    let found = d.output(2 * wanted.len() as u32);
    let passed = d.output_of(vec![FREE; KEPT as usize * keys.len()]);
    d.order_dependent();
    d.observed(observed);
    let params = |d: &mut Dispatches, grid: Grid| {
        let [items, stride, rounds] = grid.params();
        d.given(&[items, stride, rounds, capacity])
    };
    // A probe passes only slots of other keys, of which there are fewer than insertions.
    let probes = keys.len() as u64;
    let grid = Grid::over(keys.len() as u32, size);
    let params_slot = params(&mut d, grid);
    let buffers = [
        params_slot,
        keys_slot,
        values_slot,
        slots,
        sums,
        used,
        seen,
        passed,
    ];
    let program = d.program(insert(size));
    d.step(program, grid.groups, &buffers, &[grid.iterations(), probes]);
    let grid = Grid::over(wanted.len() as u32, size);
    let params_slot = params(&mut d, grid);
    let buffers = [params_slot, wanted_slot, slots, sums, found];
    let program = d.program(look_up(size));
    d.step(
        program,
        grid.groups,
        &buffers,
        &[grid.iterations(), probes + 1],
    );
    d.finish()
}

/// The number of slots: a power of two, at least twice the number of keys.
fn capacity(keys: usize) -> u32 {
    (2 * keys as u32).next_power_of_two().clamp(2, 1 << 31)
}

/// The slot where the search for a key begins: the highest bits of its product with 2^32 divided by the golden ratio.
fn home(key: Var, capacity: Var) -> Expr {
    // Capacities are powers of two, so this is a shift by 32 - log2.
    (key * GOLDEN).binary(
        vyre_conform_runtime::ir::BinaryOp::MulHigh,
        Expr::from(capacity),
    )
}

fn insert(size: u32) -> Program {
    let mut k = Kernel::new("hash_insert", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let keys = k.read_only("keys", Type::U32);
    let values = k.read_only("values", Type::U32);
    let slots = k.read_write("slots", Type::U32);
    let sums = k.read_write("sums", Type::U32);
    let used = k.read_write("used", Type::U32);
    let seen = k.read_write("seen", Type::U32);
    let passed = k.read_write("passed", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let capacity = k.bind("capacity", params.at(3));
    grid::for_each(&mut k, grid, |k, i| {
        let key = k.bind("key", keys.at(i));
        let slot = k.variable("slot", home(key, capacity));
        let probe = k.variable("probe", 0);
        let searching = k.variable("searching", true);
        k.repeat_while(1 << 32, searching, |k| {
            let before = k.compare_exchange(slots, slot, FREE, key);
            let is_new = k.bind("is_new", before.equals(FREE));
            k.when_else(
                is_new | before.equals(key),
                |k| {
                    k.when(is_new, |k| {
                        k.atomic(AtomicOp::Add, used, 0, 1);
                    });
                    let sum = k.atomic(AtomicOp::Add, sums, slot, values.at(i));
                    k.store(seen, i * 3, slot);
                    k.store(seen, i * 3 + 1, before);
                    k.store(seen, i * 3 + 2, sum);
                    k.assign(searching, false);
                },
                |k| {
                    k.when(probe.less(KEPT), |k| {
                        k.store(passed, i * KEPT + probe, before);
                    });
                    k.assign(probe, probe + 1);
                    k.assign(slot, (slot + 1) & (capacity - 1));
                },
            );
        });
    });
    k.finish()
}

fn look_up(size: u32) -> Program {
    let mut k = Kernel::new("hash_look_up", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let wanted = k.read_only("wanted", Type::U32);
    let slots = k.read_only("slots", Type::U32);
    let sums = k.read_only("sums", Type::U32);
    let found = k.read_write("found", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let capacity = k.bind("capacity", params.at(3));
    grid::for_each(&mut k, grid, |k, i| {
        let key = k.bind("key", wanted.at(i));
        let slot = k.variable("slot", home(key, capacity));
        let searching = k.variable("searching", true);
        k.repeat_while(1 << 32, searching, |k| {
            let there = k.bind("there", slots.at(slot));
            k.when(there.equals(key), |k| {
                k.store(found, i * 2, 1);
                k.store(found, i * 2 + 1, sums.at(slot));
            });
            k.assign(searching, there.differs(key) & there.differs(FREE));
            k.assign(slot, (slot + 1) & (capacity - 1));
        });
    });
    k.finish()
}

/// The contents, in the order of their slots, and the lookups.
fn decode(input: &Input, read: &[Vec<u32>]) -> Output {
    let capacity = capacity(input.columns[0].len()) as usize;
    let slots = read[0].iter().zip(&read[1]).take(capacity);
    let taken = slots.filter(|(key, _)| **key != FREE);
    let mut records: Output = taken.map(|(key, sum)| vec![0, *key, *sum]).collect();
    let lookups = (0..input.columns[2].len() as u32).zip(read[4].chunks(2));
    records.extend(lookups.map(|(i, found)| vec![1, i, found[0], found[1]]));
    records
}

/// For every slot a history of its key and one of its sum, and the number of taken slots.
fn observed(input: &Input, read: &[Vec<u32>]) -> Vec<History> {
    let capacity = capacity(input.columns[0].len()) as usize;
    let history = |initial: u32, last: &u32| History {
        initial,
        events: vec![],
        last: *last,
    };
    let mut slots: Vec<History> = read[0][..capacity]
        .iter()
        .map(|l| history(FREE, l))
        .collect();
    let mut sums: Vec<History> = read[1][..capacity].iter().map(|l| history(0, l)).collect();
    let insertions = input.columns[0].iter().zip(&input.columns[1]);
    let insertions = insertions.zip(read[3].chunks(3));
    for (invocation, ((key, value), seen)) in (0..).zip(insertions) {
        let event = |op, value, expected, before| AtomicEvent {
            invocation,
            op,
            value,
            expected,
            before,
        };
        let home = (u64::from(key.wrapping_mul(GOLDEN)) * capacity as u64) >> 32;
        let slot = seen[0] as usize % capacity;
        // The insertion visited every slot on the way. A slot that was not stored counts as free there, and only the
        // claim of this key explains that.
        let way = (slot + capacity - home as usize) % capacity;
        let passed = read[5].chunks(KEPT as usize).nth(invocation as usize);
        for (probe, before) in passed.into_iter().flatten().enumerate() {
            if probe < way || *before != FREE {
                let slot = (home as usize + probe) % capacity;
                let claim = event(AtomicOp::CompareExchange, *key, FREE, *before);
                slots[slot].events.push(claim);
            }
        }
        let claim = event(AtomicOp::CompareExchange, *key, FREE, seen[1]);
        slots[slot].events.push(claim);
        sums[slot]
            .events
            .push(event(AtomicOp::Add, *value, 0, seen[2]));
    }
    slots.append(&mut sums);
    slots
}

/// An ordered map of the standard library.
fn reference(input: &Input) -> Output {
    let mut sums = BTreeMap::<u32, u32>::new();
    for (key, value) in input.columns[0].iter().zip(&input.columns[1]) {
        let sum = sums.entry(*key).or_default();
        *sum = sum.wrapping_add(*value);
    }
    let contents = sums.iter().map(|(key, sum)| vec![0, *key, *sum]);
    let lookups = (0..).zip(&input.columns[2]).map(|(i, key)| {
        let found = sums.get(key);
        vec![1, i, found.is_some().into(), found.copied().unwrap_or(0)]
    });
    contents.chain(lookups).collect()
}

/// Keys of every length and pattern; lookups of those keys, of neighbours, and of others.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n).clamp(0, 2500);
    let key = |word: u32| word.clamp(0, FREE - 1);
    let keys: Vec<u32> = shapes::words(n, len).into_iter().map(key).collect();
    let wanted = |i: u32| match (i % 3, keys.get(i as usize)) {
        (0, Some(word)) => *word,
        (1, Some(word)) => word ^ 1,
        _ => shapes::random(n, i),
    };
    let wanted = (0..len.clamp(0, 600) + 2).map(wanted).map(key).collect();
    Input {
        columns: vec![keys.clone(), shapes::words(n + 3, len), wanted],
    }
}

/// The published example.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "Python documentation, collections.Counter: counts of the letters of 'abracadabra' and \
             0 for what is missing",
    input: || {
        let text = "abracadabra".chars().map(u32::from);
        Input {
            columns: vec![
                text.collect(),
                vec![1; 11],
                "abrz".chars().map(u32::from).collect(),
            ],
        }
    },
    output: || {
        let counts = [('a', 5), ('b', 2), ('c', 1), ('d', 1), ('r', 2)];
        let contents = counts.map(|(letter, count)| vec![0, letter.into(), count]);
        let lookups = [[1, 0, 1, 5], [1, 1, 1, 2], [1, 2, 1, 2], [1, 3, 0, 0]].map(Vec::from);
        contents.into_iter().chain(lookups).collect()
    },
}];
