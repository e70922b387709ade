use super::super::dispatches::Dispatches;
use super::super::items::{self, Items};
use super::super::{numbered, shapes};
use super::{operation, pairs};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Buffer, Kernel, Operand, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the operation; the end of each segment, ascending; values. A segment begins where the previous one
/// ends, the first at 0. Output: for every segment a record of its number and its values folded, 0 for an empty
/// segment.
///
/// The first value of every nonempty segment gets a flag, the inclusive scan of the segments folds them, and the result
/// of each segment is at its last value.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn segmented_reduce(input: &Input, size: u32) -> Plan {
    let [ends, values] = [&input.columns[1], &input.columns[2]];
    let [segments, len] = [ends, values].map(|column| column.len() as u32);
    let mut d = Dispatches::new(|input, read| {
        let segments = input.columns[1].len();
        numbered(read[0].iter().take(segments).copied())
    });
    let [ends, values] = [ends, values].map(|column| d.given(column));
    let heads = d.zeros(len);
    let folded = d.scratch(len);
    let output = d.output(segments);
    let over = (segments, size);
    items::dispatch(&mut d, mark(size), over, [], &[ends, heads], &[]);
    let source = [heads, values];
    pairs::dispatches(&mut d, size, len, operation(input), source, folded, true);
    let buffers = [ends, folded, output];
    items::dispatch(&mut d, take(size), over, [], &buffers, &[]);
    d.finish()
}

/// Start and end of a segment. Before segment 0 the index wraps out of bounds, where a load returns zero.
fn segment(k: &mut Kernel, ends: Buffer, number: Var) -> [Var; 2] {
    let begin = k.bind("begin", ends.at(number - 1));
    [begin, k.bind("end", ends.at(number))]
}

/// Flags the first values.
fn mark(size: u32) -> Program {
    let mut of = Items::<0>::new("mark_segments", size);
    let ends = of.kernel.read_only("ends", Type::U32);
    let heads = of.kernel.read_write("heads", Type::U32);
    of.for_each(|k, number| {
        let [begin, end] = segment(k, ends, number);
        k.when(begin.less(end), |k| k.store(heads, begin, 1));
    })
}

/// Extracts the last values.
fn take(size: u32) -> Program {
    let mut of = Items::<0>::new("take_folds", size);
    let ends = of.kernel.read_only("ends", Type::U32);
    let folded = of.kernel.read_only("folded", Type::U32);
    let output = of.kernel.read_write("output", Type::U32);
    of.for_each(|k, number| {
        let [begin, end] = segment(k, ends, number);
        let fold = begin.less(end).select(folded.at(end - 1), 0);
        k.store(output, number, fold);
    })
}

/// A fold of the standard library.
fn reference(input: &Input) -> Output {
    let of = operation(input).of;
    let begins = std::iter::once(&0).chain(&input.columns[1]);
    let segments = begins.zip(&input.columns[1]);
    let segments = segments.map(|(begin, end)| &input.columns[2][*begin as usize..*end as usize]);
    numbered(segments.map(|segment| segment.iter().copied().fold(0, of)))
}

/// Values of every length and pattern; segments of 0 to 4 values, of up to 600, or a few empty ones around one long
/// one.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n);
    let most = [5, 601, 5][(n % 3) as usize];
    let mut ends = vec![0; usize::from(n % 3 == 2)];
    let mut end = 0;
    while end < len {
        end += match n % 3 {
            2 => len,
            _ => shapes::random(n, !(ends.len() as u32)) % most,
        };
        ends.push(end.min(len));
    }
    ends.extend(vec![len; (n % 4) as usize]);
    Input {
        columns: vec![vec![(n / 2 % 3) as u32], ends, shapes::words(n, len)],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "NVIDIA CUB documentation, cub::DeviceSegmentedReduce::Sum, snippet",
        input: || Input {
            columns: vec![vec![0], vec![3, 3, 7], vec![8, 6, 7, 5, 3, 0, 9]],
        },
        output: || numbered([21, 0, 17]),
    },
    CorpusCase {
        source: "Thrust documentation, thrust::reduce_by_key, snippet; segments of equal keys",
        input: || Input {
            columns: vec![vec![0], vec![1, 4, 6, 7], vec![9, 8, 7, 6, 5, 4, 3]],
        },
        output: || numbered([9, 21, 9, 3]),
    },
    CorpusCase {
        source: "OEIS A000578, the cubes: sums of 1, 2, 3, ... consecutive odd numbers",
        input: || Input {
            columns: vec![
                vec![0],
                (1..=70).map(|n| n * (n + 1) / 2).collect(),
                (0..70 * 71 / 2).map(|i| 2 * i + 1).collect(),
            ],
        },
        output: || numbered((1..=70).map(|n| n * n * n)),
    },
];
