use super::dispatches::Dispatches;
use super::grid::{self, Grid};
use super::{positions, shapes, text};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the length of the text in bytes, and the text, packed. Output: for every line, in order, a record
/// of its first byte's offset and its length without the line end (line feed, or carriage return and line feed). The
/// last line needs no line end; an empty rest after the last line feed is not a line.
///
/// Lines as [POSIX](https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap03.html) defines them. A scan
/// gives the offsets after line feeds their places; every line then ends at the next one's start.
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = Ord::cmp,
)]
pub fn line_index(input: &Input, size: u32) -> Plan {
    let len = input.columns[0][0];
    let mut d = Dispatches::new(|_, read| {
        let lines = read[1][0] as usize;
        let spans = read[0].chunks(2).take(lines);
        spans.map(<[u32]>::to_vec).collect()
    });
    let text = d.given(&input.columns[1]);
    let starts = d.scratch(len);
    let spans = d.output(2 * len);
    let count = d.output(1);
    d.counts_queue(0, len);
    let end = d.given(&[len]);
    positions::dispatches(&mut d, size, len, &[text, end], [starts, count], |k| {
        let text = k.read_only("text", Type::Bytes);
        let end = k.uniform("end", Type::U32, 1);
        // In words: a condition of two truth values branches, and a driver may take minutes to compile that many
        // branches.
        move |i| {
            let [is_first, is_after, is_inside] = [
                i.clone().equals(0),
                byte(text, i.clone() - 1).equals(LINE_FEED),
                i.less(end.at(0)),
            ]
            .map(|condition| condition.cast(Type::U32));
            (is_first | is_after) & is_inside
        }
    });
    let grid = Grid::over(len, size);
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds]);
    let program = d.program(ends(size));
    d.step(
        program,
        grid.groups,
        &[params, text, starts, count, spans],
        &[grid.iterations()],
    );
    d.finish()
}

pub(super) const LINE_FEED: u32 = 0x0A;
pub(super) const CARRIAGE_RETURN: u32 = 0x0D;

/// A byte of a text; zero out of bounds.
pub(super) fn byte(text: Buffer, offset: Expr) -> Expr {
    (text.at(offset.clone() >> 2) >> ((offset & 3) * 8)) & 0xFF
}

/// Start and length of every line.
fn ends(size: u32) -> Program {
    let mut k = Kernel::new("line_ends", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let text = k.read_only("text", Type::Bytes);
    let starts = k.read_only("starts", Type::U32);
    let count = k.read_only("count", Type::U32);
    let spans = k.read_write("spans", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let lines = k.bind("lines", count.at(0));
    grid::for_each(&mut k, grid, |k, line| {
        k.when(line.less(lines), |k| {
            let start = k.bind("start", starts.at(line));
            // The items of the grid are the bytes of the text.
            let is_last = (line + 1).equals(lines);
            let next = k.bind("next", is_last.select(grid[0], starts.at(line + 1)));
            let is_ended = byte(text, next - 1).equals(LINE_FEED);
            let end = k.bind("end", next - is_ended.clone().cast(Type::U32));
            let is_return = byte(text, end - 1).equals(CARRIAGE_RETURN);
            let cut = is_ended & is_return;
            k.store(spans, line * 2, start);
            k.store(spans, line * 2 + 1, end - start - cut.cast(Type::U32));
        });
    });
    k.finish()
}

/// The inclusive split of the standard library.
fn reference(input: &Input) -> Output {
    let text = text::of(input);
    let mut start = 0;
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let mut records = vec![];
    for line in lines {
        let ended = line.strip_suffix(b"\n");
        let bare = ended.map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));
        records.push(vec![start, bare.len() as u32]);
        start += line.len() as u32;
    }
    records
}

/// Texts of every length: lines of any length with both line ends, empty lines, carriage returns alone, line feeds
/// alone, and no text.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n);
    let character = |i: u32| {
        let r = shapes::random(n, i) >> 8;
        match (n % 5, r % 16) {
            (0, 0) | (1, 0..8) | (2, _) => b'\n',
            (0, 1) | (1, 8..14) => b'\r',
            (3, 0..4) => [b'\r', b'\n'][i as usize % 2],
            _ => b' ' + (r >> 8) as u8 % 0x60,
        }
    };
    let text: Vec<u8> = (0..len).map(character).collect();
    text::input(&text)
}

/// Published lines.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Rust standard library, str::lines, first example: `foo\\r\\nbar\\n\\nbaz\\r`",
        input: || text::input(b"foo\r\nbar\n\nbaz\r"),
        output: || vec![vec![0, 3], vec![5, 3], vec![9, 0], vec![10, 4]],
    },
    CorpusCase {
        source: "Rust standard library, str::lines, second example: `foo\\nbar\\n\\r\\nbaz`",
        input: || text::input(b"foo\nbar\n\r\nbaz"),
        output: || vec![vec![0, 3], vec![4, 3], vec![8, 0], vec![10, 3]],
    },
];
