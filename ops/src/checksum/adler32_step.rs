use crate::bitwise::bit_and;
use vyre_conform_runtime::vyre_op;

/// The Adler-32 state after one more byte ([RFC 1950](https://www.rfc-editor.org/rfc/rfc1950#section-9), section 9).
/// The low half of the state is 1 plus the sum of the bytes; the high half is the sum of these sums. Both are modulo
/// 65,521, the largest prime below 2^16. A message starts from 1. A half of `state` that is 65,521 or more counts
/// modulo 65,521.
#[vyre_op(
    laws(
        Bounded(0, 0xFFF0_FFF0),
        custom(of_a_byte, |f, state, byte| f(state, byte) == f(state, bit_and(byte, 0xFF))),
        // For bytes both operands are one sum; the other bits of the state count as well.
        Not(Commutative, witness = (0, 0x100)),
        // A half of 65,521 counts as 0.
        Not(LeftInjective, witness = (0, 0xFFF1, 0)),
        Not(RightInjective, witness = (0, 0, 0x100)),
        Not(LeftMonotone, witness = (0xFFF0, 0xFFF1, 0)),
        Not(RightMonotone, witness = (0, 0xFF, 0x100)),
        ZeroProduct(false, witness = (0xFFF0, 1)),
    ),
    boundaries((0, 0), (1, 0), (0xFFF0, 1), (0xFFF0_FFF0, 0xFF), (u32::MAX, 0xFF), (0xFFF1_0000, 0), (u32::MAX, 0)),
    classes(
        low_wraps = (a & 0xFFFF) + (b & 0xFF) >= 65_521,
        high_wraps = (a >> 16) + ((a & 0xFFFF) + (b & 0xFF)) % 65_521 >= 65_521,
        no_wrap = (a & 0xFFFF) + (b & 0xFF) < 65_521 && (a >> 16) + (a & 0xFFFF) + (b & 0xFF) < 65_521,
        high_wraps_twice = (a >> 16) + ((a & 0xFFFF) + (b & 0xFF)) % 65_521 >= 131_042,
    ),
    table(
        (1, 0x61) => 0x0062_0062, "97 and 1, twice" from "zlib, adler32: of the text `a`",
        (0x0E4E_0337, 0x61) => 0x11E6_0398, "the last letter of `Wikipedia`" from "Wikipedia, Adler-32, Example calculation",
        (0xFFF0, 1) => 0, "65,521 is 0 in the low half, and 0 is added to the high one",
        (0xFFF0_FFF0, 0xFF) => 0x00FD_00FE, "both wrap: 65,520 + 255 is 254, and 65,520 + 254 is 253",
        (u32::MAX, 0xFF) => 0x011B_010D, "halves that are not reduced count modulo 65,521: 14 + 255 is 269 and 14 + 269 is 283",
        (0xFFFF_FFEF, 1) => 0x000D_FFF0, "the high half is 65,535 + 65,520, twice the modulus and 13 more",
        (0x1234_5678, 0xABC_DE9A) => 0x6946_5712, "of the word a byte counts, 9A",
    ),
    alternates(
        by_comparison: wgsl = "
fn adler32_step(a: u32, b: u32) -> u32 {
    var low = (a & 0xFFFFu) + (b & 0xFFu);
    low = select(low, low - 65521u, low >= 65521u);
    var high = (a >> 16u) + low;
    high = select(high, high - 65521u, high >= 65521u);
    high = select(high, high - 65521u, high >= 65521u);
    return (high << 16u) | low;
}",
    ),
)]
pub const fn adler32_step(a: u32, b: u32) -> u32 {
    let low = (a & 0xFFFF).wrapping_add(b & 0xFF) % 65_521;
    let high = (a >> 16).wrapping_add(low) % 65_521;
    (high << 16) | low
}
