use super::zigzag_encode_64;
use vyre_conform_runtime::vyre_op;

/// The bits of the signed number of a zigzag code: half of an even code, and the complement of half of an odd one.
///
/// [Protocol Buffers, Encoding, Signed Integers](https://protobuf.dev/programming-guides/encoding/#signed-ints).
#[vyre_op(
    id = "u64::zigzag_decode",
    laws(
        InverseOf(zigzag_encode_64),
        Not(Monotone, witness = (1, 2)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (2), (u64::MAX), (0xFFFF_FFFF_FFFF_FFFE), (0x1_0000_0000), (0x8000_0000_0000_0000)),
    classes(even = a & 1 == 0, odd = a & 1 == 1, high_word_alone = a != 0 && a as u32 == 0),
    table(
        (0) => 0, "0" from "Protocol Buffers, Encoding, Signed Integers",
        (1) => 0xFFFF_FFFF_FFFF_FFFF, "-1" from "Protocol Buffers, Encoding, Signed Integers",
        (2) => 1, "1" from "Protocol Buffers, Encoding, Signed Integers",
        (3) => 0xFFFF_FFFF_FFFF_FFFE, "-2" from "Protocol Buffers, Encoding, Signed Integers",
        (0x1_0000_0000) => 0x8000_0000, "bit 32 goes to the low word",
        (0xFFFF_FFFF_FFFF_FFFE) => 0x7FFF_FFFF_FFFF_FFFF, "the largest",
        (0xFFFF_FFFF_FFFF_FFFF) => 0x8000_0000_0000_0000, "the least",
    ),
    alternates(
        by_choice: wgsl = "
fn zigzag_decode_64(a: vec2<u32>) -> vec2<u32> {
    let half = vec2<u32>((a.x >> 1u) | (a.y << 31u), a.y >> 1u);
    return select(half, ~half, (a.x & 1u) == 1u);
}",
    ),
)]
pub const fn zigzag_decode_64(a: u64) -> u64 {
    (a >> 1) ^ (a & 1).wrapping_neg()
}
