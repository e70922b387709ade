use super::blocks::{self, Block, Damage, Decoded, Random, TOO_FAR, TOO_LONG, TRUNCATED};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Kernel, Operand, Program, Var};
use vyre_conform_runtime::vyre_engine;

/// Input: the length in bytes of every block of LZ4; its output limit in bytes; and the blocks, packed, one after
/// another. Output: a well-formed block gives a record `[block, 0, size]` and `[block, 2, index, byte]` for every byte.
/// Any other block gives the single record `[block, 1, code, offset]` with the offset of the sequence at fault. The
/// first applicable code in the order of the sequence is given: 1, a byte is missing; 2, a copy from a distance of 0 or
/// from before the beginning; 3, output beyond the limit.
///
/// [LZ4 Block Format Description](https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md). A block ends after
/// literals; the format's other restrictions on the last sequences apply to encoders. An invocation decodes a block;
/// each iteration reads a byte of it or produces a byte.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn lz4_decode(input: &Input, size: u32) -> Plan {
    blocks::plan(input, size, decode(size), 1, &[])
}

/// Next step of the decoder.
const TOKEN: u32 = 0;
const MORE_LITERALS: u32 = 1;
const LITERALS: u32 = 2;
const DISTANCE: u32 = 3;
const MORE_COPIES: u32 = 4;
const COPIES: u32 = 5;

/// Limits lengths, so that none wraps; no buffer holds this many bytes.
const MOST: u32 = 1 << 30;

fn decode(size: u32) -> Program {
    blocks::for_each("lz4_decode", size, |k, block| {
        let state = k.variable("state", TOKEN);
        let sequence = k.variable("sequence", 0);
        let literals = k.variable("literals", 0);
        let copies = k.variable("copies", 0);
        let distance = k.variable("distance", 0);
        k.repeat_while(1 << 32, block.goes_on, |k| {
            let now = k.bind("now", state);
            let is_reading = now.differs(LITERALS) & now.differs(COPIES);
            let missing = k.bind("missing", block.at.at_least(block.len));
            // A block may end after literals.
            let ends = k.bind("ends", now.equals(DISTANCE) & missing);
            k.when(ends, |k| k.assign(block.goes_on, false));
            k.when(now.equals(TOKEN), |k| k.assign(sequence, block.at));
            block.refuse(k, is_reading & missing, TRUNCATED, sequence);
            let on = |state: u32| block.goes_on & now.equals(state);
            k.when(on(TOKEN), |k| {
                let token = block.take(k);
                k.assign(literals, token >> 4);
                k.assign(copies, (token & 15) + 4);
                let more = literals.equals(15);
                k.assign(state, more.select(MORE_LITERALS, LITERALS));
            });
            k.when(on(MORE_LITERALS), |k| {
                lengthen(k, block, literals, state, LITERALS)
            });
            k.when(on(DISTANCE), |k| {
                block.refuse(k, (block.at + 1).at_least(block.len), TRUNCATED, sequence);
                let two = [0, 1].map(|_| block.take(k));
                k.assign(distance, two[0] | two[1] << 8);
                let far = distance.equals(0) | distance.greater(block.made);
                block.refuse(k, far, TOO_FAR, sequence);
                let more = copies.equals(19);
                k.assign(state, more.select(MORE_COPIES, COPIES));
            });
            k.when(on(MORE_COPIES), |k| {
                lengthen(k, block, copies, state, COPIES)
            });
            // The iteration that reads the length of a run checks that the whole run fits, before its first byte.
            let begins = |run: u32| state.equals(run) & now.differs(run);
            let too_few = begins(LITERALS) & literals.greater(block.len - block.at);
            block.refuse(k, too_few, TRUNCATED, sequence);
            let left = k.bind("left", block.most - block.made);
            let too_many =
                begins(LITERALS) & literals.greater(left) | begins(COPIES) & copies.greater(left);
            block.refuse(k, too_many, TOO_LONG, sequence);
            // A run without literals takes no iteration.
            k.when(state.equals(LITERALS) & literals.equals(0), |k| {
                k.assign(state, DISTANCE)
            });
            k.when(on(LITERALS), |k| {
                let byte = block.take(k);
                block.make(k, byte);
                k.assign(literals, literals - 1);
                k.assign(state, literals.equals(0).select(DISTANCE, LITERALS));
            });
            k.when(on(COPIES), |k| {
                block.repeat(k, distance);
                k.assign(copies, copies - 1);
                k.assign(state, copies.equals(0).select(TOKEN, COPIES));
            });
        });
    })
}

/// A further byte of a length; another follows if it is 255.
fn lengthen(k: &mut Kernel, block: Block, length: Var, state: Var, next: u32) {
    let byte = block.take(k);
    k.assign(length, (length + byte).min(MOST));
    let ends = byte.differs(255);
    k.assign(state, ends.select(next, state));
}

/// Sequence by sequence, by slices.
fn reference(input: &Input) -> Output {
    blocks::output(input, decoded)
}

fn decoded(block: &[u8], most: usize) -> Decoded {
    let mut bytes: Vec<u8> = vec![];
    let mut rest = block.iter().copied();
    loop {
        let offset = (block.len() - rest.len()) as u32;
        let missing = [TRUNCATED, offset];
        let token = usize::from(rest.next().ok_or(missing)?);
        let literals = length(token >> 4, &mut rest).ok_or(missing)?;
        if literals > rest.len() {
            return Err(missing);
        }
        if literals > most - bytes.len() {
            return Err([TOO_LONG, offset]);
        }
        bytes.extend(rest.by_ref().take(literals));
        let Some(low) = rest.next() else {
            return Ok(bytes);
        };
        let high = rest.next().ok_or(missing)?;
        let distance = usize::from(u16::from_le_bytes([low, high]));
        if distance == 0 || distance > bytes.len() {
            return Err([TOO_FAR, offset]);
        }
        let copies = 4 + length(token & 15, &mut rest).ok_or(missing)?;
        if copies > most - bytes.len() {
            return Err([TOO_LONG, offset]);
        }
        for _ in 0..copies {
            bytes.push(bytes[bytes.len() - distance]);
        }
    }
}

/// A length from a token and the bytes after it.
fn length(of_token: usize, rest: &mut impl Iterator<Item = u8>) -> Option<usize> {
    let mut length = of_token;
    let mut more = if of_token == 15 { 255 } else { 0 };
    while more == 255 {
        more = usize::from(rest.next()?);
        length += more;
    }
    Some(length)
}

/// Encodes a length in a token and after it.
fn written(length: u32, block: &mut Vec<u8>) -> u8 {
    if length < 15 {
        return length as u8;
    }
    let rest = length - 15;
    block.extend(vec![255; rest as usize / 255]);
    block.push((rest % 255) as u8);
    15
}

/// Blocks whose lengths are around those that need further bytes, and whose copies reach from the previous byte to the
/// first.
fn inputs(n: u64) -> Input {
    blocks::inputs(n, block)
}

/// A block of this many sequences, and its decoded size.
pub(super) fn block(random: &mut Random, sequences: u32, damage: Damage) -> (Vec<u8>, u32) {
    let (mut block, mut made) = (vec![], 0);
    for i in 0..sequences {
        let lengths: &[u32] = match sequences {
            0..=2 => &[1, 2, 3, 7, 15],
            _ => &[0, 1, 2, 14, 15, 16, 30, 269, 270, 271],
        };
        let literals = random.of(lengths).max(u32::from(i == 0));
        let token = block.len();
        block.push(0);
        let high = written(literals, &mut block) << 4;
        block[token] = high;
        block.extend((0..literals).map(|_| random.below(256) as u8));
        made += literals;
        if i + 1 == sequences {
            break;
        }
        let distance = match (i, damage) {
            (0, Damage::Nowhere) => 0,
            (0, Damage::TooFar) => made + 1,
            _ => random.of(&[1, 2, 3, made, 1 + made / 2]).min(made),
        };
        block.extend((distance as u16).to_le_bytes());
        let copies = random.of(lengths);
        let low = written(copies, &mut block);
        block[token] |= low;
        made += copies + 4;
    }
    (block, made)
}

/// Published blocks.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "crate lz4_flex 0.11, tests of block::decompress, all_literal",
        input: || blocks::one(&[0x30, b'a', b'4', b'9'], 3),
        output: || blocks::of_block(0, Ok(b"a49".to_vec())),
    },
    CorpusCase {
        source: "crate lz4_flex 0.11, tests of block::decompress, offset_oob: incomplete literal",
        input: || blocks::one(&[0x40, b'a', 1, 0], 4),
        output: || blocks::of_block(0, Err([TRUNCATED, 0])),
    },
    CorpusCase {
        source: "crate lz4_flex 0.11, tests of block::decompress, offset_oob: literal too large for output",
        input: || blocks::one(&[0x20, b'a', b'a', 1, 0], 1),
        output: || blocks::of_block(0, Err([TOO_LONG, 0])),
    },
    CorpusCase {
        source: "crate lz4_flex 0.11, tests of block::decompress, offset_oob: match too large for output",
        input: || blocks::one(&[0x10, b'a', 1, 0], 4),
        output: || blocks::of_block(0, Err([TOO_LONG, 0])),
    },
    CorpusCase {
        source: "crate lz4_flex 0.11, tests of block::decompress, offset_oob: out-of-bounds",
        input: || blocks::one(&[0x0F, 1, 0, 1, 0x70, 0, 0, 0, 0, 0, 0, 0], 256),
        output: || blocks::of_block(0, Err([TOO_FAR, 0])),
    },
    CorpusCase {
        source: "LZ4 Block Format Description, Literals: a length of 15 is 15 and 0",
        input: || blocks::one(b"\xF0\x00abcdefghijklmno", 15),
        output: || blocks::of_block(0, Ok(b"abcdefghijklmno".to_vec())),
    },
    CorpusCase {
        source: "LZ4 Block Format Description, Matches: at a distance of 1 the last byte is repeated; at least 4 times",
        input: || blocks::one(b"\x10a\x01\x00\x10b", 6),
        output: || blocks::of_block(0, Ok(b"aaaaab".to_vec())),
    },
    CorpusCase {
        source: "LZ4 Block Format Description, Matches: a distance of 0 is invalid",
        input: || blocks::one(b"\x10a\x00\x00\x10b", 6),
        output: || blocks::of_block(0, Err([TOO_FAR, 0])),
    },
];
