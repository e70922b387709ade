use super::dispatches::Dispatches;
use super::folds::{self, Fold, GOLDBERG, REFUSED};
use super::grid::{self, Grid};
use super::shapes;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Sums};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Folds rows of floats from left to right: `((x0 + x1) + x2) + ..`.
///
/// Input: the number of an op (0 sum, 1 product, 2 minimum, 3 maximum); for every row its end offset, ascending; the
/// floats of all rows, as bits. Output: for every row a record of its number and `0, bits`. An empty row has no fold;
/// its record is its number and `1`.
///
/// The order is part of the definition, so one invocation folds a row; rows are folded in parallel.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = tensor,
    additions = Strict,
    sums = sums,
)]
pub fn freduce_strict(input: &Input, size: u32) -> Plan {
    let [ends, source] = [1, 2].map(|k| &input.columns[k]);
    let grid = Grid::over(ends.len() as u32, size);
    let mut d = Dispatches::new(|input, read| {
        let rows = read[0].chunks(2).take(input.columns[1].len());
        (0..)
            .zip(rows)
            .map(|(row, words)| [vec![row], folds::record(words)].concat())
            .collect()
    });
    let params = d.given(&grid.params());
    let buffers = [
        params,
        d.given(ends),
        d.given(source),
        d.output(2 * grid.items),
    ];
    let program = d.program(fold_rows(size, folds::fold(input)));
    let iterations = [grid.iterations(), longest(ends)];
    d.step(program, grid.groups, &buffers, &iterations);
    d.finish()
}

/// The most elements of a row.
fn longest(ends: &[u32]) -> u64 {
    let rows = rows(ends).map(|(from, to)| u64::from(to - from));
    rows.max().unwrap_or(0)
}

/// Start and end of each row.
fn rows(ends: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    let begins = std::iter::once(0).chain(ends.iter().copied());
    begins.zip(ends.iter().copied())
}

fn fold_rows(size: u32, fold: &Fold) -> Program {
    let mut k = Kernel::new("fold_rows", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let ends = k.read_only("ends", Type::U32);
    let source = k.read_only("source", Type::F32);
    let output = k.read_write("output", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    grid::for_each(&mut k, grid, |k, row| {
        // Before row 0 the index wraps out of bounds, where a load returns zero.
        let begin = k.bind("begin", ends.at(row - 1));
        let end = k.bind("end", ends.at(row));
        k.when_else(
            begin.less(end),
            |k| {
                let value = k.variable("value", source.at(begin));
                k.count("i", begin + 1, end, |k, i| {
                    let operands = vec![Expr::from(value), source.at(i)];
                    let next = k.call(fold.id, operands, Type::F32);
                    k.assign(value, next);
                });
                k.store(output, row * 2 + 1, folds::canonical(value));
            },
            |k| k.store(output, row * 2, REFUSED),
        );
    });
    k.finish()
}

/// A fold by the standard library, which starts from the first element.
fn reference(input: &Input) -> Output {
    let of = folds::fold(input).of;
    let source = folds::floats(&input.columns[2]);
    let rows = rows(&input.columns[1]).map(|(from, to)| &source[from as usize..to as usize]);
    let folded = rows.map(|row| folds::expected(row.iter().copied().reduce(of)));
    (0..)
        .zip(folded)
        .map(|(row, record)| [vec![row], record].concat())
        .collect()
}

/// One row of every length, or many short ones, some of them empty. One row for each published sum.
fn sums(sums: &Sums) -> Vec<Input> {
    let ends = (1..).map(|row| row * sums.products);
    vec![Input {
        columns: vec![
            vec![folds::SUM],
            ends.take(sums.factors.len()).collect(),
            sums.product_bits().flatten().collect(),
        ],
    }]
}

fn inputs(n: u64) -> Input {
    let total = shapes::length(n);
    let ends = match n % 3 {
        0 => vec![total],
        _ => {
            let mut ends = vec![];
            let mut end = 0;
            while end < total {
                end += shapes::random(n, u32::MAX - ends.len() as u32) % 20;
                ends.push(end.min(total));
            }
            ends
        }
    };
    Input {
        columns: vec![vec![folds::number(n)], ends, folds::elements(n, total)],
    }
}

/// Published sums.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: GOLDBERG,
        input: || Input {
            columns: vec![vec![0], vec![3], folds::goldberg()],
        },
        output: || vec![vec![0, 0, 1f32.to_bits()]],
    },
    CorpusCase {
        source: "Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, 2002, section 1.12.3: \
                 the sum of 1/k^2 in single precision reaches 1.64472532 at k = 4096 and stays there",
        input: || Input {
            columns: vec![
                vec![0],
                vec![4095, 4095 + 4200],
                [4095, 4200].into_iter().flat_map(squares).collect(),
            ],
        },
        output: || {
            let limit = 1.644_725_3_f32.to_bits();
            vec![vec![0, 0, limit - 1], vec![1, 0, limit]]
        },
    },
];

/// The reciprocals of this many squares.
fn squares(n: u32) -> Vec<u32> {
    let term = |k: u32| (1.0 / (k * k) as f32).to_bits();
    (1..=n).map(term).collect()
}
