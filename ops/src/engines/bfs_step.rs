use super::dispatches::Dispatches;
use super::grid::{self, Grid};
use super::shapes;
use vyre_conform_runtime::engine::{AtomicEvent, CorpusCase, History, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// The level of an unreached vertex.
const UNREACHED: u32 = u32::MAX;
/// The mark of an edge that was not read, or that reached nothing new.
const NOTHING: u32 = u32::MAX - 1;

/// Input: a graph as compressed rows (for vertex `v` the edges `first[v]..first[v + 1]`, then the target of each edge),
/// the frontier, the level of every vertex (all ones if unreached), and one word, the level of the frontier. Output:
/// for every vertex that the step reaches a record of the vertex and its level, in any order.
///
/// One level of a breadth-first search with a queue (Merrill, Garland and Grimshaw, "Scalable GPU Graph Traversal",
/// 2012). An invocation reads the neighbours of a vertex of the frontier. A compare-exchange of the level lets one
/// invocation claim each new vertex, and an atomic addition gives the vertex a place in the next frontier. The order of
/// that queue has no meaning. The observed value of each atomic step is stored, one entry per edge.
#[vyre_engine(
    invariants(.., NoDuplicateOutput, AtomicLinearizable),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn bfs_step(input: &Input, size: u32) -> Plan {
    let [first, targets, frontier, levels] = [0, 1, 2, 3].map(|i| &input.columns[i]);
    let grid = Grid::over(frontier.len() as u32, size);
    let vertices = levels.len() as u32;
    let mut d = Dispatches::new(|_, read| {
        let count = read[2][0] as usize;
        let reached = read[1].iter().take(count);
        let level = |vertex: &u32| read[0].get(*vertex as usize).copied();
        reached
            .map(|vertex| vec![*vertex, level(vertex).unwrap_or(UNREACHED)])
            .collect()
    });
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds, input.columns[4][0] + 1, vertices]);
    let first_slot = d.given(first);
    let targets_slot = d.given(targets);
    let frontier_slot = d.given(frontier);
    let levels_slot = d.output_of(levels.clone());
    let queue = d.output(vertices);
    d.order_dependent();
    let count = d.output(1);
    d.counts_queue(0, vertices);
    let seen = d.output_of(vec![NOTHING; targets.len()]);
    d.order_dependent();
    let places = d.output_of(vec![NOTHING; targets.len()]);
    d.order_dependent();
    d.observed(observed);
    let program = d.program(step(size));
    let degree = |v: &u32| first[*v as usize + 1] - first[*v as usize];
    let most_edges = frontier.iter().map(degree).max().unwrap_or(0);
    let buffers = [
        params,
        first_slot,
        targets_slot,
        frontier_slot,
        levels_slot,
        queue,
        count,
        seen,
        places,
    ];
    let iterations = [grid.iterations(), most_edges.into()];
    d.step(program, grid.groups, &buffers, &iterations);
    d.finish()
}

fn step(size: u32) -> Program {
    let mut k = Kernel::new("bfs_step", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 5);
    let first = k.read_only("first", Type::U32);
    let targets = k.read_only("targets", Type::U32);
    let frontier = k.read_only("frontier", Type::U32);
    let levels = k.read_write("levels", Type::U32);
    let queue = k.read_write("queue", Type::U32);
    let count = k.read_write("count", Type::U32);
    let seen = k.read_write("seen", Type::U32);
    let places = k.read_write("places", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let [level, capacity] = [3, 4].map(|i| k.bind("param", params.at(i)));
    grid::for_each(&mut k, grid, |k, i| {
        let vertex = k.bind("vertex", frontier.at(i));
        k.count("edge", first.at(vertex), first.at(vertex + 1), |k, edge| {
            let target = k.bind("target", targets.at(edge));
            let before = k.compare_exchange(levels, target, UNREACHED, level);
            k.store(seen, edge, before);
            k.when(before.equals(UNREACHED), |k| {
                let place = k.atomic(AtomicOp::Add, count, 0, 1);
                k.store(places, edge, place);
                k.when(place.less(capacity), |k| k.store(queue, place, target));
            });
        });
    });
    k.finish()
}

/// One history per vertex, and one of the queue's counter.
fn observed(input: &Input, read: &[Vec<u32>]) -> Vec<History> {
    let [first, targets, frontier, levels] = [0, 1, 2, 3].map(|i| &input.columns[i]);
    let level = input.columns[4][0] + 1;
    let history = |(initial, last): (&u32, &u32)| History {
        initial: *initial,
        events: vec![],
        last: *last,
    };
    let mut vertices: Vec<History> = levels.iter().zip(&read[0]).map(history).collect();
    let mut counter = history((&0, &read[2][0]));
    let edges = (0..).zip(frontier).flat_map(|(invocation, v)| {
        let edges = first[*v as usize]..first[*v as usize + 1];
        edges.map(move |edge| (invocation, edge as usize))
    });
    for (invocation, edge) in edges {
        vertices[targets[edge] as usize].events.push(AtomicEvent {
            invocation,
            op: AtomicOp::CompareExchange,
            value: level,
            expected: UNREACHED,
            before: read[3][edge],
        });
        if read[4][edge] != NOTHING {
            counter.events.push(AtomicEvent {
                invocation,
                op: AtomicOp::Add,
                value: 1,
                expected: 0,
                before: read[4][edge],
            });
        }
    }
    vertices.push(counter);
    vertices
}

/// The step by a set of vertices.
fn reference(input: &Input) -> Output {
    let [first, targets, frontier, levels] = [0, 1, 2, 3].map(|i| &input.columns[i]);
    let level = input.columns[4][0] + 1;
    let neighbours = frontier.iter().flat_map(|v| {
        let edges = first[*v as usize] as usize..first[*v as usize + 1] as usize;
        &targets[edges]
    });
    let new = neighbours.filter(|target| levels[**target as usize] == UNREACHED);
    let reached: std::collections::BTreeSet<u32> = new.copied().collect();
    reached
        .into_iter()
        .map(|vertex| vec![vertex, level])
        .collect()
}

/// A graph, searched from vertex 0 until `steps` levels are known.
fn searched(vertices: u32, edges: &[(u32, u32)], steps: u32) -> Input {
    let mut rows = vec![vec![]; vertices as usize];
    for (from, to) in edges {
        rows[*from as usize].push(*to);
    }
    let mut first = vec![0];
    for row in &rows {
        first.push(first[first.len() - 1] + row.len() as u32);
    }
    let mut levels = vec![UNREACHED; vertices as usize];
    let mut frontier = vec![0];
    levels[0] = 0;
    let mut input = Input {
        columns: vec![first, rows.concat(), vec![], vec![], vec![0]],
    };
    for level in 0..=steps {
        input.columns[2].clone_from(&frontier);
        input.columns[3].clone_from(&levels);
        input.columns[4][0] = level;
        frontier = reference(&input).iter().map(|record| record[0]).collect();
        if frontier.is_empty() {
            break;
        }
        for vertex in &frontier {
            levels[*vertex as usize] = level + 1;
        }
    }
    input
}

/// Paths, stars with every third point extended, rings with chords, fully joined layers, and random graphs with loops
/// and doubled edges, at several levels of the search.
fn inputs(n: u64) -> Input {
    let vertices = shapes::length(n).clamp(1, 2500);
    let joined = |from: u32| {
        let layer = from / 12 * 12;
        (layer + 12..std::cmp::min(layer + 24, vertices)).map(move |to| (from, to))
    };
    let all = 0..vertices;
    let edges: Vec<(u32, u32)> = match n % 5 {
        0 => {
            let points = (vertices - 1) * 3 / 4;
            let further = |from| (from, points + from / 3);
            let star = (1..=points).map(|to| (0, to));
            star.chain((3..=points).step_by(3).map(further)).collect()
        }
        1 => all.clone().zip(all.skip(1)).collect(),
        2 => all
            .flat_map(|v| {
                [
                    (v, (v + 1) % vertices),
                    (v, v * 7 % vertices),
                    ((v + 1) % vertices, v),
                ]
            })
            .collect(),
        3 => all.flat_map(joined).collect(),
        _ => {
            let random = |e: u32| shapes::random(n, e) % vertices;
            (0..vertices * 4)
                .map(|e| (random(2 * e), random(2 * e + 1)))
                .collect()
        }
    };
    searched(vertices, &edges, (n / 5 % 4) as u32)
}

/// The published example, one level each: vertices r s t u v w x y are 4 0 3 5 2 1 6 7 here, so that the search begins
/// at 0.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, figure 22.3 (b)",
        input: || figure(0),
        output: || vec![vec![1, 1], vec![4, 1]],
    },
    CorpusCase {
        source: "Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, figure 22.3 (d)",
        input: || figure(1),
        output: || vec![vec![2, 2], vec![3, 2], vec![6, 2]],
    },
    CorpusCase {
        source: "Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, figure 22.3 (g)",
        input: || figure(2),
        output: || vec![vec![5, 3], vec![7, 3]],
    },
    CorpusCase {
        source: "Saad and Schultz, Topological Properties of Hypercubes, 1988: the distance of two \
                 vertices is the number of bits in which they differ",
        input: || hypercube(10, 4),
        output: || {
            let far = (0..1_u32 << 10).filter(|vertex| vertex.count_ones() == 5);
            far.map(|vertex| vec![vertex, 5]).collect()
        },
    },
];

fn figure(steps: u32) -> Input {
    let [s, w, v, t, r, u, x, y] = [0, 1, 2, 3, 4, 5, 6, 7];
    let edges = [
        (r, s),
        (r, v),
        (s, w),
        (t, u),
        (t, w),
        (t, x),
        (u, x),
        (u, y),
        (w, x),
        (x, y),
    ];
    let both: Vec<(u32, u32)> = edges
        .iter()
        .flat_map(|(a, b)| [(*a, *b), (*b, *a)])
        .collect();
    searched(8, &both, steps)
}

/// The hypercube of this many dimensions: vertices that differ in one bit are neighbours.
fn hypercube(dimensions: u32, steps: u32) -> Input {
    let vertices = 1 << dimensions;
    let neighbours = |v: u32| (0..dimensions).map(move |bit| (v, v ^ 1 << bit));
    let edges: Vec<(u32, u32)> = (0..vertices).flat_map(neighbours).collect();
    searched(vertices, &edges, steps)
}
