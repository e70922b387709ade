use crate::compare;
use vyre_conform_runtime::vyre_op;

/// In each lane, 1 if the pair of lanes is equal; otherwise 0.
#[vyre_op(
    laws(
        Commutative,
        SelfInverse([1; 4]),
        Not(Associative, witness = ([2; 4], [0; 4], [0; 4])),
    ),
    boundaries(
        ([0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF], [0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0]),
        ([0x8000_0000, 0, 0x8000_0000, 0], [0; 4]),
        ([0, 0x8000_0000, 0, 0x8000_0000], [0; 4]),
        ([0xFFFF_FFFF; 4], [0xFFFF_FFFF; 4]),
    ),
    classes(
        all_equal = a[0] == b[0] && a[3] == b[3],
        only_first_is_equal = a[0] == b[0] && a[3] != b[3],
        only_last_is_equal = a[0] != b[0] && a[3] == b[3],
        none_is_equal = a[0] != b[0] && a[3] != b[3],
    ),
    table(
        ([5, 5, 7, 0], [5, 6, 8, 0]) => [1, 0, 0, 1], "each lane by itself",
        ([5, 6, 0, 8], [6, 6, 0, 7]) => [0, 1, 1, 0], "in the other lane as well",
        ([1, 2, 3, 4], [2, 1, 4, 3]) => [0; 4], "the same numbers in other lanes do not count",
        ([0x8000_0000, 0, 0xFFFF_FFFF, 0], [0, 0x8000_0000, 0x7FFF_FFFF, 0xFFFF_FFFF]) => [0; 4], "one bit, the highest, is enough to differ",
        ([0x100_0001, 0x100_0000, 0x1_0000, 0], [0x100_0000, 0x100_0001, 0, 0x1_0000]) => [0; 4], "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        ([0x1_0000, 0, 0x100_0000, 0], [0, 0x1_0000, 0, 0x100_0000]) => [0; 4], "the bits above the lowest 16 count",
        ([1, 2, 3, 4], [1, 2, 5, 4]) => [1, 1, 0, 1], "the lanes in the middle keep their places",
    ),
    alternates(
        of_vectors: wgsl = "fn eq(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> { return select(vec4<u32>(0u), vec4<u32>(1u), a == b); }",
    ),
)]
pub const fn eq(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        compare::eq(a[0], b[0]),
        compare::eq(a[1], b[1]),
        compare::eq(a[2], b[2]),
        compare::eq(a[3], b[3]),
    ]
}
