use super::super::dispatches::Dispatches;
use super::super::items::{self, Items};
use super::super::{numbered, shapes};
use super::{Edge, both_ways, each_row, edges, hypercube, longest_row, rows_of, source_of};
use std::collections::BTreeSet;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: a graph as compressed rows, every edge in the rows of both of its ends, rows ascending, without loops and
/// doubled edges. Output: for every vertex a record of the vertex and the number of triangles with this corner.
///
/// One invocation per edge: if its other end is the larger, it looks up every still larger neighbour of the first end
/// among those of the second. So every triangle is found once, and counted at its corners (Schank and Wagner, "Finding,
/// Counting and Listing All Triangles in Large Graphs", 2005, edge-iterator).
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn triangles(input: &Input, size: u32) -> Plan {
    let [first, targets] = [0, 1].map(|k| &input.columns[k]);
    let vertices = first.len() as u32 - 1;
    let edges = targets.len() as u32;
    let longest = longest_row(first);
    let mut d = Dispatches::new(|input, read| {
        let vertices = input.columns[0].len() - 1;
        numbered(read[0].iter().take(vertices).copied())
    });
    let [first, targets] = [first, targets].map(|column| d.given(column));
    let counts = d.output(vertices);
    let iterations = [
        items::halvings(vertices),
        longest,
        items::halvings(longest as u32),
    ];
    let buffers = [first, targets, counts];
    let over = (edges, size);
    items::dispatch(&mut d, count(size), over, [vertices], &buffers, &iterations);
    d.finish()
}

fn count(size: u32) -> Program {
    let mut of = Items::<1>::new("count_triangles", size);
    let first = of.kernel.read_only("first", Type::U32);
    let targets = of.kernel.read_only("targets", Type::U32);
    let counts = of.kernel.read_write("counts", Type::U32);
    let [vertices] = of.words;
    of.for_each(|k, edge| {
        let from = source_of(k, first, vertices, edge);
        let to = k.bind("to", targets.at(edge));
        k.when(from.less(to), |k| {
            let [begin, end] = [to.into(), to + 1].map(|v| k.bind("end", first.at(v)));
            // Rows ascend, so the larger neighbours come after this edge.
            k.count("other", edge + 1, first.at(from + 1), |k, other| {
                let corner = k.bind("corner", targets.at(other));
                let place = items::first(k, begin, end, |_, e| targets.at(e).less(corner));
                let is_triangle = place.less(end) & targets.at(place).equals(corner);
                k.when(is_triangle, |k| {
                    for vertex in [from, to, corner] {
                        k.atomic(AtomicOp::Add, counts, vertex, 1);
                    }
                });
            });
        });
    })
}

/// For two neighbours of every vertex, whether they are adjacent, by sets of the standard library.
fn reference(input: &Input) -> Output {
    let [first, targets] = [0, 1].map(|k| &input.columns[k][..]);
    let rows = each_row([first, targets]).map(|row| row.iter().copied().collect());
    let rows: Vec<BTreeSet<u32>> = rows.collect();
    numbered(rows.iter().map(|row| {
        let common = row
            .iter()
            .map(|v| rows[*v as usize].intersection(row).count());
        common.sum::<usize>() as u32 / 2
    }))
}

/// The graph with these edges in both directions, without loops and doubled ones.
fn simple(vertices: u32, edges: &[Edge]) -> Input {
    let edges = both_ways(edges).into_iter().filter(|(a, b)| a != b);
    let edges: BTreeSet<Edge> = edges.collect();
    let edges: Vec<Edge> = edges.into_iter().collect();
    Input {
        columns: rows_of(vertices, &edges).to_vec(),
    }
}

/// Graphs of every kind, dense ones, and rings with the neighbours of neighbours.
fn inputs(n: u64) -> Input {
    let vertices = shapes::length(n).min(200);
    let all = 0..vertices;
    let edges = match n % 4 {
        _ if vertices == 0 => vec![],
        0 => edges(n / 4, vertices),
        1 => {
            let near = |v: u32| [1, 2, 3].map(|far| (v, (v + far) % vertices));
            all.flat_map(near).collect()
        }
        2 => {
            let some = all.take(50).flat_map(|a| (0..a).map(move |b| (a, b)));
            some.filter(|(a, b)| !(a * b).is_multiple_of(3)).collect()
        }
        _ => edges(5, vertices),
    };
    simple(vertices, &edges)
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "OEIS A000217: a vertex of the complete graph of 23 is in as many triangles as the other 22 have pairs, 231",
        input: || {
            let edges = (0..23).flat_map(|a| (0..a).map(move |b| (a, b)));
            simple(23, &edges.collect::<Vec<Edge>>())
        },
        output: || numbered([231; 23]),
    },
    CorpusCase {
        source: "Saad and Schultz, Topological Properties of Hypercubes, 1988: there are no cycles of odd length",
        input: || simple(1 << 5, &hypercube(5)),
        output: || numbered([0; 1 << 5]),
    },
    CorpusCase {
        source: "Zachary, An Information Flow Model for Conflict and Fission in Small Groups, 1977: the karate club, 45 triangles",
        input: || simple(34, &KARATE),
        output: || {
            numbered([
                18, 12, 11, 10, 2, 3, 3, 6, 5, 0, 2, 0, 1, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 1, 1,
                1, 1, 1, 4, 3, 3, 13, 15,
            ])
        },
    },
];

/// Meetings outside of the club, members numbered from 0.
#[rustfmt::skip]
const KARATE: [Edge; 78] = [
    (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7), (0, 8), (0, 10), (0, 11), (0, 12),
    (0, 13), (0, 17), (0, 19), (0, 21), (0, 31), (1, 2), (1, 3), (1, 7), (1, 13), (1, 17), (1, 19),
    (1, 21), (1, 30), (2, 3), (2, 7), (2, 8), (2, 9), (2, 13), (2, 27), (2, 28), (2, 32), (3, 7),
    (3, 12), (3, 13), (4, 6), (4, 10), (5, 6), (5, 10), (5, 16), (6, 16), (8, 30), (8, 32), (8, 33),
    (9, 33), (13, 33), (14, 32), (14, 33), (15, 32), (15, 33), (18, 32), (18, 33), (19, 33),
    (20, 32), (20, 33), (22, 32), (22, 33), (23, 25), (23, 27), (23, 29), (23, 32), (23, 33),
    (24, 25), (24, 27), (24, 31), (25, 31), (26, 29), (26, 33), (27, 33), (28, 31), (28, 33),
    (29, 32), (29, 33), (30, 32), (30, 33), (31, 32), (31, 33), (32, 33),
];
