use super::bool_to_u32;
use crate::arithmetic::negate;
use crate::bitwise::{reverse_bits, swap_bytes};
use crate::count::popcount;
use vyre_conform_runtime::vyre_op;

/// True if the number is not 0.
#[vyre_op(
    id = "u32::cast_bool",
    laws(
        Monotone,
        Even(negate),
        Even(popcount),
        Even(reverse_bits),
        Even(swap_bytes),
        Not(Antitone, witness = (0, 1)),
        // All nonzero numbers become one value.
        Not(InverseOf(bool_to_u32), witness = (2)),
        // Bounded says nothing about a Bool beyond its type. No op of the library combines Bools, so no Homomorphism
        // applies.
    ),
    boundaries((0), (1), (0x8000_0000), (u32::MAX)),
    classes(zero = a == 0, one = a == 1, larger = a > 1),
    table(
        (0) => false, "zero is false",
        (1) => true, "one is true",
        (0x8000_0000) => true, "any nonzero number is true, also one whose low bits are clear",
        (0x0100_0000) => true, "bit 24 alone",
    ),
    alternates(
        saturate: wgsl = "fn u32_to_bool(a: u32) -> u32 { return min(a, 1u); }",
    ),
)]
pub const fn u32_to_bool(a: u32) -> bool {
    a != 0
}
