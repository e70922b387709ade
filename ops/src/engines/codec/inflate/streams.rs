//! An encoder for inputs: every kind of block, codes of even and of very uneven lengths, and every way to write
//! lengths.

use super::super::blocks::{Damage, Random};
use super::{END, LONGEST, ORDER};

/// A stream under construction: bits, the lowest of a byte first.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    /// Number of bits written of the last byte; 0 if the next bit starts a new byte.
    used: u32,
}

impl Writer {
    /// A number of this many bits, the lowest first.
    fn number(&mut self, number: u32, count: u32) {
        for place in 0..count {
            if self.used == 0 {
                self.bytes.push(0);
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= ((number >> place & 1) as u8) << self.used;
            self.used = (self.used + 1) % 8;
        }
    }

    /// A symbol, whose code has its highest bit first.
    fn symbol(&mut self, lengths: &[u32], symbol: u32) {
        let length = lengths[symbol as usize];
        // Codes ascend by length and then by symbol; each length starts after the end of the one before (RFC 1951,
        // section 3.2.2).
        let is_before =
            |(other, own): &(u32, &u32)| (**own, *other) < (length, symbol) && **own != 0;
        let before = (0..).zip(lengths).filter(is_before);
        let code = before.map(|(_, own)| 1_u32 << (length - own)).sum::<u32>();
        for place in (0..length).rev() {
            self.number(code >> place & 1, 1);
        }
    }
}

/// Contents of a block.
#[derive(Clone, Copy)]
enum Token {
    Literal(u32),
    /// Symbols of a length and a distance, each with its extra bits and their number.
    Copy([[u32; 3]; 2]),
}

/// The symbol of a number, its extra bits and their number: the symbol includes `fine` bits beside the highest one.
fn coarse(number: u32, fine: u32) -> [u32; 3] {
    let bits = (31 - (number | 1).leading_zeros()).saturating_sub(fine);
    [
        (bits << fine) + (number >> bits),
        number & ((1 << bits) - 1),
        bits,
    ]
}

/// Literals and copies, and their decoded size; with that fault every copy is from too far.
fn tokens(random: &mut Random, count: u32, made: &mut u32, damage: Damage) -> Vec<Token> {
    let few = random.below(2) == 0;
    let mut tokens = vec![];
    for _ in 0..count {
        if *made == 0 || random.below(3) > 0 {
            let literal = random.below(256);
            tokens.push(Token::Literal(if few { literal & 3 } else { literal }));
            *made += 1;
            continue;
        }
        let length = random.of(&[3, 4, 10, 11, 12, 67, 130, 227, 257, 258]);
        let distance = match damage {
            Damage::TooFar => *made + 1,
            _ => random.of(&[1, 2, 3, 5, *made, 1 + *made / 2]).min(*made),
        };
        let of_length = match length {
            258 => [28, 0, 0],
            _ => coarse(length - 3, 2),
        };
        tokens.push(Token::Copy([
            [of_length[0] + END + 1, of_length[1], of_length[2]],
            coarse(distance - 1, 1),
        ]));
        *made += length;
    }
    tokens
}

/// The symbols of literals, lengths and the end, or of distances, in tokens.
fn used(tokens: &[Token], of: usize) -> Vec<u32> {
    let symbol = |token: &Token| match (token, of) {
        (Token::Literal(literal), 0) => Some(*literal),
        (Token::Literal(_), _) => None,
        (Token::Copy(symbols), of) => Some(symbols[of][0]),
    };
    let mut all: Vec<u32> = tokens.iter().filter_map(symbol).collect();
    if of == 0 {
        all.push(END);
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Code lengths of these symbols, the last number of which is below `count`: all equal up to one bit, or, for few
/// symbols, each one more than the one before.
fn lengths(symbols: &[u32], count: u32, is_even: bool) -> Vec<u32> {
    let mut lengths = vec![0; count as usize];
    let most = symbols.len() as u32;
    let bits = most.next_power_of_two().trailing_zeros().max(1);
    for (place, symbol) in (0..).zip(symbols) {
        let even = match place < (1 << bits) - most && most > 1 {
            true => bits - 1,
            false => bits,
        };
        let uneven = (place + 1).min(most.max(2) - 1);
        lengths[*symbol as usize] = match is_even || most > LONGEST + 1 {
            true => even,
            false => uneven,
        };
    }
    lengths
}

/// The encoded code lengths: symbols with their extra bits and the number of these.
fn runs(lengths: &[u32]) -> Vec<[u32; 3]> {
    let mut runs = vec![];
    for run in lengths.chunk_by(|a, b| a == b) {
        let (length, mut left) = (run[0], run.len() as u32);
        if length != 0 {
            runs.push([length, 0, 0]);
            left -= 1;
        }
        while left > 0 {
            let (times, run) = match (length, left) {
                (0, 11..) => (left.min(138), [18, left.min(138) - 11, 7]),
                (0, 3..) => (left, [17, left - 3, 3]),
                (1.., 3..) => (left.min(6), [16, left.min(6) - 3, 2]),
                _ => (1, [length, 0, 0]),
            };
            runs.push(run);
            left -= times;
        }
    }
    runs
}

/// A block of tokens, with its own codes or with the fixed ones.
fn coded(writer: &mut Writer, tokens: &[Token], is_fixed: bool, is_even: bool) {
    let fixed = |symbol: u32| match symbol {
        0..=143 => 8,
        144..=255 => 9,
        256..=279 => 7,
        _ => 8,
    };
    let mut codes = [(0..288).map(fixed).collect(), vec![5; 32]];
    if !is_fixed {
        let counts = [0, 1].map(|of| match (used(tokens, of).last(), of) {
            (Some(last), 0) => (last + 1).max(257),
            (last, _) => last.map_or(1, |last| last + 1),
        });
        codes = [0, 1].map(|of| lengths(&used(tokens, of), counts[of], is_even));
        let runs = runs(&codes.concat());
        let mut symbols: Vec<u32> = runs.iter().map(|run| run[0]).collect();
        // A code of one symbol is not complete.
        symbols.extend([0, 18]);
        symbols.sort_unstable();
        symbols.dedup();
        let of_lengths = lengths(&symbols, 19, true);
        let is_used = |symbol: &u32| of_lengths[*symbol as usize] != 0;
        let kept = ORDER.iter().rposition(is_used).map_or(4, |last| last + 1);
        let kept = kept.max(4) as u32;
        writer.number(counts[0] - 257, 5);
        writer.number(counts[1] - 1, 5);
        writer.number(kept - 4, 4);
        for symbol in &ORDER[..kept as usize] {
            writer.number(of_lengths[*symbol as usize], 3);
        }
        for [symbol, more, bits] in runs {
            writer.symbol(&of_lengths, symbol);
            writer.number(more, bits);
        }
    }
    for token in tokens {
        match token {
            Token::Literal(literal) => writer.symbol(&codes[0], *literal),
            Token::Copy(symbols) => {
                for ([symbol, more, bits], code) in symbols.iter().zip(&codes) {
                    writer.symbol(code, *symbol);
                    writer.number(*more, *bits);
                }
            }
        }
    }
    writer.symbol(&codes[0], END);
}

/// A stream of some blocks, and its decoded size.
pub(super) fn stream(random: &mut Random, elements: u32, damage: Damage) -> (Vec<u8>, u32) {
    let (mut writer, mut made) = (Writer::default(), 0);
    let blocks = 1 + elements / 3;
    for block in 0..blocks {
        writer.number(u32::from(block + 1 == blocks), 1);
        let kind = random.below(4);
        writer.number(kind.min(2), 2);
        match kind {
            0 => {
                writer.used = 0;
                let len = random.of(&[0, 1, 5, 40]);
                writer.number(len, 16);
                // The only fault of a stored block is a wrong complement.
                let wrong = u32::from(damage == Damage::Nowhere);
                writer.number(len ^ 0xFFFF ^ wrong, 16);
                (0..len).for_each(|_| writer.number(random.below(256), 8));
                made += len;
            }
            kind => {
                let count = random.of(if elements < 3 {
                    &[1, 3]
                } else {
                    &[0, 3, 9, 24]
                });
                let tokens = tokens(random, count, &mut made, damage);
                coded(&mut writer, &tokens, kind == 1, random.below(2) == 0);
            }
        }
    }
    (writer.bytes, made)
}
