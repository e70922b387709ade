use super::{max_bytes, min_bytes};
use vyre_conform_runtime::vyre_op;

/// The average of each of four packed bytes and the corresponding byte, ties up.
///
/// `PAVGB` of the [Intel 64 and IA-32 Architectures Software Developer's
/// Manual](https://www.felixcloutier.com/x86/pavgb:pavgw).
#[vyre_op(
    laws(
        Commutative,
        Idempotent,
        DistributiveOver(min_bytes),
        DistributiveOver(max_bytes),
        Not(Associative, witness = (0, 0, 4)),
        Not(SelfInverse(0), witness = (1)),
        ZeroProduct(true),
    ),
    boundaries((0, u32::MAX), (0x0100_0100, 0x0001_0001), (0xFEFE_FEFE, u32::MAX), (0x8080_8080, 0x7F7F_7F7F)),
    classes(
        rounded = (a ^ b) & 0x0101_0101 != 0,
        exact = (a ^ b) & 0x0101_0101 == 0 && a != b,
        carry = (a & b) & 0x80 != 0,
    ),
    table(
        (0x0000_0000, 0xFFFF_FFFF) => 0x8080_8080, "127.5 is rounded up" from "Intel, PAVGB",
        (0x0102_0304, 0x0304_0506) => 0x0203_0405, "each byte with that at its place",
        (0x0102_0304, 0x0203_0405) => 0x0203_0405, "a half is rounded up",
        (0xFFFF_FFFF, 0xFEFE_FEFE) => 0xFFFF_FFFF, "a sum of nine bits",
        (0xFF00_FF00, 0x00FF_01FF) => 0x8080_8080, "no byte reaches its neighbour",
    ),
    alternates(
        byte_by_byte: wgsl = "
fn average_bytes(a: u32, b: u32) -> u32 {
    var out = 0u;
    for (var i = 0u; i < 32u; i += 8u) {
        out |= ((((a >> i) & 255u) + ((b >> i) & 255u) + 1u) >> 1u) << i;
    }
    return out;
}",
    ),
)]
pub const fn average_bytes(a: u32, b: u32) -> u32 {
    // The bits of either, minus half of the bits that differ.
    (a | b).wrapping_sub(((a ^ b) & 0xFEFE_FEFE) >> 1)
}
