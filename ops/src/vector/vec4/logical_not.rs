use super::{
    all_equal, and, bit_and, bit_or, dot, eq, max, min, ne, negate, or, popcount, reverse_bits,
    rotate_lanes_left, rotate_lanes_right, swap_bytes,
};
use crate::logic;
use crate::subgroup::reverse_lanes;
use vyre_conform_runtime::vyre_op;

/// In each lane, 1 if the lane is zero; otherwise 0.
#[vyre_op(
    laws(
        DeMorgan(and, or),
        DeMorgan(or, and),
        DeMorgan(min, max),
        DeMorgan(max, min),
        Homomorphism(bit_or, bit_and),
        ComplementUnder(and, [0; 4]),
        ComplementUnder(or, [1; 4]),
        Even(negate),
        Even(popcount),
        Even(reverse_bits),
        Even(swap_bytes),
        // One of the two is 0, and the other is not.
        ComplementUnder(bit_and, [0; 4]),
        ComplementUnder(eq, [0; 4]),
        ComplementUnder(ne, [1; 4]),
        ComplementUnder(dot, 0),
        // Every lane changes.
        ComplementUnder(all_equal, 0),
        // It treats all lanes alike.
        Odd(rotate_lanes_left),
        Odd(rotate_lanes_right),
        Odd(reverse_lanes),
        Not(Injective, witness = ([1; 4], [2; 4])),
        Not(Involution, witness = ([42; 4])),
        Not(Idempotent, witness = ([0; 4])),
    ),
    boundaries(
        ([0; 4]),
        ([1, 0, 1, 0]),
        ([0, 0x8000_0000, 0, 0x8000_0000]),
        ([0xFFFF_FFFF; 4]),
    ),
    classes(
        first_is_zero = a[0] == 0 && a[3] != 0,
        last_is_zero = a[0] != 0 && a[3] == 0,
        larger = a[0] > 1,
    ),
    table(
        ([0, 1, 0, 1]) => [1, 0, 1, 0], "each lane by itself",
        ([42, 0, 1, 0]) => [0, 1, 0, 1], "every nonzero number is true",
        ([0x8000_0000, 0x1_0000, 0, 0x100_0000]) => [0, 0, 1, 0], "also one with only a high bit",
        ([0x1_0000, 0x8000_0000, 0x100_0000, 0]) => [0, 0, 0, 1], "in each lane",
    ),
    alternates(
        saturate: wgsl = "fn logical_not(a: vec4<u32>) -> vec4<u32> { return vec4<u32>(1u) - min(a, vec4<u32>(1u)); }",
    ),
)]
pub const fn logical_not(a: [u32; 4]) -> [u32; 4] {
    [
        logic::logical_not(a[0]),
        logic::logical_not(a[1]),
        logic::logical_not(a[2]),
        logic::logical_not(a[3]),
    ]
}
