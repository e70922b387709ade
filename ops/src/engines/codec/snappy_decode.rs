use super::blocks::{self, Block, Damage, Decoded, Random, TOO_FAR, TOO_LONG, TRUNCATED};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Kernel, Operand, Program, Var};
use vyre_conform_runtime::vyre_engine;

/// The leading length exceeds 32 bits or the output limit.
const PREAMBLE: u32 = 4;
/// The block ends before it produces as many bytes as the leading length states.
const TOO_SHORT: u32 = 5;

/// Input: the length in bytes of every block of Snappy; its output limit in bytes; and the blocks, packed, one after
/// another. Output: a well-formed block gives a record `[block, 0, size]` and `[block, 2, index, byte]` for every byte.
/// Any other block gives the single record `[block, 1, code, offset]` with the offset of the element at fault. The
/// first applicable code is given: 1, a byte is missing; 2, a copy from a distance of 0 or from before the beginning;
/// 3, more bytes than the leading length states. With offset 0: 4, the leading length does not end, exceeds 32 bits, or
/// exceeds the output limit. With the block's end as offset: 5, fewer bytes than the leading length states.
///
/// [Snappy compressed format description](https://github.com/google/snappy/blob/main/format_description.txt). An
/// invocation decodes a block; each iteration reads an element of it or produces a byte.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn snappy_decode(input: &Input, size: u32) -> Plan {
    blocks::plan(input, size, decode(size), 1, &[])
}

fn decode(size: u32) -> Program {
    blocks::for_each("snappy_decode", size, |k, block| {
        let due = k.variable("due", 0);
        let run = Run {
            element: k.variable("element", 0),
            left: k.variable("left", 0),
            is_literal: k.variable("is_literal", false),
            distance: k.variable("distance", 0),
        };
        preamble(k, block, due);
        k.repeat_while(1 << 32, block.goes_on, |k| {
            k.when_else(
                run.left.equals(0),
                |k| {
                    k.assign(run.element, block.at);
                    let ends = k.bind("ends", block.at.at_least(block.len));
                    let is_short = ends & block.made.less(due);
                    block.refuse(k, is_short, TOO_SHORT, run.element);
                    k.when(ends, |k| k.assign(block.goes_on, false));
                    k.when(block.goes_on, |k| head(k, block, due, run));
                },
                |k| {
                    k.when_else(
                        run.is_literal,
                        |k| {
                            let byte = block.take(k);
                            block.make(k, byte);
                        },
                        |k| block.repeat(k, run.distance),
                    );
                    k.assign(run.left, run.left - 1);
                },
            );
        });
    })
}

/// Kinds of elements.
#[derive(Clone, Copy)]
struct Run {
    /// Start of the element.
    element: Var,
    /// Number of bytes still to produce.
    left: Var,
    is_literal: Var,
    distance: Var,
}

/// The leading length: a varint of at most five bytes. Beyond the block, bytes count as continuation bytes.
fn preamble(k: &mut Kernel, block: Block, due: Var) {
    let goes_on = k.variable("more", true);
    for j in 0..5_u32 {
        let byte = block.byte(k, j);
        let byte = k.bind("byte", block.len.greater(j).select(byte, 0x80));
        k.when(goes_on, |k| {
            k.assign(due, due | (byte & 0x7F) << (7 * j));
            k.assign(block.at, block.at + 1);
        });
        // The fifth byte has four bits and must be the last.
        let most = if j == 4 { 0x10 } else { 0x80 };
        k.assign(goes_on, goes_on & byte.at_least(most));
    }
    block.refuse(k, goes_on | due.greater(block.most), PREAMBLE, 0);
}

/// Reads an element up to its literals and validates it.
fn head(k: &mut Kernel, block: Block, due: Var, run: Run) {
    let tag = block.take(k);
    let [kind, upper] = [tag & 3, tag >> 2].map(|part| k.bind("part", part));
    // The tag is followed by up to four bytes: the length of a long run of literals, or the distance of a copy.
    let of_literals = upper.max(59) - 59;
    let of_copy = kind.equals(3).select(4, kind);
    let behind = kind.equals(0).select(of_literals, of_copy);
    let behind = k.bind("behind", behind);
    let number = k.variable("number", 0);
    for j in 0..4_u32 {
        let byte = block.byte(k, block.at + j);
        let byte = behind.greater(j).select(byte << (8 * j), 0);
        k.assign(number, number | byte);
    }
    let end = k.bind("end", block.at + behind);
    block.refuse(k, end.greater(block.len), TRUNCATED, run.element);
    k.assign(block.at, end);
    k.assign(run.is_literal, kind.equals(0));
    let near = kind.equals(1);
    let above = near.clone().select((tag >> 5) << 8, 0);
    k.assign(run.distance, above | number);
    // One less than the length, which may be 2^32.
    let of_literals = behind.equals(0).select(upper, number);
    let of_copy = near.select((upper & 7) + 3, upper);
    let less = kind.equals(0).select(of_literals, of_copy);
    let less = k.bind("less", less);
    let far = run.distance.equals(0) | run.distance.greater(block.made);
    block.refuse(k, !run.is_literal & far, TOO_FAR, run.element);
    let missing = run.is_literal & less.at_least(block.len - block.at);
    block.refuse(k, missing, TRUNCATED, run.element);
    block.refuse(k, less.at_least(due - block.made), TOO_LONG, run.element);
    k.assign(run.left, less + 1);
}

/// Element by element, by slices.
fn reference(input: &Input) -> Output {
    blocks::output(input, decoded)
}

fn decoded(block: &[u8], most: usize) -> Decoded {
    let mut rest = block.iter().copied();
    let due = length_in_front(&mut rest).filter(|due| *due <= most);
    let due = due.ok_or([PREAMBLE, 0])?;
    let mut bytes: Vec<u8> = vec![];
    loop {
        let offset = (block.len() - rest.len()) as u32;
        let missing = [TRUNCATED, offset];
        let Some(tag) = rest.next() else {
            return match bytes.len() == due {
                true => Ok(bytes),
                false => Err([TOO_SHORT, offset]),
            };
        };
        let mut number = |bytes: u8| {
            (0..bytes).try_fold(0, |number, j| {
                Some(number | usize::from(rest.next()?) << (8 * j))
            })
        };
        let upper = usize::from(tag >> 2);
        let (length, distance) = match tag & 3 {
            0 if upper < 60 => (upper + 1, None),
            0 => (number((tag >> 2) - 59).ok_or(missing)? + 1, None),
            1 => {
                let low = number(1).ok_or(missing)?;
                (4 + upper % 8, Some(usize::from(tag >> 5) * 256 + low))
            }
            2 => (upper + 1, Some(number(2).ok_or(missing)?)),
            _ => (upper + 1, Some(number(4).ok_or(missing)?)),
        };
        match distance {
            Some(distance) if distance == 0 || distance > bytes.len() => {
                return Err([TOO_FAR, offset]);
            }
            None if length > rest.len() => return Err(missing),
            _ if length > due - bytes.len() => return Err([TOO_LONG, offset]),
            Some(distance) => (0..length).for_each(|_| bytes.push(bytes[bytes.len() - distance])),
            None => bytes.extend(rest.by_ref().take(length)),
        }
    }
}

/// A varint of at most 32 bits.
fn length_in_front(rest: &mut impl Iterator<Item = u8>) -> Option<usize> {
    let mut length = 0_u64;
    for j in 0..5 {
        let byte = rest.next()?;
        length |= u64::from(byte & 0x7F) << (7 * j);
        if byte < 0x80 {
            return u32::try_from(length).ok().map(|length| length as usize);
        }
    }
    None
}

/// Blocks of literals with a length in the tag and after it, and of copies with a distance of one, two and four bytes.
fn inputs(n: u64) -> Input {
    blocks::inputs(n, block)
}

/// A block of this many elements, and its decoded size.
pub(super) fn block(random: &mut Random, elements: u32, damage: Damage) -> (Vec<u8>, u32) {
    let (mut body, mut made) = (vec![], 0);
    for i in 0..elements {
        let is_small = elements < 3;
        match (i > 0).then(|| random.below(4)) {
            None | Some(0) => made += literals(random, is_small, &mut body),
            Some(kind) => {
                let distance = match damage {
                    Damage::Nowhere => 0,
                    Damage::TooFar => made + 1,
                    _ => random.of(&[1, 2, 3, made, 1 + made / 2]).min(made),
                };
                let length = random.of(if is_small {
                    &[1, 4, 5, 11]
                } else {
                    &[4, 11, 60, 64]
                });
                made += copy(kind, distance, length, &mut body);
            }
        }
    }
    let mut block = vec![];
    let mut rest = made;
    while rest >= 0x80 {
        block.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    block.push(rest as u8);
    block.append(&mut body);
    (block, made)
}

/// Writes a run of literals; returns its decoded size.
fn literals(random: &mut Random, is_small: bool, body: &mut Vec<u8>) -> u32 {
    let length = random.of(if is_small {
        &[1, 2, 5, 9]
    } else {
        &[1, 59, 60, 61, 256, 257, 300]
    });
    let behind = match length {
        0..=60 => 0,
        61..=256 => 1 + random.below(4),
        _ => 2 + random.below(3),
    };
    let tag = if behind == 0 { length - 1 } else { 59 + behind };
    body.push((tag << 2) as u8);
    body.extend(&(length - 1).to_le_bytes()[..behind as usize]);
    body.extend((0..length).map(|_| random.below(256) as u8));
    length
}

/// Writes a copy of a kind that can encode it; returns its decoded size.
fn copy(kind: u32, distance: u32, length: u32, body: &mut Vec<u8>) -> u32 {
    let near = (4..12).contains(&length) && distance < 2048;
    match kind {
        1 if near => {
            body.push(1 | (length as u8 - 4) << 2 | (distance >> 8 << 5) as u8);
            body.push(distance as u8);
        }
        1 | 2 => {
            body.push(2 | (length as u8 - 1) << 2);
            body.extend((distance as u16).to_le_bytes());
        }
        _ => {
            body.push(3 | (length as u8 - 1) << 2);
            body.extend(distance.to_le_bytes());
        }
    }
    length
}

/// Published blocks, and blocks that the format forbids.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Snappy format description, section 2.2: xababab is a literal xab and a copy at distance 2 of length 4",
        input: || blocks::one(b"\x07\x08xab\x01\x02", 7),
        output: || blocks::of_block(0, Ok(b"xababab".to_vec())),
    },
    CorpusCase {
        source: "Snappy format description, section 1: 2097150 is FE FF 7F",
        input: || blocks::one(b"\xFE\xFF\x7F", 2_097_150),
        output: || blocks::of_block(0, Err([TOO_SHORT, 3])),
    },
    CorpusCase {
        source: "crate snap, tests, an empty input is the length 0",
        input: || blocks::one(b"\0", 0),
        output: || blocks::of_block(0, Ok(vec![])),
    },
    CorpusCase {
        source: "Snappy format description, section 2.2: an offset of 0 is not legal",
        input: || blocks::one(b"\x05\x00a\x01\x00", 5),
        output: || blocks::of_block(0, Err([TOO_FAR, 3])),
    },
];
