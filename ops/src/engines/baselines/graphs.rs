//! Random graphs as compressed rows.

use crate::hash::fmix32;
use vyre_conform_runtime::engine::Input;

/// An edge from one vertex to another.
type Edge = (u32, u32);

/// The level of an unreached vertex.
const UNREACHED: u32 = u32::MAX;

/// Random edges, some of them loops, some doubled.
fn random(vertices: u32, edges: u32) -> Vec<Edge> {
    let end = |i: u32| fmix32(i) % vertices;
    (0..edges).map(|e| (end(2 * e), end(2 * e + 1))).collect()
}

/// The rows of a graph: the start of each, and targets, ascending in each row.
fn compressed(vertices: u32, mut edges: Vec<Edge>) -> [Vec<u32>; 2] {
    edges.sort_unstable();
    let mut first = vec![0; vertices as usize + 1];
    for (source, _) in &edges {
        first[*source as usize + 1] += 1;
    }
    let mut sum = 0;
    for begin in &mut first {
        sum += *begin;
        *begin = sum;
    }
    [first, edges.into_iter().map(|(_, target)| target).collect()]
}

/// A search from vertex 0 that reaches almost every vertex.
pub(super) fn searched() -> Input {
    let vertices = 512 << 10;
    let [first, targets] = compressed(vertices, random(vertices, 8 * vertices));
    Input {
        columns: vec![first, targets, vec![0, 10]],
    }
}

/// A step of a search whose frontier is a quarter of the vertices.
pub(super) fn frontier() -> Input {
    let vertices = 1 << 20;
    let [first, targets] = compressed(vertices, random(vertices, 4 * vertices));
    let is_known = |vertex: &u32| vertex.is_multiple_of(4);
    let level = |vertex| if is_known(&vertex) { 0 } else { UNREACHED };
    let frontier = (0..vertices).filter(is_known).collect();
    let levels = (0..vertices).map(level).collect();
    Input {
        columns: vec![first, targets, frontier, levels, vec![0]],
    }
}

/// As many edges as vertices: one large component and many small ones.
pub(super) fn ends_of_edges() -> Input {
    let vertices = 256 << 10;
    let (from, to) = random(vertices, vertices).into_iter().unzip();
    Input {
        columns: vec![vec![vertices], from, to],
    }
}

/// Rows of eight edges on average.
pub(super) fn rows() -> Input {
    let vertices = 256 << 10;
    let columns = compressed(vertices, random(vertices, 8 * vertices));
    Input {
        columns: columns.into(),
    }
}

/// Eight iterations, the damping factor, and rows of the incoming edges of each vertex.
pub(super) fn incoming() -> Input {
    let vertices = 128 << 10;
    let [first, sources] = compressed(vertices, random(vertices, 8 * vertices));
    Input {
        columns: vec![vec![8, 0.85_f32.to_bits()], first, sources],
    }
}

/// A graph with every edge in the rows of both of its ends, without loops and doubled edges.
pub(super) fn both_ways() -> Input {
    let vertices = 64 << 10;
    let edges = random(vertices, 8 * vertices).into_iter();
    let edges = edges.filter(|(a, b)| a != b);
    let mut edges: Vec<Edge> = edges.flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    edges.sort_unstable();
    edges.dedup();
    Input {
        columns: compressed(vertices, edges).into(),
    }
}
