use super::super::dispatches::Dispatches;
use super::super::items::{self, Items};
use super::super::matmul::{exact, wide};
use super::super::numbered;
use super::page_rank::{
    constants, convert, count, float, inputs, of as graph_of, op, ranks as due, share,
};
use super::{Edge, each_row, longest_row};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Ranks as in [`page_rank`](super::page_rank()), with exact sums that are rounded once.
///
/// Input and output are those of [`page_rank`](super::page_rank()), and so is an iteration, `(1 - d) / n + d * s`,
/// except for `s`. Each rank is divided by its number of edges and rounded; the exact sum of these shares of a row is
/// rounded once, to nearest. Exact sums do not depend on the order of the edges of a row. However a graph was read or
/// sorted, its ranks have the same bits (Demmel and Nguyen, ["Parallel Reproducible
/// Summation"](https://doi.org/10.1109/TC.2014.2345391), IEEE Transactions on Computers 64, 2015, explain the value of
/// that). A sum of nothing is +0.
///
/// The accumulator is that of [`matmul_exact`](crate::engines::matmul::matmul_exact()), for products with 1.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = composed,
)]
pub fn page_rank_exact(input: &Input, size: u32) -> Plan {
    let [first, sources] = [1, 2].map(|k| &input.columns[k]);
    let [vertices, edges] = [first.len() - 1, sources.len()].map(|len| len as u32);
    let iterations = exact::iterations(longest_row(first) as u32);
    let [begin, rest, damping] = constants(input).map(f32::to_bits);
    let mut d = Dispatches::new(|input, read| {
        let vertices = input.columns[1].len() - 1;
        numbered(read[0].iter().take(vertices).copied())
    });
    let [first, sources] = [first, sources].map(|column| d.given(column));
    let degrees = d.zeros(vertices);
    let divisors = d.scratch(vertices);
    let over = (vertices, size);
    let buffers = [sources, degrees];
    items::dispatch(&mut d, count(size), (edges, size), [], &buffers, &[]);
    let buffers = [degrees, divisors];
    items::dispatch(&mut d, convert(size), over, [], &buffers, &[]);
    let shares = d.scratch(vertices);
    let ranks = d.output_of(vec![begin; vertices as usize]);
    for _ in 0..input.columns[0][0] {
        let buffers = [ranks, divisors, shares];
        items::dispatch(&mut d, share(size), over, [], &buffers, &[]);
        let buffers = [first, sources, shares, ranks];
        let words = [rest, damping];
        items::dispatch(&mut d, gather(size), over, words, &buffers, &iterations);
    }
    d.finish()
}

fn gather(size: u32) -> Program {
    let mut of = Items::<2>::new("gather_ranks_exactly", size);
    let first = of.kernel.read_only("first", Type::U32);
    let sources = of.kernel.read_only("sources", Type::U32);
    let shares = of.kernel.read_only("shares", Type::F32);
    let ranks = of.kernel.read_write("ranks", Type::F32);
    let [rest, damping] = of.words;
    of.for_each(|k, vertex| {
        let begin = k.bind("begin", first.at(vertex));
        let edges = k.bind("edges", first.at(vertex + 1) - begin);
        let blocks = k.bind("blocks", (edges + (exact::BLOCK - 1)) / exact::BLOCK);
        let one = k.bind("one", 1f32.to_bits());
        let sum = exact::sum(k, [edges, blocks], |k, edge| {
            // The summands are bits.
            let share = shares.at(sources.at(begin + edge)).cast(Type::U32);
            let share = k.bind("share", share);
            [share, one]
        });
        let damped = op(k, "f32::mul", [float(damping), float(sum)]);
        let rank = op(k, "f32::add", [float(rest), damped.into()]);
        k.store(ranks, vertex, rank);
    })
}

/// The arithmetic of the standard library, and sums of digits of 64 bits.
fn reference(input: &Input) -> Output {
    let [first, sources] = [1, 2].map(|k| &input.columns[k][..]);
    let [begin, rest, damping] = constants(input);
    let mut ranks = vec![begin; first.len() - 1];
    let mut degrees = vec![0_u32; ranks.len()];
    for source in sources {
        degrees[*source as usize] += 1;
    }
    for _ in 0..input.columns[0][0] {
        let share = |v: &u32| ranks[*v as usize] / degrees[*v as usize] as f32;
        let sums = each_row([first, sources]).map(|row| {
            let shares: Vec<f32> = row.iter().map(share).collect();
            wide::dot(&shares, &vec![1.0; shares.len()])
        });
        ranks = sums.map(|sum| rest + damping * sum).collect();
    }
    numbered(ranks.into_iter().map(f32::to_bits))
}

/// A to D of Wikipedia's example, where B and C link to A only and D to all three: A gets 1/4 + 1/4 + 1/12.
fn to_the_first(edges: &[Edge]) -> Input {
    graph_of(4, edges, 1, 1.0)
}

/// 7/12 and twice 1/12.
fn twelfths() -> Output {
    due([7.0 / 12.0, 1.0 / 12.0, 1.0 / 12.0, 0.0])
}

/// Published examples, and one whose sum depends on the order if every addition is rounded.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Wikipedia, PageRank, Simplified algorithm: B links to C and A, C to A, D to all three; A gets \
                 0.25 / 2 + 0.25 + 0.25 / 3, about 0.458",
        input: || {
            let edges = [(1, 2), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2)];
            to_the_first(&edges)
        },
        output: || {
            let third = 1.0 / 12.0;
            due([0.375 + third, third, 0.125 + third, 0.0])
        },
    },
    CorpusCase {
        source: "by Python's fractions: 1/4 + 1/4 + 1/12 is 7/12, 3F155555, in this order",
        input: || to_the_first(&[(1, 0), (2, 0), (3, 0), (3, 1), (3, 2)]),
        output: twelfths,
    },
    CorpusCase {
        source: "by Python's fractions: 1/4 + 1/12 + 1/4 as well; rounded one by one it would be 3F155556",
        input: || to_the_first(&[(1, 0), (3, 0), (2, 0), (3, 1), (3, 2)]),
        output: twelfths,
    },
    CorpusCase {
        source: "Leskovec, Rajaraman and Ullman, Mining of Massive Datasets, example 5.2: 9/24 and 5/24 thrice",
        input: || {
            let edges = [
                (0, 1),
                (0, 2),
                (0, 3),
                (1, 0),
                (1, 3),
                (2, 0),
                (3, 1),
                (3, 2),
            ];
            to_the_first(&edges)
        },
        output: || {
            // Rounded twice: 1/12, and the sum with 1/8.
            let sum = 1.0 / 12.0 + 0.125;
            due([0.375, sum, sum, sum])
        },
    },
];
