//! The DEFLATE format, [RFC 1951](https://www.rfc-editor.org/rfc/rfc1951).

mod kernel;
mod reference;
mod streams;

use super::blocks::{self, TOO_FAR, TRUNCATED};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// A block has the reserved type.
const RESERVED: u32 = 4;
/// The length of a stored block is not the complement of the word after it.
const NOT_COMPLEMENT: u32 = 5;
/// The code lengths of a block do not form a code.
const NO_CODE: u32 = 6;
/// Bits that are the code of no symbol, or of an invalid one.
const NO_SYMBOL: u32 = 7;

/// The largest numbers of literals and lengths, and of distances, with codes: those of the fixed codes.
const LITERALS: u32 = 288;
const DISTANCES: u32 = 32;
/// The largest numbers of symbols with codes in a block.
const GIVEN: [u32; 2] = [286, 30];
/// Symbols of the code of the code lengths, and their order in the header (RFC 1951, section 3.2.7).
const LENGTH_CODES: u32 = 19;
const ORDER: [u32; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];
/// The symbol that ends a block.
const END: u32 = 256;
/// Largest length of a code in bits.
const LONGEST: u32 = 15;

/// Input: the length in bytes of every stream; its output limit in bytes; and the streams, packed, one after another.
/// Output: a well-formed stream gives a record `[stream, 0, size]` and `[stream, 2, index, byte]` for every byte. Any
/// other stream gives the single record `[stream, 1, code, offset]`, with the offset in bits of the block at fault, or
/// of the literal or length in it. The first applicable code is given: 1, bits are missing; 2, a copy from before the
/// beginning; 3, output beyond the limit; 4, a block of the reserved type; 5, a stored block whose length is not the
/// complement of the word after it; 6, code lengths that do not form a code; 7, bits that are the code of no symbol.
///
/// [RFC 1951](https://www.rfc-editor.org/rfc/rfc1951). A code must be complete, or have at most one symbol, of one bit;
/// the code of the code lengths must be complete. Bytes after the last block are not read. An invocation inflates a
/// stream; each iteration reads a header, a code or a symbol, or copies a byte.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn inflate(input: &Input, size: u32) -> Plan {
    blocks::plan(
        input,
        size,
        kernel::program(size),
        8,
        &kernel::inner_iterations(),
    )
}

/// Block by block.
fn reference(input: &Input) -> Output {
    blocks::output(input, reference::inflated)
}

/// Streams of stored blocks and of both kinds of codes.
fn inputs(n: u64) -> Input {
    blocks::inputs(n, streams::stream)
}

/// Many streams, all of them well-formed.
pub(super) fn many_streams(count: u32, elements: u32) -> Input {
    blocks::many(count, elements, streams::stream)
}

/// Published streams, and streams that the format forbids.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "zlib, examples and tests of the raw format: the empty stream, 03 00",
        input: || blocks::one(&[3, 0], 0),
        output: || blocks::of_block(0, Ok(vec![])),
    },
    CorpusCase {
        source: "zlib, test/infcover.c, `stored`: an empty stored block",
        input: || blocks::one(&[1, 0, 0, 0xFF, 0xFF], 0),
        output: || blocks::of_block(0, Ok(vec![])),
    },
    CorpusCase {
        source: "zlib, test/infcover.c, `invalid stored block lengths`",
        input: || blocks::one(&[0, 0, 0, 0, 0], 8),
        output: || blocks::of_block(0, Err([NOT_COMPLEMENT, 0])),
    },
    CorpusCase {
        source: "zlib, test/infcover.c, `invalid block type`",
        input: || blocks::one(&[6], 8),
        output: || blocks::of_block(0, Err([RESERVED, 0])),
    },
    CorpusCase {
        source: "zlib, test/infcover.c, `too many length or distance symbols`",
        input: || blocks::one(&[0xFC, 0, 0], 8),
        output: || blocks::of_block(0, Err([NO_CODE, 0])),
    },
    CorpusCase {
        source: "zlib, test/infcover.c, `invalid code lengths set`",
        input: || blocks::one(&[4, 0, 0xFE, 0xFF], 8),
        output: || blocks::of_block(0, Err([NO_CODE, 0])),
    },
    CorpusCase {
        source: "zlib, test/infcover.c, `invalid bit length repeat`",
        input: || blocks::one(&[4, 0, 0x24, 0x49, 0], 8),
        output: || blocks::of_block(0, Err([NO_CODE, 0])),
    },
    CorpusCase {
        source: "zlib, test/infcover.c, `invalid distance code`",
        input: || blocks::one(&[2, 0x7E, 0xFF, 0xFF], 1000),
        output: || blocks::of_block(0, Err([NO_SYMBOL, 3])),
    },
    CorpusCase {
        source: "RFC 1951, section 3.2.6: 8 bits for a, and a copy of length 258 at distance 1",
        input: || blocks::one(&[0x4B, 0x1C, 0x05, 0x00], 259),
        output: || blocks::of_block(0, Ok(vec![b'a'; 259])),
    },
    CorpusCase {
        source: "RFC 1951, section 3.2.3: a block may not end before its end",
        input: || blocks::one(&[0x4B], 9),
        output: || blocks::of_block(0, Err([TRUNCATED, 3])),
    },
    CorpusCase {
        source: "RFC 1951, section 3.2.5: no copy from before the beginning of the stream",
        input: || blocks::one(&[0x03, 0x02, 0x00], 9),
        output: || blocks::of_block(0, Err([TOO_FAR, 3])),
    },
];
