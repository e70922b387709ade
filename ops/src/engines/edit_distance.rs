use super::dispatches::Dispatches;
use super::grid::{self, Grid};
use super::line_index::byte;
use super::{numbered, shapes};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: for every pair the end offset of its first text, ascending; the bytes of all first texts, packed; and the
/// same for the second texts. Output: for every pair a record of its number and the Levenshtein distance of its texts:
/// bytes inserted, deleted or replaced.
///
/// The bit vectors of Myers ("A Fast Bit-Vector Algorithm for Approximate String Matching Based on Dynamic
/// Programming", JACM 46, 1999) for the whole distance (Hyyro, "Explaining and Extending the Bit-parallel Approximate
/// String Matching Algorithm of Myers", 2001): 32 rows of the table at a time, with their vertical differences in two
/// words. The next 32 rows need only the differences of the last row, one per byte of the second text. One invocation
/// computes one pair.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn edit_distance(input: &Input, size: u32) -> Plan {
    let [firsts, seconds] = [0, 2].map(|column| &input.columns[column]);
    let grid = Grid::over(firsts.len() as u32, size);
    let mut d = Dispatches::new(|input, read| {
        let pairs = input.columns[0].len();
        numbered(read[0].iter().take(pairs).copied())
    });
    let params = d.given(&grid.params());
    let texts = [0, 1, 2, 3].map(|column| d.given(&input.columns[column]));
    let steps = d.scratch(seconds.last().copied().unwrap_or(0));
    let distances = d.output(grid.items);
    let program = d.program(distance(size));
    let [first, second] = [firsts, seconds].map(|ends| longest(ends));
    let buffers = [&[params][..], &texts, &[steps, distances]].concat();
    let iterations = [grid.iterations(), first.div_ceil(32), 32, second, 32];
    d.step(program, grid.groups, &buffers, &iterations);
    d.finish()
}

/// The length of the longest text.
pub(super) fn longest(ends: &[u32]) -> u64 {
    let begins = std::iter::once(&0).chain(ends);
    let lengths = begins.zip(ends).map(|(begin, end)| end - begin);
    lengths.max().unwrap_or(0).into()
}

/// A horizontal difference in the last row of a block: up or down.
const UP: u32 = 1;
const DOWN: u32 = 2;

fn distance(size: u32) -> Program {
    let mut k = Kernel::new("edit_distance", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let first_ends = k.read_only("first_ends", Type::U32);
    let first = k.read_only("first", Type::Bytes);
    let second_ends = k.read_only("second_ends", Type::U32);
    let second = k.read_only("second", Type::Bytes);
    let steps = k.read_write("steps", Type::U32);
    let distances = k.read_write("distances", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    // For every byte, the rows of the block that hold it.
    let rows = k.array("rows", Type::U32, 256);
    let rows_of = |byte: Expr| Expr::element(rows, Type::U32, byte);
    grid::for_each(&mut k, grid, |k, pair| {
        // Before pair 0 the index wraps out of bounds, where a load returns zero.
        let begin = k.bind("begin", first_ends.at(pair - 1));
        let end = k.bind("end", first_ends.at(pair));
        let from = k.bind("from", second_ends.at(pair - 1));
        let to = k.bind("to", second_ends.at(pair));
        let len = k.bind("len", end - begin);
        // The last row begins with as many deletions as there are rows; without rows every step is an insertion.
        let score = k.variable("score", len.equals(0).select(to - from, len));
        k.count("block", 0, (len + 31) >> 5, |k, block| {
            let start = k.bind("start", begin + block * 32);
            let height = k.bind("height", (end - start).min(32));
            k.count("row", 0, height, |k, row| {
                let at = k.bind("at", byte(first, start + row));
                k.store_element(rows, at, rows_of(at.into()) | Expr::u32(1) << row);
            });
            let up = k.variable("up", u32::MAX);
            let down = k.variable("down", 0);
            k.count("column", from, to, |k, column| {
                let equal = k.bind("equal", rows_of(byte(second, column.into())));
                // Along the first row of the table every step is up.
                let step = k.bind("step", block.equals(0).select(UP, steps.at(column)));
                let [step_up, step_down] = [0, 1].map(|bit| k.bind("step_bit", (step >> bit) & 1));
                let level = k.bind("level", equal | down);
                let equal = k.bind("equal", equal | step_down);
                let diagonal = k.bind("diagonal", (((equal & up) + up) ^ up) | equal);
                let across_up = k.bind("across_up", down | !(diagonal | up));
                let across_down = k.bind("across_down", up & diagonal);
                let last_up = k.bind("last_up", (across_up >> (height - 1)) & 1);
                let last_down = k.bind("last_down", (across_down >> (height - 1)) & 1);
                k.store(steps, column, (last_up * UP) | (last_down * DOWN));
                let is_bottom = (start + 32).at_least(end);
                let change = is_bottom.select(last_up - last_down, 0);
                k.assign(score, score + change);
                let across_up = k.bind("across_up", across_up << 1 | step_up);
                let across_down = k.bind("across_down", across_down << 1 | step_down);
                k.assign(up, across_down | !(level | across_up));
                k.assign(down, across_up & level);
            });
            k.count("row", 0, height, |k, row| {
                k.store_element(rows, byte(first, start + row), 0);
            });
        });
        k.store(distances, pair, score);
    });
    k.finish()
}

/// The texts of a column of end offsets and a column of bytes.
pub(super) fn texts(ends: &[u32], bytes: &[u32]) -> Vec<Vec<u8>> {
    let all = shapes::unpacked(bytes, ends.last().map_or(0, |end| *end as usize));
    let begins = std::iter::once(&0).chain(ends);
    let texts = begins.zip(ends);
    texts
        .map(|(begin, end)| all[*begin as usize..*end as usize].to_vec())
        .collect()
}

/// The table of Wagner and Fischer, row by row.
pub(super) fn levenshtein(a: &[u8], b: &[u8]) -> u32 {
    let mut row: Vec<u32> = (0..=b.len() as u32).collect();
    for (i, x) in (1..).zip(a) {
        let mut diagonal = std::mem::replace(&mut row[0], i);
        for (j, y) in (1..).zip(b) {
            let replaced = diagonal + u32::from(x != y);
            diagonal = row[j];
            row[j] = replaced.min(row[j] + 1).min(row[j - 1] + 1);
        }
    }
    row[b.len()]
}

fn reference(input: &Input) -> Output {
    let columns = &input.columns;
    let [firsts, seconds] = [0, 2].map(|c| texts(&columns[c], &columns[c + 1]));
    let pairs = firsts.iter().zip(&seconds);
    numbered(pairs.map(|(a, b)| levenshtein(a, b)))
}

/// Two texts.
pub(super) type Pair = (Vec<u8>, Vec<u8>);

pub(super) fn input(pairs: &[Pair]) -> Input {
    let column = |text: &dyn Fn(&Pair) -> Vec<u8>| {
        let (mut ends, mut bytes) = (vec![], vec![]);
        for pair in pairs {
            bytes.extend(text(pair));
            ends.push(bytes.len() as u32);
        }
        [ends, shapes::packed(&bytes)]
    };
    let [firsts, seconds] = [
        column(&|pair| pair.0.clone()),
        column(&|pair| pair.1.clone()),
    ];
    Input {
        columns: [firsts, seconds].concat(),
    }
}

/// Any number of pairs: texts of up to 40 bytes over two letters, ten or all bytes, a few of up to 130. The second text
/// is often the first with a few changes; some are empty.
pub(super) fn inputs(n: u64) -> Input {
    let pair = |i: u32| {
        let random = |place: u32| shapes::random(n, i * 512 + place) >> 5;
        let len = match random(0) % 16 {
            0 => 0,
            1 if i < 40 => random(1) % 131,
            2 => 30 + random(1) % 6,
            _ => random(1) % 12,
        };
        let letters = [2, 10, 256][(n % 3) as usize];
        let letter = |place: u32| (random(place) % letters) as u8 ^ b'a';
        let first: Vec<u8> = (0..len).map(|j| letter(2 + j)).collect();
        let second = match random(200) % 3 {
            0 => (0..random(201) % 40).map(|j| letter(202 + j)).collect(),
            _ => {
                let change = |(j, byte): (u32, &u8)| match random(300 + j) % 9 {
                    0 => vec![],
                    1 => vec![letter(j), *byte],
                    2 => vec![letter(j)],
                    _ => vec![*byte],
                };
                (0..).zip(&first).flat_map(change).collect()
            }
        };
        (first, second)
    };
    let pairs: Vec<_> = (0..shapes::length(n) % 600).map(pair).collect();
    input(&pairs)
}

/// Published distances.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "Rosetta Code, Levenshtein distance: kitten and sitting, rosettacode and raisethysword",
    input: || {
        let pair = |[a, b]: [&str; 2]| (a.as_bytes().to_vec(), b.as_bytes().to_vec());
        input(&[["kitten", "sitting"], ["rosettacode", "raisethysword"]].map(pair))
    },
    output: || numbered([3, 8]),
}];
