//! Graphs.
//!
//! | engine | gives |
//! |---|---|
//! | [`bfs`] | the distance of every vertex from a start vertex |
//! | [`connected_components`] | for every vertex the least vertex of its component |
//! | [`page_rank`] | ranks after a number of iterations, each operation rounded separately |
//! | [`page_rank_exact`] | the same with sums that are rounded once and independent of the order |
//! | [`csr_transpose`] | the reversed edges |
//! | [`triangles`] | the number of triangles of every vertex |
//!
//! Vertices are numbered from 0. Compressed rows (CSR) are two columns: for vertex `v` the edges
//! `first[v]..first[v + 1]`, then the target of each edge; `first` has one word more than there are vertices.

mod bfs;
mod connected_components;
mod csr_transpose;
mod page_rank;
mod page_rank_exact;
mod triangles;

pub use bfs::bfs;
pub use connected_components::connected_components;
pub use csr_transpose::csr_transpose;
pub use page_rank::page_rank;
pub use page_rank_exact::page_rank_exact;
pub use triangles::triangles;

use super::items;
use super::shapes;
use vyre_conform_runtime::ir::{Buffer, Kernel, Operand, Var};

/// An edge from one vertex to another.
type Edge = (u32, u32);

/// A graph of this many vertices as compressed rows, the edges of each row in the order in which they are given.
fn rows_of(vertices: u32, edges: &[Edge]) -> [Vec<u32>; 2] {
    let mut rows = vec![vec![]; vertices as usize];
    for (from, to) in edges {
        rows[*from as usize].push(*to);
    }
    let mut first = vec![0];
    for row in &rows {
        first.push(first[first.len() - 1] + row.len() as u32);
    }
    [first, rows.concat()]
}

/// The rows of a graph.
fn each_row([first, targets]: [&[u32]; 2]) -> impl Iterator<Item = &[u32]> {
    let ends = first.windows(2);
    ends.map(move |ends| &targets[ends[0] as usize..ends[1] as usize])
}

/// The most edges of a row.
fn longest_row(first: &[u32]) -> u64 {
    let lengths = first.windows(2).map(|ends| u64::from(ends[1] - ends[0]));
    lengths.max().unwrap_or(0)
}

/// The source of an edge: the first vertex whose row ends after the edge.
fn source_of(k: &mut Kernel, first: Buffer, vertices: Var, edge: Var) -> Var {
    items::first(k, 0, vertices, |_, vertex| {
        first.at(vertex + 1).at_most(edge)
    })
}

/// Every edge in both directions.
fn both_ways(edges: &[Edge]) -> Vec<Edge> {
    let both = edges.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]);
    both.collect()
}

/// This many random edges of input `n`, with loops and doubled ones.
fn random_edges(n: u64, vertices: u32, edges: u32) -> Vec<Edge> {
    let random = |place: u32| shapes::random(n, place) % vertices;
    let edge = |e: u32| (random(2 * e), random(2 * e + 1));
    (0..edges).map(edge).collect()
}

/// A kind of graph; inputs take the kinds in turn.
fn edges(n: u64, vertices: u32) -> Vec<Edge> {
    let all = 0..vertices;
    match n % 6 {
        // A path with scattered vertices.
        0 => {
            let place = |v: u32| v.reverse_bits() >> vertices.leading_zeros();
            let places = (0..u32::MAX >> vertices.leading_zeros()).map(place);
            let places: Vec<u32> = places.filter(|place| *place < vertices).collect();
            places.windows(2).map(|two| (two[0], two[1])).collect()
        }
        // Sparse: many components.
        1 => random_edges(n, vertices, vertices / 2),
        // Stars of seven around their largest vertex.
        2 => all
            .filter(|v| v % 7 != 6)
            .map(|v| (v / 7 * 7 + 6, v))
            .filter(|(centre, _)| *centre < vertices)
            .collect(),
        // A ring with chords.
        3 => all
            .flat_map(|v| [(v, (v + 1) % vertices), (v, v * 7 % vertices)])
            .collect(),
        // Only loops.
        4 if n % 12 == 4 => all.step_by(3).map(|v| (v, v)).collect(),
        // A hub.
        4 => all.map(|v| (v, vertices / 2)).collect(),
        _ => random_edges(n, vertices, vertices * 4),
    }
}

/// "Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms", figure 22.3: vertices s w v t r u x y, of which s
/// is 0.
const FIGURE_22_3: [Edge; 10] = {
    let [s, w, v, t, r, u, x, y] = [0, 1, 2, 3, 4, 5, 6, 7];
    [
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
    ]
};

/// The hypercube of this many dimensions: vertices that differ in one bit are neighbours.
fn hypercube(dimensions: u32) -> Vec<Edge> {
    let neighbours = |v: u32| (0..dimensions).map(move |bit| (v, v ^ 1 << bit));
    (0..1_u32 << dimensions).flat_map(neighbours).collect()
}
