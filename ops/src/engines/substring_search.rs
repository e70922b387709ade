use super::dispatches::Dispatches;
use super::grid::{self, Grid};
use super::{positions, shapes, text};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Operand, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the length of the text in bytes; the text, packed; one word, the length of the pattern in bytes;
/// and the pattern, packed. Output: for every occurrence, overlapping ones included, a record of its first byte's
/// offset, ascending. An empty pattern occurs before every byte and at the end.
///
/// One invocation checks each offset, four bytes per comparison, up to the first difference; a scan gives the matching
/// offsets their places. Unlike the shifts of Boyer and Moore (CACM 20, 1977), no comparison waits for another.
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = Ord::cmp,
)]
pub fn substring_search(input: &Input, size: u32) -> Plan {
    let [len, pattern_len] = [input.columns[0][0], input.columns[2][0]];
    // A pattern that is longer than the text can start at no offset.
    let offsets = (len + 1).saturating_sub(pattern_len);
    let grid = Grid::over(offsets, size);
    let mut d = Dispatches::new(|_, read| {
        let found = read[1][0] as usize;
        read[0].iter().take(found).map(|at| vec![*at]).collect()
    });
    let words = pattern_len / 4;
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds, words, pattern_len % 4]);
    let text = d.given(&input.columns[1]);
    let pattern = d.given(&input.columns[3]);
    let marks = d.scratch(offsets);
    let program = d.program(verify(size));
    d.step(
        program,
        grid.groups,
        &[params, text, pattern, marks],
        &[grid.iterations(), words.into()],
    );
    let places = d.output(offsets);
    let count = d.output(1);
    d.counts_queue(0, offsets);
    positions::dispatches(&mut d, size, offsets, &[marks], [places, count], |k| {
        let marks = k.read_only("marks", Type::U32);
        // The buffer has at least one element, which is zero if there is no offset.
        move |i| marks.at(i)
    });
    d.finish()
}

/// 1 for every offset where the pattern occurs, otherwise 0.
fn verify(size: u32) -> Program {
    let mut k = Kernel::new("verify_offsets", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 5);
    let text = k.read_only("text", Type::Bytes);
    let pattern = k.read_only("pattern", Type::Bytes);
    let marks = k.read_write("marks", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let words = k.bind("words", params.at(3));
    let rest = k.bind("rest", params.at(4));
    // A mask of the pattern's bytes in its last word; empty if the pattern ends with a word.
    let mask = k.bind("mask", (Expr::u32(1) << (rest * 8)) - 1);
    grid::for_each(&mut k, grid, |k, at| {
        let bits = k.bind("bits", (at & 3) * 8);
        let first = k.bind("first", at >> 2);
        let word = |j: Expr| unaligned(text, first + j, bits);
        let end = word(words.into()) ^ pattern.at(words);
        let is_end = (end & mask).equals(0);
        let mark = k.variable("mark", is_end.cast(Type::U32));
        k.count("j", 0, words, |k, j| {
            k.when(word(j.into()).differs(pattern.at(j)), |k| {
                k.assign(mark, 0);
                k.leave_loop();
            });
        });
        k.store(marks, at, mark);
    });
    k.finish()
}

/// Four bytes of a text from bit `bits` of a word up, a multiple of 8 below 32.
fn unaligned(text: Buffer, word: Expr, bits: Var) -> Expr {
    // Two shifts, since a single shift cannot shift out a whole word.
    let above = text.at(word.clone() + 1) << (Expr::u32(24) - bits) << 8;
    text.at(word) >> bits | above
}

/// The windows of the standard library.
fn reference(input: &Input) -> Output {
    let text = text::of(input);
    let len = input.columns[2][0] as usize;
    let pattern = shapes::unpacked(&input.columns[3], len);
    match len {
        0 => (0..=text.len() as u32).map(|at| vec![at]).collect(),
        _ => {
            let windows = (0..).zip(text.windows(len));
            let found = windows.filter(|(_, window)| *window == pattern);
            found.map(|(at, _)| vec![at]).collect()
        }
    }
}

fn searched(text: &[u8], pattern: &[u8]) -> Input {
    let mut input = text::input(text);
    let len = vec![pattern.len() as u32];
    input.columns.extend([len, shapes::packed(pattern)]);
    input
}

/// Texts of every length over one letter, over two, and over all bytes; patterns of every length modulo 4 that are cut
/// from the text, some with their last or first byte changed, and some longer than the text.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n);
    let letter = |i: u32| match n % 3 {
        0 => b'a' + (shapes::random(n, i) >> 9) as u8 % 2,
        1 => b'a',
        _ => shapes::random(n, i) as u8,
    };
    let text: Vec<u8> = (0..len).map(letter).collect();
    let wanted = [5, 4, 1, 11, 2, 3, 8, 6, 0, 13, 64, 7][(n % 12) as usize];
    let begin = match text.len() {
        0 => 0,
        len => shapes::random(n, 0x5EA) as usize % len,
    };
    let end = (begin + wanted).min(text.len());
    let mut pattern = text[begin..end].to_vec();
    match (n / 2) % 4 {
        1 if n > 7 => pattern
            .iter_mut()
            .last()
            .into_iter()
            .for_each(|byte| *byte ^= 0x80),
        2 if n > 7 => pattern.iter_mut().take(1).for_each(|byte| *byte ^= 1),
        3 if n > 7 => pattern.resize(text.len() + 1, b'a'),
        _ => {}
    }
    searched(&text, &pattern)
}

/// Published searches.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Boyer and Moore, A Fast String Searching Algorithm, CACM 20 (1977): AT-THAT in \
                 `WHICH-FINALLY-HALTS.--AT-THAT-POINT`",
        input: || searched(b"WHICH-FINALLY-HALTS.--AT-THAT-POINT", b"AT-THAT"),
        output: || vec![vec![22]],
    },
    CorpusCase {
        source: "Knuth, Morris and Pratt, Fast Pattern Matching in Strings, SIAM J. Comput. 6 (1977), section 1: abcabcacab \
                 in `babcbabcabcaabcabcabcacabc`",
        input: || searched(b"babcbabcabcaabcabcabcacabc", b"abcabcacab"),
        output: || vec![vec![15]],
    },
    CorpusCase {
        source: "Rust standard library, str::match_indices, examples: abc in `abcXXXabcYYYabc`",
        input: || searched(b"abcXXXabcYYYabc", b"abc"),
        output: || vec![vec![0], vec![6], vec![12]],
    },
];
