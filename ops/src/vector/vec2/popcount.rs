use super::{and, ge, logical_not, lt, or, reverse_bits, swap_bytes, swap_lanes};
use crate::count;
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
        ComplementUnder(ge, [1; 2]),
        ComplementUnder(lt, [0; 2]),
        // It treats all lanes alike.
        Odd(swap_lanes),
        Not(Injective, witness = ([1; 2], [2; 2])),
        Not(Involution, witness = ([3; 2])),
        Not(Idempotent, witness = ([15; 2])),
    ),
    boundaries(
        ([0, 0xFFFF_FFFF]),
        ([0xFFFF_FFFF, 0]),
        ([0x8000_0000, 0x1_FFFF]),
    ),
    classes(
        none = a[0] == 0,
        one = a[0].is_power_of_two(),
        several = a[0].count_ones() > 1,
        lanes_differ = a[0].count_ones() != a[1].count_ones(),
    ),
    table(
        ([0, 1]) => [0, 1], "each lane by itself",
        ([0xFFFF_FFFF, 0x8000_0000]) => [32, 1], "every bit is set: the count itself needs six bits",
        ([0xA5A5_A5A5, 0x1_FFFF]) => [16, 17], "half of the bits of each digit: 2 times 8",
        ([0x1_FFFF, 0xA5A5_A5A5]) => [17, 16], "the bits above the lowest 16 count",
    ),
    alternates(
        of_vectors: wgsl = "fn popcount(a: vec2<u32>) -> vec2<u32> { return countOneBits(a); }",
    ),
)]
pub const fn popcount(a: [u32; 2]) -> [u32; 2] {
    [count::popcount(a[0]), count::popcount(a[1])]
}
