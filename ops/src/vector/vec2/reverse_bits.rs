use super::{bit_and, bit_not, bit_or, bit_xor, swap_bytes, swap_lanes};
use crate::bitwise;
use vyre_conform_runtime::vyre_op;

/// Bits of each lane in reverse order: bit `i` goes to bit `31 - i` of its lane.
#[vyre_op(
    laws(
        Involution,
        Homomorphism(bit_and, bit_and),
        Homomorphism(bit_or, bit_or),
        Homomorphism(bit_xor, bit_xor),
        Odd(bit_not),
        Odd(swap_bytes),
        // It treats all lanes alike.
        Odd(swap_lanes),
        Not(Idempotent, witness = ([1; 2])),
    ),
    boundaries(
        ([1, 0x8000_0000]),
        ([0xFFFF_FFFF, 0]),
        ([0xFFFF, 0xFFFF_0000]),
    ),
    classes(
        first_to_larger = a[0] < a[0].reverse_bits(),
        last_to_larger = a[1] < a[1].reverse_bits(),
        palindromes = a[0] == a[0].reverse_bits() && a[1] == a[1].reverse_bits(),
    ),
    table(
        ([1, 0x8000_0000]) => [0x8000_0000, 1], "the lowest bit becomes the highest, of its own lane",
        ([0xFFFF, 0xFFFF_0000]) => [0xFFFF_0000, 0xFFFF], "the halves change places",
        ([0x1234_5678, 0xA5A5_A5A5]) => [0x1E6A_2C48, 0xA5A5_A5A5], "the digits in reverse order, each of them reversed",
        ([0xFEDC_BA99, 0x1234_5679]) => [0x995D_3B7F, 0x9E6A_2C48], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        of_vectors: wgsl = "fn reverse_bits(a: vec2<u32>) -> vec2<u32> { return reverseBits(a); }",
    ),
)]
pub const fn reverse_bits(a: [u32; 2]) -> [u32; 2] {
    [bitwise::reverse_bits(a[0]), bitwise::reverse_bits(a[1])]
}
