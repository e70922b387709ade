use super::{
    all_equal, eq, ne, or, reverse_bits, rotate_lanes_left, rotate_lanes_right, swap_bytes,
};
use crate::count;
use crate::subgroup::reverse_lanes;
use vyre_conform_runtime::vyre_op;

/// Number of clear bits of each lane: the set bits of the complement.
#[vyre_op(
    laws(
        Even(reverse_bits),
        Even(swap_bytes),
        // No number equals its own count of zeros.
        ComplementUnder(eq, [0; 4]),
        ComplementUnder(ne, [1; 4]),
        ComplementUnder(or, [1; 4]),
        // Every lane changes.
        ComplementUnder(all_equal, 0),
        // It treats all lanes alike.
        Odd(rotate_lanes_left),
        Odd(rotate_lanes_right),
        Odd(reverse_lanes),
        Not(Involution, witness = ([3; 4])),
        Not(Idempotent, witness = ([0; 4])),
    ),
    boundaries(
        ([0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF]),
        ([0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0]),
        ([0x8000_0000, 0x1_FFFF, 0x8000_0000, 0x1_FFFF]),
    ),
    classes(
        all = a[0] == 0,
        none = a[0] == u32::MAX,
        some = a[0] != 0 && a[0] != u32::MAX,
        lanes_differ = a[0].count_ones() != a[3].count_ones(),
    ),
    table(
        ([0, 1, 3, 7]) => [32, 31, 30, 29], "each lane by itself",
        ([0xFFFF_FFFF, 0x8000_0000, 0x8000_0000, 0xFFFF_FFFF]) => [0, 31, 31, 0], "no bit is clear",
        ([0xA5A5_A5A5, 0x1_FFFF, 0x1_0000, 255]) => [16, 15, 31, 24], "half of the bits of each digit: 2 times 8",
        ([0x1_FFFF, 0xA5A5_A5A5, 255, 0x1_0000]) => [15, 16, 24, 31], "the bits above the lowest 16 count",
    ),
    alternates(
        from_width: wgsl = "fn count_zeros(a: vec4<u32>) -> vec4<u32> { return vec4<u32>(32u) - countOneBits(a); }",
    ),
)]
pub const fn count_zeros(a: [u32; 4]) -> [u32; 4] {
    [
        count::count_zeros(a[0]),
        count::count_zeros(a[1]),
        count::count_zeros(a[2]),
        count::count_zeros(a[3]),
    ]
}
