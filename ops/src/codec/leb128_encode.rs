use super::leb128_decode;
use vyre_conform_runtime::vyre_op;

/// The unsigned LEB128 (varint) of a number: seven bits per byte from the lowest up, with bit 7 set if another byte
/// follows. The first byte is the least significant one of the result. There are at most five bytes; the bytes above
/// them are zero.
///
/// [DWARF 5](https://dwarfstd.org/doc/DWARF5.pdf), section 7.6.
#[vyre_op(
    laws(
        InverseOf(leb128_decode),
        // Later bytes are more significant, and so are their seven bits.
        Monotone,
        Bounded(0, 0xF_FFFF_FFFF),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries(
        (0), (0x7F), (0x80), (0x3FFF), (0x4000), (0x1F_FFFF), (0x20_0000), (0xFFF_FFFF), (0x1000_0000), (u32::MAX),
    ),
    classes(
        one = a < 0x80,
        two = a >= 0x80 && a < 0x4000,
        three = a >= 0x4000 && a < 0x20_0000,
        four = a >= 0x20_0000 && a < 0x1000_0000,
        five = a >= 0x1000_0000,
    ),
    table(
        (2) => 2, "below 128 the byte is the number" from "DWARF 5, section 7.6, examples",
        (127) => 0x7F, "the last of one byte" from "DWARF 5, section 7.6, examples",
        (128) => 0x0180, "the first of two" from "DWARF 5, section 7.6, examples",
        (129) => 0x0181, "the low bits come first" from "DWARF 5, section 7.6, examples",
        (12_857) => 0x64B9, "57 + 0x80, 100" from "DWARF 5, section 7.6, examples",
        (150) => 0x0196, "96 01" from "Protocol Buffers, Encoding, Base 128 Varints",
        (624_485) => 0x26_8EE5, "E5 8E 26" from "WebAssembly and Wikipedia, LEB128",
        (0x1F_FFFF) => 0x7F_FFFF, "the last of three bytes",
        (0x20_0000) => 0x0180_8080, "the first of four",
        (0xFFF_FFFF) => 0x7FFF_FFFF, "the last of four",
        (0x1000_0000) => 0x1_8080_8080, "the first of five",
        (u32::MAX) => 0xF_FFFF_FFFF, "the last byte has the upper four bits",
    ),
)]
pub const fn leb128_encode(a: u32) -> u64 {
    let mut bytes = (a & 0x7F) as u64;
    if a >= 0x80 {
        bytes |= 0x80 | ((((a >> 7) & 0x7F) as u64) << 8);
    }
    if a >= 0x4000 {
        bytes |= 0x8000 | ((((a >> 14) & 0x7F) as u64) << 16);
    }
    if a >= 0x20_0000 {
        bytes |= 0x80_0000 | ((((a >> 21) & 0x7F) as u64) << 24);
    }
    if a >= 0x1000_0000 {
        bytes |= 0x8000_0000 | (((a >> 28) as u64) << 32);
    }
    bytes
}
