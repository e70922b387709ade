use super::zigzag_decode_64;
use vyre_conform_runtime::vyre_op;

/// The zigzag code of a signed 64-bit number, given as its bits, unsigned and small where the magnitude is small: twice
/// a number that is not negative, and twice the magnitude minus one of a negative number.
///
/// [Protocol Buffers, Encoding, Signed Integers](https://protobuf.dev/programming-guides/encoding/#signed-ints).
#[vyre_op(
    id = "u64::zigzag_encode",
    laws(
        InverseOf(zigzag_decode_64),
        // As unsigned bits, negative numbers come last.
        Not(Monotone, witness = (1, u64::MAX)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (u64::MAX), (0x8000_0000_0000_0000), (0x7FFF_FFFF_FFFF_FFFF), (0x8000_0000)),
    classes(negative = a >> 63 == 1, not_negative = a >> 63 == 0, low_word_alone = a != 0 && a >> 32 == 0),
    table(
        (0) => 0, "0" from "Protocol Buffers, Encoding, Signed Integers",
        (u64::MAX) => 1, "-1" from "Protocol Buffers, Encoding, Signed Integers",
        (1) => 2, "1" from "Protocol Buffers, Encoding, Signed Integers",
        (0xFFFF_FFFF_FFFF_FFFE) => 3, "-2" from "Protocol Buffers, Encoding, Signed Integers",
        (0x8000_0000) => 0x1_0000_0000, "bit 31 is no sign and goes to the high word",
        (0x7FFF_FFFF_FFFF_FFFF) => 0xFFFF_FFFF_FFFF_FFFE, "the largest",
        (0x8000_0000_0000_0000) => 0xFFFF_FFFF_FFFF_FFFF, "the least",
    ),
    alternates(
        by_choice: wgsl = "
fn zigzag_encode_64(a: vec2<u32>) -> vec2<u32> {
    let twice = vec2<u32>(a.x << 1u, (a.y << 1u) | (a.x >> 31u));
    return select(twice, ~twice, (a.y >> 31u) == 1u);
}",
    ),
)]
pub const fn zigzag_encode_64(a: u64) -> u64 {
    (a << 1) ^ (a >> 63).wrapping_neg()
}
