use super::super::dispatches::Dispatches;
use super::super::items::{self, Items};
use super::super::{numbered, shapes};
use super::{Edge, edges};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Factor by which a dispatch shortens the path of a vertex to its root.
const HOPS: u32 = 64;

/// Input: the number of vertices, the ends of every edge, one column for each end. Output: for every vertex a record of
/// the vertex and the least vertex of its component; edges have no direction.
///
/// Hooking and compression (Shiloach and Vishkin, "An O(log n) parallel connectivity algorithm", 1982; Liu and Tarjan,
/// "Simple Concurrent Labeling Algorithms for Connected Components", 2019, algorithm S). Every vertex stores a lesser
/// one of its component or is a root. In a round every root that edges join to lesser roots hooks on to the least of
/// them, by an atomic minimum. Then all vertices follow their roots until each stores its own.
///
/// Two rounds per halving suffice. A root that an edge joins to a lesser one is hooked in the first round. A neighbour
/// of a root that is not hooked then hooks on to it or to a lesser root, and by an edge to that the second round hooks
/// the root. So after two rounds every root with neighbours is in a tree with another, and at most half of them are
/// left.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn connected_components(input: &Input, size: u32) -> Plan {
    let vertices = input.columns[0][0];
    let edges = input.columns[1].len() as u32;
    let mut d = Dispatches::new(|input, read| {
        let vertices = input.columns[0][0] as usize;
        numbered(read[0].iter().take(vertices).copied())
    });
    let [from, to] = [1, 2].map(|k| d.given(&input.columns[k]));
    let own: Vec<u32> = (0..vertices).collect();
    let roots = d.output_of(own.clone());
    let mut hooked = d.given(&own);
    let mut spare = d.scratch(vertices);
    // Zero vertices count as one, so that there is something to run.
    let bits = u32::BITS - vertices.saturating_sub(1).max(1).leading_zeros();
    for _ in 0..2 * bits {
        let buffers = [from, to, roots, hooked];
        items::dispatch(&mut d, hook(size), (edges, size), [], &buffers, &[]);
        // A tree has at most as many levels as vertices.
        for _ in 0..bits.div_ceil(HOPS.ilog2()) {
            let buffers = [hooked, spare, roots];
            let iterations = [u64::from(HOPS) - 1];
            items::dispatch(
                &mut d,
                compress(size),
                (vertices, size),
                [],
                &buffers,
                &iterations,
            );
            std::mem::swap(&mut hooked, &mut spare);
        }
    }
    d.finish()
}

/// Hooks the larger of the roots of the ends of every edge.
fn hook(size: u32) -> Program {
    let mut of = Items::<0>::new("hook", size);
    let from = of.kernel.read_only("from", Type::U32);
    let to = of.kernel.read_only("to", Type::U32);
    let roots = of.kernel.read_only("roots", Type::U32);
    let hooked = of.kernel.read_write("hooked", Type::U32);
    of.for_each(|k, edge| {
        let [one, other] = [from, to].map(|end| k.bind("root", roots.at(end.at(edge))));
        k.when(one.differs(other), |k| {
            k.atomic(AtomicOp::Min, hooked, one.max(other), one.min(other));
        });
    })
}

/// Replaces every vertex's stored vertex by the one stored there.
fn compress(size: u32) -> Program {
    let mut of = Items::<0>::new("compress", size);
    let known = of.kernel.read_only("known", Type::U32);
    let next = of.kernel.read_write("next", Type::U32);
    let roots = of.kernel.read_write("roots", Type::U32);
    of.for_each(|k, vertex| {
        let root = k.variable("root", known.at(vertex));
        let above = k.variable("above", known.at(root));
        let bound = u64::from(HOPS) - 1;
        k.repeat_while(bound, root.differs(above), |k| {
            k.assign(root, above);
            k.assign(above, known.at(root));
        });
        k.store(next, vertex, root);
        k.store(roots, vertex, root);
    })
}

/// Disjoint sets (Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, section 21.3), with the lesser root on
/// top.
fn reference(input: &Input) -> Output {
    fn root(parents: &[u32], mut vertex: u32) -> u32 {
        while parents[vertex as usize] != vertex {
            vertex = parents[vertex as usize];
        }
        vertex
    }
    let mut parents: Vec<u32> = (0..input.columns[0][0]).collect();
    for (from, to) in input.columns[1].iter().zip(&input.columns[2]) {
        let [one, other] = [from, to].map(|end| root(&parents, *end));
        parents[one.max(other) as usize] = one.min(other);
    }
    numbered((0..input.columns[0][0]).map(|vertex| root(&parents, vertex)))
}

fn of(vertices: u32, edges: &[Edge]) -> Input {
    let (from, to) = edges.iter().copied().unzip();
    Input {
        columns: vec![vec![vertices], from, to],
    }
}

/// Graphs of every kind, with the least vertices first, last or anywhere, and without vertices.
fn inputs(n: u64) -> Input {
    let most = if n == 7 { 700 } else { 260 };
    let vertices = shapes::length(n).min(most);
    if vertices == 0 {
        return of(0, &[]);
    }
    let turned = |v: u32| match n % 4 {
        1 => vertices - 1 - v,
        _ => v,
    };
    let edges = edges(n, vertices).into_iter();
    let edges: Vec<Edge> = edges.map(|(a, b)| (turned(a), turned(b))).collect();
    of(vertices, &edges)
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, figure 21.1; a to j are 0 to 9",
        input: || {
            let [a, b, c, d, e, f, g, h, i] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
            let edges = [(b, d), (e, g), (a, c), (h, i), (a, b), (e, f), (b, c)];
            of(10, &edges)
        },
        output: || numbered([0, 0, 0, 0, 4, 4, 4, 7, 7, 9]),
    },
    CorpusCase {
        source: "Knuth, The Art of Computer Programming, volume 1, section 2.3.3, algorithm E: 1 = 5, 6 = 8, 7 = 2, \
                 9 = 8, 3 = 7, 4 = 2, 9 = 3",
        input: || {
            of(
                10,
                &[(1, 5), (6, 8), (7, 2), (9, 8), (3, 7), (4, 2), (9, 3)],
            )
        },
        output: || numbered([0, 1, 2, 2, 2, 1, 2, 2, 2, 2]),
    },
];
