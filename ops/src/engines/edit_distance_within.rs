use super::dispatches::Dispatches;
use super::edit_distance::{self, levenshtein, longest, texts};
use super::grid::{self, Grid};
use super::line_index::byte;
use super::numbered;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: as for [`edit_distance`](super::edit_distance()), for every pair the end offset of its first text, ascending;
/// the bytes of all first texts, packed; the same for the second texts; and one word, a bound `k`. Output: for every
/// pair a record of its number and the Levenshtein distance of its texts if that is at most `k`, otherwise `k + 1`.
///
/// Only a band around the diagonal of the table is computed: a path that leaves the band would take more than `k`
/// insertions and deletions (Ukkonen, ["Algorithms for Approximate String
/// Matching"](https://doi.org/10.1016/S0019-9958(85)80046-2), Information and Control 64, 1985, section 2). Texts whose
/// lengths differ by `d` are more than `k` apart if `d > k`. Otherwise a path crosses `d` diagonals in any case, and
/// half of its other steps must lead back: the band has `d + 2 * ((k - d) / 2) + 1` diagonals. One invocation computes
/// one pair; it keeps one row of the table and takes O(k * length) steps.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn edit_distance_within(input: &Input, size: u32) -> Plan {
    let [firsts, seconds] = [0, 2].map(|column| &input.columns[column]);
    let [first, second] = [firsts, seconds].map(|ends| longest(ends));
    // No distance exceeds the length of the longer text, so larger bounds are equivalent to it.
    let bound = first.max(second).min(bound_of(input).into()) as u32;
    let grid = Grid::over(firsts.len() as u32, size);
    let mut d = Dispatches::new(|input, read| {
        let pairs = input.columns[0].len();
        numbered(read[0].iter().take(pairs).copied())
    });
    let params = d.given(&[&grid.params()[..], &[bound]].concat());
    let texts = [0, 1, 2, 3].map(|column| d.given(&input.columns[column]));
    // A row of the table has one column more than there are bytes.
    let table = d.scratch(seconds.last().copied().unwrap_or(0) + grid.items);
    let distances = d.output(grid.items);
    let program = d.program(distance(size));
    let buffers = [&[params][..], &texts, &[table, distances]].concat();
    let widest = second.min(bound.into()) + 1;
    let iterations = [grid.iterations(), widest, first, widest];
    d.step(program, grid.groups, &buffers, &iterations);
    d.finish()
}

/// The value outside of the band: more than every distance.
const OUTSIDE: u32 = 1 << 31;

fn distance(size: u32) -> Program {
    let mut k = Kernel::new("edit_distance_within", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let first_ends = k.read_only("first_ends", Type::U32);
    let first = k.read_only("first", Type::Bytes);
    let second_ends = k.read_only("second_ends", Type::U32);
    let second = k.read_only("second", Type::Bytes);
    let table = k.read_write("table", Type::U32);
    let distances = k.read_write("distances", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let bound = k.bind("bound", params.at(3));
    grid::for_each(&mut k, grid, |k, pair| {
        // Before pair 0 the index wraps out of bounds, where a load returns zero.
        let begin = k.bind("begin", first_ends.at(pair - 1));
        let end = k.bind("end", first_ends.at(pair));
        let from = k.bind("from", second_ends.at(pair - 1));
        let to = k.bind("to", second_ends.at(pair));
        let rows = k.bind("rows", end - begin);
        let columns = k.bind("columns", to - from);
        let deletions = k.bind("deletions", rows - rows.min(columns));
        let insertions = k.bind("insertions", columns - rows.min(columns));
        let apart = k.bind("apart", deletions + insertions);
        let found = k.variable("found", bound + 1);
        k.when(apart.at_most(bound), |k| {
            let spare = k.bind("spare", (bound - apart) >> 1);
            // Extent of the band below and above the diagonal through the first corner.
            let below = k.bind("below", deletions + spare);
            let above = k.bind("above", insertions + spare);
            let row_at = k.bind("row_at", from + pair);
            k.count("column", 0, columns.min(above) + 1, |k, column| {
                k.store(table, row_at + column, column);
            });
            k.count("row", 0, rows, |k, before| {
                let letter = k.bind("letter", byte(first, begin + before));
                let row = k.bind("row", before + 1);
                let leftmost = k.bind("leftmost", row - row.min(below));
                let behind = k.bind("behind", columns.min(row + above) + 1);
                // Left of the first column there is nothing to replace.
                let corner = table.at(row_at + leftmost.max(1) - 1);
                let diagonal = leftmost.equals(0).select(OUTSIDE, corner);
                let diagonal = k.variable("diagonal", diagonal);
                let left = k.variable("left", OUTSIDE);
                k.count("column", leftmost, behind, |k, column| {
                    let other = k.bind("other", byte(second, from + column.max(1) - 1));
                    // The previous row ends a column earlier if the band cuts it off.
                    let inside = column.less(row + above);
                    let up = k.bind("up", inside.select(table.at(row_at + column), OUTSIDE));
                    let replaced = diagonal + letter.differs(other).select(Expr::u32(1), 0);
                    let moved = up.min(left) + 1;
                    let least = k.bind("least", replaced.min(moved));
                    k.store(table, row_at + column, least);
                    k.assign(diagonal, up);
                    k.assign(left, least);
                });
            });
            k.assign(found, table.at(row_at + columns).min(bound + 1));
        });
        k.store(distances, pair, found);
    });
    k.finish()
}

/// The bound.
fn bound_of(input: &Input) -> u32 {
    let bound = input.columns.get(4).and_then(|column| column.first());
    *bound.expect("column 4 of an input has one word, the greatest distance that is told")
}

/// The whole table, then the bound.
fn reference(input: &Input) -> Output {
    let columns = &input.columns;
    let [firsts, seconds] = [0, 2].map(|c| texts(&columns[c], &columns[c + 1]));
    let more = bound_of(input).saturating_add(1);
    let pairs = firsts.iter().zip(&seconds);
    numbered(pairs.map(|(a, b)| levenshtein(a, b).min(more)))
}

fn bounded(pairs: Input, bound: u32) -> Input {
    let mut columns = pairs.columns;
    columns.push(vec![bound]);
    Input { columns }
}

/// The pairs of [`edit_distance`](super::edit_distance()), with bounds below, among and above their distances.
fn inputs(n: u64) -> Input {
    let bounds = [3, 0, 1, 8, 2, u32::MAX, 5, 20, 4, 64, 12];
    bounded(
        edit_distance::inputs(n),
        bounds[(n % bounds.len() as u64) as usize],
    )
}

/// Published distances, 3 and 8, within bounds.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Rosetta Code, Levenshtein distance: kitten and sitting, 3; rosettacode and raisethysword, 8, more than 7",
        input: || published(7),
        output: || numbered([3, 8]),
    },
    CorpusCase {
        source: "Rosetta Code, Levenshtein distance: 3, more than 2; 8, more than 2",
        input: || published(2),
        output: || numbered([3, 3]),
    },
    CorpusCase {
        source: "Rosetta Code, Levenshtein distance: 3 within 3; 8, more than 3",
        input: || published(3),
        output: || numbered([3, 4]),
    },
];

fn published(bound: u32) -> Input {
    let pair = |[a, b]: [&str; 2]| (a.as_bytes().to_vec(), b.as_bytes().to_vec());
    let pairs = [["kitten", "sitting"], ["rosettacode", "raisethysword"]].map(pair);
    bounded(edit_distance::input(&pairs), bound)
}
