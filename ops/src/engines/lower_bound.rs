use super::dispatches::Dispatches;
use super::grid::{self, Grid};
use super::{numbered, shapes};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: sorted words, and needles. Output: for every needle a record of its number and the index of the first sorted
/// word that is not less, or the number of words if all are less.
///
/// Bisection (Knuth, The Art of Computer Programming 3, section 6.2.1; Bottenbruch's variant, with one comparison per
/// round), one needle per invocation. A round leaves at most half of the candidates, rounded down, so `n` words take at
/// most as many rounds as `n` has bits.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn lower_bound(input: &Input, size: u32) -> Plan {
    let [words, needles] = [&input.columns[0], &input.columns[1]];
    let len = words.len() as u32;
    let grid = Grid::over(needles.len() as u32, size);
    let mut d = Dispatches::new(|input, read| {
        let needles = input.columns[1].len();
        numbered(read[0].iter().take(needles).copied())
    });
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds, len]);
    let sorted = d.given(words);
    let needles = d.given(needles);
    let places = d.output(grid.items);
    let program = d.program(search(size));
    let halvings = u32::BITS - len.leading_zeros();
    let iterations = [grid.iterations(), halvings.into()];
    d.step(
        program,
        grid.groups,
        &[params, sorted, needles, places],
        &iterations,
    );
    d.finish()
}

fn search(size: u32) -> Program {
    let mut k = Kernel::new("lower_bound", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let sorted = k.read_only("sorted", Type::U32);
    let needles = k.read_only("needles", Type::U32);
    let places = k.read_write("places", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let len = k.bind("len", params.at(3));
    grid::for_each(&mut k, grid, |k, i| {
        let needle = k.bind("needle", needles.at(i));
        let low = k.variable("low", 0);
        let high = k.variable("high", len);
        k.repeat_while(32, low.less(high), |k| {
            let middle = k.bind("middle", low + ((high - low) >> 1));
            let less = k.bind("less", sorted.at(middle).less(needle));
            k.assign(low, less.select(middle + 1, low));
            k.assign(high, less.select(high, middle));
        });
        k.store(places, i, low);
    });
    k.finish()
}

/// `slice::partition_point` of the standard library.
fn reference(input: &Input) -> Output {
    let place = |needle: &u32| input.columns[0].partition_point(|word| word < needle) as u32;
    numbered(input.columns[1].iter().map(place))
}

/// Sorted words of every length and pattern; needles among them, beside them and at the ends.
fn inputs(n: u64) -> Input {
    let mut sorted = shapes::words(n, shapes::length(n));
    sorted.sort_unstable();
    let needle = |i: u32| {
        let word = match sorted.len() {
            0 => i,
            len => sorted[shapes::random(n, i) as usize % len],
        };
        match i % 5 {
            0 => word,
            1 => word.wrapping_add(1),
            2 => word.wrapping_sub(1),
            3 => shapes::random(n, !i),
            _ => [0, u32::MAX][(i % 2) as usize],
        }
    };
    let needles = (0..shapes::length(n / 2 + 3).clamp(0, 1025))
        .map(needle)
        .collect();
    Input {
        columns: vec![sorted, needles],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "NumPy documentation, numpy.searchsorted, Examples: \
             searchsorted([11, 12, 13, 14, 15], [-10, 20, 12, 13]), every word raised by 10",
        input: || Input {
            columns: vec![vec![21, 22, 23, 24, 25], vec![0, 30, 22, 23]],
        },
        output: || numbered([0, 5, 1, 2]),
    },
    CorpusCase {
        source: "OEIS A006880: primes below 10, 100, 1000 and 10,000",
        input: || Input {
            columns: vec![shapes::primes(10_000), vec![10, 100, 1000, 10_000]],
        },
        output: || numbered([4, 25, 168, 1229]),
    },
];
