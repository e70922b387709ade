use super::super::dispatches::Dispatches;
use super::super::items::{self, Items};
use super::super::{numbered, shapes};
use super::{Edge, each_row, edges, longest_row, rows_of};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Expr, Kernel, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Input: two words, the number of iterations and the bits of the damping factor d; a graph as compressed rows of
/// incoming edges: the row of `v` holds the vertices with an edge to `v`. Output: for every vertex a record of the
/// vertex and the bits of its rank.
///
/// Each of the n vertices begins with the rank `1 / n`. An iteration gives each vertex the rank `(1 - d) / n + d * s`.
/// Here s is the sum, from +0 and in the order of the row, of the shares of these vertices: the rank of each divided by
/// the number of its outgoing edges (Brin and Page, "The Anatomy of a Large-Scale Hypertextual Web Search Engine",
/// 1998, section 2.1.1, with ranks that begin with the sum 1). A vertex without outgoing edges contributes nothing.
/// Every operation is the strict op of the library, rounded separately.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = composed,
)]
pub fn page_rank(input: &Input, size: u32) -> Plan {
    let [first, sources] = [1, 2].map(|k| &input.columns[k]);
    let [vertices, edges] = [first.len() - 1, sources.len()].map(|len| len as u32);
    let longest = longest_row(first);
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
        items::dispatch(&mut d, gather(size), over, words, &buffers, &[longest]);
    }
    d.finish()
}

/// The initial rank, the constant part of every rank, and the damping factor.
pub(super) fn constants(input: &Input) -> [f32; 3] {
    let vertices = (input.columns[1].len() - 1).max(1) as f32;
    let damping = f32::from_bits(input.columns[0][1]);
    [1.0 / vertices, (1.0 - damping) / vertices, damping]
}

/// A float op of the library.
pub(super) fn op<const N: usize>(k: &mut Kernel, id: &str, operands: [Expr; N]) -> Var {
    k.call(id, operands.into(), Type::F32)
}

pub(super) fn float(bits: impl Into<Expr>) -> Expr {
    Expr::cast(Type::F32, bits.into())
}

/// Counts outgoing edges.
pub(super) fn count(size: u32) -> Program {
    let mut of = Items::<0>::new("count_outgoing", size);
    let sources = of.kernel.read_only("sources", Type::U32);
    let degrees = of.kernel.read_write("degrees", Type::U32);
    of.for_each(|k, edge| {
        k.atomic(AtomicOp::Add, degrees, sources.at(edge), 1);
    })
}

/// 2^23 and 2^16.
const TWO_23: u32 = 0x4b00_0000;
const TWO_16: u32 = 0x4780_0000;

/// Counts as floats: each half of a count is added after the exponent of 2^23, and both halves are rounded together.
pub(super) fn convert(size: u32) -> Program {
    let mut of = Items::<0>::new("convert_counts", size);
    let counts = of.kernel.read_only("counts", Type::U32);
    let floats = of.kernel.read_write("floats", Type::F32);
    of.for_each(|k, i| {
        let count = k.bind("count", counts.at(i));
        let halves = [count >> 16, count & 0xFFFF];
        let [high, low] =
            halves.map(|half| op(k, "f32::sub", [float(half | TWO_23), float(TWO_23)]));
        let both = [high.into(), float(TWO_16), low.into()];
        let both = op(k, "f32::mul_add", both);
        k.store(floats, i, both);
    })
}

/// The share that every vertex passes along each outgoing edge. The share of a vertex without edges is unused.
pub(super) fn share(size: u32) -> Program {
    let mut of = Items::<0>::new("share_ranks", size);
    let ranks = of.kernel.read_only("ranks", Type::F32);
    let divisors = of.kernel.read_only("divisors", Type::F32);
    let shares = of.kernel.read_write("shares", Type::F32);
    of.for_each(|k, i| {
        let share = op(k, "f32::div", [ranks.at(i), divisors.at(i)]);
        k.store(shares, i, share);
    })
}

fn gather(size: u32) -> Program {
    let mut of = Items::<2>::new("gather_ranks", size);
    let first = of.kernel.read_only("first", Type::U32);
    let sources = of.kernel.read_only("sources", Type::U32);
    let shares = of.kernel.read_only("shares", Type::F32);
    let ranks = of.kernel.read_write("ranks", Type::F32);
    let [rest, damping] = of.words;
    of.for_each(|k, vertex| {
        let sum = k.variable("sum", float(0));
        k.count("edge", first.at(vertex), first.at(vertex + 1), |k, edge| {
            let more = op(k, "f32::add", [sum.into(), shares.at(sources.at(edge))]);
            k.assign(sum, more);
        });
        let damped = op(k, "f32::mul", [float(damping), sum.into()]);
        let rank = op(k, "f32::add", [float(rest), damped.into()]);
        k.store(ranks, vertex, rank);
    })
}

/// The arithmetic of the standard library.
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
        let sums =
            each_row([first, sources]).map(|row| row.iter().map(share).fold(0.0, |s, x| s + x));
        ranks = sums.map(|sum: f32| rest + damping * sum).collect();
    }
    numbered(ranks.into_iter().map(f32::to_bits))
}

/// The graph of these edges, each reversed.
pub(super) fn of(vertices: u32, edges: &[Edge], iterations: u32, damping: f32) -> Input {
    let turned: Vec<Edge> = edges.iter().map(|(from, to)| (*to, *from)).collect();
    let [first, sources] = rows_of(vertices, &turned);
    Input {
        columns: vec![vec![iterations, damping.to_bits()], first, sources],
    }
}

/// Graphs of every kind, and without vertices.
pub(super) fn inputs(n: u64) -> Input {
    let vertices = match shapes::length(n) {
        1025.. => 520 + n as u32,
        length => length.min(140),
    };
    let edges = match vertices {
        0 => vec![],
        _ => edges(n, vertices),
    };
    let damping = [0.85, 0.5, 0.9, 1.0][(n % 4) as usize];
    of(vertices, &edges, (n * 3 % 4) as u32, damping)
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Wikipedia, PageRank, Simplified algorithm: B, C and D link to A, and d is 1; A gets 0.75",
        input: || of(4, &[(1, 0), (2, 0), (3, 0)], 1, 1.0),
        output: || ranks([0.75, 0.0, 0.0, 0.0]),
    },
    CorpusCase {
        source: "Wikipedia, PageRank, Simplified algorithm: B links to C and A, C to A, D to all three; A gets \
                 0.25 / 2 + 0.25 + 0.25 / 3, about 0.458",
        input: || {
            let edges = [(1, 2), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2)];
            of(4, &edges, 1, 1.0)
        },
        output: || {
            let third = 1.0 / 12.0;
            ranks([0.375 + third, third, 0.125 + third, 0.0])
        },
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
            of(4, &edges, 1, 1.0)
        },
        output: || {
            // Rounded twice: 1/12, and the sum with 1/8.
            let sum = 1.0 / 12.0 + 0.125;
            ranks([0.375, sum, sum, sum])
        },
    },
];

pub(super) fn ranks<const N: usize>(ranks: [f32; N]) -> Output {
    numbered(ranks.map(f32::to_bits))
}
