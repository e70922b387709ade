use super::{add, rotate_lanes_left, rotate_lanes_right, sub};
use crate::arithmetic;
use crate::subgroup::reverse_lanes;
use vyre_conform_runtime::vyre_op;

/// Sum of the lanes modulo 2^32.
#[vyre_op(
    laws(
        Homomorphism(add, arithmetic::add),
        Homomorphism(sub, arithmetic::sub),
        Even(rotate_lanes_left),
        Even(rotate_lanes_right),
        Even(reverse_lanes),
        Not(Injective, witness = ([1, 0, 0, 0], [0, 0, 0, 1])),
    ),
    boundaries(([u32::MAX; 4]), ([1, 0, 0, 0]), ([0, 0, 0, 1]), ([0x8000_0000; 4])),
    classes(
        first_lane_only = a[0] != 0 && a[3] == 0,
        last_lane_only = a[0] == 0 && a[3] != 0,
        both_lanes = a[0] != 0 && a[3] != 0,
        none = a[0] == 0 && a[3] == 0,
    ),
    table(
        ([1, 20, 300, 4000]) => 4321, "each lane once",
        ([0xFFFF_FFFF, 1, 0xFFFF_FFFF, 1]) => 0, "the sum wraps",
        ([0x8000_0000, 0x8000_0000, 0, 0]) => 0, "two halves of 2^32 are nothing",
        ([0x1234_5678, 0xFEDC_BA99, 0, 1]) => 0x1111_1112, "every bit counts: more than a float of 32 bits holds, and more than 16",
        ([0, 0x1_0000, 0, 0]) => 0x1_0000, "the high half of the second lane counts",
        ([0, 0, 5, 0]) => 5, "the third lane counts",
        ([0, 0, 0, 7]) => 7, "the last lane counts",
    ),
    alternates(
        with_ones: wgsl = "fn sum(a: vec4<u32>) -> u32 { return dot(a, vec4<u32>(1u)); }",
    ),
)]
pub const fn sum(a: [u32; 4]) -> u32 {
    a[0].wrapping_add(a[1])
        .wrapping_add(a[2])
        .wrapping_add(a[3])
}
