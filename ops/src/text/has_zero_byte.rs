use super::{ascii_lower, ascii_upper};
use crate::arithmetic::{modulo, mul_hi};
use crate::bitwise::{reverse_bits, swap_bytes};
use crate::logic::or;
use vyre_conform_runtime::vyre_op;

/// 1 if one of four packed bytes is zero; otherwise 0.
///
/// `strlen` tests every word for a byte that borrows when 1 is subtracted, and whose highest bit was clear ([Anderson,
/// Bit Twiddling Hacks](https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord)). A byte above a zero may be
/// flagged because of its neighbour; whether any byte is flagged is exact.
#[vyre_op(
    laws(
        Bounded(0, 1),
        Even(swap_bytes),
        // The bits of a zero byte are zero in any order.
        Even(reverse_bits),
        Even(ascii_lower),
        Even(ascii_upper),
        ComplementUnder(mul_hi, 0),
        ComplementUnder(modulo, 0),
        ComplementUnder(or, 1),
        // 0 and 1 are not letters, so it is Odd with the case conversions as well.
        Not(Monotone, witness = (0, 0x0101_0101)),
        Not(Antitone, witness = (0x0101_0101, 0x0101_0200)),
    ),
    boundaries((0), (0x0101_0101), (0x0101_0100), (0x8080_8080), (0x0100_0101), (0xFF00_FFFF), (0x00FF_FFFF), (u32::MAX)),
    classes(
        first = a & 0xFF == 0,
        second_only = a & 0xFF00 == 0 && a & 0xFF != 0,
        third = a & 0xFF_0000 == 0,
        last = a >> 24 == 0,
        none = a & 0xFF != 0 && a & 0xFF00 != 0 && a & 0xFF_0000 != 0 && a >> 24 != 0,
    ),
    table(
        (0) => 1, "all of them are zero",
        (0x0101_0101) => 0, "one is not zero",
        (0x8080_8080) => 0, "nor is the highest bit alone",
        (0x6463_6200) => 1, "the first byte",
        (0x6463_0061) => 1, "the second",
        (0x6400_6261) => 1, "the third",
        (0x0063_6261) => 1, "the last",
        (0xFF01_80FF) => 0, "ones, highest bits and all bits are not zero",
        (0x0180_0180) => 0, "each place may hold the highest bit alone",
    ),
    alternates(
        byte_by_byte: wgsl = "
fn has_zero_byte(a: u32) -> u32 {
    let bytes = vec4<u32>(a, a >> 8u, a >> 16u, a >> 24u) & vec4<u32>(0xFFu);
    return select(1u, 0u, all(bytes != vec4<u32>(0u)));
}",
    ),
)]
pub const fn has_zero_byte(a: u32) -> u32 {
    (a.wrapping_sub(0x0101_0101) & !a & 0x8080_8080 != 0) as u32
}
