use super::{bit_and, bit_not, bit_or, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Bytes in reverse order: little-endian to big-endian and back.
#[vyre_op(
    laws(
        Involution,
        Homomorphism(bit_and, bit_and),
        Homomorphism(bit_or, bit_or),
        Homomorphism(bit_xor, bit_xor),
        Odd(bit_not),
        Not(Monotone, witness = (1, 0x8000_0000)),
        Not(Antitone, witness = (0, 1)),
        Not(Idempotent, witness = (1)),
    ),
    boundaries((0xFF), (0xFF00_0000), (0x00FF_FF00), (u32::MAX)),
    classes(
        palindrome = a == a.swap_bytes(),
        to_larger = a < a.swap_bytes(),
        to_smaller = a > a.swap_bytes(),
    ),
    table(
        (0x1234_5678) => 0x7856_3412, "the bytes 12 34 56 78 read from the other end",
        (1) => 0x0100_0000, "the lowest byte becomes the highest; its bits keep their order",
        (0xFF00_0000) => 0xFF, "the highest byte becomes the lowest",
        (0x00FF_FF00) => 0x00FF_FF00, "the two middle bytes change places: equal, nothing is seen",
    ),
    alternates(
        masks_and_shifts: wgsl = "
fn swap_bytes(a: u32) -> u32 {
    return (a >> 24u) | ((a >> 8u) & 0xFF00u) | ((a & 0xFF00u) << 8u) | (a << 24u);
}",
        swap_pairs: wgsl = "
fn swap_bytes(a: u32) -> u32 {
    let pairs = ((a >> 8u) & 0x00FF00FFu) | ((a & 0x00FF00FFu) << 8u);
    return (pairs >> 16u) | (pairs << 16u);
}",
    ),
)]
pub const fn swap_bytes(a: u32) -> u32 {
    a.swap_bytes()
}
