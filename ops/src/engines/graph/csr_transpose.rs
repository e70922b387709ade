use super::super::dispatches::Dispatches;
use super::super::items::{self, Items};
use super::super::shapes;
use super::super::sorts::merge_sort;
use super::{Edge, each_row, edges, rows_of, source_of};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: a graph as compressed rows. Output: for every vertex a record of the vertex and the sources of its incoming
/// edges, ascending, once per edge.
///
/// A binary search of the rows finds the source of every edge. A stable sort by targets groups the sources of each
/// target in ascending order, and a row begins at the first edge whose target is not less.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn csr_transpose(input: &Input, size: u32) -> Plan {
    let [first, targets] = [0, 1].map(|k| &input.columns[k]);
    let vertices = first.len() as u32 - 1;
    let len = targets.len() as u32;
    let mut d = Dispatches::new(|input, read| {
        let vertices = input.columns[0].len() - 1;
        let rows = read[0].windows(2).take(vertices);
        let row = |ends: &[u32]| read[1].get(ends[0] as usize..ends[1] as usize);
        let rows = rows.map(|ends| row(ends).unwrap_or_default().to_vec());
        (0..)
            .zip(rows)
            .map(|(v, row)| [vec![v], row].concat())
            .collect()
    });
    let [first, targets] = [first, targets].map(|column| d.given(column));
    let new_first = d.output(vertices + 1);
    let new_targets = d.output(len);
    let [sources, sorted] = [(); 2].map(|()| d.scratch(len));
    let iterations = [items::halvings(vertices)];
    let buffers = [first, sources];
    let over = (len, size);
    items::dispatch(
        &mut d,
        find_sources(size),
        over,
        [vertices],
        &buffers,
        &iterations,
    );
    let given = [targets, sources];
    merge_sort::dispatches(&mut d, size, len, given, [sorted, new_targets]);
    let iterations = [items::halvings(len)];
    let buffers = [sorted, new_first];
    let over = (vertices + 1, size);
    items::dispatch(&mut d, find_rows(size), over, [len], &buffers, &iterations);
    d.finish()
}

fn find_sources(size: u32) -> Program {
    let mut of = Items::<1>::new("find_sources", size);
    let first = of.kernel.read_only("first", Type::U32);
    let sources = of.kernel.read_write("sources", Type::U32);
    let [vertices] = of.words;
    of.for_each(|k, edge| {
        let source = source_of(k, first, vertices, edge);
        k.store(sources, edge, source);
    })
}

fn find_rows(size: u32) -> Program {
    let mut of = Items::<1>::new("find_rows", size);
    let targets = of.kernel.read_only("targets", Type::U32);
    let first = of.kernel.read_write("first", Type::U32);
    let [len] = of.words;
    of.for_each(|k, vertex| {
        let begin = items::first(k, 0, len, |_, edge| targets.at(edge).less(vertex));
        k.store(first, vertex, begin);
    })
}

/// Rows filled edge by edge.
fn reference(input: &Input) -> Output {
    let [first, targets] = [0, 1].map(|k| &input.columns[k][..]);
    let mut rows: Output = (0..first.len() as u32 - 1).map(|v| vec![v]).collect();
    for (source, row) in (0..).zip(each_row([first, targets])) {
        for target in row {
            rows[*target as usize].push(source);
        }
    }
    rows
}

/// Graphs of every kind, and without vertices.
fn inputs(n: u64) -> Input {
    let vertices = shapes::length(n).min(600);
    let edges = match vertices {
        0 => vec![],
        _ => edges(n, vertices),
    };
    of(vertices, &edges)
}

fn of(vertices: u32, edges: &[Edge]) -> Input {
    Input {
        columns: rows_of(vertices, edges).to_vec(),
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "OEIS A027750, the divisors of n: edges from every number to its multiples, up to 60",
        input: || {
            let multiples = |d: u32| (d..=60).step_by(d as usize).map(move |n| (d, n));
            of(61, &(1..=60).flat_map(multiples).collect::<Vec<Edge>>())
        },
        output: || {
            let divisors = |n: u32| (1..=n).filter(move |d| n.is_multiple_of(*d));
            let row = |n: u32| std::iter::once(n).chain(divisors(n)).collect();
            std::iter::once(vec![0]).chain((1..=60).map(row)).collect()
        },
    },
    CorpusCase {
        source: "Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, figure 22.2 (a); 1 to 6 are 0 to 5",
        input: || {
            let edges = [
                (0, 1),
                (0, 3),
                (1, 4),
                (2, 5),
                (2, 4),
                (3, 1),
                (4, 3),
                (5, 5),
            ];
            of(6, &edges)
        },
        output: || {
            vec![
                vec![0],
                vec![1, 0, 3],
                vec![2],
                vec![3, 0, 4],
                vec![4, 1, 2],
                vec![5, 2, 5],
            ]
        },
    },
];
