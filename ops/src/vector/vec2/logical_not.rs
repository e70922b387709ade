use super::{
    all_equal, and, bit_and, bit_or, dot, eq, max, min, ne, negate, or, popcount, reverse_bits,
    swap_bytes, swap_lanes,
};
use crate::logic;
use vyre_conform_runtime::vyre_op;

/// In each lane, 1 if the lane is zero; otherwise 0.
#[vyre_op(
    laws(
        DeMorgan(and, or),
        DeMorgan(or, and),
        DeMorgan(min, max),
        DeMorgan(max, min),
        Homomorphism(bit_or, bit_and),
        ComplementUnder(and, [0; 2]),
        ComplementUnder(or, [1; 2]),
        Even(negate),
        Even(popcount),
        Even(reverse_bits),
        Even(swap_bytes),
        // One of the two is 0, and the other is not.
        ComplementUnder(bit_and, [0; 2]),
        ComplementUnder(eq, [0; 2]),
        ComplementUnder(ne, [1; 2]),
        ComplementUnder(dot, 0),
        // Every lane changes.
        ComplementUnder(all_equal, 0),
        // It treats all lanes alike.
        Odd(swap_lanes),
        Not(Injective, witness = ([1; 2], [2; 2])),
        Not(Involution, witness = ([42; 2])),
        Not(Idempotent, witness = ([0; 2])),
    ),
    boundaries(
        ([0; 2]),
        ([1, 0]),
        ([0, 0x8000_0000]),
        ([0xFFFF_FFFF; 2]),
    ),
    classes(
        first_is_zero = a[0] == 0 && a[1] != 0,
        last_is_zero = a[0] != 0 && a[1] == 0,
        larger = a[0] > 1,
    ),
    table(
        ([0, 1]) => [1, 0], "each lane by itself",
        ([42, 0]) => [0, 1], "every nonzero number is true",
        ([0x8000_0000, 0x1_0000]) => [0; 2], "also one with only a high bit",
        ([0x1_0000, 0x8000_0000]) => [0; 2], "in each lane",
    ),
    alternates(
        saturate: wgsl = "fn logical_not(a: vec2<u32>) -> vec2<u32> { return vec2<u32>(1u) - min(a, vec2<u32>(1u)); }",
    ),
)]
pub const fn logical_not(a: [u32; 2]) -> [u32; 2] {
    [logic::logical_not(a[0]), logic::logical_not(a[1])]
}
