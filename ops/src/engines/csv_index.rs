use super::dispatches::Dispatches;
use super::grid::{self, Grid};
use super::line_index::{CARRIAGE_RETURN, LINE_FEED, byte};
use super::{positions, shapes, text, tiles};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Program, Type, UnaryOp};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the length of the text in bytes, and the text, packed. Output: for every field, in order, a record
/// of its first byte's offset, its length, and 1 if it is the last of its row, else 0. A field includes its quotes.
///
/// RFC 4180, section 2, except that a line feed alone also ends a row. A comma or a line feed ends a field unless it is
/// quoted. A carriage return before the line feed is part of the row end. The last row needs no row end. A byte is
/// quoted if the number of quotes before it is odd, which a doubled quote does not change; a scan of the quotes of
/// every word computes that for all bytes (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019).
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = Ord::cmp,
)]
pub fn csv_index(input: &Input, size: u32) -> Plan {
    let len = input.columns[0][0];
    // The end of the text is a separate position, possibly in the word after the last one.
    let (offsets, words) = (len + 1, len / 4 + 1);
    let mut d = Dispatches::new(|_, read| {
        let fields = read[1][0] as usize;
        let fields = read[0].chunks(3).take(fields);
        fields.map(<[u32]>::to_vec).collect()
    });
    let text = d.given(&input.columns[1]);
    let [quotes, before] = [(); 2].map(|()| d.scratch(words));
    let marks = d.scratch(words);
    let grid = Grid::over(words, size);
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds, len]);
    let program = d.program(count_quotes(size));
    let buffers = [params, text, quotes];
    d.step(program, grid.groups, &buffers, &[grid.iterations()]);
    tiles::scan_array(&mut d, size, words, [quotes, before], false);
    let program = d.program(mark_ends(size));
    let buffers = [params, text, before, marks];
    d.step(program, grid.groups, &buffers, &[grid.iterations(), 4]);
    let ends = d.scratch(offsets);
    let fields = d.output(3 * offsets);
    let count = d.output(1);
    d.counts_queue(0, offsets);
    positions::dispatches(&mut d, size, offsets, &[marks], [ends, count], |k| {
        let marks = k.read_only("marks", Type::U32);
        move |i| (marks.at(i.clone() >> 2) >> (i & 3)) & 1
    });
    let grid = Grid::over(offsets, size);
    let params = d.given(&grid.params());
    let program = d.program(spans(size));
    let buffers = [params, text, ends, count, fields];
    d.step(program, grid.groups, &buffers, &[grid.iterations()]);
    d.finish()
}

const COMMA: u32 = 0x2C;

/// The highest bit of every byte of a word that is a quote.
fn quotes_of(word: Expr) -> Expr {
    let other = word ^ 0x2222_2222;
    // Adding all ones to seven bits carries into bit 7 unless they are zero.
    !(((other.clone() & 0x7F7F_7F7F) + 0x7F7F_7F7F) | other) & 0x8080_8080
}

/// Number of quotes in every word.
fn count_quotes(size: u32) -> Program {
    let mut k = Kernel::new("count_quotes", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let text = k.read_only("text", Type::Bytes);
    let quotes = k.read_write("quotes", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    grid::for_each(&mut k, grid, |k, i| {
        let count = Expr::unary(UnaryOp::CountOnes, quotes_of(text.at(i)));
        k.store(quotes, i, count);
    });
    k.finish()
}

/// A mask for every word: bit `k` is set if a field ends at byte `k`. The end of the text ends a field unless a row has
/// just ended.
fn mark_ends(size: u32) -> Program {
    let mut k = Kernel::new("mark_ends", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let text = k.read_only("text", Type::Bytes);
    let before = k.read_only("before", Type::U32);
    let marks = k.read_write("marks", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let len = k.bind("len", params.at(3));
    grid::for_each(&mut k, grid, |k, i| {
        let word = k.bind("word", text.at(i));
        let quotes = k.bind("quotes", quotes_of(word.into()));
        let quotes_before = k.bind("quotes_before", before.at(i));
        // Before word 0 the index wraps out of bounds, where a load returns zero.
        let previous = k.variable("previous", text.at(i - 1) >> 24);
        let mark = k.variable("mark", 0);
        k.count("j", 0, 4, |k, j| {
            let at = k.bind("at", i * 4 + j);
            let shift = k.bind("shift", j * 8);
            let earlier = quotes & ((Expr::u32(1) << shift) - 1);
            let parity = (quotes_before + Expr::unary(UnaryOp::CountOnes, earlier)) & 1;
            let is_plain = k.bind("is_plain", parity.equals(0));
            let byte = k.bind("byte", (word >> shift) & 0xFF);
            let is_separator = byte.equals(COMMA) | byte.equals(LINE_FEED);
            let is_ended = previous.equals(LINE_FEED) & is_plain;
            let is_last = at.equals(len) & at.greater(0) & !is_ended;
            let is_end = at.less(len) & is_separator & is_plain | is_last;
            k.assign(mark, mark | is_end.cast(Type::U32) << j);
            k.assign(previous, byte);
        });
        k.store(marks, i, mark);
    });
    k.finish()
}

/// Start, length and last-of-row flag of every field.
fn spans(size: u32) -> Program {
    let mut k = Kernel::new("field_spans", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let text = k.read_only("text", Type::Bytes);
    let ends = k.read_only("ends", Type::U32);
    let count = k.read_only("count", Type::U32);
    let fields = k.read_write("fields", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let due = k.bind("due", count.at(0));
    // The items of the grid are the offsets, including the end of the text.
    let len = k.bind("len", grid[0] - 1);
    grid::for_each(&mut k, grid, |k, field| {
        k.when(field.less(due), |k| {
            let end = k.bind("end", ends.at(field));
            let first = field.equals(0);
            let start = k.bind("start", first.select(0, ends.at(field - 1) + 1));
            let is_fed = k.bind(
                "is_fed",
                end.less(len) & byte(text, end.into()).equals(LINE_FEED),
            );
            let is_return = byte(text, end - 1).equals(CARRIAGE_RETURN);
            let cut = is_return & is_fed;
            k.store(fields, field * 3, start);
            k.store(fields, field * 3 + 1, end - start - cut.cast(Type::U32));
            let is_last = end.equals(len) | is_fed;
            k.store(fields, field * 3 + 2, is_last.cast(Type::U32));
        });
    });
    k.finish()
}

/// Byte by byte: rows are split at line feeds, and rows at commas, outside of quotes.
fn reference(input: &Input) -> Output {
    let text = text::of(input);
    let mut fields = vec![];
    let (mut start, mut is_quoted) = (0, false);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b',' if !is_quoted => {
                fields.push(vec![start as u32, (at - start) as u32, 0]);
                start = at + 1;
            }
            b'\n' if !is_quoted => {
                let field = &text[start..at];
                let field = field.strip_suffix(b"\r").unwrap_or(field);
                fields.push(vec![start as u32, field.len() as u32, 1]);
                start = at + 1;
            }
            _ => {}
        }
    }
    // A comma is followed by a field, even an empty one.
    if start < text.len() || text.last() == Some(&b',') {
        fields.push(vec![start as u32, (text.len() - start) as u32, 1]);
    }
    fields
}

/// Texts of every length: tables of plain and quoted fields with doubled quotes, commas and row ends in them; or random
/// mixtures of the special characters, some with unclosed quotes. Each is truncated to its length.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n) as usize;
    let mut text = vec![];
    let mut i = 0;
    while text.len() < len {
        i += 1;
        let r = shapes::random(n, i) >> 7;
        let piece: &[u8] = match (n % 3, r % 8) {
            (0, 0) => b"\r\n",
            (0, 1) => b"\"a,\"\"b\"\"\r\nc\",",
            (0, 2) => b"\"\",",
            (0, 3) => b",",
            (0, _) => b"plain,",
            (1, 0 | 1) => b"\n",
            (1, 2 | 3) => b",",
            (1, 4) => b"\"",
            (1, 5) => b"\r",
            (1, _) => b"xy",
            (_, 0..3) => b"\xA2\n,",
            (_, 3) => b"\",\n\"",
            (_, _) => b",\r\n",
        };
        text.extend(piece);
    }
    text.truncate(len);
    text::input(&text)
}

/// The examples of RFC 4180.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "RFC 4180, section 2, rule 1",
        input: || text::input(b"aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n"),
        output: || {
            fields(&[
                (0, 3, 0),
                (4, 3, 0),
                (8, 3, 1),
                (13, 3, 0),
                (17, 3, 0),
                (21, 3, 1),
            ])
        },
    },
    CorpusCase {
        source: "RFC 4180, section 2, rule 2: the last row is not ended",
        input: || text::input(b"aaa,bbb,ccc\r\nzzz,yyy,xxx"),
        output: || {
            fields(&[
                (0, 3, 0),
                (4, 3, 0),
                (8, 3, 1),
                (13, 3, 0),
                (17, 3, 0),
                (21, 3, 1),
            ])
        },
    },
    CorpusCase {
        source: "RFC 4180, section 2, rule 6: a quoted end of a row",
        input: || text::input(b"\"aaa\",\"b\r\nbb\",\"ccc\"\r\nzzz,yyy,xxx"),
        output: || {
            fields(&[
                (0, 5, 0),
                (6, 7, 0),
                (14, 5, 1),
                (21, 3, 0),
                (25, 3, 0),
                (29, 3, 1),
            ])
        },
    },
    CorpusCase {
        source: "RFC 4180, section 2, rule 7: a doubled quote",
        input: || text::input(b"\"aaa\",\"b\"\"bb\",\"ccc\""),
        output: || fields(&[(0, 5, 0), (6, 7, 0), (14, 5, 1)]),
    },
];

fn fields(records: &[(u32, u32, u32)]) -> Output {
    let records = records.iter();
    records
        .map(|(start, len, last)| vec![*start, *len, *last])
        .collect()
}
