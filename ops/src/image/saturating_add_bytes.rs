use super::{max_bytes, min_bytes};
use vyre_conform_runtime::vyre_op;

/// The sum of each of four packed bytes and the corresponding byte, at most 255.
///
/// `PADDUSB` of the [Intel 64 and IA-32 Architectures Software Developer's
/// Manual](https://www.felixcloutier.com/x86/paddusb:paddusw).
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(0),
        Absorbing(0xFFFF_FFFF),
        DistributiveOver(min_bytes),
        DistributiveOver(max_bytes),
        ZeroProduct(true),
        Not(Idempotent, witness = (1)),
        Not(SelfInverse(0), witness = (1)),
    ),
    boundaries((0, u32::MAX), (u32::MAX, 0x0101_0101), (0x8080_8080, 0x8080_8080), (0x7F7F_7F7F, 0x8080_8080), (0xFF, 1)),
    classes(
        none = saturating_add_bytes(a, b) == a.wrapping_add(b) && a != 0 && b != 0,
        some = saturating_add_bytes(a, b) != a.wrapping_add(b),
    ),
    table(
        (0x0102_0304, 0x1020_3040) => 0x1122_3344, "each byte and that at its place",
        (0xFFFF_FFFF, 0x0101_0101) => 0xFFFF_FFFF, "at most 255" from "Intel, PADDUSB",
        (0x8080_8080, 0x8080_8080) => 0xFFFF_FFFF, "two highest bits",
        (0x7F7F_7F7F, 0x0101_0101) => 0x8080_8080, "a carry into the highest bit",
        (0x7F7F_7F7F, 0x8080_8080) => 0xFFFF_FFFF, "255 exactly",
        (0x8181_8181, 0x7F7F_7F7F) => 0xFFFF_FFFF, "one more",
        (0xFF00_FF00, 0x0180_0180) => 0xFF80_FF80, "no byte reaches its neighbour",
        (0x7F7F_7F7F, 0x8181_8181) => 0xFFFF_FFFF, "a carry through the highest bit of the second",
    ),
    alternates(
        byte_by_byte: wgsl = "
fn saturating_add_bytes(a: u32, b: u32) -> u32 {
    var out = 0u;
    for (var i = 0u; i < 32u; i += 8u) {
        out |= min(((a >> i) & 255u) + ((b >> i) & 255u), 255u) << i;
    }
    return out;
}",
    ),
)]
pub const fn saturating_add_bytes(a: u32, b: u32) -> u32 {
    let low = (a & 0x7F7F_7F7F).wrapping_add(b & 0x7F7F_7F7F);
    let sum = low ^ ((a ^ b) & 0x8080_8080);
    // The carry out of a highest bit: the majority of the three bits added there.
    let carry = ((a & b) | ((a | b) & low)) & 0x8080_8080;
    sum | (carry >> 7).wrapping_mul(0xFF)
}
