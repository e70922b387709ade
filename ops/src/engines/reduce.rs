use super::dispatches::{Dispatches, Slot};
use super::shapes;
use super::tiles::{self, Tiling};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Kernel, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: the words. Output: one record, their wrapping sum.
///
/// Two dispatches of one program: the sum of every workgroup's run, then the sum of the sums. An invocation adds its
/// elements; the workgroup adds the sums of its invocations in a tree with four branches (Harris, "Optimizing Parallel
/// Reduction in CUDA", 2007).
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn reduce(input: &Input, size: u32) -> Plan {
    let data = &input.columns[0];
    let mut d = Dispatches::new(|_, read| vec![vec![read[0][0]]]);
    let source = d.given(data);
    let total = d.output(1);
    dispatches(&mut d, size, data.len() as u32, [source, total]);
    d.finish()
}

/// The dispatches that write the sum of `len` elements of `source` to `total`.
pub(crate) fn dispatches(d: &mut Dispatches, size: u32, len: u32, [source, total]: [Slot; 2]) {
    let tiling = Tiling::of(len, size);
    let one = Tiling::of_one_group(tiling.groups, size);
    let sums = d.scratch(tiling.groups);
    let program = d.program(tiles::sums("reduce", size, |k: &mut Kernel| {
        let source = k.read_only("source", Type::U32);
        move |i| source.at(i)
    }));
    for (tiling, from, to) in [(tiling, source, sums), (one, sums, total)] {
        let params = d.given(&tiling.params());
        d.step(
            program,
            tiling.groups,
            &[params, from, to],
            &[tiling.iterations()],
        );
    }
}

/// The sum by the standard library.
fn reference(input: &Input) -> Output {
    let sum = input.columns[0].iter().copied().fold(0, u32::wrapping_add);
    vec![vec![sum]]
}

/// Words of every length and pattern.
fn inputs(n: u64) -> Input {
    Input {
        columns: vec![shapes::words(n, shapes::length(n))],
    }
}

/// Published sums.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "cppreference.com, std::accumulate, example: the sum of 1 to 10",
        input: || Input {
            columns: vec![(1..=10).collect()],
        },
        output: || vec![vec![55]],
    },
    CorpusCase {
        source: "Blelloch, Prefix Sums and Their Applications, 1990, section 1.1: the last prefix sum",
        input: || Input {
            columns: vec![vec![3, 1, 7, 0, 4, 1, 6, 3]],
        },
        output: || vec![vec![25]],
    },
    CorpusCase {
        source: "OEIS A000330, the square pyramidal numbers: the sum of the first 2000 squares",
        input: || Input {
            columns: vec![(1..=2000).map(|n| n * n).collect()],
        },
        output: || vec![vec![2000 * 2001 / 6 * 4001]],
    },
];
