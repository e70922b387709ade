use super::zigzag_decode;
use vyre_conform_runtime::vyre_op;

/// The zigzag code of a signed number, unsigned and small where the magnitude is small: twice a number that is not
/// negative, and twice the magnitude minus one of a negative number.
///
/// [Protocol Buffers, Encoding, Signed Integers](https://protobuf.dev/programming-guides/encoding/#signed-ints).
#[vyre_op(
    laws(
        InverseOf(zigzag_decode),
        // It is linear over the bits, but no op of the library combines the bits of two i32.
        Not(Monotone, witness = (-1, 0)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (-1), (1), (i32::MIN), (i32::MAX)),
    classes(negative = a < 0, zero = a == 0, positive = a > 0),
    table(
        (0) => 0, "0" from "Protocol Buffers, Encoding, Signed Integers",
        (-1) => 1, "negative numbers become odd" from "Protocol Buffers, Encoding, Signed Integers",
        (1) => 2, "others even" from "Protocol Buffers, Encoding, Signed Integers",
        (-2) => 3, "-2" from "Protocol Buffers, Encoding, Signed Integers",
        (0x7FFF_FFFF) => 0xFFFF_FFFE, "the largest" from "Protocol Buffers, Encoding, Signed Integers",
        (i32::MIN) => 0xFFFF_FFFF, "the least" from "Protocol Buffers, Encoding, Signed Integers",
        (0x1234_5677) => 0x2468_ACEE, "every digit counts: more than a float of 32 bits holds",
    ),
    alternates(
        by_choice: wgsl = "
fn zigzag_encode(a: i32) -> u32 {
    let twice = bitcast<u32>(a) << 1u;
    return select(twice, ~twice, a < 0);
}",
    ),
)]
pub const fn zigzag_encode(a: i32) -> u32 {
    ((a as u32) << 1) ^ ((a as u32) >> 31).wrapping_neg()
}
