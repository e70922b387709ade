use super::{add, all_equal, bit_and, bit_or, bit_xor, max, min};
use crate::subgroup::reverse_lanes;
use vyre_conform_runtime::vyre_op;

/// Complement of each lane: every bit flipped.
#[vyre_op(
    laws(
        Involution,
        DeMorgan(bit_and, bit_or),
        DeMorgan(bit_or, bit_and),
        DeMorgan(min, max),
        DeMorgan(max, min),
        ComplementUnder(bit_xor, [u32::MAX; 4]),
        ComplementUnder(bit_or, [u32::MAX; 4]),
        ComplementUnder(bit_and, [0; 4]),
        ComplementUnder(add, [u32::MAX; 4]),
        ComplementUnder(all_equal, 0),
        Odd(reverse_lanes),
        Not(Idempotent, witness = ([0; 4])),
    ),
    boundaries(([0; 4]), ([0xFFFF_FFFF; 4]), ([0x8000_0000, 0x7FFF_FFFF, 1, 0xFFFF_FFFE])),
    classes(
        first_top_set = a[0] >> 31 == 1,
        first_top_clear = a[0] >> 31 == 0,
        lanes_differ = a[0] != a[3],
    ),
    table(
        ([0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF]) => [0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], "each lane by itself",
        ([0xA5A5_A5A5, 0, 0x5A5A_5A5A, 1]) => [0x5A5A_5A5A, 0xFFFF_FFFF, 0xA5A5_A5A5, 0xFFFF_FFFE], "1010 0101 becomes 0101 1010",
        ([0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0]) => [0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF], "every set bit becomes clear, every clear one set",
    ),
    alternates(
        from_minus_one: wgsl = "fn bit_not(a: vec4<u32>) -> vec4<u32> { return vec4<u32>(0xFFFFFFFFu) - a; }",
    ),
)]
pub const fn bit_not(a: [u32; 4]) -> [u32; 4] {
    [!a[0], !a[1], !a[2], !a[3]]
}
