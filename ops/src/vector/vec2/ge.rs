use super::{max, min};
use crate::compare;
use vyre_conform_runtime::vyre_op;

/// In each lane, 1 if the lane of `a` is at least that of `b`, unsigned; otherwise 0.
#[vyre_op(
    laws(
        SelfInverse([1; 2]),
        RightDistributiveOver(min),
        RightDistributiveOver(max),
        Not(Commutative, witness = ([0; 2], [1; 2])),
        Not(Associative, witness = ([0; 2], [0; 2], [0; 2])),
    ),
    boundaries(
        ([0x7FFF_FFFF, 0x8000_0000], [0x8000_0000, 0x7FFF_FFFF]),
        ([0, 0xFFFF_FFFF], [0xFFFF_FFFF, 0]),
        ([0xFFFF_FFFF; 2], [0xFFFF_FFFF; 2]),
    ),
    classes(
        all_less = a[0] < b[0] && a[1] < b[1],
        all_greater = a[0] > b[0] && a[1] > b[1],
        lanes_disagree = a[0] < b[0] && a[1] > b[1],
        equal = a[0] == b[0],
    ),
    table(
        ([0, 1], [1, 0]) => [0, 1], "each lane by itself",
        ([1, 0], [0, 1]) => [1, 0], "and in the other order as well",
        ([5; 2], [5, 6]) => [1, 0], "equals, beside others",
        ([6, 5], [5; 2]) => [1; 2], "equals, in the other lane",
        ([0x8000_0000, 0x7FFF_FFFF], [0x7FFF_FFFF, 0x8000_0000]) => [1, 0], "unsigned: bit 31 is a large number, not a sign",
        ([0x100_0001, 0x100_0000], [0x100_0000, 0x100_0001]) => [1, 0], "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        ([0x1_0000, 0], [0, 0x1_0000]) => [1, 0], "the bits above the lowest 16 count",
        ([0, 0x1_0000], [0x1_0000, 0]) => [0, 1], "and in the other order",
    ),
    alternates(
        of_vectors: wgsl = "fn ge(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return select(vec2<u32>(0u), vec2<u32>(1u), a >= b); }",
    ),
)]
pub const fn ge(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [compare::ge(a[0], b[0]), compare::ge(a[1], b[1])]
}
