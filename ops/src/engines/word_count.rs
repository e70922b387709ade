use super::dispatches::{Dispatches, Slot};
use super::line_index::{LINE_FEED, byte};
use super::tiles::{self, Tiling};
use super::{shapes, text};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the length of the text in bytes, and the text, packed. Output: two records, `[0, lines]` and
/// `[1, words]`: the number of line feeds, and the number of maximal runs of bytes without white space.
///
/// The counts of [wc](https://pubs.opengroup.org/onlinepubs/9799919799/utilities/wc.html) in the POSIX locale, whose
/// white space is the space and the codes 9 to 13. A word is counted at its start; both counts are sums.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn word_count(input: &Input, size: u32) -> Plan {
    let len = input.columns[0][0];
    let mut d = Dispatches::new(|_, read| vec![vec![0, read[0][0]], vec![1, read[1][0]]]);
    let text = d.given(&input.columns[1]);
    let totals = [(); 2].map(|()| d.output(1));
    for (count, total) in [lines(size), words(size)].into_iter().zip(totals) {
        summed(&mut d, size, len, count, [text, total]);
    }
    d.finish()
}

/// The dispatches that sum the counts of a program over the text.
fn summed(d: &mut Dispatches, size: u32, len: u32, count: Program, [text, total]: [Slot; 2]) {
    let tiling = Tiling::of(len, size);
    let one = Tiling::of_one_group(tiling.groups, size);
    let sums = d.scratch(tiling.groups);
    let length = d.given(&[len]);
    let params = d.given(&tiling.params());
    let count = d.program(count);
    let buffers = [params, text, length, sums];
    d.step(count, tiling.groups, &buffers, &[tiling.iterations()]);
    let params = d.given(&one.params());
    let sum = d.program(tiles::sums("sum_counts", size, |k| {
        let source = k.read_only("source", Type::U32);
        move |i| source.at(i)
    }));
    d.step(sum, 1, &[params, sums, total], &[one.iterations()]);
}

/// Number of line feeds in every workgroup's run.
fn lines(size: u32) -> Program {
    tiles::sums("count_lines", size, |k: &mut Kernel| {
        let text = k.read_only("text", Type::Bytes);
        let length = k.uniform("length", Type::U32, 1);
        move |i| {
            let is_feed = byte(text, i.clone()).equals(LINE_FEED);
            (is_feed & i.less(length.at(0))).cast(Type::U32)
        }
    })
}

/// Number of words that begin in every workgroup's run.
fn words(size: u32) -> Program {
    tiles::sums("count_words", size, |k: &mut Kernel| {
        let text = k.read_only("text", Type::Bytes);
        let length = k.uniform("length", Type::U32, 1);
        move |i| {
            let begins = i.clone().equals(0) | is_space(byte(text, i.clone() - 1));
            let is_word = !is_space(byte(text, i.clone()));
            (begins & is_word & i.less(length.at(0))).cast(Type::U32)
        }
    })
}

fn is_space(byte: Expr) -> Expr {
    byte.clone().equals(0x20) | (byte - 9).less(5)
}

/// The splits of the standard library.
fn reference(input: &Input) -> Output {
    let text = text::of(input);
    let lines = text.iter().filter(|byte| **byte == b'\n').count();
    let runs = text.split(|byte| b" \t\n\x0B\x0C\r".contains(byte));
    let words = runs.filter(|run| !run.is_empty()).count();
    vec![vec![0, lines as u32], vec![1, words as u32]]
}

/// Texts of every length: words and white space of every kind, codes adjacent to white space, white space alone, and no
/// text.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n);
    let character = |i: u32| {
        let r = shapes::random(n, i) >> 8;
        match (n % 4, r % 4) {
            (0, 0) => b" \t\n\x0B\x0C\r"[(r >> 2) as usize % 6],
            (0, _) => b'a' + (r >> 2) as u8 % 26,
            (1, _) => b" \t\n\x0B\x0C\r\x08\x0E\x1F!"[(r >> 2) as usize % 10],
            (2, _) => (r >> 2) as u8,
            (_, 0) => b'\n',
            (_, 1) => b'\0',
            (_, _) => b' ',
        }
    };
    let text: Vec<u8> = (0..len).map(character).collect();
    text::input(&text)
}

/// Counted texts.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Rust standard library, str::split_whitespace, examples: `A few words`, three of them",
        input: || text::input(b"A few words"),
        output: || vec![vec![0, 0], vec![1, 3]],
    },
    CorpusCase {
        source: "Rust standard library, str::split_ascii_whitespace, examples: ` Mary   had\\ta little  \\n\\t lamb`, five of them",
        input: || text::input(b" Mary   had\ta little  \n\t lamb"),
        output: || vec![vec![0, 1], vec![1, 5]],
    },
];
