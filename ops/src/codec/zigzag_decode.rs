use super::zigzag_encode;
use vyre_conform_runtime::vyre_op;

/// The signed number of a zigzag code: half of an even code, and the complement of half of an odd one.
///
/// [Protocol Buffers, Encoding, Signed Integers](https://protobuf.dev/programming-guides/encoding/#signed-ints).
#[vyre_op(
    laws(
        InverseOf(zigzag_encode),
        // It is linear over the bits, but no op of the library combines the bits of two i32.
        Not(Monotone, witness = (0, 1)),
        Not(Antitone, witness = (1, 2)),
    ),
    boundaries((0), (1), (2), (u32::MAX), (0xFFFF_FFFE), (0x8000_0000)),
    classes(even = a & 1 == 0, odd = a & 1 == 1),
    table(
        (0) => 0, "0" from "Protocol Buffers, Encoding, Signed Integers",
        (1) => -1, "odd numbers become negative" from "Protocol Buffers, Encoding, Signed Integers",
        (2) => 1, "even ones do not" from "Protocol Buffers, Encoding, Signed Integers",
        (3) => -2, "-2" from "Protocol Buffers, Encoding, Signed Integers",
        (0xFFFF_FFFE) => 0x7FFF_FFFF, "the largest" from "Protocol Buffers, Encoding, Signed Integers",
        (0xFFFF_FFFF) => i32::MIN, "the least" from "Protocol Buffers, Encoding, Signed Integers",
        (0x2468_ACEE) => 0x1234_5677, "every digit counts: more than a float of 32 bits holds",
    ),
    alternates(
        by_choice: wgsl = "
fn zigzag_decode(a: u32) -> i32 {
    return bitcast<i32>(select(a >> 1u, ~(a >> 1u), (a & 1u) == 1u));
}",
    ),
)]
pub const fn zigzag_decode(a: u32) -> i32 {
    ((a >> 1) ^ (a & 1).wrapping_neg()) as i32
}
