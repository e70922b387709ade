use super::{bit_and, bit_not, bit_or, bit_xor, swap_bytes};
use vyre_conform_runtime::vyre_op;

/// Bits in reverse order: bit `i` goes to bit `63 - i`.
#[vyre_op(
    laws(
        Involution,
        Homomorphism(bit_and, bit_and),
        Homomorphism(bit_or, bit_or),
        Homomorphism(bit_xor, bit_xor),
        Odd(bit_not),
        Odd(swap_bytes),
        Not(Monotone, witness = (1, 0x8000_0000_0000_0000)),
        Not(Antitone, witness = (0, 1)),
        Not(Idempotent, witness = (1)),
    ),
    boundaries((1), (0x8000_0000_0000_0000), (u64::MAX), (0xFFFF_FFFF)),
    classes(
        palindrome = a == a.reverse_bits(),
        to_larger = a < a.reverse_bits(),
        to_smaller = a > a.reverse_bits(),
    ),
    table(
        (1) => 0x8000_0000_0000_0000, "the lowest bit becomes the highest",
        (0x8000_0000_0000_0000) => 1, "the highest bit becomes the lowest",
        (0xFFFF_FFFF) => 0xFFFF_FFFF_0000_0000, "the words change places",
        (0x1_0000_0000) => 0x8000_0000, "the lowest bit of the high word becomes the highest of the low word",
        (0x1234_5678_9ABC_DEF1) => 0x8F7B_3D59_1E6A_2C48, "the digits in reverse order, each of them reversed",
    ),
    alternates(
        word_by_word: wgsl = "
fn reverse_bits(a: vec2<u32>) -> vec2<u32> { return reverseBits(a.yx); }",
    ),
)]
pub const fn reverse_bits(a: u64) -> u64 {
    a.reverse_bits()
}
