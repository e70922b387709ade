//! The reference: codes as lists of bits, looked up one by one.

use super::super::blocks::{Decoded, TOO_FAR, TOO_LONG, TRUNCATED};
use super::{
    DISTANCES, END, GIVEN, LENGTH_CODES, LITERALS, LONGEST, NO_CODE, NO_SYMBOL, NOT_COMPLEMENT,
    ORDER, RESERVED,
};
use std::collections::BTreeMap;

/// The code of each symbol that has one: number of bits, and the bits.
type Codes = BTreeMap<(u32, u32), u32>;

/// An error without its offset.
type Wrong = u32;

/// A stream and the number of bits read.
struct Bits<'a> {
    stream: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    /// A number of this many bits, the lowest first.
    fn take(&mut self, count: u32) -> Result<u32, Wrong> {
        let mut number = 0;
        for place in 0..count {
            let byte = self.stream.get(self.at / 8).ok_or(TRUNCATED)?;
            number |= u32::from(byte >> (self.at % 8) & 1) << place;
            self.at += 1;
        }
        Ok(number)
    }

    /// A symbol, whose code has its highest bit first.
    fn symbol(&mut self, codes: &Codes) -> Result<u32, Wrong> {
        let mut code = 0;
        for length in 1..=LONGEST {
            code = code << 1 | self.take(1)?;
            if let Some(symbol) = codes.get(&(length, code)) {
                return Ok(*symbol);
            }
        }
        Err(NO_SYMBOL)
    }
}

/// The codes of these lengths, in the order of length and symbol (RFC 1951, section 3.2.2). Fails if one is a prefix of
/// another or, unless `is_lenient`, if some bits begin no code.
fn codes(lengths: &[u32], is_lenient: bool) -> Result<Codes, Wrong> {
    let mut codes = Codes::new();
    let mut next = 0_u32;
    for length in 1..=LONGEST {
        next <<= 1;
        for (symbol, _) in (0..).zip(lengths).filter(|(_, own)| **own == length) {
            if next >> length != 0 {
                return Err(NO_CODE);
            }
            codes.insert((length, next), symbol);
            next += 1;
        }
    }
    let is_complete = next == 1 << LONGEST;
    let is_excused = is_lenient && lengths.iter().all(|length| *length <= 1);
    match is_complete || is_excused {
        true => Ok(codes),
        false => Err(NO_CODE),
    }
}

/// The two codes of a block, from its header.
fn given(bits: &mut Bits<'_>) -> Result<[Codes; 2], Wrong> {
    let counts = [257 + bits.take(5)?, 1 + bits.take(5)?];
    let of_lengths = 4 + bits.take(4)? as usize;
    if counts[0] > GIVEN[0] || counts[1] > GIVEN[1] {
        return Err(NO_CODE);
    }
    let mut lengths = vec![0; LENGTH_CODES as usize];
    for symbol in &ORDER[..of_lengths] {
        lengths[*symbol as usize] = bits.take(3)?;
    }
    let of_lengths = codes(&lengths, false)?;
    let (mut lengths, due) = (vec![], (counts[0] + counts[1]) as usize);
    while lengths.len() < due {
        let (length, times) = match bits.symbol(&of_lengths)? {
            16 => (*lengths.last().ok_or(NO_CODE)?, 3 + bits.take(2)?),
            17 => (0, 3 + bits.take(3)?),
            18 => (0, 11 + bits.take(7)?),
            length => (length, 1),
        };
        lengths.extend(vec![length; times as usize]);
    }
    if lengths.len() > due || lengths[END as usize] == 0 {
        return Err(NO_CODE);
    }
    let (literals, distances) = lengths.split_at(counts[0] as usize);
    Ok([codes(literals, true)?, codes(distances, true)?])
}

/// The codes of RFC 1951, section 3.2.6.
fn fixed() -> Result<[Codes; 2], Wrong> {
    let length = |symbol: u32| match symbol {
        0..=143 => 8,
        144..=255 => 9,
        256..=279 => 7,
        _ => 8,
    };
    let literals: Vec<u32> = (0..LITERALS).map(length).collect();
    Ok([
        codes(&literals, true)?,
        codes(&[5; DISTANCES as usize], true)?,
    ])
}

/// The first lengths and distances of the symbols, and their extra bits (RFC 1951, section 3.2.5).
const FIRST_LENGTH: [usize; 29] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
];
const BITS_OF_LENGTH: [u32; 29] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];
const FIRST_DISTANCE: [usize; 30] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
    2049, 3073, 4097, 6145, 8193, 12_289, 16_385, 24_577,
];
const BITS_OF_DISTANCE: [u32; 30] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
];

/// The bytes of a stream, up to its output limit.
pub(super) fn inflated(stream: &[u8], most: usize) -> Decoded {
    let mut bits = Bits { stream, at: 0 };
    let mut bytes = vec![];
    loop {
        let begin = bits.at as u32;
        let place = |code: Wrong| [code, begin];
        let is_last = bits.take(1).map_err(place)? == 1;
        let codes = match bits.take(2).map_err(place)? {
            0 => {
                stored(&mut bits, &mut bytes, most).map_err(place)?;
                None
            }
            1 => Some(fixed().map_err(place)?),
            2 => Some(given(&mut bits).map_err(place)?),
            _ => return Err(place(RESERVED)),
        };
        while let Some(codes) = &codes {
            let begin = bits.at as u32;
            let ends = step(&mut bits, codes, &mut bytes, most);
            if ends.map_err(|code| [code, begin])? {
                break;
            }
        }
        if is_last {
            return Ok(bytes);
        }
    }
}

/// The bytes of a stored block.
fn stored(bits: &mut Bits<'_>, bytes: &mut Vec<u8>, most: usize) -> Result<(), Wrong> {
    bits.at = bits.at.next_multiple_of(8);
    let [len, complement] = [bits.take(16)?, bits.take(16)?];
    if len ^ complement != 0xFFFF {
        return Err(NOT_COMPLEMENT);
    }
    let (begin, len) = (bits.at / 8, len as usize);
    let own = bits.stream.get(begin..begin + len).ok_or(TRUNCATED)?;
    if len > most - bytes.len() {
        return Err(TOO_LONG);
    }
    bytes.extend(own);
    bits.at += 8 * len;
    Ok(())
}

/// The next literal or copy; true at the end of the block.
fn step(
    bits: &mut Bits<'_>,
    [literals, distances]: &[Codes; 2],
    bytes: &mut Vec<u8>,
    most: usize,
) -> Result<bool, Wrong> {
    let symbol = bits.symbol(literals)?;
    let Some(length) = symbol.checked_sub(END + 1) else {
        if symbol == END {
            return Ok(true);
        }
        if bytes.len() >= most {
            return Err(TOO_LONG);
        }
        bytes.push(symbol as u8);
        return Ok(false);
    };
    let first = FIRST_LENGTH.get(length as usize).ok_or(NO_SYMBOL)?;
    let length = first + bits.take(BITS_OF_LENGTH[length as usize])? as usize;
    let symbol = bits.symbol(distances)? as usize;
    let first = FIRST_DISTANCE.get(symbol).ok_or(NO_SYMBOL)?;
    let distance = first + bits.take(BITS_OF_DISTANCE[symbol])? as usize;
    if distance > bytes.len() {
        return Err(TOO_FAR);
    }
    if length > most - bytes.len() {
        return Err(TOO_LONG);
    }
    for _ in 0..length {
        bytes.push(bytes[bytes.len() - distance]);
    }
    Ok(false)
}
