use super::super::dispatches::Dispatches;
use super::super::items::{self, Items};
use super::super::{numbered, shapes};
use super::{Edge, FIGURE_22_3, both_ways, each_row, edges, hypercube, longest_row, rows_of};
use std::collections::VecDeque;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// The level of an unreached vertex.
const UNREACHED: u32 = u32::MAX;

/// Input: a graph as compressed rows, then two words, the start vertex and the largest distance. Output: for every
/// vertex a record of the vertex and its level, the number of edges of a shortest path to it; all ones if it is farther
/// than the largest distance or unreachable.
///
/// A breadth-first search with one dispatch per level: as many as the largest distance, and at most the number of
/// vertices. Without a known limit, pass all ones. Each dispatch is that of `bfs_step`: a compare-exchange claims a new
/// vertex for one edge, and an atomic addition gives it a place in the next frontier, whose order has no meaning
/// (Merrill, Garland and Grimshaw, "Scalable GPU Graph Traversal", 2012).
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn bfs(input: &Input, size: u32) -> Plan {
    let [first, targets] = [0, 1].map(|k| &input.columns[k]);
    let [begin, far] = [0, 1].map(|k| input.columns[2][k]);
    let vertices = first.len() as u32 - 1;
    let mut d = Dispatches::new(|input, read| {
        let vertices = input.columns[0].len() - 1;
        numbered(read[0].iter().take(vertices).copied())
    });
    let mut levels = vec![UNREACHED; vertices as usize];
    levels[begin as usize] = 0;
    let longest = longest_row(first);
    let [first, targets] = [first, targets].map(|column| d.given(column));
    let levels = d.output_of(levels);
    let mut frontier = [d.given(&[begin]), d.given(&[1])];
    let mut queues = [(); 2].map(|()| d.scratch(vertices));
    for level in 1..=far.min(vertices) {
        let next = [queues[0], d.zeros(1)];
        queues.swap(0, 1);
        let buffers = [&[first, targets][..], &frontier, &[levels], &next].concat();
        let over = (vertices, size);
        items::dispatch(&mut d, step(size), over, [level], &buffers, &[longest]);
        frontier = next;
    }
    d.finish()
}

fn step(size: u32) -> Program {
    let mut of = Items::<1>::new("bfs_level", size);
    let first = of.kernel.read_only("first", Type::U32);
    let targets = of.kernel.read_only("targets", Type::U32);
    let frontier = of.kernel.read_only("frontier", Type::U32);
    let count = of.kernel.read_only("count", Type::U32);
    let levels = of.kernel.read_write("levels", Type::U32);
    let next = of.kernel.read_write("next", Type::U32);
    let next_count = of.kernel.read_write("next_count", Type::U32);
    let [level] = of.words;
    of.for_each(|k, i| {
        k.when(i.less(count.at(0)), |k| {
            let vertex = k.bind("vertex", frontier.at(i));
            k.count("edge", first.at(vertex), first.at(vertex + 1), |k, edge| {
                let target = k.bind("target", targets.at(edge));
                let before = k.compare_exchange(levels, target, UNREACHED, level);
                k.when(before.equals(UNREACHED), |k| {
                    let place = k.atomic(AtomicOp::Add, next_count, 0, 1);
                    k.store(next, place, target);
                });
            });
        });
    })
}

/// The search with a queue (Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, section 22.2).
fn reference(input: &Input) -> Output {
    let [first, targets] = [0, 1].map(|k| &input.columns[k][..]);
    let rows: Vec<&[u32]> = each_row([first, targets]).collect();
    let mut levels = vec![UNREACHED; rows.len()];
    let [begin, far] = [0, 1].map(|k| input.columns[2][k]);
    levels[begin as usize] = 0;
    let mut queue = VecDeque::from([begin as usize]);
    while let Some(vertex) = queue.pop_front() {
        if levels[vertex] == far {
            break;
        }
        for target in rows[vertex].iter().map(|target| *target as usize) {
            if levels[target] == UNREACHED {
                levels[target] = levels[vertex] + 1;
                queue.push_back(target);
            }
        }
    }
    numbered(levels)
}

fn searched(vertices: u32, edges: &[Edge], begin: u32, far: u32) -> Input {
    let [first, targets] = rows_of(vertices, edges);
    Input {
        columns: vec![first, targets, vec![begin, far]],
    }
}

/// Small graphs searched to the end, and larger ones of every kind up to a few levels, including extended stars and
/// fully joined layers; directed ones, and in both directions.
fn inputs(n: u64) -> Input {
    let vertices = shapes::length(n).clamp(1, 1100);
    let edges = match n % 7 {
        0 => star(vertices),
        6 => layers(vertices),
        _ => edges(n, vertices),
    };
    let edges = match n % 2 {
        0 => both_ways(&edges),
        _ => edges,
    };
    let far = match vertices {
        ..40 => u32::MAX,
        _ => 1 + (n % 8) as u32,
    };
    let begin = edges.get(n as usize % 3).map_or(0, |(from, _)| *from);
    searched(vertices, &edges, begin, far)
}

/// Three quarters of the vertices are adjacent to vertex 0; every third of these leads to another.
fn star(vertices: u32) -> Vec<Edge> {
    let points = (vertices - 1) * 3 / 4;
    let further = (3..=points)
        .step_by(3)
        .map(|from| (from, points + from / 3));
    (1..=points).map(|to| (0, to)).chain(further).collect()
}

/// Layers of twelve vertices, each vertex adjacent to all of the next layer.
fn layers(vertices: u32) -> Vec<Edge> {
    let joined = |from: u32| {
        let next = from / 12 * 12 + 12;
        (next..std::cmp::min(next + 12, vertices)).map(move |to| (from, to))
    };
    (0..vertices).flat_map(joined).collect()
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, figure 22.3 (i)",
        input: || searched(8, &both_ways(&FIGURE_22_3), 0, u32::MAX),
        output: || numbered([0, 1, 2, 2, 1, 3, 2, 3]),
    },
    CorpusCase {
        source: "Saad and Schultz, Topological Properties of Hypercubes, 1988: the distance of two \
                 vertices is the number of bits in which they differ",
        input: || searched(1 << 8, &hypercube(8), 0b1010_0110, 8),
        output: || numbered((0..1_u32 << 8).map(|vertex| (vertex ^ 0b1010_0110).count_ones())),
    },
];
