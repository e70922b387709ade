use super::{and, or};
use crate::arithmetic::negate;
use crate::bitwise::{bit_and, bit_or, reverse_bits, swap_bytes};
use crate::choice::{max, min};
use crate::compare::{eq, ne};
use crate::count::popcount;
use vyre_conform_runtime::vyre_op;

/// 1 if the operand is zero; otherwise 0.
#[vyre_op(
    laws(
        Bounded(0, 1),
        Antitone,
        DeMorgan(and, or),
        DeMorgan(or, and),
        DeMorgan(min, max),
        DeMorgan(max, min),
        Homomorphism(bit_or, bit_and),
        ComplementUnder(and, 0),
        ComplementUnder(or, 1),
        Even(negate),
        Even(popcount),
        Even(reverse_bits),
        Even(swap_bytes),
        // One of the two is 0, and the other is not.
        ComplementUnder(bit_and, 0),
        ComplementUnder(eq, 0),
        ComplementUnder(ne, 1),
        // Bitwise, 42 and 0 make 42.
        Not(ComplementUnder(crate::bitwise::bit_xor, 1), witness = (42)),
        Not(Injective, witness = (1, 2)),
        // On results of 0 and 1, `and`, bit_and, min, mul, div and half_product are the same op, as are `or`, bit_or
        // and max, and saturating_add is zero only if bit_or is: the other combinations add nothing. 1 & 2 is 0
        // although neither is.
        Not(DeMorgan(bit_and, bit_or), witness = (1, 2)),
        // Negating twice maps everything nonzero to 1.
        Not(Involution, witness = (42)),
        Not(Idempotent, witness = (0)),
    ),
    boundaries((0), (1), (0x8000_0000), (u32::MAX)),
    classes(zero = a == 0, one = a == 1, larger = a > 1),
    table(
        (0) => 1, "not false is true",
        (1) => 0, "not true is false",
        (42) => 0, "every nonzero number is true",
        (0x8000_0000) => 0, "also one with only the highest bit",
    ),
    alternates(
        count_zeros: wgsl = "fn logical_not(a: u32) -> u32 { return countLeadingZeros(a) >> 5u; }",
        saturate: wgsl = "fn logical_not(a: u32) -> u32 { return 1u - min(a, 1u); }",
    ),
)]
pub const fn logical_not(a: u32) -> u32 {
    (a == 0) as u32
}
