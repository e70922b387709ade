//! Graphs, compared with the crate `petgraph` and with matrices.

use super::references::{column, for_each_input, generated, reference};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;
use std::collections::BTreeMap;
use vyre_conform_runtime::engine::{Input, Output};

const INPUTS: u64 = 100;

/// The graph in compressed rows.
fn graph(first: &[u32], targets: &[u32]) -> DiGraph<(), ()> {
    let mut graph = DiGraph::new();
    for _ in 1..first.len() {
        graph.add_node(());
    }
    for (vertex, ends) in (0..).zip(first.windows(2)) {
        for target in &targets[ends[0] as usize..ends[1] as usize] {
            graph.add_edge(NodeIndex::new(vertex), NodeIndex::new(*target as usize), ());
        }
    }
    graph
}

/// Oracle: Dijkstra's algorithm of `petgraph`, with every edge of length 1.
#[test]
fn levels_are_distances() {
    for_each_input("bfs", INPUTS, |columns, output| {
        let graph = graph(&columns[0], &columns[1]);
        let begin = NodeIndex::new(columns[2][0] as usize);
        let distances = petgraph::algo::dijkstra(&graph, begin, None, |_| 1_u32);
        let level = |v: NodeIndex| distances.get(&v).copied().filter(|d| *d <= columns[2][1]);
        let levels = graph.node_indices().map(|v| level(v).unwrap_or(u32::MAX));
        assert!(levels.eq(column(&output)));
    });
}

/// Oracle: the same distances: a step reaches the vertices of the next level.
#[test]
fn step_reaches_the_next_level() {
    for_each_input("bfs_step", INPUTS, |columns, output| {
        let graph = graph(&columns[0], &columns[1]);
        let distances = petgraph::algo::dijkstra(&graph, NodeIndex::new(0), None, |_| 1_u32);
        let next = columns[4][0] + 1;
        let reached = graph.node_indices();
        let reached = reached.filter(|v| distances.get(v) == Some(&next));
        let reached = reached.map(|v| vec![v.index() as u32, next]);
        assert!(reached.eq(output));
    });
}

/// Oracle: the disjoint sets of `petgraph`, and the least member of each by a table.
#[test]
fn components_are_disjoint_sets() {
    for_each_input("connected_components", INPUTS, |columns, output| {
        let vertices = columns[0][0];
        let mut sets = UnionFind::<u32>::new(vertices as usize);
        for (from, to) in columns[1].iter().zip(&columns[2]) {
            sets.union(*from, *to);
        }
        let mut min = BTreeMap::new();
        let labels = (0..vertices).map(|v| *min.entry(sets.find(v)).or_insert(v));
        assert!(labels.eq(column(&output)));
    });
}

/// Oracle: the edges of `petgraph`, found from their targets.
#[test]
fn a_transposed_graph_has_the_incoming_edges() {
    for_each_input("csr_transpose", INPUTS, |columns, output| {
        let graph = graph(&columns[0], &columns[1]);
        let rows = graph.node_indices().map(|v| {
            let incoming = graph.neighbors_directed(v, petgraph::Direction::Incoming);
            let mut row: Vec<u32> = incoming.map(|v| v.index() as u32).collect();
            row.sort_unstable();
            [vec![v.index() as u32], row].concat()
        });
        assert!(rows.eq(output));
    });
}

/// Oracle: closed walks of length 3 by a matrix of neighbours.
#[test]
fn triangles_are_closed_walks() {
    for_each_input("triangles", INPUTS / 2, |columns, output| {
        let vertices = columns[0].len() - 1;
        let mut joined = vec![vec![false; vertices]; vertices];
        for (from, to) in edges(columns) {
            assert!(from != to && !joined[from][to], "a loop or a doubled edge");
            joined[from][to] = true;
        }
        for (vertex, actual) in column(&output).into_iter().enumerate() {
            let nearest: Vec<usize> = (0..vertices).filter(|v| joined[vertex][*v]).collect();
            let walks = nearest
                .iter()
                .map(|a| nearest.iter().filter(|b| joined[*a][**b]).count());
            assert_eq!(actual as usize, walks.sum::<usize>() / 2);
        }
    });
}

/// The edges in compressed rows.
fn edges(columns: &[Vec<u32>]) -> Vec<(usize, usize)> {
    let rows = columns[0].windows(2).enumerate();
    let edges = rows.flat_map(|(v, ends)| (ends[0]..ends[1]).map(move |edge| (v, edge as usize)));
    edges
        .map(|(v, edge)| (v, columns[1][edge] as usize))
        .collect()
}

/// Oracle: the ranks in double precision, by edges in their own direction.
#[test]
fn ranks_are_near_double_precision() {
    for_each_input("page_rank", INPUTS, near_double_precision);
    for_each_input("page_rank_exact", INPUTS, near_double_precision);
}

fn near_double_precision(columns: &[Vec<u32>], output: Output) {
    let vertices = columns[1].len() - 1;
    let incoming = edges(&columns[1..]);
    let damping = f64::from(f32::from_bits(columns[0][1]));
    let mut outgoing = vec![0_u32; vertices];
    incoming
        .iter()
        .for_each(|(_, source)| outgoing[*source] += 1);
    let mut ranks = vec![1.0 / vertices as f64; vertices];
    for _ in 0..columns[0][0] {
        let mut next = vec![(1.0 - damping) / vertices as f64; vertices];
        for (target, source) in &incoming {
            next[*target] += damping * ranks[*source] / f64::from(outgoing[*source]);
        }
        ranks = next;
    }
    for (rank, bits) in ranks.into_iter().zip(column(&output)) {
        let actual = f64::from(f32::from_bits(bits));
        assert!(
            (actual - rank).abs() <= 1e-4 * rank.max(1e-9),
            "{actual} for {rank}"
        );
    }
}

/// The edges of every row reversed, and then sorted.
fn in_other_orders(columns: &[Vec<u32>]) -> [Input; 2] {
    [false, true].map(|sorted| {
        let mut columns = columns.to_vec();
        let ends = columns[1].clone();
        for row in ends.windows(2) {
            let row = &mut columns[2][row[0] as usize..row[1] as usize];
            row.reverse();
            if sorted {
                row.sort_unstable();
            }
        }
        Input { columns }
    })
}

/// Oracle: the definition of exact sums, which are independent of order; sums rounded one by one depend on it for some
/// graph of these.
#[test]
fn exact_ranks_do_not_depend_on_the_order_of_edges() {
    let mut strict_differ = 0;
    for_each_input("page_rank_exact", INPUTS, |columns, output| {
        for other in in_other_orders(columns) {
            assert_eq!(reference("engine::page_rank_exact", &other), output);
        }
    });
    for n in 0..INPUTS {
        let input = generated("engine::page_rank", n);
        let expected = reference("engine::page_rank", &input);
        for other in in_other_orders(&input.columns) {
            strict_differ += u32::from(reference("engine::page_rank", &other) != expected);
        }
    }
    assert!(strict_differ > 0, "no graph whose order matters");
}
