use super::{
    and, ge, logical_not, lt, or, reverse_bits, rotate_lanes_left, rotate_lanes_right, swap_bytes,
};
use crate::count;
use crate::subgroup::reverse_lanes;
use vyre_conform_runtime::vyre_op;

/// Number of set bits of each lane.
#[vyre_op(
    laws(
        // A count is zero exactly if the number is, and `and` and `or` test nothing else.
        Homomorphism(and, and),
        Homomorphism(or, or),
        Even(reverse_bits),
        Even(swap_bytes),
        Odd(logical_not),
        // No number is below its own count of bits.
        ComplementUnder(ge, [1; 4]),
        ComplementUnder(lt, [0; 4]),
        // It treats all lanes alike.
        Odd(rotate_lanes_left),
        Odd(rotate_lanes_right),
        Odd(reverse_lanes),
        Not(Injective, witness = ([1; 4], [2; 4])),
        Not(Involution, witness = ([3; 4])),
        Not(Idempotent, witness = ([15; 4])),
    ),
    boundaries(
        ([0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF]),
        ([0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0]),
        ([0x8000_0000, 0x1_FFFF, 0x8000_0000, 0x1_FFFF]),
    ),
    classes(
        none = a[0] == 0,
        one = a[0].is_power_of_two(),
        several = a[0].count_ones() > 1,
        lanes_differ = a[0].count_ones() != a[3].count_ones(),
    ),
    table(
        ([0, 1, 3, 7]) => [0, 1, 2, 3], "each lane by itself",
        ([0xFFFF_FFFF, 0x8000_0000, 0x8000_0000, 0xFFFF_FFFF]) => [32, 1, 1, 32], "every bit is set: the count itself needs six bits",
        ([0xA5A5_A5A5, 0x1_FFFF, 0x1_0000, 255]) => [16, 17, 1, 8], "half of the bits of each digit: 2 times 8",
        ([0x1_FFFF, 0xA5A5_A5A5, 255, 0x1_0000]) => [17, 16, 8, 1], "the bits above the lowest 16 count",
    ),
    alternates(
        of_vectors: wgsl = "fn popcount(a: vec4<u32>) -> vec4<u32> { return countOneBits(a); }",
    ),
)]
pub const fn popcount(a: [u32; 4]) -> [u32; 4] {
    [
        count::popcount(a[0]),
        count::popcount(a[1]),
        count::popcount(a[2]),
        count::popcount(a[3]),
    ]
}
