use super::{all_equal, eq, ne, or, reverse_bits, swap_bytes, swap_lanes};
use crate::count;
use vyre_conform_runtime::vyre_op;

/// Number of clear bits of each lane: the set bits of the complement.
#[vyre_op(
    laws(
        Even(reverse_bits),
        Even(swap_bytes),
        // No number equals its own count of zeros.
        ComplementUnder(eq, [0; 2]),
        ComplementUnder(ne, [1; 2]),
        ComplementUnder(or, [1; 2]),
        // Every lane changes.
        ComplementUnder(all_equal, 0),
        // It treats all lanes alike.
        Odd(swap_lanes),
        Not(Involution, witness = ([3; 2])),
        Not(Idempotent, witness = ([0; 2])),
    ),
    boundaries(
        ([0, 0xFFFF_FFFF]),
        ([0xFFFF_FFFF, 0]),
        ([0x8000_0000, 0x1_FFFF]),
    ),
    classes(
        all = a[0] == 0,
        none = a[0] == u32::MAX,
        some = a[0] != 0 && a[0] != u32::MAX,
        lanes_differ = a[0].count_ones() != a[1].count_ones(),
    ),
    table(
        ([0, 1]) => [32, 31], "each lane by itself",
        ([0xFFFF_FFFF, 0x8000_0000]) => [0, 31], "no bit is clear",
        ([0xA5A5_A5A5, 0x1_FFFF]) => [16, 15], "half of the bits of each digit: 2 times 8",
        ([0x1_FFFF, 0xA5A5_A5A5]) => [15, 16], "the bits above the lowest 16 count",
    ),
    alternates(
        from_width: wgsl = "fn count_zeros(a: vec2<u32>) -> vec2<u32> { return vec2<u32>(32u) - countOneBits(a); }",
    ),
)]
pub const fn count_zeros(a: [u32; 2]) -> [u32; 2] {
    [count::count_zeros(a[0]), count::count_zeros(a[1])]
}
