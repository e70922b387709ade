use super::{bit_and, bit_not, bit_or, bit_xor, swap_bytes};
use vyre_conform_runtime::vyre_op;

/// Bits in reverse order: bit `i` goes to bit `31 - i`.
#[vyre_op(
    laws(
        Involution,
        Homomorphism(bit_and, bit_and),
        Homomorphism(bit_or, bit_or),
        Homomorphism(bit_xor, bit_xor),
        Odd(bit_not),
        Odd(swap_bytes),
        // The op reverses the order of single bits only: 1 < 2^31 and 2^31 > 1, but 0 stays the least.
        Not(Monotone, witness = (1, 0x8000_0000)),
        Not(Antitone, witness = (0, 1)),
        Not(Idempotent, witness = (1)),
    ),
    boundaries((1), (0x8000_0000), (u32::MAX), (0x0000_FFFF)),
    classes(
        palindrome = a == a.reverse_bits(),
        to_larger = a < a.reverse_bits(),
        to_smaller = a > a.reverse_bits(),
    ),
    table(
        (1) => 0x8000_0000, "the lowest bit becomes the highest",
        (0x8000_0000) => 1, "the highest bit becomes the lowest",
        (0x0000_FFFF) => 0xFFFF_0000, "the halves change places",
        (0xA5A5_A5A5) => 0xA5A5_A5A5, "1010 0101 four times over reads the same from both ends",
        (0x1234_5678) => 0x1E6A_2C48, "the digits in reverse order, each of them reversed",
    ),
    alternates(
        swaps: wgsl = "
fn reverse_bits(a: u32) -> u32 {
    var x = a;
    x = ((x >> 1u) & 0x55555555u) | ((x & 0x55555555u) << 1u);
    x = ((x >> 2u) & 0x33333333u) | ((x & 0x33333333u) << 2u);
    x = ((x >> 4u) & 0x0F0F0F0Fu) | ((x & 0x0F0F0F0Fu) << 4u);
    x = ((x >> 8u) & 0x00FF00FFu) | ((x & 0x00FF00FFu) << 8u);
    return (x >> 16u) | (x << 16u);
}",
        bit_by_bit: wgsl = "
fn reverse_bits(a: u32) -> u32 {
    var result = 0u;
    for (var i = 0u; i < 32u; i++) {
        result = (result << 1u) | ((a >> i) & 1u);
    }
    return result;
}",
    ),
)]
pub const fn reverse_bits(a: u32) -> u32 {
    a.reverse_bits()
}
