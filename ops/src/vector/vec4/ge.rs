use crate::compare;
use vyre_conform_runtime::vyre_op;

/// In each lane, 1 if the lane of `a` is at least that of `b`, unsigned; otherwise 0.
#[vyre_op(
    laws(
        SelfInverse([1; 4]),
        Not(Commutative, witness = ([0; 4], [1; 4])),
        Not(Associative, witness = ([0; 4], [0; 4], [0; 4])),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([0x7FFF_FFFF, 0x8000_0000, 0x7FFF_FFFF, 0x8000_0000], [0x8000_0000, 0x7FFF_FFFF, 0x8000_0000, 0x7FFF_FFFF]),
        ([0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF], [0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0]),
        ([0xFFFF_FFFF; 4], [0xFFFF_FFFF; 4]),
    ),
    classes(
        all_less = a[0] < b[0] && a[3] < b[3],
        all_greater = a[0] > b[0] && a[3] > b[3],
        lanes_disagree = a[0] < b[0] && a[3] > b[3],
        equal = a[0] == b[0],
    ),
    table(
        ([0, 1, 5, 9], [1, 0, 5, 8]) => [0, 1, 1, 1], "each lane by itself",
        ([1, 0, 8, 5], [0, 1, 9, 5]) => [1, 0, 0, 1], "and in the other order as well",
        ([5, 5, 0, 0xFFFF_FFFF], [5, 6, 0, 0xFFFF_FFFF]) => [1, 0, 1, 1], "equals, beside others",
        ([6, 5, 5, 5], [5, 5, 6, 4]) => [1, 1, 0, 1], "equals, in the other lane",
        ([0x8000_0000, 0x7FFF_FFFF, 0x8000_0000, 0x7FFF_FFFF], [0x7FFF_FFFF, 0x8000_0000, 0x7FFF_FFFF, 0x8000_0000]) => [1, 0, 1, 0], "unsigned: bit 31 is a large number, not a sign",
        ([0x100_0001, 0x100_0000, 0x100_0001, 0x100_0000], [0x100_0000, 0x100_0001, 0x100_0000, 0x100_0001]) => [1, 0, 1, 0], "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        ([0x1_0000, 0, 0x100_0000, 0], [0, 0x1_0000, 0, 0x100_0000]) => [1, 0, 1, 0], "the bits above the lowest 16 count",
        ([0, 0x1_0000, 0, 0x100_0000], [0x1_0000, 0, 0x100_0000, 0]) => [0, 1, 0, 1], "and in the other order",
    ),
    alternates(
        of_vectors: wgsl = "fn ge(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> { return select(vec4<u32>(0u), vec4<u32>(1u), a >= b); }",
    ),
)]
pub const fn ge(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        compare::ge(a[0], b[0]),
        compare::ge(a[1], b[1]),
        compare::ge(a[2], b[2]),
        compare::ge(a[3], b[3]),
    ]
}
