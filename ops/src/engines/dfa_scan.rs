use super::automaton::Automaton;
use super::dispatches::{Dispatches, Slot};
use super::grid::{self, Grid};
use super::{shapes, text, tiles};
use std::cmp::Ordering;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Record};
use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Operand, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Bytes of the text per invocation.
const PIECE: u32 = 32;

/// Input: one word, the length of the text in bytes; the text, packed; the length of every pattern, at least 1; and the
/// patterns' bytes, a word each, one pattern after another. Output: for every occurrence of a pattern, overlapping ones
/// included, a record of the offset of its last byte and the pattern's number, by offset and then by number.
///
/// The automaton of Aho and Corasick ("Efficient String Matching", 1975) over pieces of the text. Its state depends on
/// no more bytes than the longest pattern has, so an invocation that begins one byte fewer than that before its piece
/// reaches the right state at its start. One dispatch counts the matches of every piece, a scan gives every piece its
/// place, and another dispatch writes them in order.
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = order,
)]
pub fn dfa_scan(input: &Input, size: u32) -> Plan {
    let len = input.columns[0][0];
    let patterns = patterns(input);
    let automaton = Automaton::new(&patterns);
    let overlap = patterns.iter().map(Vec::len).max().unwrap_or(1) as u32 - 1;
    let grid = Grid::over(len.div_ceil(PIECE), size);
    let mut d = Dispatches::new(|_, read| {
        let matches = read[1][0] as usize;
        let records = read[0].chunks(2).take(matches);
        records.map(<[u32]>::to_vec).collect()
    });
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds, len, overlap]);
    let text = d.given(&input.columns[1]);
    let next = d.given(&automaton.next);
    let first = d.given(&automaton.first);
    let outputs = d.given(&automaton.outputs);
    let counts = d.zeros(grid.items);
    let places = d.zeros(grid.items);
    // No byte ends more matches than the state with the most outputs.
    let most = automaton.most_outputs();
    let matches = d.output(2 * len * most);
    let total = d.output(1);
    d.counts_queue(0, len * most);
    let automaton = [text, next, first];
    let bytes = u64::from(overlap + PIECE);
    let program = d.program(count(size));
    let buffers: Vec<Slot> = [&[params][..], &automaton, &[counts]].concat();
    d.step(program, grid.groups, &buffers, &[grid.iterations(), bytes]);
    tiles::scan_array(&mut d, size, grid.items, [counts, places], false);
    let program = d.program(emit(size));
    let buffers = [
        &[params][..],
        &automaton,
        &[outputs, places, matches, total],
    ]
    .concat();
    d.step(
        program,
        grid.groups,
        &buffers,
        &[grid.iterations(), bytes, most.into()],
    );
    d.finish()
}

/// Inputs shared by both programs.
struct Scanner {
    grid: [Var; 3],
    len: Var,
    overlap: Var,
    text: Buffer,
    next: Buffer,
    first: Buffer,
}

impl Scanner {
    fn declare(k: &mut Kernel) -> Self {
        let params = k.uniform("params", Type::U32, 5);
        let text = k.read_only("text", Type::Bytes);
        let next = k.read_only("next", Type::U32);
        let first = k.read_only("first", Type::U32);
        let [len, overlap] = [3, 4].map(|i| k.bind("param", params.at(i)));
        Self {
            grid: [0, 1, 2].map(|i| k.bind("grid", params.at(i))),
            len,
            overlap,
            text,
            next,
            first,
        }
    }

    /// Runs the automaton over piece `piece`. `found` gets the offset of a byte and the range of the outputs of the
    /// state after it.
    fn piece(&self, k: &mut Kernel, piece: Var, found: impl FnOnce(&mut Kernel, Var, [Var; 2])) {
        let start = k.bind("start", piece * PIECE);
        let begin = start - Expr::from(start).min(self.overlap);
        let end = (start + PIECE).min(self.len);
        let state = k.variable("state", 0);
        k.count("offset", begin, end, |k, offset| {
            let byte = (self.text.at(offset >> 2) >> ((offset & 3) << 3)) & 0xFF;
            k.assign(state, self.next.at(state * 256 + byte));
            k.when(offset.at_least(start), |k| {
                let from = k.bind("from", self.first.at(state));
                let to = k.bind("to", self.first.at(state + 1));
                found(k, offset, [from, to]);
            });
        });
    }
}

fn count(size: u32) -> Program {
    let mut k = Kernel::new("count_matches", [size, 1, 1]);
    let scanner = Scanner::declare(&mut k);
    let counts = k.read_write("counts", Type::U32);
    grid::for_each(&mut k, scanner.grid, |k, piece| {
        let sum = k.variable("sum", 0);
        scanner.piece(k, piece, |k, _, [from, to]| {
            k.assign(sum, sum + (to - from))
        });
        k.store(counts, piece, sum);
    });
    k.finish()
}

fn emit(size: u32) -> Program {
    let mut k = Kernel::new("write_matches", [size, 1, 1]);
    let scanner = Scanner::declare(&mut k);
    let outputs = k.read_only("outputs", Type::U32);
    let places = k.read_only("places", Type::U32);
    let matches = k.read_write("matches", Type::U32);
    let total = k.read_write("total", Type::U32);
    grid::for_each(&mut k, scanner.grid, |k, piece| {
        let place = k.variable("place", places.at(piece));
        scanner.piece(k, piece, |k, offset, [from, to]| {
            k.count("output", from, to, |k, output| {
                k.store(matches, place * 2, offset);
                k.store(matches, place * 2 + 1, outputs.at(output));
                k.assign(place, place + 1);
            });
        });
        let is_last = (piece + 1).equals(scanner.grid[0]);
        k.when(is_last, |k| k.store(total, 0, place));
    });
    k.finish()
}

/// The patterns of an input.
fn patterns(input: &Input) -> Vec<Vec<u8>> {
    let mut bytes = input.columns[3].iter().map(|word| *word as u8);
    let lengths = input.columns[2].iter();
    lengths
        .map(|len| bytes.by_ref().take(*len as usize).collect())
        .collect()
}

/// Every pattern at every offset.
fn reference(input: &Input) -> Output {
    let (text, patterns) = (text::of(input), patterns(input));
    let mut matches = vec![];
    for end in 1..=text.len() {
        for (number, pattern) in (0..).zip(&patterns) {
            if text[..end].ends_with(pattern) {
                matches.push(vec![end as u32 - 1, number]);
            }
        }
    }
    matches
}

/// By offset, then by pattern.
fn order(a: &Record, b: &Record) -> Ordering {
    a.cmp(b)
}

fn searched(text: &[u8], patterns: &[&[u8]]) -> Input {
    let mut input = text::input(text);
    let lengths = patterns.iter().map(|p| p.len() as u32).collect();
    let bytes = patterns.iter().copied().flatten().map(|b| (*b).into());
    input.columns.extend([lengths, bytes.collect()]);
    input
}

/// Texts of every length over two letters, over all bytes, and of one letter; patterns that overlap, contain one
/// another, span pieces, or never occur.
fn inputs(n: u64) -> Input {
    // Every fourth text is twice as long: 16,384 bytes are the pieces of one workgroup of 256.
    let len = shapes::length(n) << u32::from(n % 4 == 3);
    let letter = |i: u32| match n % 3 {
        0 => b'a' + (shapes::random(n, i) >> 7) as u8 % 2,
        1 => b'a',
        _ => shapes::random(n, i) as u8,
    };
    let text: Vec<u8> = (0..len).map(letter).collect();
    let long = [b'a'; 40];
    let sets: [&[&[u8]]; 4] = [
        &[b"a", b"ab", b"aba", b"bb", b"abab"],
        &[&long, b"aa", b"ba"],
        &[b"\0", b"\xFF", b"\x01\0"],
        &[b"zzz"],
    ];
    searched(&text, sets[(n.div_ceil(2) % 4) as usize])
}

/// The published example: the pairs of offset and pattern.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "Aho and Corasick, Efficient String Matching, CACM 18 (1975), section 2: \
             {he, she, his, hers} in `ushers`",
    input: || searched(b"ushers", &[b"he", b"she", b"his", b"hers"]),
    output: || vec![vec![3, 0], vec![3, 1], vec![5, 3]],
}];
