use vyre_conform_runtime::vyre_op;

/// Number of bytes of the unsigned LEB128 that begins at the least significant byte: 1 to 5. It is 0 if the fifth byte
/// has bit 7 or one of the three bits below set, since the number then exceeds 32 bits.
///
/// [DWARF 5](https://dwarfstd.org/doc/DWARF5.pdf), section 7.6. The limit of five bytes for a 32-bit number, with
/// unused bits zero, is in the [WebAssembly
/// specification](https://webassembly.github.io/spec/core/binary/values.html#integers), section 5.2.2.
#[vyre_op(
    laws(
        Bounded(0, 5),
        // Numbers below 0x80 have one byte, and so has each multiple of 256.
        Not(Monotone, witness = (0x80, 0x100)),
        Not(Antitone, witness = (0, 0x80)),
        Not(Injective, witness = (0, 1)),
    ),
    boundaries(
        (0), (0x7F), (0x80), (0x8080), (0x80_8080), (0x8080_8080), (0xF_8080_8080), (0x10_8080_8080), (0x80_8080_8080), (u64::MAX),
    ),
    classes(
        one = a & 0x80 == 0,
        two = a & 0x8080 == 0x0080,
        three = a & 0x80_8080 == 0x8080,
        four = a & 0x8080_8080 == 0x80_8080,
        five = a & 0xF0_8080_8080 == 0x8080_8080,
        too_large = a & 0x8080_8080 == 0x8080_8080 && a & 0xF0_0000_0000 != 0,
    ),
    table(
        (2) => 1, "no byte follows" from "DWARF 5, section 7.6, examples",
        (0x0180) => 2, "0x80, 1" from "DWARF 5, section 7.6, examples",
        (0x64B9) => 2, "57 + 0x80, 100" from "DWARF 5, section 7.6, examples",
        (0x26_8EE5) => 3, "E5 8E 26" from "WebAssembly and Wikipedia, LEB128",
        (0x0180_8080) => 4, "three bytes say that another follows",
        (0xF_FFFF_FFFF) => 5, "all bits: the last byte has four",
        (0x10_8080_8080) => 0, "bit 32" from "WebAssembly specification, section 5.2.2",
        (0x20_8080_8080) => 0, "bit 33",
        (0x40_8080_8080) => 0, "bit 34",
        (0x80_8080_8080) => 0, "a sixth byte",
        (0xFFFF_FF00_8080_8080) => 5, "what follows the last byte is not looked at",
        (0x8080_8000) => 1, "nor is what continues a later number",
        (0x7F_8080) => 3, "the third byte ends it",
        (0x7F80) => 2, "the second byte ends it",
    ),
)]
pub const fn leb128_length(a: u64) -> u32 {
    // The lowest clear bit 7 marks the last byte of the number.
    let low = a as u32;
    let ends = !low & 0x8080_8080;
    if ends != 0 {
        (ends.trailing_zeros() >> 3).wrapping_add(1)
    } else if (a >> 32) & 0xF0 == 0 {
        5
    } else {
        0
    }
}
