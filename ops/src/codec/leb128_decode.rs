use vyre_conform_runtime::vyre_op;

/// The number of the unsigned LEB128 that begins at the least significant byte. It ends at the first byte without bit
/// 7, at the latest at the fifth; only the low four bits of a fifth byte count.
///
/// [DWARF 5](https://dwarfstd.org/doc/DWARF5.pdf), section 7.6. [`leb128_length`](super::leb128_length) checks that the
/// bytes are well-formed.
#[vyre_op(
    laws(
        // A zero may have more bytes than it needs.
        Not(InverseOf(super::leb128_encode), witness = (0x0080)),
        Not(Monotone, witness = (1, 0x0080)),
        Not(Antitone, witness = (0, 1)),
        Not(Injective, witness = (0, 0x0080)),
    ),
    boundaries(
        (0), (0x7F), (0x80), (0x0180), (0x8080), (0x01_8080), (0x80_8080), (0x0180_8080), (0x8080_8080), (0x1_8080_8080),
        (0xF_FFFF_FFFF), (0xFF_FFFF_FFFF), (u64::MAX),
    ),
    classes(
        one = a & 0x80 == 0,
        two = a & 0x8080 == 0x0080,
        three = a & 0x80_8080 == 0x8080,
        four = a & 0x8080_8080 == 0x80_8080,
        five = a & 0x8080_8080 == 0x8080_8080,
        bits_beyond = a & 0xF0_8080_8080 > 0x10_0000_0000,
    ),
    table(
        (2) => 2, "below 128 the byte is the number" from "DWARF 5, section 7.6, examples",
        (0x7F) => 127, "the largest of one byte" from "DWARF 5, section 7.6, examples",
        (0x0180) => 128, "0x80, 1" from "DWARF 5, section 7.6, examples",
        (0x0181) => 129, "the low bits come first" from "DWARF 5, section 7.6, examples",
        (0x64B9) => 12_857, "57 + 0x80, 100" from "DWARF 5, section 7.6, examples",
        (0x26_8EE5) => 624_485, "E5 8E 26" from "WebAssembly and Wikipedia, LEB128",
        (0xFFFF_FF05) => 5, "what follows the last byte is not looked at",
        (0xFFFF_0181) => 129, "behind two bytes",
        (0xFF01_8080) => 0x4000, "behind three",
        (0xFFFF_FFFF_0180_8080) => 0x20_0000, "behind four",
        (0xFFFF_FFF1_8080_8080) => 0x1000_0000, "contract: of a fifth byte four bits count, and no more follow",
        (0xF_FFFF_FFFF) => u32::MAX, "all bits",
        (0x7FFF_FFFF) => 0xFFF_FFFF, "28 bits",
    ),
)]
pub const fn leb128_decode(a: u64) -> u32 {
    let low = a as u32;
    let mut number = low & 0x7F;
    if low & 0x80 != 0 {
        number |= ((low >> 8) & 0x7F) << 7;
        if low & 0x8000 != 0 {
            number |= ((low >> 16) & 0x7F) << 14;
            if low & 0x80_0000 != 0 {
                number |= ((low >> 24) & 0x7F) << 21;
                if low & 0x8000_0000 != 0 {
                    number |= ((a >> 32) as u32) << 28;
                }
            }
        }
    }
    number
}
